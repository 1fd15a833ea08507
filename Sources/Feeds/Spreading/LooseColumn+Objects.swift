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

  /// A column for each key that the objects have; nil if there are more than `limit`.
  ///
  /// One whose key only says what type a value has is called "".
  func members(limit: Int) -> [LooseColumns.Column]? {
    var members: [LooseColumns.Column] = []
    var spellings: [MemberSpelling] = []
    var reader = JSONReader(text)
    for (place, value) in values.enumerated() where value.shape == .object {
      reader.position = value.range.lowerBound
      // Most objects have their keys in the same order.
      var next = 0
      // It was read once before, so nothing can be wrong with it.
      try? reader.readObject(named: { (reader, key) throws(JSONFault) in
        let start = reader.position
        try reader.skipValue()
        if next >= spellings.count || spellings[next].bytes != text[key] {
          next = spellings.firstIndex { $0.bytes == text[key] } ?? spellings.count
        }
        if next == spellings.count {
          if members.count > limit { return }
          spellings.append(MemberSpelling(text[key], among: &members))
        }
        let spelling = spellings[next]
        members[spelling.member].take(start..<reader.position, of: self, spelling, rows[place])
        next += 1
      })
      if members.count > limit { return nil }
    }
    return members
  }

  /// Takes a value of a member out of the objects of another column.
  private mutating func take(
    _ range: Range<Int>, of outer: LooseColumns.Column, _ spelling: MemberSpelling, _ row: UInt32
  ) {
    if spelling.isNumericType, let digits = outer.quotedNumber(range) {
      add(digits, of: outer.text, row: row)
    } else if spelling.isRendered, let clean = outer.withoutMarkup(range) {
      unsafe add(clean.value, of: row, in: clean.text.span.bytes)
    } else {
      add(range, of: outer.text, row: row)
    }
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

/// A key as objects write it, and the member that it is of.
private struct MemberSpelling {
  /// Keys that say nothing but what type a value has, in several databases' JSON.
  private static let types = numericTypes.union([
    "$date", "$oid", "$timestamp", "arrayValue", "booleanValue", "mapValue", "referenceValue",
    "stringValue", "timestampValue",
  ])
  /// Those of them whose texts are numbers.
  private static let numericTypes: Set = [
    "$numberDecimal", "$numberDouble", "$numberInt", "$numberLong", "doubleValue", "integerValue",
  ]

  let bytes: ArraySlice<UInt8>
  let member: Int
  let isNumericType: Bool
  let isRendered: Bool

  /// A key between its quotes, whose member is added to the others if it is a new one.
  init(_ bytes: ArraySlice<UInt8>, among members: inout [LooseColumns.Column]) {
    self.bytes = bytes
    let name = keyName(bytes)
    isNumericType = Self.numericTypes.contains(name)
    isRendered = name == "rendered"
    let key = Self.types.contains(name) ? "" : name
    if let known = members.firstIndex(where: { $0.key == key }) {
      member = known
    } else {
      member = members.count
      members.append(LooseColumns.Column(key: key))
    }
  }
}

/// A key as it is meant, by what stands between its quotes.
func keyName(_ key: ArraySlice<UInt8>) -> String {
  if !key.contains(UInt8(ascii: "\\")) { return String(decoding: key, as: UTF8.self) }
  var reader = JSONReader([UInt8(ascii: "\"")] + key + [UInt8(ascii: "\"")])
  // It was read once before, so nothing can be wrong with it.
  return (try? reader.readString()) ?? ""
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
