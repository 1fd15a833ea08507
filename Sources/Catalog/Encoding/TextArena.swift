import Text

/// A buffer of concatenated texts.
struct TextArena: Sendable {
  var bytes: [UInt8] = []
  /// The offset of each text, and the end of the last one.
  private(set) var starts: [UInt32] = [0]

  /// Whether some texts of a folded arena are empty, because all together would be too large.
  private(set) var isIncomplete = false

  var count: Int { starts.count - 1 }

  func place(_ number: Int) -> Range<Int> { Int(starts[number])..<Int(starts[number + 1]) }

  /// Ends the text whose bytes were appended.
  mutating func end() { end(at: bytes.count) }

  /// Ends the text at an offset, while the bytes are in another buffer.
  mutating func end(at place: Int) { starts.append(UInt32(truncatingIfNeeded: place)) }

  /// Appends a text for each record, which is empty if the record has nothing to display.
  @inline(__always)
  mutating func append(
    _ batch: RecordBatch, _ slots: [Int], in text: RawSpan, isWanted: (ScannedValue) -> Bool,
    _ present: inout PresenceBits, _ scratch: inout [UInt8]
  ) {
    var most = 0
    // In a list, the displayed separator is one byte longer than that of JSON.
    batch.forEachValue(slots) { _, value in
      most += Int(value.length) * (value.shape == .text ? 1 : 2)
    }
    var bytes: [UInt8] = []
    swap(&bytes, &self.bytes)
    defer { swap(&bytes, &self.bytes) }
    var end = bytes.count
    bytes.extend(by: most)
    do {
      var target = bytes.mutableSpan
      batch.forEachValue(slots) { _, value in
        if isPlain(value, in: text) {
          copyBytes(value.range, of: text, to: &target, at: end)
          end += Int(value.length)
          present.append(true)
        } else {
          scratch.removeAll(keepingCapacity: true)
          let isPresent = isWanted(value) && appendShown(value, in: text, to: &scratch)
          if isPresent {
            unsafe copyBytes(0..<scratch.count, of: scratch.span.bytes, to: &target, at: end)
            end += scratch.count
          }
          present.append(isPresent)
        }
        starts.append(UInt32(truncatingIfNeeded: end))
      }
    }
    bytes.removeLast(bytes.count - end)
  }

  /// Returns the texts that may have been encoded twice, ascending.
  ///
  /// - Complexity: O(*n*) in the number of bytes, eight at a time.
  func suspectTexts() -> [Int] {
    let all = unsafe bytes.span.bytes
    var found: [Int] = []
    var number = 0
    var start = 0
    while let trace = all.indexOfDoubleEncoding(from: start, to: bytes.count) {
      while place(number).upperBound <= trace { number += 1 }
      found.append(number)
      start = place(number).upperBound
    }
    return found
  }

  mutating func append(_ later: TextArena) {
    let shift = UInt32(truncatingIfNeeded: bytes.count)
    bytes.append(contentsOf: later.bytes)
    isIncomplete = isIncomplete || later.isIncomplete || bytes.count > Self.limit
    starts.reserveCapacity(starts.count + later.count)
    for start in later.starts.dropFirst() { starts.append(start &+ shift) }
  }

  /// Reserves capacity for a number of texts like those in the buffer, so that nothing is moved later.
  mutating func reserve(_ rows: Int) {
    guard count > 0, rows > count else { return }
    starts.reserveLargely(rows)
    bytes.reserveLargely(bytes.count * rows / count + bytes.count)
  }

  /// Appends the folded form of texts, each followed by a zero byte.
  ///
  /// Texts are folded in portions, and long texts in pieces, so that `scratch` stays small. If the folded texts are too
  /// large, the others are left empty, and the arena is incomplete.
  mutating func appendFolded(of texts: TextArena, from first: Int, scratch: inout [UInt8]) {
    if scratch.count < Self.foldedAtOnce {
      scratch = [UInt8](repeating: 0, count: Self.foldedAtOnce)
    }
    var next = first
    while next < texts.count {
      isIncomplete = isIncomplete || !mayFold(texts)
      let end = isIncomplete ? 0 : fold(texts, from: &next, into: &scratch)
      if end > 0 {
        bytes.append(contentsOf: scratch[..<end])
        continue
      }
      if !isIncomplete {
        let text = unsafe texts.bytes.span.bytes.extracting(texts.place(next))
        foldPieces(of: text, scratch: &scratch) { piece in
          if mayFold(texts) { bytes += piece } else { isIncomplete = true }
        }
      }
      bytes.append(0)
      self.end()
      next += 1
    }
  }

  /// The maximum size of texts in bytes, because offsets have 32 bits.
  ///
  /// It leaves room for one more portion.
  private static let limit = Int(UInt32.max) - foldedAtOnce

  /// Whether more texts may be folded.
  ///
  /// In ordinary languages, texts grow to three times their size at most, such as Korean ones. Those of a hostile feed
  /// can grow eleven-fold.
  private func mayFold(_ texts: TextArena) -> Bool {
    bytes.count - count <= 3 * texts.bytes.count + 8 << 20
      && max(bytes.count, texts.bytes.count) <= Self.limit
  }

  /// The size of a portion in bytes.
  private static let foldedAtOnce = 1 << 16
  /// The additional capacity that folding a text may need, including its zero byte.
  private static let foldedMargin = 16

  /// Folds as many texts as fit into `scratch`.
  ///
  /// - Returns: The number of bytes written; 0 if not even the next text fits.
  private mutating func fold(
    _ texts: TextArena, from next: inout Int, into scratch: inout [UInt8]
  ) -> Int {
    let source = unsafe texts.bytes.span.bytes
    let base = bytes.count
    var target = scratch.mutableSpan
    var end = 0
    while next < texts.count {
      let place = texts.place(next)
      if place.count * foldedGrowth + Self.foldedMargin > target.count - end { break }
      end = Text.fold(source.extracting(place), into: &target, from: end)
      // Folding converts a zero byte of the text to a space.
      target[end] = 0
      end += 1
      starts.append(UInt32(truncatingIfNeeded: base + end))
      next += 1
    }
    return end
  }
}
