import Text

/// A dictionary encoder of values with few distinct ones: one for each row, or several.
struct WordEncoder: Sendable {
  private(set) var present = PresenceBits()
  private var words = ByteTable()
  /// The code of each value, which is the number of its word plus one; for single values, 0 for no value.
  private var codes: [UInt32] = []
  /// The index of each row's first code; nil for single values.
  private var starts: [UInt32]?
  private var scratch: [UInt8] = []

  init(isList: Bool) { starts = isList ? [0] : nil }

  mutating func append(_ batch: RecordBatch, _ slots: [Int], in text: RawSpan) {
    batch.forEachValue(slots) { _, value in
      if starts == nil {
        codes.append(code(of: value, in: text))
        present.append(codes[codes.count - 1] != 0)
      } else {
        appendItems(of: value, in: text)
      }
    }
  }

  /// Returns the code of a value; 0 if there is nothing to display.
  private mutating func code(of value: ScannedValue, in text: RawSpan) -> UInt32 {
    if isPlain(value, in: text) {
      return words.number(of: value.range, in: text) + 1
    }
    scratch.removeAll(keepingCapacity: true)
    guard appendShown(value, in: text, to: &scratch) else { return 0 }
    return codeOfScratch()
  }

  private mutating func appendItems(of value: ScannedValue, in text: RawSpan) {
    let before = codes.count
    if value.shape == .list {
      scalars(ofList: value, in: text) { item in
        let code = code(of: item, in: text)
        if code != 0 { codes.append(code) }
      }
    } else {
      let code = code(of: value, in: text)
      if code != 0 { codes.append(code) }
    }
    starts?.append(UInt32(codes.count))
    present.append(codes.count > before)
  }

  private mutating func codeOfScratch() -> UInt32 {
    var word: [UInt8] = []
    swap(&word, &scratch)
    defer { swap(&word, &scratch) }
    return unsafe words.number(of: 0..<word.count, in: word.span.bytes) + 1
  }

  /// Repairs words that were encoded twice.
  ///
  /// - Returns: The records with a repaired word, ascending.
  mutating func repair() -> [Int] {
    var repaired: [Int: String] = [:]
    for number in 0..<words.count where words.mayBeEncodedTwice(number) {
      repaired[number] = textEncodedTwice(
        String(decoding: words.bytes[words.place(number)], as: UTF8.self))
    }
    if repaired.isEmpty { return [] }
    var table = ByteTable()
    let counts = words.counts
    let here = (0..<words.count).map { number in
      repaired[number].map { table.add($0, count: counts[number]) }
        ?? table.add(number, of: words)
    }
    words = table
    var records: [Int] = []
    for record in 0..<present.count {
      let range = starts.map { Int($0[record])..<Int($0[record + 1]) } ?? record..<record + 1
      if codes[range].contains(where: { repaired[Int($0) - 1] != nil }) {
        records.append(record)
      }
    }
    for place in codes.indices where codes[place] > 0 {
      codes[place] = here[Int(codes[place]) - 1] + 1
    }
    return records
  }

  mutating func append(_ later: WordEncoder) {
    present.append(later.present)
    let shift = UInt32(codes.count)
    let here = words.merge(later.words)
    codes.append(contentsOf: later.codes.map { $0 == 0 ? 0 : here[Int($0) - 1] + 1 })
    starts?.append(contentsOf: (later.starts ?? []).dropFirst().map { $0 + shift })
  }

  mutating func reserve(_ rows: Int) {
    guard present.count > 0 else { return }
    codes.reserveLargely(rows * (codes.count / present.count + 1))
    starts?.reserveLargely(rows)
  }

  /// The distinct words.
  func texts() -> TextEncoder {
    var shown = TextArena()
    shown.bytes = words.bytes
    for number in 0..<words.count { shown.end(at: words.place(number).upperBound) }
    return TextEncoder(folding: shown)
  }

  /// Writes the values in an order, after their distinct words.
  func write(
    _ texts: TextEncoder, _ field: UInt32, order: [UInt32], into writer: inout SectionWriter
  ) throws(StorageError) {
    let sorted = textOrder(texts.shown, texts.folded, unless: writer.isStopped)
    try writer.requireRunning()
    try texts.write(field, order: sorted, into: &writer)
    var ranks = [UInt32](repeating: 0, count: sorted.count)
    for (rank, number) in sorted.enumerated() { ranks[Int(number)] = UInt32(rank) }
    let renamed = codes.map { $0 == 0 ? 0 : ranks[Int($0) - 1] + 1 }
    guard let starts else {
      let counts = words.counts
      try writer.put(.counts, of: field, sorted.map { counts[Int($0)] })
      try writer.put(.codes, of: field, narrow: renamed, order: order, largest: words.count)
      return
    }
    try writer.put(.counts, of: field, counts(renamed, starts))
    var laid: [UInt32] = []
    var laidStarts: [UInt32] = [0]
    laid.reserveCapacity(renamed.count)
    laidStarts.reserveCapacity(order.count + 1)
    for place in order {
      // Individual appends are faster than slices of so few elements.
      for number in Int(starts[Int(place)])..<Int(starts[Int(place) + 1]) {
        laid.append(renamed[number])
      }
      laidStarts.append(UInt32(laid.count))
    }
    try writer.put(.codes, of: field, narrow: laid, largest: words.count)
    try writer.put(starts: laidStarts, .codeStarts, blocks: .codeBlocks, of: field)
  }

  /// Returns the number of rows with each word, counting repeated words of a row once.
  private func counts(_ codes: [UInt32], _ starts: [UInt32]) -> [UInt32] {
    var counts = [UInt32](repeating: 0, count: words.count)
    var last = [UInt32](repeating: .max, count: words.count)
    for row in 0..<starts.count - 1 {
      for code in codes[Int(starts[row])..<Int(starts[row + 1])]
      where last[Int(code) - 1] != UInt32(row) {
        last[Int(code) - 1] = UInt32(row)
        counts[Int(code) - 1] += 1
      }
    }
    return counts
  }
}
