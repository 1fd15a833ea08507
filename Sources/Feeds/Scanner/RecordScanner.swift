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

/// The inner loop of the scanner: reads consecutive records.
struct RecordRun {
  let chunk: Chunk
  /// The offset at which no further record may begin.
  let stop: Int
  /// The nesting depth of the values.
  let depth: Int
  /// The number of slots.
  let slots: Int
  let wantsOthers: Bool
  /// The row of the next record.
  var row: Int
  /// The offset of the first record that is not complete, or the offset after the last one.
  var position: Int
  /// The number of values read, and of those after which no expected separator followed.
  var valueCount = 0
  var missCount = 0

  /// Reads a record, and those after it as long as the separators between them are expected.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - separators: The separators that are expected after each value.
  ///   - values: The values of the batch.
  ///   - records: The records of the batch.
  ///   - notes: Takes all other output.
  /// - Returns: Whether a record begins at the position.
  /// - Throws: ``Interruption`` if a record is not valid or not complete.
  mutating func read(
    _ text: RawSpan, _ separators: [ValueSeparator], _ values: inout [ScannedValue],
    _ records: inout [ScannedValue], _ notes: inout RecordNotes
  ) throws(Interruption) -> Bool {
    let separators = separators.span
    let isExpecting = !separators.isEmpty
    var values = values.mutableSpan
    var records = records.mutableSpan
    let run = self
    let (isLearning, startState) = (notes.isLearning, notes.startState)
    var (row, position, place, state) = (row, position, position, startState)
    var (valueCount, missCount) = (0, 0)
    defer {
      (self.row, self.position) = (row, position)
      (self.valueCount, self.missCount) = (valueCount, missCount)
    }
    while true {
      let separatorStart = place
      let slot: Int
      var likelyLength = 0
      var read: ValueSeparator.Contents?
      let known = isExpecting ? separators.match(after: state, text, at: place) : -1
      if known >= 0 {
        slot = separators[known].contents.number
        place &+= separators[known].length
        likelyLength = separators[known].textLength
        let recordEnd = separators[known].contents.recordEnd
        if recordEnd > 0 {
          records[row].set(position, separatorStart &+ recordEnd, .object)
          row &+= 1
          position = separatorStart &+ separators[known].contents.nextRecord
          if row == RecordBatch.capacity || position >= run.stop { return true }
        }
      } else {
        missCount &+= 1
        let member = try run.chunk.nextMember(text, from: place, isFirst: state == startState)
        place = member.next
        if member.isEnd {
          records[row].set(position, place, .object)
          row &+= 1
          position = place
          notes.learnRecordEnd(text, run.chunk, separatorStart, place, after: state)
          return false
        }
        let contents = notes.contents(of: member, text, at: separatorStart, after: state)
        slot = contents.number
        read = contents
      }
      let value = try run.value(text, at: place, likelyLength) { length in
        if isLearning, slot >= 0 { notes.learn(length: length, of: slot) }
      }
      place = value.next
      valueCount &+= 1
      run.put(
        value, in: slot, of: row, &values, &notes,
        key: (read ?? separators[known].contents).key.moved(by: separatorStart))
      state = slot >= 0 ? slot : startState &+ 1
    }
  }

  /// A value: its location, its shape, and the offset after it.
  private typealias Value = (start: Int, end: Int, shape: JSONShape, next: Int)

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - place: The offset of the value, or of white space before it.
  ///   - likelyLength: The likely length of a text, in bytes; 0 if unknown.
  ///   - measured: Takes the length of a text that does not have the likely length.
  /// - Returns: The value.
  /// - Throws: ``Interruption`` if the value is not valid or not complete.
  @inline(__always)
  private func value(
    _ text: RawSpan, at place: Int, _ likelyLength: Int, measured: (_ length: Int) -> Void
  ) throws(Interruption) -> Value {
    if text[place] == 0x22 {
      let start = place &+ 1
      if likelyLength > 0, start &+ likelyLength < chunk.end,
        text.isPlain(from: start, count: likelyLength)
      {
        let end = start &+ likelyLength
        return (start, end, .text, end &+ 1)
      }
      let (end, isEscaped) = try chunk.textEnd(text, from: start)
      measured(end - start)
      return (start, end, isEscaped ? .escapedText : .text, end &+ 1)
    }
    // The separator may be followed by more white space.
    let value = try chunk.value(text, at: chunk.skippingSpace(text, from: place), depth: depth)
    return (Int(value.value.offset), value.value.range.upperBound, value.value.shape, value.end)
  }

  /// Stores a value in its slot, or adds it to the unmapped members.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - slot: The number of the key; -1 if it has none.
  ///   - row: The row of the record.
  ///   - values: The values of the batch.
  ///   - notes: Takes all other output.
  ///   - key: The location of the key.
  @inline(__always)
  private func put(
    _ value: Value, in slot: Int, of row: Int, _ values: inout MutableSpan<ScannedValue>,
    _ notes: inout RecordNotes, key: @autoclosure () -> ScannedValue
  ) {
    if slot >= 0, slot < slots {
      let cell = slot &* RecordBatch.capacity &+ row
      if case .absent = values[cell].shape {
      } else {
        notes.note(.init(record: UInt32(row), key: key()))
      }
      values[cell].set(value.start, value.end, value.shape)
    } else if wantsOthers {
      let other = chunk.scanned(value.start, value.end, value.shape)
      notes.others.append(.init(record: UInt32(row), key: key(), value: other))
    }
  }
}

extension ScannedValue {
  /// Sets all properties, without a call into another module.
  @inline(__always)
  mutating func set(_ start: Int, _ end: Int, _ shape: JSONShape) {
    offset = UInt32(truncatingIfNeeded: start)
    length = UInt32(truncatingIfNeeded: end &- start)
    self.shape = shape
  }

  /// Returns the value at an offset that is `distance` bytes greater.
  @inline(__always)
  func moved(by distance: Int) -> ScannedValue {
    var value = self
    value.offset &+= UInt32(truncatingIfNeeded: distance)
    return value
  }
}
