import Catalog
import Text

/// Converts objects in lists, or next to texts, to texts that describe them.
struct ItemSpeech {
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

  let column: LooseColumns.Column
  private let subject: Subject
  private var layouts = ItemLayouts()
  /// JSON texts, separated by commas.
  private var said: [UInt8] = []
  private var count = 0

  init(_ column: LooseColumns.Column) {
    self.column = column
    subject = Subject(column.key)
  }

  /// Returns the column with texts in place of objects; nil if no text was found.
  mutating func spoken() -> LooseColumns.Column? {
    rewritten { speech, reader, value in
      guard value.shape == .list || value.shape == .object else { return false }
      speech.say(&reader, depth: 0)
      if value.shape == .list || speech.count > 1 { speech.makeList() }
      return true
    }
  }

  /// Returns the column with lists of texts, one for each member of an object; nil if no text was found.
  mutating func values() -> LooseColumns.Column? {
    rewritten { speech, reader, value in
      guard value.shape == .object else { return false }
      // The bytes were parsed before and are valid JSON.
      try? reader.readObject(named: { (reader, _) throws(JSONFault) in speech.say(&reader, depth: 1)
      })
      speech.makeList()
      return true
    }
  }

  private mutating func makeList() {
    said.insert(UInt8(ascii: "["), at: 0)
    said.append(UInt8(ascii: "]"))
  }

  /// Returns the column with the results of `rewrite` in place of the values for which it returns true.
  private mutating func rewritten(
    _ rewrite: (inout ItemSpeech, inout JSONReader, ScannedValue) -> Bool
  ) -> LooseColumns.Column? {
    var new = LooseColumns.Column(key: column.key)
    (new.path, new.isInner) = (column.path, column.isInner)
    var reader = JSONReader(column.text)
    var hasSaid = false
    for (place, value) in column.values.enumerated() {
      reader.position = value.range.lowerBound
      said.removeAll(keepingCapacity: true)
      count = 0
      if !rewrite(&self, &reader, value) {
        unsafe new.add(value, of: column.rows[place], in: column.text.span.bytes)
        continue
      }
      if count > 0 { hasSaid = true }
      if !said.isEmpty { new.add(0..<said.count, of: said, row: column.rows[place]) }
    }
    return hasSaid ? new : nil
  }

  /// Appends the text of a value, and moves past the value.
  private mutating func say(_ reader: inout JSONReader, depth: Int) {
    reader.skipSpace()
    let start = reader.position
    let first = reader.next
    if first == UInt8(ascii: "["), depth < Self.depthLimit {
      // The bytes were parsed before and are valid JSON.
      try? reader.readArray { (reader, _) throws(JSONFault) in say(&reader, depth: depth + 1) }
    } else if first == UInt8(ascii: "{"), depth < Self.depthLimit {
      sayObject(&reader, depth: depth)
    } else {
      // The bytes were parsed before and are valid JSON.
      try? reader.skipValue()
      let isNothing = [UInt8(ascii: "n"), UInt8(ascii: "["), UInt8(ascii: "{")].contains(first)
      if !isNothing { say(start..<reader.position) }
    }
  }

  private mutating func sayObject(_ reader: inout JSONReader, depth: Int) {
    let (values, layout) = members(&reader)
    let before = count
    switch subject {
    case .ingredients:
      if sayPart(values, layout, layout.supplyLists, depth) { return }
      if say(supply: supply(values, layout)) { return }
    case .steps:
      if sayPart(values, layout, layout.steps, depth) { return }
      if sayFirst(of: layout.tellings, values, depth) { return }
    case .others: break
    }
    if sayFirst(of: layout.named, values, depth) { return }
    for place in values.indices where !layout.isEssential[place] && isText(values[place]) {
      say(values[place])
      if count > before { return }
    }
    let nested = values.indices.filter { isNested(values[$0]) }
    _ = sayFirst(of: layout.others + nested, values, depth)
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
  private mutating func sayFirst(of places: [Int], _ values: [Range<Int>], _ depth: Int) -> Bool {
    let before = count
    for place in places {
      say(values[place], depth)
      if count > before { return true }
    }
    return false
  }

  /// Appends the title and the contents of a section of a recipe; nothing if it has no contents.
  private mutating func sayPart(
    _ values: [Range<Int>], _ layout: ItemLayout, _ lists: [Int], _ depth: Int
  ) -> Bool {
    let lists = lists.filter { isNested(values[$0]) }
    if lists.isEmpty { return false }
    let before = (length: said.count, count: count)
    let title = content(of: layout.titles, values)
    if !title.isEmpty {
      begin()
      said.append(UInt8(ascii: "\""))
      said += title
      if title.last != UInt8(ascii: ":") { said.append(UInt8(ascii: ":")) }
      said.append(UInt8(ascii: "\""))
    }
    if sayFirst(of: lists, values, depth) { return true }
    said.removeLast(said.count - before.length)
    count = before.count
    return false
  }

  /// Appends an ingredient, word by word.
  private mutating func say(supply: [ArraySlice<UInt8>]) -> Bool {
    if supply.isEmpty { return false }
    begin()
    said.append(UInt8(ascii: "\""))
    for (place, word) in supply.enumerated() {
      if place > 0 { said.append(UInt8(ascii: " ")) }
      said += word
    }
    said.append(UInt8(ascii: "\""))
    return true
  }

  /// Appends the text of a member.
  private mutating func say(_ range: Range<Int>, _ depth: Int) {
    if !isNested(range) { return say(range, isNull: column.text[range.lowerBound] == 0x6E) }
    var inside = JSONReader(column.text, at: range.lowerBound)
    say(&inside, depth: depth + 1)
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
  private mutating func say(_ range: Range<Int>, isNull: Bool = false) {
    if isNull || isText(range) && content(of: range).isEmpty { return }
    begin()
    said += column.text[range]
  }

  /// Begins a text.
  private mutating func begin() {
    if count > 0 { said.append(UInt8(ascii: ",")) }
    count += 1
  }
}

/// Ingredients.
extension ItemSpeech {
  /// Returns the words of an ingredient as a cook would write them, `200 g flour`; empty if the members do not state
  /// it.
  mutating func supply(_ values: [Range<Int>], _ layout: ItemLayout) -> [ArraySlice<UInt8>] {
    if let whole = words(layout.wholeSupplies, values, \.named) { return [whole] }
    guard let supply = words(layout.supplies, values, \.named) else { return [] }
    let amount = words(layout.amounts, values) { $0.amounts + $0.others }
    // An amount of zero means that the amount is unknown.
    if let amount, amount.allSatisfy({ $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }) {
      return [supply]
    }
    let objects = layout.amounts.filter { isNested(values[$0]) }
    let unit = words(layout.units, values, \.named) ?? words(objects, values, \.units)
    return [amount, unit, supply].compactMap(\.self)
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
