import Catalog

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
