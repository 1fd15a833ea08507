import Catalog
import Text

/// The values of keys without a mapping, by key, until their fields are inferred.
struct UnmappedColumns: Sendable {
  /// The values of a key, with their JSON text.
  struct Column: Sendable {
    /// The name that the field's name is derived from.
    var key: String
    /// The path of keys from the record, joined by dots.
    var path: String
    /// Whether the values come from a nested object.
    var isInner = false
    /// The row of each value, ascending.
    var rows: [UInt32] = []
    /// The values, as ranges of `text`.
    var values: [ScannedValue] = []
    var text: [UInt8] = []

    /// Creates an empty column for a key of the record.
    init(key: String) { (self.key, path) = (key, key) }

    /// Adds a value.
    ///
    /// A second value of the same row replaces the first.
    mutating func add(_ value: ScannedValue, of row: UInt32, in source: RawSpan) {
      var stored = value
      stored.offset = UInt32(truncatingIfNeeded: text.count)
      unsafe source.withUnsafeBytes { unsafe text.append(contentsOf: $0[value.range]) }
      if rows.last == row {
        values[values.count - 1] = stored
      } else {
        rows.append(row)
        values.append(stored)
      }
    }

    /// Returns the values of some ascending rows, which are renumbered from 0.
    func keeping(_ wanted: [Int]) -> Column {
      var result = self
      (result.rows, result.values) = ([], [])
      var place = 0
      for (number, row) in wanted.enumerated() {
        while place < rows.count, rows[place] < row { place += 1 }
        guard place < rows.count, rows[place] == row else { continue }
        result.rows.append(UInt32(number))
        result.values.append(values[place])
      }
      return result
    }

    mutating func append(_ later: Column, after count: UInt32) {
      let shift = UInt32(truncatingIfNeeded: text.count)
      rows += later.rows.map { $0 + count }
      values += later.values.map { value in
        ScannedValue(offset: value.offset + shift, length: value.length, shape: value.shape)
      }
      text += later.text
    }
  }

  /// The maximum number of keys that become fields without a mapping.
  static let limit = 500

  /// The columns, in the order in which their keys occurred.
  private(set) var columns: [Column] = []
  /// The first key beyond the limit, and a row with it.
  private(set) var firstOmitted: (key: String, row: UInt32)?
  private var numbers: [String: Int] = [:]

  /// Adds a member of a row.
  ///
  /// - Returns: Whether the row already has a member with that key.
  mutating func add(_ other: RecordBatch.Other, of row: UInt32, in text: RawSpan) -> Bool {
    guard let number = number(of: other.key, row, in: text) else { return false }
    let isRepeated = columns[number].rows.last == row
    columns[number].add(other.value, of: row, in: text)
    return isRepeated
  }

  /// Adds the values of an object with a `name` and a `value`, or of a list of such objects.
  ///
  /// Of two values of one name the last is taken. What has another form is ignored.
  mutating func add(propertiesIn value: ScannedValue, of row: UInt32, in text: RawSpan) {
    guard value.shape == .list || value.shape == .object else { return }
    let bytes = unsafe text.withUnsafeBytes { unsafe Array($0[value.range]) }
    var reader = JSONReader(bytes)
    guard value.shape == .list else {
      // The bytes were parsed before and are valid JSON.
      try? addProperty(&reader, bytes, row)
      return
    }
    // They are valid here, too.
    try? reader.readArray { (reader, _) throws(JSONFault) in
      try addProperty(&reader, bytes, row)
    }
  }

  private mutating func addProperty(
    _ reader: inout JSONReader, _ bytes: [UInt8], _ row: UInt32
  ) throws(JSONFault) {
    guard reader.next == UInt8(ascii: "{") else { return try reader.skipValue() }
    var (name, value): (String?, Range<Int>?)
    try reader.readObject { (reader, key, _) throws(JSONFault) in
      let start = reader.position
      if key == "name", reader.next == UInt8(ascii: "\"") {
        name = try reader.readString()
      } else {
        try reader.skipValue()
        if key == "value" { value = start..<reader.position }
      }
    }
    guard let name, let value, let number = number(of: name, row) else { return }
    columns[number].add(
      scannedValue(value, of: bytes), of: row, in: unsafe bytes.span.bytes)
  }

  private mutating func number(
    of key: ScannedValue, _ row: UInt32, in text: RawSpan
  ) -> Int? {
    var bytes: [UInt8] = []
    decodeText(key, in: text, into: &bytes)
    return number(of: String(decoding: bytes, as: UTF8.self), row)
  }

  private mutating func number(of name: String, _ row: UInt32) -> Int? {
    if let number = numbers[name] { return number }
    if columns.count >= Self.limit, !Inference.isEssential(name) {
      if firstOmitted == nil { firstOmitted = (name, row) }
      return nil
    }
    numbers[name] = columns.count
    columns.append(Column(key: name))
    return columns.count - 1
  }

