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
    let (piece, stop, depth, slots) = (piece, stop, depth, slots)
    let capacity = RecordBatch.capacity
    let isLearning = notes.isLearning
    let startState = notes.startState
    var (row, position, place, state) = (row, position, position, startState)
    var (valueCount, missCount) = (0, 0)
    defer {
      (self.row, self.position) = (row, position)
      self.valueCount = valueCount
      self.missCount = missCount
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
          if row == capacity || position >= stop { return true }
        }
      } else {
        missCount &+= 1
        let member = try piece.nextMember(text, from: place, isFirst: state == startState)
        place = member.next
        if member.isEnd {
          records[row].set(position, place, .object)
          row &+= 1
          position = place
          notes.learnRecordEnd(text, piece, gapPlace, place, behind: state)
          return false
        }
        let meaning = notes.meaning(of: member, text, at: gapPlace, behind: state)
        slot = meaning.number
        read = meaning
      }
      var start = place
      let end: Int
      var shape = JSONShape.text
      if text[place] == 0x22 {
        start &+= 1
        if likelyLength > 0, start &+ likelyLength < piece.end,
          text.isPlain(from: start, count: likelyLength)
        {
          end = start &+ likelyLength
        } else {
          let isEscaped: Bool
          (end, isEscaped) = try piece.textEnd(text, from: start)
          if isEscaped { shape = .escapedText }
          if isLearning, slot >= 0 { notes.learn(length: end - start, of: slot) }
        }
        place = end &+ 1
      } else {
        // There may be more white space than the gap has.
        let value = try piece.value(text, at: piece.skippingSpace(text, from: place), depth: depth)
        (start, end, shape) = (
          Int(value.value.offset), value.value.range.upperBound, value.value.shape
        )
        place = value.end
      }
      valueCount &+= 1
      if slot >= 0, slot < slots {
        let cell = slot &* capacity &+ row
        if case .absent = values[cell].shape {
        } else {
          let key = (read ?? gaps[known].meaning).key.moved(by: gapPlace)
          notes.note(.init(record: UInt32(row), key: key))
        }
        values[cell].set(start, end, shape)
      } else if wantsOthers {
        let key = (read ?? gaps[known].meaning).key.moved(by: gapPlace)
        let value = piece.scanned(start, end, shape)
        notes.others.append(.init(record: UInt32(row), key: key, value: value))
      }
      state = slot >= 0 ? slot : startState &+ 1
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
