import Catalog
import Text

/// Converts objects in lists, or next to texts, to texts that describe them.
struct ItemTextBuilder {
  /// The maximum depth of nested objects and lists.
  private static let depthLimit = 6

  /// The part of a recipe that objects describe.
  private enum Subject {
    case ingredients
    case steps
    case others

    /// Determines the part of a recipe from a key.
    init(_ key: String) {
      let key = key.lowercased()
      if ["ingredient", "ingredients"].contains(where: key.hasSuffix) {
        self = .ingredients
      } else if ["step", "steps", "instructions", "directions", "method"].contains(
        where: key.hasSuffix)
      {
        self = .steps
      } else {
        self = .others
      }
    }
  }

  let column: UnmappedColumns.Column
  private let key: String
  private let subject: Subject
  private var layouts = ItemLayouts()
  /// JSON texts, separated by commas.
  private var output: [UInt8] = []
  private var count = 0

  /// Creates a builder for a column.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - key: The key of the result, which determines the part of a recipe; nil for that of the column.
  init(_ column: UnmappedColumns.Column, as key: String? = nil) {
    self.column = column
    self.key = key ?? column.key
    subject = Subject(self.key)
  }

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

  /// Returns the column with the ingredients of its steps; nil if no step lists any.
  mutating func suppliesOfSteps() -> UnmappedColumns.Column? {
    var supplies = rewritten { builder, reader, value in
      guard value.shape == .list else { return true }
      // The bytes were parsed before and are valid JSON.
      try? reader.readArray { (reader, _) throws(JSONFault) in
        reader.skipSpace()
        guard reader.next == UInt8(ascii: "{") else { return try reader.skipValue() }
        let (values, layout) = builder.members(&reader)
        for place in layout.ingredients { builder.append(values[place], 1) }
      }
      if builder.count > 0 { builder.makeList() }
      return true
    }
    supplies?.path += ".ingredients"
    return supplies
  }

  private mutating func makeList() {
    output.insert(UInt8(ascii: "["), at: 0)
    output.append(UInt8(ascii: "]"))
  }

  /// Returns the column with the results of `rewrite` in place of the values for which it returns true.
  private mutating func rewritten(
    _ rewrite: (inout ItemTextBuilder, inout JSONReader, ScannedValue) -> Bool
  ) -> UnmappedColumns.Column? {
    var new = UnmappedColumns.Column(key: key)
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
    switch subject {
    case .ingredients:
      if appendSection(values, layout, layout.supplyLists, depth) { return }
      let supply = supply(values, layout)
      let title = content(of: layout.titles.filter { !layout.supplies.contains($0) }, values)
      if !supply.isEmpty, !title.isEmpty, !supply.contains(title) { append(heading: title) }
      if append(supply: supply) { return }
    case .steps:
      if appendSection(values, layout, layout.steps, depth) { return }
      if appendStep(values, layout, depth) { return }
    case .others: break
    }
    if appendFirst(of: layout.named, values, depth) { return }
    for place in values.indices where !layout.isEssential[place] && isText(values[place]) {
      append(values[place])
      if count > before { return }
    }
    let nested = values.indices.filter { isNested(values[$0]) }
    _ = appendFirst(of: layout.others + nested, values, depth)
  }