  /// Appends the values of rows that follow the first `count` rows.
  mutating func append(_ later: UnmappedColumns, after count: Int) {
    for column in later.columns {
      if let number = numbers[column.key] {
        columns[number].append(column, after: UInt32(count))
      } else if columns.count < Self.limit || Inference.isEssential(column.key) {
        numbers[column.key] = columns.count
        var new = Column(key: column.key)
        new.append(column, after: UInt32(count))
        columns.append(new)
      } else if firstOmitted == nil {
        firstOmitted = (column.key, UInt32(count) + (column.rows.first ?? 0))
      }
    }
    if firstOmitted == nil {
      firstOmitted = later.firstOmitted.map { ($0.key, $0.row + UInt32(count)) }
    }
  }
}

extension FieldEncoder {
  /// Appends the values of a column for a number of rows, some of which may have none.
  mutating func append(_ column: UnmappedColumns.Column, rows count: Int) {
    var text = column.text
    text += [UInt8](repeating: 0, count: 64)
    var next = 0
    var batch = RecordBatch(slots: 1)
    let nothing = batch.values[0]
    for first in stride(from: 0, to: count, by: RecordBatch.capacity) {
      batch.count = min(RecordBatch.capacity, count - first)
      let before = next
      while next < column.rows.count, Int(column.rows[next]) < first + batch.count {
        batch.values[Int(column.rows[next]) - first] = column.values[next]
        next += 1
      }
      append(batch, [0], in: unsafe text.span.bytes)
      for number in before..<next { batch.values[Int(column.rows[number]) - first] = nothing }
      if first == 0 { reserve(count) }
    }
  }
}

extension UnmappedColumns.Column {
  /// Returns the first byte of a list's first element, if that is an object or a list; nil for scalars and other lists.
  ///
  /// Returns 0 for an object, an empty list or no value, none of which require a field.
  func nestedMark(_ place: Int) -> UInt8? {
    switch values[place].shape {
    case .object, .absent, .null: return 0
    case .list:
      let start = text[values[place].range].drop { $0 != UInt8(ascii: "[") }.dropFirst()
        .first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
      if start == nil || start == UInt8(ascii: "]") { return 0 }
      return start == UInt8(ascii: "{") || start == UInt8(ascii: "[") ? start : nil
    default: return nil
    }
  }

  /// Whether a number is an integer that binary64 cannot represent exactly.
  func isRoundedNumber(_ place: Int) -> Bool {
    let range = values[place].range
    if range.count <= 15 { return false }
    let digits = String(decoding: text[range], as: UTF8.self)
    guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2D }) else { return false }
    return Int64(digits).flatMap { Double(exactly: $0) } == nil
  }
}

/// Properties of texts that determine the kind of field.
extension UnmappedColumns.Column {
  /// Returns the text at an index; nil if the value is not a text.
  private func text(_ place: Int) -> String? {
    let value = values[place]
    guard value.shape == .text || value.shape == .escapedText else { return nil }
    if value.shape == .text { return String(decoding: text[value.range], as: UTF8.self) }
    var bytes: [UInt8] = []
    decodeText(value, in: unsafe text.span.bytes, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func trimmedText(_ place: Int) -> String? { text(place).map { trimmingSpace($0) } }

  /// The index of the first text, if all values that are not empty are data in Base64 or `data:` URLs; nil otherwise.
  var firstEncoded: Int? {
    var first: Int?
    for place in values.indices {
      switch values[place].shape {
      case .absent, .null: continue
      case .list, .number, .object, .yes, .no: return nil
      case .text, .escapedText: break
      }
      guard let text = trimmedText(place), !text.isEmpty else { continue }
      guard encodedDataSize(of: text) != nil else { return nil }
      if first == nil { first = place }
    }
    return first
  }

  /// Whether any value can be a name or an id: a scalar other than null and blank text, or a list that a field can
  /// show.
  var hasWords: Bool {
    values.indices.contains { place in
      switch values[place].shape {
      case .absent, .null, .object: false
      case .list: nestedMark(place) == nil
      case .text, .escapedText: trimmedText(place).map { !$0.isEmpty } ?? false
      case .number, .yes, .no: true
      }
    }
  }
}

/// Whether a text is a date, optionally with a time.
///
/// A date followed by words is a sentence.
func isDateAlone(_ text: String) -> Bool {
  guard Period(dateTime: text) != nil else { return false }
  let rest = text.utf8.drop { $0 != 0x54 && $0 != 0x20 }.dropFirst()
  // Nearly all times consist of digits and punctuation, or end in `Z`.
  if rest.allSatisfy({ 0x20...0x3A ~= $0 || $0 == 0x5A }) { return true }
  var time = Substring(rest)
  // A time zone, as in `[Europe/Berlin]`.
  if time.last == "]", let bracket = time.firstIndex(of: "[") { time = time[..<bracket] }
  let words = time.split { !$0.isLetter }
  if words.isEmpty { return true }
  return time.first?.isNumber == true
    && words.allSatisfy { word in
      ["am", "pm"].contains(word.lowercased())
        || word.count <= 5 && word.allSatisfy { $0.isASCII && $0.isUppercase }
    }
}
