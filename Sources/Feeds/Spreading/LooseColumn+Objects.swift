import Catalog
import Text

/// The objects among the values of a key.
extension LooseColumns.Column {
  /// What the values of a key hold that no field can.
  enum Nesting {
    case none
    /// Objects here and there, or lists of them.
    case some
    /// Objects, but for a few values.
    case objects
  }

  /// What the values hold that no field can.
  ///
  /// What is nothing stands for no object: some services write an empty one as an empty list, or as false.
  var nesting: Nesting {
    var (objects, hasLists) = (0, false)
    for value in values {
      if value.shape == .object { objects += 1 }
      if value.shape == .list { hasLists = true }
    }
    if objects > 0 {
      let others = values.indices.count { values[$0].shape != .object && !isNothing($0) }
      return objects > others ? .objects : .some
    }
    // Most lists are of texts, and have no brace in them.
    let hasBraces = hasLists && text.reduce(0 as UInt8) { $0 | ($1 == 0x7B ? 1 : 0) } > 0
    return hasBraces && values.indices.contains { holdsObject($0) } ? .some : .none
  }

  /// Whether a value says nothing where objects are expected.
  private func isNothing(_ place: Int) -> Bool {
    switch values[place].shape {
    case .absent, .null, .no: true
    case .text: text[values[place].range].allSatisfy { $0 == 0x20 }
    case .list: nestedMark(place) == 0
    case .object, .escapedText, .number, .yes: false
    }
  }

  /// Whether a value is a list with an object in it, however deep.
  private func holdsObject(_ place: Int) -> Bool {
    let list = text[values[place].range]
    if values[place].shape != .list || !list.contains(UInt8(ascii: "{")) { return false }
    var (isInText, isEscaped) = (false, false)
    for byte in list {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isInText.toggle()
      } else if isInText {
        isEscaped = byte == UInt8(ascii: "\\")
      } else if byte == UInt8(ascii: "{") {
        return true
      }
    }
    return false
  }

  /// Whether it is the record that a saved one was made of.
  var isOriginal: Bool { key == SavedRecord.original }

  /// Whether the key is one that names things.
  var isName: Bool { Inference.nameKeys.contains(key.lowercased()) }

  /// Whether any value is a scalar with something in it.
  var isSpeaking: Bool {
    hasWords && !values.contains { $0.shape == .list }
  }

  /// Whether one of the first objects has a key that names things.
  var hasNamedObjects: Bool {
    var isNamed = false
    var reader = JSONReader(text)
    let objects = values.lazy.filter { $0.shape == .object }.prefix(Profile.Signs.glance)
    for object in objects where !isNamed {
      reader.position = object.range.lowerBound
      // It was read once before, so nothing can be wrong with it.
      try? reader.readObject { (reader, key, _) throws(JSONFault) in
        if Inference.nameKeys.contains(key.lowercased()) { isNamed = true }
        try reader.skipValue()
      }
    }
    return isNamed
  }

  /// Whether the first text is the address of something in the web.
  var isWebAddress: Bool {
    let first = values.indices.lazy.compactMap { trimmedText($0) }.first { !$0.isEmpty }
    return first.map { isWebLink($0) } ?? false
  }

  /// The values beside objects that say something.
  var odds: LooseColumns.Column {
    var odds = LooseColumns.Column(key: key)
    (odds.path, odds.isInner) = (path, isInner)
    for place in values.indices where values[place].shape != .object && !isNothing(place) {
      unsafe odds.add(values[place], of: rows[place], in: text.span.bytes)
    }
    return odds
  }

  /// Adds the values of a column that has none in the same rows.
  mutating func merge(_ other: LooseColumns.Column) {
    if other.rows.isEmpty { return }
    var merged = LooseColumns.Column(key: key)
    (merged.path, merged.isInner) = (path, isInner)
    var next = 0
    for place in rows.indices {
      while next < other.rows.count, other.rows[next] < rows[place] {
        unsafe merged.add(other.values[next], of: other.rows[next], in: other.text.span.bytes)
        next += 1
      }
      unsafe merged.add(values[place], of: rows[place], in: text.span.bytes)
    }
    for place in next..<other.rows.count {
      unsafe merged.add(other.values[place], of: other.rows[place], in: other.text.span.bytes)
    }
    self = merged
  }

  /// Adds a JSON value that stands in other bytes.
  mutating func add(_ range: Range<Int>, of bytes: [UInt8], row: UInt32) {
    unsafe add(scannedValue(range, of: bytes), of: row, in: bytes.span.bytes)
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

/// The keys of what a saved record has beside its fields.
package enum SavedRecord {
  /// Which feed it comes from.
  package static let source = "saved-from"
  /// The record of that feed, as it was published.
  package static let original = "original"
}