  /// Returns the values of an object's members, and its layout.
  mutating func members(_ reader: inout JSONReader) -> ([Range<Int>], ItemLayout) {
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

  /// Appends the title and the contents of a section of a recipe; nothing if it has no contents.
  private mutating func appendSection(
    _ values: [Range<Int>], _ layout: ItemLayout, _ lists: [Int], _ depth: Int
  ) -> Bool {
    let lists = lists.filter { isNested(values[$0]) }
    if lists.isEmpty { return false }
    let before = (length: output.count, count: count)
    let title = content(of: layout.titles, values)
    if !title.isEmpty { append(heading: title) }
    if appendFirst(of: lists, values, depth) { return true }
    output.removeLast(output.count - before.length)
    count = before.count
    return false
  }

  /// Appends the title and the text of a step.
  private mutating func appendStep(
    _ values: [Range<Int>], _ layout: ItemLayout, _ depth: Int
  ) -> Bool {
    let text = String(decoding: content(of: layout.tellings, values), as: UTF8.self)
    let titles = layout.titles.map { content(of: values[$0]) }
    if !text.isEmpty,
      let title = titles.first(where: { isHeading(String(decoding: $0, as: UTF8.self), of: text) })
    {
      append(heading: title)
    }
    return appendFirst(of: layout.tellings, values, depth)
  }

  /// Appends the heading of the items after it.
  private mutating func append(heading title: ArraySlice<UInt8>) {
    begin()
    output.append(UInt8(ascii: "\""))
    output += title
    if title.last != UInt8(ascii: ":") { output.append(UInt8(ascii: ":")) }
    output.append(UInt8(ascii: "\""))
  }

  /// Appends an ingredient, word by word.
  private mutating func append(supply: [ArraySlice<UInt8>]) -> Bool {
    if supply.isEmpty { return false }
    begin()
    output.append(UInt8(ascii: "\""))
    for (place, word) in supply.enumerated() {
      if place > 0 { output.append(UInt8(ascii: " ")) }
      output += word
    }
    output.append(UInt8(ascii: "\""))
    return true
  }

  /// Appends the text of a member.
  private mutating func append(_ range: Range<Int>, _ depth: Int) {
    if !isNested(range) { return append(range, isNull: column.text[range.lowerBound] == 0x6E) }
    var inside = JSONReader(column.text, at: range.lowerBound)
    append(&inside, depth: depth + 1)
  }

  /// Returns the contents of a text, or a number without a fraction of zero; empty for other values.
  func content(of range: Range<Int>) -> ArraySlice<UInt8> {
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

  /// Returns the contents of the first member that has any; empty if none has.
  func content(of places: [Int], _ values: [Range<Int>]) -> ArraySlice<UInt8> {
    for place in places {
      let content = content(of: values[place])
      if !content.isEmpty { return content }
    }
    return []
  }

  private func isText(_ range: Range<Int>) -> Bool {
    column.text[range.lowerBound] == UInt8(ascii: "\"")
  }

  func isNested(_ range: Range<Int>) -> Bool {
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

/// Ingredients.
extension ItemTextBuilder {
  /// Returns the words of an ingredient as a cook would write them, `200 g flour`; empty if the members do not state
  /// it.
  mutating func supply(_ values: [Range<Int>], _ layout: ItemLayout) -> [ArraySlice<UInt8>] {
    if let whole = words(layout.wholeSupplies, values, \.named) { return [whole] }
    let note = words(layout.notes, values, \.named)
    let others = values.indices.filter { place in
      !layout.isEssential[place] && isText(values[place])
        && !(layout.amounts + layout.units + layout.titles).contains(place)
    }
    let known = words(layout.supplies, values, \.named) ?? note ?? words(others, values, \.named)
    guard let supply = known ?? words(layout.titles, values, \.named) else { return [] }
    let remark = note.flatMap { $0 == supply ? nil : Array("(".utf8) + $0 + Array(")".utf8) }
    let rest = [supply, remark.map { $0[...] }].compactMap(\.self)
    let amount = words(layout.amounts, values) { $0.amounts + $0.others }
    // An amount of zero means that the amount is unknown; a note alone has its own.
    let isUnknown = amount?.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
    if isUnknown ?? false || supply == note { return rest }
    let objects = layout.amounts.filter { isNested(values[$0]) }
    let unit = words(layout.units, values, \.named) ?? words(objects, values, \.units)
    return [amount, unit].compactMap(\.self) + rest
  }

  /// Returns the contents of the first member that is a text or a number, or an object with one.
  private mutating func words(
    _ places: [Int], _ values: [Range<Int>], _ inner: (ItemLayout) -> [Int]
  ) -> ArraySlice<UInt8>? {
    for place in places {
      var words = content(of: values[place])
      if column.text[values[place].lowerBound] == UInt8(ascii: "{") {
        var reader = JSONReader(column.text, at: values[place].lowerBound)
        let (values, layout) = members(&reader)
        words = content(of: inner(layout), values)
      }
      if !words.isEmpty { return words }
    }
    return nil
  }
}
