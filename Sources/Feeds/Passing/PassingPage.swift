import Catalog
import Text
import World

/// The first rows of an order among records that pass: those that may still be among them, as they are written.
struct PassingPage: Sendable {
  private let question: PassingQuestion
  /// The field whose text alone decides, if the order is that of names.
  let nameField: Int?
  /// Records in the order of the feed, each followed by a comma.
  private var text: [UInt8] = []
  private var ends: [Int] = []
  /// The row of each in the whole feed.
  private var rows: [Int] = []
  /// How the folded name of each begins; nil where that was not quickly told.
  private var starts: [UInt64?] = []
  /// How the first names so far begin, ascending, as many as rows are wanted.
  private var firstStarts: [UInt64] = []
  /// A record whose folded name begins with more than that is not among the first rows.
  private var highest = UInt64.max
  /// The folded name of the last of the first rows so far.
  private var lastName: [UInt8] = []
  private var scratch: [UInt8] = []

  init(_ question: PassingQuestion) {
    self.question = question
    let first = question.keys.first
    nameField = first.flatMap { key in
      !key.descending && question.schema.fields[key.field].role == .name ? key.field : nil
    }
  }

  /// How many records are kept at most before those that are too many are let go.
  private var capacity: Int { question.limit * 4 + 64 }

  mutating func take(
    _ records: [Int], _ numbers: RowNumbers, of batch: RecordBatch,
    _ subjects: [RecordCheck.Subject], in source: RawSpan
  ) {
    let limit = question.limit
    if limit == 0 { return }
    let isByFeed = question.isByFeed
    let nameSlots = nameField.map { subjects[$0].slots } ?? []
    let values = batch.values.span
    for record in first(records, of: batch, subjects, in: source) {
      if isByFeed, ends.count >= limit { return }
      guard let row = numbers.row(of: record) else { continue }
      var start: UInt64?
      if !nameSlots.isEmpty {
        let name = values.first(of: nameSlots, record)
        if highest != .max, isPlainlyAfter(name, in: source, UInt8(highest >> 56)) { continue }
        // One that may have been encoded twice is another name once it is repaired.
        if !question.repairsText || !name.mayBeEncodedTwice(in: source) {
          start = foldedStart(name, in: source, &scratch)
          if isBeyond(name, start, in: source) { continue }
        }
      }
      let range = batch.records[record].range
      unsafe source.withUnsafeBytes { unsafe text.append(contentsOf: $0[range]) }
      text.append(0x2C)
      ends.append(text.count)
      rows.append(row)
      starts.append(start)
      if let start { note(start) }
      if ends.count >= capacity { shrink() }
    }
  }

  /// Whether a name comes after the last of the first rows so far.
  private func isBeyond(_ name: ScannedValue, _ start: UInt64?, in source: RawSpan) -> Bool {
    if let start, start != highest { return start > highest }
    return !lastName.isEmpty && isAfter(name, in: source, lastName)
  }

  /// Learns how the name of a row begins that may be among the first.
  private mutating func note(_ start: UInt64) {
    // Of many rows it would take longer to keep them in order than to sort them out now and then.
    guard question.limit <= Self.mostStarts, firstStarts.count < question.limit || start < highest
    else { return }
    let place = firstStarts.firstIndex { $0 > start } ?? firstStarts.count
    firstStarts.insert(start, at: place)
    if firstStarts.count > question.limit { firstStarts.removeLast() }
    if firstStarts.count == question.limit, let last = firstStarts.last {
      highest = min(highest, last)
    }
  }

  /// For how many rows at most the beginnings of their names are kept in order.
  private static let mostStarts = 100

  /// Those of some records that are first among themselves, if the order takes more than the start of a name.
  private func first(
    _ records: [Int], of batch: RecordBatch, _ subjects: [RecordCheck.Subject],
    in source: RawSpan
  ) -> [Int] {
    guard let ordering = question.ordering, !ordering.keys.isEmpty, nameField == nil,
      records.count > question.limit
    else { return records }
    let fields = Set(ordering.keys.map(\.field))
    let catalog = subjects.catalog(of: batch.keeping(records), with: fields, in: source)
    return catalog.sorted(by: ordering).prefix(question.limit)
      .map { records[catalog.record(of: $0)] }.sorted()
  }

  /// Lets go of all records, but not of what is known of those that are not among the first rows.
  mutating func removeAll() {
    (text, ends, rows, starts) = ([], [], [], [])
  }

  /// Adds the records of a later part of the feed.
  ///
  /// - Parameters:
  ///   - later: The records.
  ///   - count: How many rows the feed has before that part.
  mutating func append(_ later: PassingPage, after count: Int) {
    let shift = text.count
    text += later.text
    ends += later.ends.map { $0 + shift }
    rows += later.rows.map { $0 + count }
    starts += later.starts
    highest = min(highest, later.highest)
    if ends.count >= capacity { shrink() }
  }

  /// The records that are kept, as a feed.
  private func feed(_ inferred: [InferredField]? = nil) throws(FeedError) -> Feed {
    try question.feed([0x5B] + text.dropLast() + [0x5D], inferred)
  }

  /// Lets go of the records that are not among the first ones.
  private mutating func shrink() {
    // Most are told by how their names begin; the others are read again, as each was once before.
    keep(ends.indices.filter { starts[$0].map { $0 <= highest } ?? true })
    guard let feed = try? feed() else { return }
    let catalog = feed.catalog
    let first = question.rows(of: catalog).prefix(question.limit)
    if let last = first.last, first.count == question.limit, let nameField,
      case .text(let name)? = catalog.value(nameField, last)
    {
      lastName = Array(folded(name).utf8)
      highest = (0..<8).reduce(0) { $0 << 8 | UInt64($1 < lastName.count ? lastName[$1] : 0) }
    }
    keep(first.map { catalog.record(of: $0) }.sorted())
  }

  /// Lets go of all records but some, which are named in ascending order.
  private mutating func keep(_ records: [Int]) {
    if records.count == ends.count { return }
    let (oldText, oldEnds, oldRows, oldStarts) = (text, ends, rows, starts)
    text.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    for record in records {
      text += oldText[(record == 0 ? 0 : oldEnds[record - 1])..<oldEnds[record]]
      ends.append(text.count)
    }
    rows = records.map { oldRows[$0] }
    starts = records.map { oldStarts[$0] }
  }

  /// The first rows, with the fields of the whole feed.
  mutating func finished(_ inferred: [InferredField]) throws(FeedError) -> Feed {
    shrink()
    return try feed(inferred.map { ($0.field, $0.column.keeping(rows)) })
  }
}
