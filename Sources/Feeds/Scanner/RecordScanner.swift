import Catalog

/// Reads records from chunks of text into a batch.
struct RecordScanner {
  /// The reason to pause.
  enum Pause {
    /// The batch is full.
    case full
    /// The next record begins at or after the given offset.
    case boundary
    /// There are no more records.
    case over
  }

  /// The next element of the syntax.
  enum Expectation { case elementOrEnd, element, commaOrEnd, line }

  var expected: Expectation
  /// The nesting depth of the records.
  let depth: Int
  /// The batch.
  ///
  /// Unmapped members and repeated keys are in the notes until the batch is handed over.
  private var filling: RecordBatch
  var misfits: [RecordBatch.Misfit] = []
  private let keys: [String]
  private let wantsOthers: Bool
  private var notes: RecordNotes
  /// The separators that are expected after each value; empty until they are known.
  private var separators: [ValueSeparator] = []
  /// The number of values in the batch, and of those after which no expected separator followed.
  private var (valueCount, missCount) = (0, 0)

  init(keys: [String], wantsOthers: Bool, expecting expected: Expectation, depth: Int) {
    self.expected = expected
    self.depth = depth
    self.keys = keys
    self.wantsOthers = wantsOthers
    notes = RecordNotes(keys: keys)
    filling = RecordBatch(slots: keys.count)
  }

  /// The number of records in the batch.
  var count: Int { filling.count }

  /// Whether there is nothing to hand over.
  var isEmpty: Bool { filling.count == 0 && misfits.isEmpty }

  /// Passes the batch to a closure, and starts another one.
  ///
  /// - Parameter body: Takes the batch, and returns the keys for the next one.
  mutating func handOver(_ body: (RecordBatch) -> (keys: [String], wantsOthers: Bool)) {
    swap(&filling.others, &notes.others)
    swap(&filling.repeats, &notes.repeats)
    swap(&filling.furtherRepeats, &notes.furtherRepeats)
    swap(&filling.misfits, &misfits)
    let wanted = body(filling)
    if wanted.keys != keys || wanted.wantsOthers != wantsOthers {
      self = Self(
        keys: wanted.keys, wantsOthers: wanted.wantsOthers, expecting: expected, depth: depth)
      return
    }
    filling.others.removeAll(keepingCapacity: true)
    filling.repeats.removeAll(keepingCapacity: true)
    filling.furtherRepeats.removeAll(keepingCapacity: true)
    filling.misfits.removeAll(keepingCapacity: true)
    let learned = notes.clear(records: filling.count, values: valueCount, misses: missCount)
    if let learned { separators = learned }
    (valueCount, missCount) = (0, 0)
    clear(rows: 0..<filling.count)
    filling.count = 0
  }

  /// Reads a record, and those after it as long as the separators between them are expected.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - chunk: The chunk.
  ///   - position: The offset of the record; on return, that after the last one, or that of the next one to read.
  ///   - stop: The offset at which no further record may begin.
  /// - Returns: Whether a record begins at the position.
  /// - Throws: ``Interruption`` if the record at `position` is not valid or not complete.
  mutating func readRecords(
    _ text: RawSpan, _ chunk: Chunk, _ position: inout Int, until stop: Int
  ) throws(Interruption) -> Bool {
    var run = RecordRun(
      chunk: chunk, stop: stop, depth: depth + 1, slots: filling.slots, wantsOthers: wantsOthers,
      row: filling.count, position: position)
    defer {
      position = run.position
      filling.count = run.row
      valueCount += run.valueCount
      missCount += run.missCount
    }
    do throws(Interruption) {
      return try run.read(text, separators, &filling.values, &filling.records, &notes)
    } catch {
      forget(from: run.row)
      throw error
    }
  }

  /// Reads a value that is not an object.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - chunk: The chunk.
  ///   - start: The offset of the value.
  /// - Returns: The offset after the value.
  /// - Throws: ``Interruption`` if the value is not valid or not complete.
  mutating func readMisfit(
    _ text: RawSpan, _ chunk: Chunk, at start: Int
  ) throws(Interruption) -> Int {
    let (value, end) = try chunk.value(text, at: start, depth: depth)
    misfits.append(RecordBatch.Misfit(before: UInt32(count), value: value))
    return end
  }

  /// Removes the records of the batch from a row on, including an incomplete one.
  mutating func forget(from row: Int) {
    clear(rows: row..<min(max(row, filling.count) + 1, RecordBatch.capacity))
    notes.forget(from: row)
    filling.count = row
  }

  private mutating func clear(rows: Range<Int>) {
    unsafe filling.values.withUnsafeMutableBufferPointer { cells in
      for first in stride(from: 0, to: cells.count, by: RecordBatch.capacity) {
        // The representation of an absent value is all zeros.
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
  ///   - chunk: The chunk.
  ///   - position: The offset to continue at; on return, that after everything in the batch.
  ///   - stop: The offset at which no further record may begin.
  /// - Returns: The reason to pause.
  /// - Throws: ``Interruption`` if the text is not valid or ends. The records before it are in the batch.
  mutating func readList(
    _ text: RawSpan, _ chunk: Chunk, _ position: inout Int, until stop: Int
  ) throws(Interruption) -> Pause {
    while true {
      let next = chunk.skippingSpace(text, from: position)
      if next >= chunk.end { throw chunk.flaw(text, at: next, "a value was expected") }
      switch expected {
      case .elementOrEnd, .commaOrEnd:
        if text[next] == 0x5D {
          position = next + 1
          return .over
        }
        if expected == .commaOrEnd {
          guard text[next] == 0x2C else {
            throw chunk.flaw(text, at: next, "`,` or `]` was expected")
          }
          position = next + 1
        }
        expected = .element
      case .element, .line:
        position = next
        if next >= stop { return .boundary }
        if count == RecordBatch.capacity { return .full }
        if text[next] == 0x7B {
          let isAtNext = try readRecords(text, chunk, &position, until: stop)
          expected = isAtNext ? .element : .commaOrEnd
        } else {
          position = try readMisfit(text, chunk, at: next)
          expected = .commaOrEnd
        }
      }
    }
  }

  /// The rest of the list, to be validated and skipped.
  var restOfList: ValueCheck {
    switch expected {
    case .elementOrEnd: ValueCheck(restOfListAt: 0, expected: .elementOrEnd)
    case .commaOrEnd: ValueCheck(restOfListAt: 0, expected: .commaOrEnd)
    case .element, .line: ValueCheck(restOfListAt: 0, expected: .value)
    }
  }
}
