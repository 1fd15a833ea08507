import Catalog

/// The output of a scanner besides the values in slots, and the separators it has learned.
struct RecordNotes {
  private(set) var keys: SlotKeys
  private(set) var statistics: SeparatorStatistics
  var others: [RecordBatch.Other] = []
  /// The first repeated keys of each record, and the number of further ones.
  var repeats: [RecordBatch.Repeat] = []
  var furtherRepeats: [RecordBatch.FurtherRepeats] = []

  init(keys: [String]) {
    self.keys = SlotKeys(keys)
    statistics = SeparatorStatistics(states: self.keys.limit + 2)
  }

  /// The state before the first value of a record.
  ///
  /// The next number is the state after a value whose key has no number.
  var startState: Int { keys.limit }

  /// Adds a repeated key.
  ///
  /// The number is limited, because a record can be as large as a document and contain nothing else.
  mutating func note(_ again: RecordBatch.Repeat) {
    let first = repeats.count - findingLimit
    guard first >= 0, repeats[first].record == again.record else { return repeats.append(again) }
    if let last = furtherRepeats.indices.last, furtherRepeats[last].record == again.record {
      furtherRepeats[last].count += 1
    } else {
      furtherRepeats.append(.init(record: again.record, count: 1))
    }
  }

  /// Returns the parsed form of a separator that was not expected, and counts it.
  ///
  /// - Parameters:
  ///   - member: The key, and the offset of its value.
  ///   - text: The bytes.
  ///   - place: The offset after the preceding value.
  ///   - state: The number of the preceding value's key.
  /// - Returns: The parsed form of the bytes between the values.
  mutating func contents(
    of member: Chunk.Member, _ text: RawSpan, at place: Int, after state: Int
  ) -> ValueSeparator.Contents {
    let isLearning = statistics.isLearning
    let contents = ValueSeparator.Contents(
      number: keys.number(member.key, text, isLearning), key: member.key.moved(by: -place))
    if isLearning { statistics.learn(text, place..<member.next, contents, after: state) }
    return contents
  }

  /// Whether separators are being counted.
  var isLearning: Bool { statistics.isLearning }

  /// Counts the length of a text.
  mutating func learn(length: Int, of number: Int) { statistics.learn(length: length, of: number) }

  /// Counts the separator between the last value of a record and the first one of the next.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - chunk: The chunk.
  ///   - place: The offset after the last value.
  ///   - end: The offset after the record.
  ///   - state: The number of the last value's key.
  mutating func learnRecordEnd(
    _ text: RawSpan, _ chunk: Chunk, _ place: Int, _ end: Int, after state: Int
  ) {
    // An empty record has no last value, and in NDJSON the line break must be checked.
    guard statistics.isLearning, state != startState, !chunk.isByLine,
      let record = chunk.nextRecord(text, after: end),
      let member = try? chunk.nextMember(text, from: record, isFirst: true), !member.isEnd
    else { return }
    let contents = ValueSeparator.Contents(
      number: keys.number(member.key, text, true), key: member.key.moved(by: -place),
      recordEnd: end - place, nextRecord: record - place)
    statistics.learn(text, place..<member.next, contents, after: state)
  }

  /// Removes the output for a batch.
  ///
  /// - Parameters:
  ///   - records: The number of records in the batch.
  ///   - values: The number of values read.
  ///   - misses: The number of values after which no expected separator followed.
  /// - Returns: The separators to expect from now on; nil for no change.
  mutating func clear(records: Int, values: Int, misses: Int) -> [ValueSeparator]? {
    others.removeAll(keepingCapacity: true)
    repeats.removeAll(keepingCapacity: true)
    furtherRepeats.removeAll(keepingCapacity: true)
    return statistics.note(records: records, values: values, misses: misses)
  }

  /// Removes the output for the records of a row and later ones.
  mutating func forget(from row: Int) {
    while let last = others.last, last.record >= row { others.removeLast() }
    while let last = repeats.last, last.record >= row { repeats.removeLast() }
    while let last = furtherRepeats.last, last.record >= row { furtherRepeats.removeLast() }
  }
}
