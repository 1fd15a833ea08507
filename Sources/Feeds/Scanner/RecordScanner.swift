import Catalog

/// Reads records from pieces of text into a batch.
struct RecordScanner {
  /// Why it paused.
  enum Pause {
    /// The batch has no room left.
    case full
    /// The next record begins where to stop, or behind it.
    case boundary
    /// There are no more records.
    case over
  }

  /// What comes next.
  enum Place { case elementOrEnd, element, commaOrEnd, line }

  var place: Place
  /// How many lists and objects the records stand in.
  let depth: Int
  /// The records so far; others and repeats are among the notes until the batch is complete.
  private var filling: RecordBatch
  var misfits: [RecordBatch.Misfit] = []
  private let keys: [String]
  private let wantsOthers: Bool
  private var notes: RecordNotes
  /// What is expected behind each value; nothing before enough was learned.
  private var gaps: [Gap] = []
  /// How many values were read since the batch was empty, and behind how many something unexpected came.
  private var (valueCount, missCount) = (0, 0)

  init(keys: [String], wantsOthers: Bool, at place: Place, depth: Int) {
    self.place = place
    self.depth = depth
    self.keys = keys
    self.wantsOthers = wantsOthers
    notes = RecordNotes(keys: keys)
    filling = RecordBatch(slots: keys.count)
  }

  /// How many records are in the batch.
  var count: Int { filling.count }

  /// Whether there is nothing to hand over.
  var isEmpty: Bool { filling.count == 0 && misfits.isEmpty }

  /// Hands the batch over and begins another, for the keys that are wanted then.
  ///
  /// - Parameter body: Takes the batch, and returns which keys are wanted and whether others are.
  mutating func handOver(_ body: (RecordBatch) -> (keys: [String], wantsOthers: Bool)) {
    swap(&filling.others, &notes.others)
    swap(&filling.repeats, &notes.repeats)
    swap(&filling.furtherRepeats, &notes.furtherRepeats)
    swap(&filling.misfits, &misfits)
    let wanted = body(filling)
    if wanted.keys != keys || wanted.wantsOthers != wantsOthers {
      self = Self(keys: wanted.keys, wantsOthers: wanted.wantsOthers, at: place, depth: depth)
      return
    }
    filling.others.removeAll(keepingCapacity: true)
    filling.repeats.removeAll(keepingCapacity: true)
    filling.furtherRepeats.removeAll(keepingCapacity: true)
    filling.misfits.removeAll(keepingCapacity: true)
    let news = notes.clear(records: filling.count, values: valueCount, misses: missCount)
    if let news { gaps = news }
    (valueCount, missCount) = (0, 0)
    clear(rows: 0..<filling.count)
    filling.count = 0
  }

  /// Reads a record, and those behind it as long as they come as expected.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - piece: Where they end.
  ///   - position: Where the record begins; moved behind the last one, or to the one not to read.
  ///   - stop: The place at which no further record is to begin.
  /// - Returns: Whether a record begins at the position.
  /// - Throws: ``Interruption`` if a record is not right or not whole; it begins at `position`.
  mutating func readRecords(
    _ text: RawSpan, _ piece: Piece, _ position: inout Int, until stop: Int
  ) throws(Interruption) -> Bool {
    var run = RecordRun(
      piece: piece, stop: stop, depth: depth + 1, slots: filling.slots, wantsOthers: wantsOthers,
      row: filling.count, position: position)
    defer {
      position = run.position
      filling.count = run.row
      valueCount += run.valueCount
      missCount += run.missCount
    }
    do throws(Interruption) {
      return try run.read(text, gaps, &filling.values, &filling.records, &notes)
    } catch {
      forget(from: run.row)
      throw error
    }
  }

  /// Reads a value that is no object.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - piece: Where they end.
  ///   - start: The place of the value.
  /// - Returns: The place behind it.
  /// - Throws: ``Interruption`` if the value is not right or not whole.
  mutating func readMisfit(
    _ text: RawSpan, _ piece: Piece, at start: Int
  ) throws(Interruption) -> Int {
    let (value, end) = try piece.value(text, at: start, depth: depth)
    misfits.append(RecordBatch.Misfit(before: UInt32(count), value: value))
    return end
  }

  /// Forgets the records of the batch from a row on, and what was read of one more.
  mutating func forget(from row: Int) {
    clear(rows: row..<min(max(row, filling.count) + 1, RecordBatch.capacity))
    notes.forget(from: row)
    filling.count = row
  }

  private mutating func clear(rows: Range<Int>) {
    unsafe filling.values.withUnsafeMutableBufferPointer { cells in
      for first in stride(from: 0, to: cells.count, by: RecordBatch.capacity) {
        // Nothing but zeros is how an absent value is kept.
        let column = unsafe UnsafeMutableBufferPointer(
          rebasing: cells[first + rows.lowerBound..<first + rows.upperBound])
        unsafe UnsafeMutableRawBufferPointer(column).initializeMemory(as: UInt8.self, repeating: 0)
      }
    }
  }
}

/// Records in a list.
extension RecordScanner {
  /// Reads records of a list.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - piece: Where they end.
  ///   - position: Where to go on; moved behind what is in the batch.
  ///   - stop: The place at which no further record is to begin.
  /// - Returns: Why it paused.
  /// - Throws: ``Interruption`` if the text is not right or ends; the records before are in the batch.
  mutating func readList(
    _ text: RawSpan, _ piece: Piece, _ position: inout Int, until stop: Int
  ) throws(Interruption) -> Pause {
    while true {
      let next = piece.skippingSpace(text, from: position)
      if next >= piece.end { throw piece.flaw(text, at: next, "a value was expected") }
      switch place {
      case .elementOrEnd, .commaOrEnd:
        if text[next] == 0x5D {
          position = next + 1
          return .over
        }
        if place == .commaOrEnd {
          guard text[next] == 0x2C else {
            throw piece.flaw(text, at: next, "`,` or `]` was expected")
          }
          position = next + 1
        }
        place = .element
      case .element, .line:
        position = next
        if next >= stop { return .boundary }
        if count == RecordBatch.capacity { return .full }
        if text[next] == 0x7B {
          let isAtNext = try readRecords(text, piece, &position, until: stop)
          place = isAtNext ? .element : .commaOrEnd
        } else {
          position = try readMisfit(text, piece, at: next)
          place = .commaOrEnd
        }
      }
    }
  }

  /// What is left of the list, for nobody.
  var restOfList: ValueCheck {
    switch place {
    case .elementOrEnd: ValueCheck(restOfListAt: 0, expected: .elementOrEnd)
    case .commaOrEnd: ValueCheck(restOfListAt: 0, expected: .commaOrEnd)
    case .element, .line: ValueCheck(restOfListAt: 0, expected: .value)
    }
  }
}
