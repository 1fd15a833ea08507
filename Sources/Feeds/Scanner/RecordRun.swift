import Catalog

/// Records read one after another, and how far that came.
struct RecordRun {
  let piece: Piece
  /// The place at which no further record is to begin.
  let stop: Int
  /// How many lists and objects the values stand in.
  let depth: Int
  /// How many keys have a slot.
  let slots: Int
  let wantsOthers: Bool
  /// Where the next record is to be put.
  var row: Int
  /// Where the record begins that is not done with, or behind the last one.
  var position: Int
  /// How many values were read, and behind how many something unexpected came.
  var valueCount = 0
  var missCount = 0

  /// Reads a record, and those behind it as long as they come as expected.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - gaps: What is expected behind each value.
  ///   - values: The values of a batch.
  ///   - records: The records of a batch.
  ///   - notes: What else is noted.
  /// - Returns: Whether a record begins at the position.
  /// - Throws: ``Interruption`` if a record is not right or not whole.
  mutating func read(
    _ text: RawSpan, _ gaps: [Gap], _ values: inout [ScannedValue],
    _ records: inout [ScannedValue], _ notes: inout RecordNotes
  ) throws(Interruption) -> Bool {
    let gaps = gaps.span
    let isExpecting = !gaps.isEmpty
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
      let gapPlace = place
      let slot: Int
      var likelyLength = 0
      var read: Gap.Meaning?
      let known = isExpecting ? gaps.match(behind: state, text, at: place) : -1
      if known >= 0 {
        slot = gaps[known].meaning.number
        place &+= gaps[known].length
        likelyLength = gaps[known].textLength
        let recordEnd = gaps[known].meaning.recordEnd
        if recordEnd > 0 {
          records[row].set(position, gapPlace &+ recordEnd, .object)
          row &+= 1
          position = gapPlace &+ gaps[known].meaning.nextRecord
          if row == RecordBatch.capacity || position >= run.stop { return true }
        }
      } else {
        missCount &+= 1
        let member = try run.piece.nextMember(text, from: place, isFirst: state == startState)
        place = member.next
        if member.isEnd {
          records[row].set(position, place, .object)
          row &+= 1
          position = place
          notes.learnRecordEnd(text, run.piece, gapPlace, place, behind: state)
          return false
        }
        let meaning = notes.meaning(of: member, text, at: gapPlace, behind: state)
        slot = meaning.number
        read = meaning
      }
      let value = try run.value(text, at: place, likelyLength) { length in
        if isLearning, slot >= 0 { notes.learn(length: length, of: slot) }
      }
      place = value.next
      valueCount &+= 1
      run.put(
        value, in: slot, of: row, &values, &notes,
        key: (read ?? gaps[known].meaning).key.moved(by: gapPlace))
      state = slot >= 0 ? slot : startState &+ 1
    }
  }

  /// Where a value stands, what it is, and the place behind it.
  private typealias Value = (start: Int, end: Int, shape: JSONShape, next: Int)

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - place: Where it begins, or the white space before it.
  ///   - likelyLength: How many bytes it is likely to have if it is a text; 0 if that is not known.
  ///   - measured: Takes how many bytes a text has that is not as long as is likely.
  /// - Returns: The value.
  /// - Throws: ``Interruption`` if it is not right or not whole.
  @inline(__always)
  private func value(
    _ text: RawSpan, at place: Int, _ likelyLength: Int, measured: (_ length: Int) -> Void
  ) throws(Interruption) -> Value {
    if text[place] == 0x22 {
      let start = place &+ 1
      if likelyLength > 0, start &+ likelyLength < piece.end,
        text.isPlain(from: start, count: likelyLength)
      {
        let end = start &+ likelyLength
        return (start, end, .text, end &+ 1)
      }
      let (end, isEscaped) = try piece.textEnd(text, from: start)
      measured(end - start)
      return (start, end, isEscaped ? .escapedText : .text, end &+ 1)
    }
    // There may be more white space than the gap has.
    let value = try piece.value(text, at: piece.skippingSpace(text, from: place), depth: depth)
    return (Int(value.value.offset), value.value.range.upperBound, value.value.shape, value.end)
  }

  /// Puts a value into its slot, or among those of other keys.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - slot: The number of its key; -1 if it has none.
  ///   - row: The number of its record.
  ///   - values: The values of a batch.
  ///   - notes: What else is noted.
  ///   - key: Where its key stands.
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
      let other = piece.scanned(value.start, value.end, value.shape)
      notes.others.append(.init(record: UInt32(row), key: key(), value: other))
    }
  }
}

extension ScannedValue {
  /// Makes it what stands between two places, without a call into another module.
  @inline(__always)
  mutating func set(_ start: Int, _ end: Int, _ shape: JSONShape) {
    offset = UInt32(truncatingIfNeeded: start)
    length = UInt32(truncatingIfNeeded: end &- start)
    self.shape = shape
  }

  /// The value where the text begins so many bytes earlier.
  @inline(__always)
  func moved(by distance: Int) -> ScannedValue {
    var value = self
    value.offset &+= UInt32(truncatingIfNeeded: distance)
    return value
  }
}
