import Catalog
import Text

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Nested objects in columns.
extension UnmappedColumns.Column {
  /// The extent to which values are objects.
  enum Nesting {
    case none
    /// Some values are objects, or lists with objects.
    case some
    /// Most values are objects.
    case objects
  }

  /// The extent to which values are objects.
  ///
  /// Empty values are ignored: some services write an empty object as an empty list or as false.
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
    // Most lists consist of texts without any brace.
    return hasLists && hasBrace && values.indices.contains { holdsObject($0) } ? .some : .none
  }

  /// Whether any value contains an opening brace.
  private var hasBrace: Bool {
    unsafe text.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return unsafe memchr(start, Int32(UInt8(ascii: "{")), bytes.count) != nil
    }
  }

  /// Whether a value is empty where an object is expected.
  private func isNothing(_ place: Int) -> Bool {
    switch values[place].shape {
    case .absent, .null, .no: true
    case .text: text[values[place].range].allSatisfy { $0 == 0x20 }
    case .list: nestedMark(place) == 0
    case .object, .escapedText, .number, .yes: false
    }
  }

  /// Whether a value is a list that contains an object at any depth.
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

  /// Whether the column contains the originals of saved records.
  var isOriginal: Bool { key == SavedRecord.original }

  /// Whether the key names objects.
  var isName: Bool { Inference.nameKeys.contains(key.lowercased()) }

  /// Whether any value is a nonblank scalar, and none is a list.
  var hasScalars: Bool {
    hasWords && !values.contains { $0.shape == .list }
  }

  /// Whether one of the first objects has a key that names it.
  var hasNamedObjects: Bool {
    var isNamed = false
    var reader = JSONReader(text)
    let objects = values.lazy.filter { $0.shape == .object }.prefix(Profile.Signature.sampleSize)
    for object in objects where !isNamed {
      reader.position = object.range.lowerBound
      // The bytes were parsed before and are valid JSON.
      try? reader.readObject { (reader, key, _) throws(JSONFault) in
        if Inference.nameKeys.contains(key.lowercased()) { isNamed = true }
        try reader.skipValue()
      }
    }
    return isNamed
  }

  /// Whether the first text is a web address.
  var isWebAddress: Bool {
    let first = values.indices.lazy.compactMap { trimmedText($0) }.first { !$0.isEmpty }
    return first.map { isWebLink($0) } ?? false
  }

  /// The values that are neither objects nor empty.
  var otherValues: UnmappedColumns.Column {
    var otherValues = UnmappedColumns.Column(key: key)
    (otherValues.path, otherValues.isInner) = (path, isInner)
    for place in values.indices where values[place].shape != .object && !isNothing(place) {
      unsafe otherValues.add(values[place], of: rows[place], in: text.span.bytes)
    }
    return otherValues
  }

  /// Adds the values of a column that has none in the same rows.
  mutating func merge(_ other: UnmappedColumns.Column) {
    if other.rows.isEmpty { return }
    var merged = UnmappedColumns.Column(key: key)
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

  /// Adds a JSON value from other bytes.
  mutating func add(_ range: Range<Int>, of bytes: [UInt8], row: UInt32) {
    unsafe add(scannedValue(range, of: bytes), of: row, in: bytes.span.bytes)
  }
}

/// Decodes a key without its quotes.
func keyName(_ key: ArraySlice<UInt8>) -> String {
  if !key.contains(UInt8(ascii: "\\")) { return String(decoding: key, as: UTF8.self) }
  var reader = JSONReader([UInt8(ascii: "\"")] + key + [UInt8(ascii: "\"")])
  // The bytes were parsed before and are valid JSON.
  return (try? reader.readString()) ?? ""
}

/// Returns a scanned value for the bytes of a JSON value.
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

/// The keys of a saved record next to its fields.
package enum SavedRecord {
  /// The name of the feed that the record was saved from.
  package static let source = "saved-from"
  /// The record as published.
  package static let original = "original"
}
