import Catalog
import Text

/// The values of keys that no mapping reads, until it is known what they are.
struct LooseColumns: Sendable {
  /// The values of one key, with the JSON that they stand in.
  struct Column: Sendable {
    /// What its field is named after.
    var key: String
    /// The keys that lead to it from the record, joined by dots.
    var path: String
    /// Whether it stands inside of something that a record has, and is not the record's own.
    var isInner = false
    /// The row of each value, ascending.
    var rows: [UInt32] = []
    /// Each value, in `text`.
    var values: [ScannedValue] = []
    var text: [UInt8] = []

    /// A column of a record that nothing has come to yet.
    init(key: String) { (self.key, path) = (key, key) }

    /// Adds a value; of two in one row the later one counts.
    mutating func add(_ value: ScannedValue, of row: UInt32, in source: RawSpan) {
      var kept = value
      kept.offset = UInt32(truncatingIfNeeded: text.count)
      unsafe source.withUnsafeBytes { unsafe text.append(contentsOf: $0[value.range]) }
      if rows.last == row {
        values[values.count - 1] = kept
      } else {
        rows.append(row)
        values.append(kept)
      }
    }

    /// The values of some rows, which are named in ascending order and numbered from 0 in the result.
    func keeping(_ wanted: [Int]) -> Column {
      var kept = self
      (kept.rows, kept.values) = ([], [])
      var place = 0
      for (number, row) in wanted.enumerated() {
        while place < rows.count, rows[place] < row { place += 1 }
        guard place < rows.count, rows[place] == row else { continue }
        kept.rows.append(UInt32(number))
        kept.values.append(values[place])
      }
      return kept
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

  /// The most keys that become fields without a profile naming them.
  static let limit = 500

  /// In the order in which the keys came up.
  private(set) var columns: [Column] = []
  /// The first key that is one too many, and a row that has it.
  private(set) var passedOver: (key: String, row: UInt32)?
  private var numbers: [String: Int] = [:]

  /// Adds a member of a row.
  ///
  /// - Returns: Whether the row had one of that key before.
  mutating func add(_ other: RecordBatch.Other, of row: UInt32, in text: RawSpan) -> Bool {
    guard let number = number(of: other.key, row, in: text) else { return false }
    let isRepeated = columns[number].rows.last == row
    columns[number].add(other.value, of: row, in: text)
    return isRepeated
  }

  private mutating func number(
    of key: ScannedValue, _ row: UInt32, in text: RawSpan
  ) -> Int? {
    var bytes: [UInt8] = []
    decodeText(key, in: text, into: &bytes)
    let name = String(decoding: bytes, as: UTF8.self)
    if let number = numbers[name] { return number }
    if columns.count >= Self.limit, !Inference.isEssential(name) {
      if passedOver == nil { passedOver = (name, row) }
      return nil
    }
    numbers[name] = columns.count
    columns.append(Column(key: name))
    return columns.count - 1
  }

  /// Adds the values of the `rows` that follow the first `count`.
  mutating func append(_ later: LooseColumns, after count: Int) {
    for column in later.columns {
      if let number = numbers[column.key] {
        columns[number].append(column, after: UInt32(count))
      } else if columns.count < Self.limit || Inference.isEssential(column.key) {
        numbers[column.key] = columns.count
        var new = Column(key: column.key)
        new.append(column, after: UInt32(count))
        columns.append(new)
      } else if passedOver == nil {
        passedOver = (column.key, UInt32(count) + (column.rows.first ?? 0))
      }
    }
    if passedOver == nil { passedOver = later.passedOver.map { ($0.key, $0.row + UInt32(count)) } }
  }
}

extension FieldEncoder {
  /// Adds the values of a key for so many rows, of which some have none.
  mutating func append(_ column: LooseColumns.Column, rows count: Int) {
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
      if first == 0 { expect(count) }
    }
  }
}

extension LooseColumns.Column {
  /// What the first element of a list begins with if it is an object or a list itself; nil if it is neither.
  ///
  /// An object, an empty list and nothing are 0: they are no reason for a field.
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

  /// Whether the number at a place is whole and has more digits than a binary64 number keeps.
  func isRoundedNumber(_ place: Int) -> Bool {
    let range = values[place].range
    if range.count <= 15 { return false }
    let digits = String(decoding: text[range], as: UTF8.self)
    guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2D }) else { return false }
    return Int64(digits).flatMap { Double(exactly: $0) } == nil
  }
}

/// What the texts of a key say about the field that they make.
extension LooseColumns.Column {
  /// The text at a place; nil if another kind of value is there.
  private func text(_ place: Int) -> String? {
    let value = values[place]
    guard value.shape == .text || value.shape == .escapedText else { return nil }
    if value.shape == .text { return String(decoding: text[value.range], as: UTF8.self) }
    var bytes: [UInt8] = []
    decodeText(value, in: unsafe text.span.bytes, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func trimmedText(_ place: Int) -> String? { text(place).map { trimmingSpace($0) } }

  /// Whether any value could be a name or an id: anything but nothing, a blank text, and what no field can show.
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

/// Whether a text is a date, with a time behind it or with nothing: one with words behind it is a sentence.
func isDateAlone(_ text: String) -> Bool {
  guard Period(dateTime: text) != nil else { return false }
  let rest = text.utf8.drop { $0 != 0x54 && $0 != 0x20 }.dropFirst()
  // Nearly all have digits and signs there, or the letter for UTC.
  if rest.allSatisfy({ 0x20...0x3A ~= $0 || $0 == 0x5A }) { return true }
  var time = Substring(rest)
  // The name of a zone, as in `[Europe/Berlin]`.
  if time.last == "]", let bracket = time.firstIndex(of: "[") { time = time[..<bracket] }
  let words = time.split { !$0.isLetter }
  if words.isEmpty { return true }
  return time.first?.isNumber == true
    && words.allSatisfy { word in
      ["am", "pm"].contains(word.lowercased())
        || word.count <= 5 && word.allSatisfy { $0.isASCII && $0.isUppercase }
    }
}
