import Catalog

/// The objects among the values of a key.
extension LooseColumns.Column {
  /// What the values of a key hold that no field can.
  enum Nesting {
    case none
    /// Objects here and there, or lists of them.
    case some
    /// Nothing but objects.
    case objects
  }

  /// What the values hold that no field can.
  var nesting: Nesting {
    var (objects, others, lists) = (0, 0, 0)
    for place in values.indices {
      switch values[place].shape {
      case .absent, .null: break
      case .object: objects += 1
      case .list:
        others += 1
        if nestedMark(place) == UInt8(ascii: "{") { lists += 1 }
      case .text, .escapedText, .number, .yes, .no: others += 1
      }
    }
    if objects > 0, others == 0 { return .objects }
    return objects + lists > 0 ? .some : .none
  }

  /// Whether it is the record that a saved one was made of.
  var isOriginal: Bool { key == SavedRecord.original }

  /// Whether the key is one that names things.
  var isName: Bool { Inference.nameKeys.contains(key.lowercased()) }

  /// Whether any value is a scalar with something in it.
  var isSpeaking: Bool {
    hasWords && !values.contains { $0.shape == .list }
  }

  /// Whether the first object has a key that names things.
  var hasNamedObjects: Bool {
    guard let place = values.firstIndex(where: { $0.shape == .object }) else { return false }
    var isNamed = false
    var reader = JSONReader(text, at: values[place].range.lowerBound)
    // It was read once before, so nothing can be wrong with it.
    try? reader.readObject { (reader, key, _) throws(JSONFault) in
      if Inference.nameKeys.contains(key.lowercased()) { isNamed = true }
      try reader.skipValue()
    }
    return isNamed
  }

  /// Keys that say nothing but what type a value has, in several databases' JSON.
  private static let types = numericTypes.union([
    "$date", "$oid", "$timestamp", "arrayValue", "booleanValue", "mapValue", "referenceValue",
    "stringValue", "timestampValue",
  ])
  /// Those of them whose texts are numbers.
  private static let numericTypes: Set = [
    "$numberDecimal", "$numberDouble", "$numberInt", "$numberLong", "doubleValue", "integerValue",
  ]

  /// A column for each key that the objects have; nil if there are more than `limit`.
  ///
  /// One whose key only says what type a value has is called "".
  func members(limit: Int) -> [LooseColumns.Column]? {
    var members: [LooseColumns.Column] = []
    var numbers: [String: Int] = [:]
    var reader = JSONReader(text)
    for (place, value) in values.enumerated() where value.shape == .object {
      reader.position = value.range.lowerBound
      // Most objects have their keys in the same order.
      var next = 0
      // It was read once before, so nothing can be wrong with it.
      try? reader.readObject { (reader, key, _) throws(JSONFault) in
        let start = reader.position
        try reader.skipValue()
        let name = Self.types.contains(key) ? "" : key
        let number: Int
        if next < members.count, members[next].key == name {
          number = next
        } else if let known = numbers[name] {
          number = known
        } else {
          number = members.count
          numbers[name] = number
          if number <= limit { members.append(LooseColumns.Column(key: name)) }
        }
        next = number + 1
        if number < members.count {
          let range = start..<reader.position
          if Self.numericTypes.contains(key), let digits = quotedNumber(range) {
            members[number].add(digits, of: text, row: rows[place])
          } else if key == "rendered", let clean = withoutMarkup(range) {
            unsafe members[number].add(clean.value, of: rows[place], in: clean.text.span.bytes)
          } else {
            members[number].add(range, of: text, row: rows[place])
          }
        }
      }
      if numbers.count > limit { return nil }
    }
    return members
  }

  /// The number that a JSON text is; nil if it is none.
  private func quotedNumber(_ range: Range<Int>) -> Range<Int>? {
    guard text[range.lowerBound] == UInt8(ascii: "\"") else { return nil }
    let inside = range.lowerBound + 1..<range.upperBound - 1
    var reader = JSONReader(Array(text[inside]))
    guard case .number? = try? reader.readValue(), reader.position == inside.count else {
      return nil
    }
    return inside
  }

  /// A JSON text less its markup, which what is called rendered always has; nil if it is no text.
  private func withoutMarkup(_ range: Range<Int>) -> (value: ScannedValue, text: [UInt8])? {
    var reader = JSONReader(text, at: range.lowerBound)
    guard case .string(let markup)? = try? reader.readValue() else { return nil }
    var bytes: [UInt8] = []
    let value = Value.text(cleanText(markup, keepingLines: true)).scanned(into: &bytes)
    return (value, bytes)
  }

  /// Adds a JSON value that stands in other bytes.
  mutating func add(_ range: Range<Int>, of bytes: [UInt8], row: UInt32) {
    unsafe add(scannedValue(range, of: bytes), of: row, in: bytes.span.bytes)
  }
}

/// A JSON value by the bytes that it takes.
func scannedValue(_ range: Range<Int>, of bytes: [UInt8]) -> ScannedValue {
  let shape: JSONShape
  var content = range
  switch bytes[range.lowerBound] {
  case UInt8(ascii: "\""):
    content = range.lowerBound + 1..<range.upperBound - 1
    shape = bytes[content].contains(UInt8(ascii: "\\")) ? .escapedText : .text
  case UInt8(ascii: "{"): shape = .object
  case UInt8(ascii: "["): shape = .list
  case UInt8(ascii: "t"): shape = .yes
  case UInt8(ascii: "f"): shape = .no
  case UInt8(ascii: "n"): shape = .null
  default: shape = .number
  }
  return ScannedValue(
    offset: UInt32(truncatingIfNeeded: content.lowerBound),
    length: UInt32(truncatingIfNeeded: content.count), shape: shape)
}
