import Text

/// A JSON object of another program, whose members are taken one by one; what nobody takes is noted.
struct ForeignObject {
  private let members: [JSONValue.Member]
  private var taken: Set<String> = []
  /// The address of the file; nil for a local one.
  let address: String?

  /// Creates an object; of other values, one without members.
  init(_ value: JSONValue, at address: String? = nil) {
    self.address = address
    if case .object(let members) = value { self.members = members } else { members = [] }
  }

  /// Takes members, and returns the first one with a value.
  mutating func take(_ names: String...) -> JSONValue? {
    var found: JSONValue?
    for name in names {
      taken.insert(name)
      if found == nil { found = members.last { $0.name == name && !$0.value.isEmpty }?.value }
    }
    return found
  }

  /// Takes members, and returns the first text or number as a text.
  mutating func text(_ names: String...) -> String? {
    for name in names {
      if let text = take(name)?.plainText { return text }
    }
    return nil
  }

  mutating func number(_ name: String) -> Double? {
    switch take(name) {
    case .number(let number)?: number
    case .string(let text)?: Double(trimmingSpace(text))
    default: nil
    }
  }

  /// Whether there is a member, also one that says nothing.
  func has(_ name: String) -> Bool { members.contains { $0.name == name } }

  /// The part of the address up to the end of some path; nil if it has no such path.
  func address(upTo path: String) -> String? {
    guard let address, isAddress(address) else { return nil }
    let plain = address.prefix { $0 != "?" && $0 != "#" }
    return plain.firstRange(of: path).map { String(plain[..<$0.upperBound]) }
  }

  /// Takes the elements of a list.
  mutating func list(_ names: String...) -> [JSONValue] {
    for name in names {
      if case .array(let items)? = take(name) { return items }
    }
    return []
  }

  /// Takes the cells of columns without a name.
  mutating func nameless() -> [JSONValue] {
    let found = members.filter { $0.name.hasPrefix(DelimitedTable.nameless) }
    taken.formUnion(found.map(\.name))
    return found.map(\.value)
  }

  /// Marks members as used that have nothing for a cook: ids, hashes, dates of changes.
  mutating func ignore(_ names: [String]) { taken.formUnion(names) }

  /// The names of the members with a value that nobody took.
  var unused: [String] {
    members.filter { !taken.contains($0.name) && !$0.value.isEmpty }.map(\.name)
  }
}

extension JSONValue {
  /// Whether the value says nothing: null, false, zero, or without contents.
  var isEmpty: Bool {
    switch self {
    case .null, .bool(false): true
    case .bool(true): false
    case .number(let number): number == 0
    case .string(let text): trimmingSpace(text).isEmpty
    case .array(let items): items.allSatisfy(\.isEmpty)
    case .object(let members): members.allSatisfy { $0.value.isEmpty }
    }
  }

  /// The value as text, if it is a text or a number.
  var plainText: String? {
    switch self {
    case .string(let text):
      let text = trimmingSpace(text)
      return text.isEmpty ? nil : text
    case .number(let number): return shownNumber(number)
    default: return nil
    }
  }

  /// The names of tags or categories: texts, or objects with a name.
  var names: [String] {
    switch self {
    case .array(let items): items.flatMap(\.names)
    case .object: [self["name"] ?? self["title"] ?? .null].compactMap(\.plainText)
    default: plainText.map { [$0] } ?? []
    }
  }
}

/// Returns a number without a fraction of zero.
func shownNumber(_ number: Double) -> String {
  if number == number.rounded(), abs(number) < 1e15 { return String(Int(number)) }
  return String(number)
}
