import Text

/// Encodes texts that are searched, in their original and folded form.
struct TextEncoder: Sendable {
  private(set) var present = PresenceBits()
  private(set) var shown = TextArena()
  private(set) var folded = TextArena()
  private var scratch: [UInt8] = []

  init() {}

  /// Creates an encoder of texts that are all present.
  init(folding texts: TextArena) {
    shown = texts
    folded.appendFolded(of: texts, from: 0, scratch: &scratch)
  }

  mutating func append(_ batch: RecordBatch, _ slots: [Int], in text: RawSpan) {
    let first = shown.count
    shown.append(batch, slots, in: text, isWanted: { _ in true }, &present, &scratch)
    folded.appendFolded(of: shown, from: first, scratch: &scratch)
  }

  /// Whether the texts are too large to be searched.
  var isTooLarge: Bool { folded.isIncomplete }

  /// Repairs texts that were encoded twice.
  ///
  /// - Returns: The repaired records, ascending.
  mutating func repair() -> [Int] {
    let traces = shown.suspectTexts()
    var repaired: [(number: Int, text: String)] = []
    for number in traces {
      let text = String(decoding: shown.bytes[shown.place(number)], as: UTF8.self)
      if let meant = textEncodedTwice(text) { repaired.append((number, meant)) }
    }
    if repaired.isEmpty { return [] }
    var rest = repaired[...]
    var texts = TextArena()
    for number in 0..<shown.count {
      if rest.first?.number == number, let next = rest.popFirst() {
        texts.bytes += Array(next.text.utf8)
      } else {
        texts.bytes += shown.bytes[shown.place(number)]
      }
      texts.end()
    }
    shown = texts
    folded = TextArena()
    folded.appendFolded(of: shown, from: 0, scratch: &scratch)
    return repaired.map(\.number)
  }

  mutating func append(_ later: TextEncoder) {
    present.append(later.present)
    shown.append(later.shown)
    folded.append(later.folded)
  }

  mutating func reserve(_ rows: Int) {
    shown.reserve(rows)
    folded.reserve(rows)
  }

  /// Writes the texts in an order of their own, or in that of the feed.
  func write(_ field: UInt32, order: [UInt32]?, into writer: inout SectionWriter)
    throws(StorageError)
  {
    try shown.write(.shown, .shownStarts, .shownBlocks, field, order: order, into: &writer)
    try folded.write(.folded, .foldedStarts, .foldedBlocks, field, order: order, into: &writer)
  }
}

extension TextArena {
  /// Writes the texts in an order, or unchanged.
  func write(
    _ bytes: SectionKind, _ starts: SectionKind, _ blocks: SectionKind, _ field: UInt32,
    order: [UInt32]? = nil, into writer: inout SectionWriter
  ) throws(StorageError) {
    guard let order else {
      try writer.put(bytes, of: field, self.bytes)
      return try writer.put(starts: self.starts, starts, blocks: blocks, of: field)
    }
    var ends: [UInt32] = []
    try writer.section(bytes, of: field) { (writer: inout SectionWriter) throws(StorageError) in
      ends = try writer.append(self, order)
    }
    try writer.put(starts: ends, starts, blocks: blocks, of: field)
  }
}
