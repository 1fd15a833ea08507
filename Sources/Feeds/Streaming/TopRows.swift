import Catalog
import Text
import World

/// The candidates for the first rows of an ordering, stored as JSON text while records are streamed.
struct TopRows: Sendable {
  private let query: StreamingQuery
  /// The field to sort by, if the ordering is by ascending name only.
  let nameField: Int?
  /// The JSON text of the records in the order of the feed, each followed by a comma.
  private var text: [UInt8] = []
  private var ends: [Int] = []
  /// The row number of each record in the whole feed.
  private var rows: [Int] = []
  /// The first eight bytes of each folded name; nil if they could not be computed fast.
  private var starts: [UInt64?] = []
  /// The least starts of names so far, ascending, at most as many as there are rows to return.
  private var firstStarts: [UInt64] = []
  /// The upper bound: a record whose name starts with a greater value is not among the first rows.
  private var upperBound = UInt64.max
  /// The folded name of the last of the first rows so far.
  private var lastName: [UInt8] = []
  private var scratch: [UInt8] = []

  init(_ query: StreamingQuery) {
    self.query = query
    let first = query.keys.first
    nameField = first.flatMap { key in
      !key.descending && query.schema.fields[key.field].role == .name ? key.field : nil
    }
  }

  /// The number of records at which those that are not among the first rows are dropped.
  private var capacity: Int { query.limit * 4 + 64 }

  mutating func take(
    _ records: [Int], _ numbers: RowNumbers, of batch: RecordBatch,
    _ subjects: [RecordCheck.Subject], in source: RawSpan
  ) {
    let limit = query.limit
    if limit == 0 { return }
    let isByFeed = query.isByFeed
    let nameSlots = nameField.map { subjects[$0].slots } ?? []
    let values = batch.values.span
    for record in first(records, of: batch, subjects, in: source) {
      if isByFeed, ends.count >= limit { return }
      guard let row = numbers.row(of: record) else { continue }
      var start: UInt64?
      if !nameSlots.isEmpty {
        let name = values.first(of: nameSlots, record)
        if upperBound != .max, isPlainlyAfter(name, in: source, UInt8(upperBound >> 56)) {
          continue
        }
        // Repairing a text that was encoded twice can change its order.
        if !query.repairsText || !name.mayBeEncodedTwice(in: source) {
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

  /// Whether a name sorts after the last of the first rows so far.
  private func isBeyond(_ name: ScannedValue, _ start: UInt64?, in source: RawSpan) -> Bool {
    if let start, start != upperBound { return start > upperBound }
    return !lastName.isEmpty && isAfter(name, in: source, lastName)
  }

  /// Updates the upper bound with the start of a name.
  private mutating func note(_ start: UInt64) {
    // For large limits, inserting into a sorted array is slower than sorting occasionally.
    guard query.limit <= Self.mostStarts, firstStarts.count < query.limit || start < upperBound
    else { return }
    let place = firstStarts.firstIndex { $0 > start } ?? firstStarts.count
    firstStarts.insert(start, at: place)
    if firstStarts.count > query.limit { firstStarts.removeLast() }
    if firstStarts.count == query.limit, let last = firstStarts.last {
      upperBound = min(upperBound, last)
    }
  }

  /// The maximum number of rows for which starts of names are sorted.
  private static let mostStarts = 100

  /// Returns the first of some records, if the ordering needs more than the start of a name.
  private func first(
    _ records: [Int], of batch: RecordBatch, _ subjects: [RecordCheck.Subject],
    in source: RawSpan
  ) -> [Int] {
    guard let ordering = query.ordering, !ordering.keys.isEmpty, nameField == nil,
      records.count > query.limit
    else { return records }
    let fields = Set(ordering.keys.map(\.field))
    // Records that cannot be sorted yet are all taken, and sorted at the end.
    guard let catalog = try? subjects.catalog(of: batch.keeping(records), with: fields, in: source)
    else { return records }
    return catalog.sorted(by: ordering).prefix(query.limit)
      .map { records[catalog.record(of: $0)] }.sorted()
  }

  /// Removes all records, but retains the upper bound.
  mutating func removeAll() {
    (text, ends, rows, starts) = ([], [], [], [])
  }

  /// Appends the records of a later part of the feed.
  ///
  /// - Parameters:
  ///   - later: The records.
  ///   - count: The number of rows before that part.
  mutating func append(_ later: TopRows, after count: Int) {
    let shift = text.count
    text += later.text
    ends += later.ends.map { $0 + shift }
    rows += later.rows.map { $0 + count }
    starts += later.starts
    upperBound = min(upperBound, later.upperBound)
    if ends.count >= capacity { shrink() }
  }

  /// Returns the stored records as a feed.
  private func feed(_ inferred: [InferredField]? = nil) throws(FeedError) -> Feed {
    try query.feed([0x5B] + text.dropLast() + [0x5D], inferred)
  }

  /// Removes the records that are not among the first rows.
  private mutating func shrink() {
    // Most are decided by the starts of their names. The others are parsed again, which cannot fail.
    keep(ends.indices.filter { starts[$0].map { $0 <= upperBound } ?? true })
    guard let feed = try? feed() else { return }
    let catalog = feed.catalog
    let first = query.rows(of: catalog).prefix(query.limit)
    if let last = first.last, first.count == query.limit, let nameField,
      case .text(let name)? = catalog.value(nameField, last)
    {
      lastName = Array(folded(name).utf8)
      upperBound = (0..<8).reduce(0) { $0 << 8 | UInt64($1 < lastName.count ? lastName[$1] : 0) }
    }
    keep(first.map { catalog.record(of: $0) }.sorted())
  }

  /// Removes all records except some, given in ascending order.
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

  /// Returns the first rows, with the fields of the whole feed.
  mutating func finished(_ inferred: [InferredField]) throws(FeedError) -> Feed {
    shrink()
    return try feed(inferred.map { ($0.field, $0.column.keeping(rows)) })
  }
}
