import Catalog
import Text

/// Converts objects in lists, or next to texts, to texts that describe them.
struct ItemTextBuilder {
  /// The maximum depth of nested objects and lists.
  private static let depthLimit = 6

  let column: UnmappedColumns.Column
  private var layouts = ItemLayouts()
  /// JSON texts, separated by commas.
  private var output: [UInt8] = []
  private var count = 0

  /// Creates a builder for a column.
  init(_ column: UnmappedColumns.Column) { self.column = column }

  /// Returns the column with texts in place of objects; nil if no text was found.
  mutating func texts() -> UnmappedColumns.Column? {
    rewritten { builder, reader, value in
      guard value.shape == .list || value.shape == .object else { return false }
      builder.append(&reader, depth: 0)
      if value.shape == .list || builder.count > 1 { builder.makeList() }
      return true
    }
  }

  /// Returns the column with lists of texts, one for each member of an object; nil if no text was found.
  mutating func values() -> UnmappedColumns.Column? {
    rewritten { builder, reader, value in
      guard value.shape == .object else { return false }
      // The bytes were parsed before and are valid JSON.
      try? reader.readObject(named: { (reader, _) throws(JSONFault) in
        builder.append(&reader, depth: 1)
      })
      builder.makeList()
      return true
    }
  }

  private mutating func makeList() {
    output.insert(UInt8(ascii: "["), at: 0)
    output.append(UInt8(ascii: "]"))
  }

  /// Returns the column with the results of `rewrite` in place of the values for which it returns true.
  private mutating func rewritten(
    _ rewrite: (inout ItemTextBuilder, inout JSONReader, ScannedValue) -> Bool
  ) -> UnmappedColumns.Column? {
    var new = UnmappedColumns.Column(key: column.key)
    (new.path, new.isInner) = (column.path, column.isInner)
    var reader = JSONReader(column.text)
    var hasOutput = false
    for (place, value) in column.values.enumerated() {
      reader.position = value.range.lowerBound
      output.removeAll(keepingCapacity: true)
      count = 0
      if !rewrite(&self, &reader, value) {
        unsafe new.add(value, of: column.rows[place], in: column.text.span.bytes)
        continue
      }
      if count > 0 { hasOutput = true }
      if !output.isEmpty { new.add(0..<output.count, of: output, row: column.rows[place]) }
    }
    return hasOutput ? new : nil
  }

  /// Appends the text of a value, and moves past the value.
  private mutating func append(_ reader: inout JSONReader, depth: Int) {
    reader.skipSpace()
    let start = reader.position
    let first = reader.next
    if first == UInt8(ascii: "["), depth < Self.depthLimit {
      // The bytes were parsed before and are valid JSON.
      try? reader.readArray { (reader, _) throws(JSONFault) in append(&reader, depth: depth + 1) }
    } else if first == UInt8(ascii: "{"), depth < Self.depthLimit {
      appendObject(&reader, depth: depth)
    } else {
      // The bytes were parsed before and are valid JSON.
      try? reader.skipValue()
      let isNothing = [UInt8(ascii: "n"), UInt8(ascii: "["), UInt8(ascii: "{")].contains(first)
      if !isNothing { append(start..<reader.position) }
    }
  }

  private mutating func appendObject(_ reader: inout JSONReader, depth: Int) {
    let (values, layout) = members(&reader)
    let before = count
    if appendFirst(of: layout.named, values, depth) { return }
    for place in values.indices where !layout.isEssential[place] && isText(values[place]) {
      append(values[place])
      if count > before { return }
    }
    let nested = values.indices.filter { isNested(values[$0]) }
    _ = appendFirst(of: layout.others + nested, values, depth)
  }

  /// Returns the values of an object's members, and its layout.
  private mutating func members(_ reader: inout JSONReader) -> ([Range<Int>], ItemLayout) {
    var keys: [Range<Int>] = []
    var values: [Range<Int>] = []
    // The bytes were parsed before and are valid JSON.
    try? reader.readObject(named: { (reader, key) throws(JSONFault) in
      let start = reader.position
      try reader.skipValue()
      keys.append(key)
      values.append(start..<reader.position)
    })
    return (values, layouts.layout(of: keys, in: column.text))
  }

  /// Appends the text of the first member that has any.
  private mutating func appendFirst(of places: [Int], _ values: [Range<Int>], _ depth: Int) -> Bool
  {
    let before = count
    for place in places {
      append(values[place], depth)
      if count > before { return true }
    }
    return false
  }

  /// Appends the text of a member.
  private mutating func append(_ range: Range<Int>, _ depth: Int) {
    if !isNested(range) { return append(range, isNull: column.text[range.lowerBound] == 0x6E) }
    var inside = JSONReader(column.text, at: range.lowerBound)
    append(&inside, depth: depth + 1)
  }

  /// Returns the contents of a text, or a number without a fraction of zero; empty for other values.
  private func content(of range: Range<Int>) -> ArraySlice<UInt8> {
    let bytes = column.text[range]
    switch bytes[range.lowerBound] {
    case UInt8(ascii: "\""):
      let inside = bytes.dropFirst().dropLast()
      return inside.allSatisfy { $0 == 0x20 } ? [] : inside
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return bytes.suffix(2) == [0x2E, 0x30] ? bytes.dropLast(2) : bytes
    default: return []
    }
  }

  private func isText(_ range: Range<Int>) -> Bool {
    column.text[range.lowerBound] == UInt8(ascii: "\"")
  }

  private func isNested(_ range: Range<Int>) -> Bool {
    let first = column.text[range.lowerBound]
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }

  /// Appends a scalar unchanged, unless it is blank.
  private mutating func append(_ range: Range<Int>, isNull: Bool = false) {
    if isNull || isText(range) && content(of: range).isEmpty { return }
    begin()
    output += column.text[range]
  }

  /// Begins a text.
  private mutating func begin() {
    if count > 0 { output.append(UInt8(ascii: ",")) }
    count += 1
  }
}
