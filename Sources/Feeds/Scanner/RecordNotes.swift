import Catalog

/// What is noted about records besides the values of their slots.
struct RecordNotes {
  private(set) var keys: SlotKeys
  private(set) var lessons: GapLessons
  var others: [RecordBatch.Other] = []
  /// The first repeats of each record, and how many more there are.
  var repeats: [RecordBatch.Repeat] = []
  var furtherRepeats: [RecordBatch.FurtherRepeats] = []

  init(keys: [String]) {
    self.keys = SlotKeys(keys)
    lessons = GapLessons(states: self.keys.limit + 2)
  }

  /// The state before the first value of a record; the one after it is behind a value with a strange key.
  var startState: Int { keys.limit }

  /// Notes that a record has a key again.
  ///
  /// A record can be as large as a document, and have nothing else in it.
  mutating func note(_ again: RecordBatch.Repeat) {
    let first = repeats.count - findingLimit
    guard first >= 0, repeats[first].record == again.record else { return repeats.append(again) }
    if let last = furtherRepeats.indices.last, furtherRepeats[last].record == again.record {
      furtherRepeats[last].count += 1
    } else {
      furtherRepeats.append(.init(record: again.record, count: 1))
    }
  }

  /// What a member means that was not expected, and may be from now on.
  ///
  /// - Parameters:
  ///   - member: The key and where its value is.
  ///   - text: The bytes.
  ///   - place: The place behind the value before.
  ///   - state: Which value that was.
  /// - Returns: The meaning of the bytes between the values.
  mutating func meaning(
    of member: Piece.Member, _ text: RawSpan, at place: Int, behind state: Int
  ) -> Gap.Meaning {
    let isLearning = lessons.isLearning
    let meaning = Gap.Meaning(
      number: keys.number(member.key, text, isLearning), key: member.key.moved(by: -place))
    if isLearning { lessons.learn(text, place..<member.next, meaning, behind: state) }
    return meaning
  }

  /// Whether what comes up is learned.
  var isLearning: Bool { lessons.isLearning }

  /// Learns how many bytes the text of a key has.
  mutating func learn(length: Int, of number: Int) { lessons.learn(length: length, of: number) }

  /// Learns what stands between the last value of a record and the first one of the next.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - piece: Where they end.
  ///   - place: The place behind the last value.
  ///   - end: The place behind the record.
  ///   - state: Which value was the last.
  mutating func learnRecordEnd(
    _ text: RawSpan, _ piece: Piece, _ place: Int, _ end: Int, behind state: Int
  ) {
    // An empty record has no last value, and between lines there are no bytes to skip unseen.
    guard lessons.isLearning, state != startState, !piece.isByLine,
      let record = piece.nextRecord(text, behind: end),
      let member = try? piece.nextMember(text, from: record, isFirst: true), !member.isEnd
    else { return }
    let meaning = Gap.Meaning(
      number: keys.number(member.key, text, true), key: member.key.moved(by: -place),
      recordEnd: end - place, nextRecord: record - place)
    lessons.learn(text, place..<member.next, meaning, behind: state)
  }

  /// Takes note that a batch is done with.
  ///
  /// - Parameters:
  ///   - records: How many records it has.
  ///   - values: How many values were read.
  ///   - misses: Behind how many something unexpected came.
  /// - Returns: The gaps to expect from now on; nil to go on as before.
  mutating func clear(records: Int, values: Int, misses: Int) -> [Gap]? {
    others.removeAll(keepingCapacity: true)
    repeats.removeAll(keepingCapacity: true)
    furtherRepeats.removeAll(keepingCapacity: true)
    return lessons.note(records: records, values: values, misses: misses)
  }

  /// Forgets what belongs to the record of a row.
  mutating func forget(from row: Int) {
    while let last = others.last, last.record >= row { others.removeLast() }
    while let last = repeats.last, last.record >= row { repeats.removeLast() }
    while let last = furtherRepeats.last, last.record >= row { furtherRepeats.removeLast() }
  }
}
