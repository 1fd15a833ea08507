import Catalog

/// Says in texts what objects are that stand in lists, or among texts.
struct ItemSpeech {
  private typealias Member = (key: String, range: Range<Int>)

  /// The members that say what an object is, the best first.
  private static let speaking = [
    "name", "title", "label", "text", "rendered", "@value", "#text", "_text", "$t",
    "display_text", "step", "description", "caption", "stringvalue",
  ]
  /// The members that say what is needed, the best first.
  private static let wholeSupplies = [
    "original", "originalstring", "raw_text", "display", "text",
  ]
  private static let amounts = ["amount", "quantity", "qty"]
  private static let units = ["unit", "units", "unittext", "measure"]
  private static let supplies = ["name", "ingredient", "food", "item", "product", "title"]

  /// How many objects and lists inside of each other are looked into.
  private static let depthLimit = 6

  private let column: LooseColumns.Column
  private let isOfIngredients: Bool
  /// JSON texts, one after another.
  private var said: [UInt8] = []
  private var count = 0

  init(_ column: LooseColumns.Column) {
    self.column = column
    isOfIngredients = column.key.lowercased().hasSuffix("ingredients")
  }

  /// The column with texts in the place of objects; nil if none of them says anything.
  var spoken: LooseColumns.Column? {
    rewritten { speech, reader, value in
      guard value.shape == .list || value.shape == .object else { return nil }
      speech.say(&reader, depth: 0)
      return value.shape == .list || speech.count > 1 ? speech.list : speech.said
    }
  }

  /// The column with lists of what the members of its objects say; nil if none of them says anything.
  var values: LooseColumns.Column? {
    rewritten { speech, reader, value in
      guard value.shape == .object else { return nil }
      // It was read once before, so nothing can be wrong with it.
      try? reader.readObject { (reader, _, _) throws(JSONFault) in
        speech.say(&reader, depth: 1)
      }
      return speech.list
    }
  }

  private var list: [UInt8] { [UInt8(ascii: "[")] + said + [UInt8(ascii: "]")] }

  private func rewritten(
    _ rewrite: (inout ItemSpeech, inout JSONReader, ScannedValue) -> [UInt8]?
  ) -> LooseColumns.Column? {
    var new = LooseColumns.Column(key: column.key)
    (new.path, new.isInner) = (column.path, column.isInner)
    var reader = JSONReader(column.text)
    var hasSaid = false
    for (place, value) in column.values.enumerated() {
      reader.position = value.range.lowerBound
      var speech = self
      if let text = rewrite(&speech, &reader, value) {
        if speech.count > 0 { hasSaid = true }
        if text.isEmpty { continue }
        new.add(0..<text.count, of: text, row: column.rows[place])
      } else {
        unsafe new.add(value, of: column.rows[place], in: column.text.span.bytes)
      }
    }
    return hasSaid ? new : nil
  }

  /// Says what a value is, and moves behind it.
  private mutating func say(_ reader: inout JSONReader, depth: Int) {
    reader.skipSpace()
    let start = reader.position
    let first = reader.next
    if first == UInt8(ascii: "["), depth < Self.depthLimit {
      // It was read once before, so nothing can be wrong with it.
      try? reader.readArray { (reader, _) throws(JSONFault) in say(&reader, depth: depth + 1) }
    } else if first == UInt8(ascii: "{"), depth < Self.depthLimit {
      sayObject(&reader, depth: depth)
    } else {
      // It was read once before, so nothing can be wrong with it.
      try? reader.skipValue()
      let isNothing = [UInt8(ascii: "n"), UInt8(ascii: "["), UInt8(ascii: "{")].contains(first)
      if !isNothing { add(start..<reader.position) }
    }
  }

  private mutating func sayObject(_ reader: inout JSONReader, depth: Int) {
    var members: [Member] = []
    // It was read once before, so nothing can be wrong with it.
    try? reader.readObject { (reader, key, _) throws(JSONFault) in
      let start = reader.position
      try reader.skipValue()
      members.append((key.lowercased(), start..<reader.position))
    }
    if isOfIngredients, saySupply(members) { return }
    let named = Self.speaking.compactMap { key in members.first { $0.key == key } }
    let texts = members.filter { isText($0.range) && !Inference.isEssential($0.key) }
    let others = ["value", "url", "src", "href"].compactMap { key in
      members.first { $0.key == key }
    }
    let nested = members.filter { isNested($0.range) }
    let before = count
    for member in named + texts + others + nested {
      var inside = JSONReader(column.text, at: member.range.lowerBound)
      say(&inside, depth: depth + 1)
      if count > before { return }
    }
  }

  /// Says what is needed of it as a cook would write it: `200 g flour`.
  private mutating func saySupply(_ members: [Member]) -> Bool {
    func words(_ keys: [String], _ members: [Member]) -> [UInt8]? {
      for key in keys {
        if let member = members.first(where: { $0.key == key }) {
          let words = content(of: member.range)
          if !words.isEmpty { return words }
        }
      }
      return nil
    }
    let whole = words(Self.wholeSupplies, members)
    let parts =
      whole.map { [$0] }
      ?? words(Self.supplies, members).map { supply in
        [words(Self.amounts, members), words(Self.units, members), supply].compactMap(\.self)
      }
    guard let parts else { return false }
    let quote = [UInt8(ascii: "\"")]
    add(quote + Array(parts.joined(separator: [UInt8(ascii: " ")])) + quote)
    return true
  }

  /// What stands between the quotes of a text, or a number without a fraction of zero; nothing for anything else.
  private func content(of range: Range<Int>) -> [UInt8] {
    let value = scannedValue(range, of: column.text)
    let bytes = column.text[value.range]
    switch value.shape {
    case .text, .escapedText: return bytes.allSatisfy { $0 == 0x20 } ? [] : Array(bytes)
    case .number: return Array(bytes.suffix(2) == [0x2E, 0x30] ? bytes.dropLast(2) : bytes)
    case .absent, .null, .yes, .no, .list, .object: return []
    }
  }

  private func isText(_ range: Range<Int>) -> Bool {
    column.text[range.lowerBound] == UInt8(ascii: "\"")
  }

  private func isNested(_ range: Range<Int>) -> Bool {
    [UInt8(ascii: "["), UInt8(ascii: "{")].contains(column.text[range.lowerBound])
  }

  /// Adds a JSON text or number that is not blank.
  private mutating func add(_ range: Range<Int>) {
    if isText(range), column.text[range].dropFirst().dropLast().allSatisfy({ $0 == 0x20 }) {
      return
    }
    add(Array(column.text[range]))
  }

  private mutating func add(_ text: [UInt8]) {
    if count > 0 { said.append(UInt8(ascii: ",")) }
    said += text
    count += 1
  }
}
