import Catalog

/// A sink that encodes the rows of a feed as columns, and collects findings about all records.
struct RecordCollector: RecordSink {
  let profile: Profile
  /// The JSONPath of the list of records.
  let path: String
  let keys: [String]
  let wantsOtherMembers: Bool
  /// Data from outside of the records.
  private(set) var context: RecordContext
  /// The offset of the current page in the document, in bytes.
  private var pageStart = 0
  private let hasDerived: Bool
  /// The size of the document in bytes, from which the number of records is estimated.
  private let documentSize: Int
  let subjects: [RecordCheck.Subject]
  /// The slot of the values that name further fields; nil if the profile has none.
  private let propertySlot: Int?
  var encoders: [FieldEncoder]
  var unmapped = UnmappedColumns()
  /// The number of records that determine how columns are encoded, however the document is divided.
  private static let sampleSize = 256

  private var batchCount = 0
  private var hasEncoding = false
  /// The number of records so far, valid or not.
  private(set) var recordCount = 0
  /// The offset of the record of each row.
  private(set) var starts: [UInt32] = []
  /// The records that are not rows.
  private(set) var skipped = RecordRuns()
  /// Whether malformed records that are objects become rows.
  private let acceptsMalformed: Bool
  /// The malformed records that are rows.
  private(set) var malformed = RecordRuns()
  /// The records of which a value is a sum.
  private(set) var summed = RecordRuns()
  var findings = CappedList<Finding>()
  /// The keys of the inferred fields.
  var inferredKeys: [String] = []
  /// The index of the id field, once all fields are known.
  var idField: Int?
  /// The syntax errors of lines that are not JSON, and other texts that findings refer to.
  var reasons: [String] = []
  /// The ids so far, if repeated ones are dropped.
  var ids: Set<String> = []
  /// The number of records dropped because an earlier one has the same id.
  var repeatCount = 0
  /// The values because of which records are not rows.
  private(set) var rejected: [RejectedValues] = []

  init(
    _ profile: Profile, path: String, documentSize: Int,
    _ context: RecordContext = RecordContext(), acceptsMalformed: Bool = false
  ) {
    self.profile = profile
    self.path = path
    self.context = context
    self.acceptsMalformed = acceptsMalformed
    wantsOtherMembers = profile.infersOthers
    hasDerived = !profile.mappings.allSatisfy(\.isPlain)
    self.documentSize = documentSize
    var (keys, subjects) = RecordCheck.subjects(of: profile)
    propertySlot = profile.properties.map { key in
      if let slot = keys.firstIndex(of: key) { return slot }
      keys.append(key)
      return keys.count - 1
    }
    (self.keys, self.subjects) = (keys, subjects)
    encoders = profile.mappings.map { FieldEncoder($0.field) }
  }

  var rowCount: Int { starts.count }

  mutating func take(_ batch: RecordBatch, in text: RawSpan, at place: Int) -> Bool {
    let base = pageStart + place
    let indices = noteMisfits(batch, at: base)
    let records = recordCount..<recordCount + batch.count + batch.misfits.count
    recordCount = records.upperBound
    var check = RecordCheck(subjects: subjects, base: base, indices: indices)
    check.isGathered = context.isGathered
    if hasDerived {
      check.derived = subjects.map { subject in
        subject.mapping.isPlain
          ? nil : DerivedValues(subject, batch, in: text, context, indices: indices, base: place)
      }
    }
    let sums = addSums(to: &check)
    noteRepeats(batch, indices, at: base)
    var (bad, accepted): (Set<Int>, Set<Int>) = ([], [])
    check.shapes(of: batch, in: text) { finding, record in
      findings.add(finding)
      if finding.isError, acceptsMalformed {
        accepted.insert(indices[record])
      } else if finding.isError {
        bad.insert(record)
        rejected.add(of: finding.subject, finding.shape)
      }
    }
    noteLengths(batch, check, in: text, &bad)
    if profile.dropsRepeats { dropRepeats(batch, check, in: text, &bad) }
    for index in accepted.subtracting(bad.map { indices[$0] }).sorted() {
      malformed.append(index..<index + 1)
    }
    noteUnused(batch, check, but: bad)
    for record in sums where !bad.contains(record) {
      summed.append(indices[record]..<indices[record] + 1)
    }
    if bad.isEmpty {
      skipped.append(records, but: indices)
      keep(batch, check, in: text, at: base)
    } else {
      for number in subjects.indices {
        check.forms(of: batch, number, bad.sorted(), in: text) { findings.add($0) }
      }
      let good = indices.indices.filter { !bad.contains($0) }.map { indices[$0] }
      skipped.append(records, but: good)
      let rest = RecordCheck(
        subjects: subjects, base: base, indices: good, isGathered: check.isGathered,
        derived: check.derived.map { $0?.removing(bad) })
      keep(batch.removing(bad), rest, in: text, at: base)
    }
    batchCount += 1
    if recordCount >= Self.sampleSize { chooseEncoding() }
    if batchCount == 3 {
      // The sinks of two threads have separated by now, so that no copy discards the reserved capacity.
      reserve(like: batch)
    }
    return true
  }

  /// Adds the values that are sums of others.
  ///
  /// - Returns: The records with a sum, ascending.
  private func addSums(to check: inout RecordCheck) -> [Int] {
    guard let number = subjects.firstIndex(where: { !$0.mapping.sum.isEmpty }), hasDerived else {
      return []
    }
    let terms = subjects[number].mapping.sum.compactMap { name in
      subjects.firstIndex { $0.mapping.field.name == name }.flatMap { check.derived[$0] }
    }
    return check.derived[number]?.addSums(of: terms) ?? []
  }

  private mutating func keep(
    _ batch: RecordBatch, _ check: RecordCheck, in text: RawSpan, at base: Int
  ) {
    for number in encoders.indices {
      if hasDerived, let made = check.derived[number] {
        unsafe encoders[number].append(made.batch, [0], in: made.text.span.bytes)
      } else {
        encoders[number].append(batch, subjects[number].slots, in: text)
      }
      let irregular = encoders[number].irregular(of: batch)
      let before = findings.total
      let regular = (0..<batch.count).first { $0 >= irregular.count || irregular[$0] != $0 }
      check.forms(of: batch, number, regular.map { [$0] } ?? [], in: text) { findings.add($0) }
      // Values that are encoded alike share their findings.
      let rest =
        findings.total > before ? Array((0..<batch.count).filter { $0 != regular }) : irregular
      check.forms(of: batch, number, rest, in: text) { findings.add($0) }
    }
    let before = UInt32(starts.count)
    for other in batch.others where unmapped.add(other, of: before + other.record, in: text) {
      noteRepeat(other.key, of: Int(other.record), batch, check.indices, base)
    }
    if let propertySlot {
      for record in 0..<batch.count {
        let value = batch.values[propertySlot * RecordBatch.capacity + record]
        unmapped.add(propertiesIn: value, of: before + UInt32(record), in: text)
      }
    }
    for record in 0..<batch.count {
      starts.append(UInt32(truncatingIfNeeded: base + batch.records[record].range.lowerBound))
    }
  }

  /// Reserves capacity for the estimated number of records, plus an eighth.
  ///
  /// Unused pages take no memory, whereas a low estimate would make the columns move.
  private mutating func reserve(like batch: RecordBatch) {
    guard batch.count > 0 else { return }
    let size = batch.records[batch.count - 1].range.upperBound - batch.records[0].range.lowerBound
    let guess = documentSize / max(2, size / batch.count)
    let rows = guess + guess / 8
    for number in encoders.indices { encoders[number].reserve(rows) }
    starts.reserveLargely(rows)
  }

  /// Chooses the encoding of columns by the rows among the first records.
  mutating func chooseEncoding() {
    if hasEncoding { return }
    hasEncoding = true
    let rows = min(starts.count, Self.sampleSize - skipped.count(before: Self.sampleSize))
    for number in encoders.indices { encoders[number].chooseEncoding(by: max(0, rows)) }
  }

  mutating func sibling() -> RecordCollector {
    chooseEncoding()
    var sibling = RecordCollector(
      profile, path: path, documentSize: documentSize / 2, context,
      acceptsMalformed: acceptsMalformed)
    sibling.encoders = encoders.map { $0.sibling() }
    sibling.hasEncoding = true
    sibling.ids = ids
    sibling.pageStart = pageStart
    return sibling
  }

  /// Returns a collector for the next page, after choosing the encoding of columns.
  ///
  /// - Parameters:
  ///   - offset: The total size of the pages before, in bytes.
  ///   - context: The data from outside of that page's records.
  /// - Returns: An empty collector that continues after this one.
  func next(at offset: Int, _ context: RecordContext) -> RecordCollector {
    var next = self
    next = next.sibling()
    next.pageStart = offset
    next.context = context
    return next
  }

  mutating func append(_ later: consuming RecordCollector) {
    unmapped.append(later.unmapped, after: starts.count)
    for number in encoders.indices {
      // Each column is released as soon as it is appended, because together they are as large as the feed.
      let encoder = later.encoders[number]
      later.encoders[number] = FieldEncoder(encoder.field)
      encoders[number].append(encoder)
    }
    starts += later.starts
    let records = recordCount
    let here = later.reasons.map { number(ofReason: $0) }
    skipped.append(later.skipped, after: records)
    malformed.append(later.malformed, after: records)
    summed.append(later.summed, after: records)
    findings.add(later.findings) { finding in
      var finding = finding
      finding.index += records
      if [.notJSON, .lenient, .tooLong, .unused].contains(finding.kind) {
        finding.subject = here[finding.subject]
      }
      return finding
    }
    recordCount += later.recordCount
    repeatCount += later.repeatCount
    for values in later.rejected { rejected.add(values.count, of: values.subject, values.shape) }
    ids.formUnion(later.ids)
  }
}

/// Inference of fields, after the last record.
extension RecordCollector {
  /// Finishes the columns: those of mapped fields, then those of inferred ones.
  ///
  /// - Parameter reading: The options. Repaired texts are reported.
  /// - Returns: The columns.
  mutating func finish(_ reading: FeedReading) -> [FieldEncoder] {
    let inferred = reading.inferredFields ?? inferFields()
    let count = starts.count
    var fields: [FieldEncoder] = []
    swap(&fields, &encoders)
    for (field, column) in inferred {
      var encoder = FieldEncoder(field)
      encoder.append(column, rows: count)
      fields.append(encoder)
      inferredKeys.append(column.path)
    }
    idField = fields.firstIndex { $0.field.role == .id }
    unmapped = UnmappedColumns()
    if reading.repairsText {
      for number in fields.indices { noteRepairs(fields[number].repair(), of: number) }
    }
    return fields
  }

  /// Infers fields from keys without a mapping, and reports the keys that make none.
  private mutating func inferFields() -> [InferredField] {
    let flattener = ObjectFlattener(unmapped.columns)
    var columns = flattener.columns
    if profile.infersOthers, let names = nameColumn() { columns.append(names) }
    let inference = Inference(columns: columns, mapped: encoders.map(\.field))
    let inferred = inference.fields()
    noteUnrepresentable(inference)
    for (row, path) in flattener.unused {
      let start = Int(starts[Int(row)])
      noteUnused(path, index: skipped.index(ofOther: Int(row)), start..<start)
    }
    findings.omit(flattener.omittedCount, of: Finding.Group(kind: .unused, isError: false))
    if let (key, row) = unmapped.firstOmitted { noteOmitted(key, row) }
    if let (path, row) = flattener.firstOmitted { noteOmitted(path, row) }
    for (column, place, number) in inference.rounded(inferred) {
      note(
        "`\(column.path)` has numbers with more digits than can be represented, such as \(number)",
        ofRow: Int(column.rows[place]))
    }
    return inferred
  }

  /// Reports each key whose values no field can show.
  private mutating func noteUnrepresentable(_ inference: Inference) {
    for (column, place, what) in inference.unrepresentable() {
      note("`\(column.path)` is \(what), which only raw shows", ofRow: Int(column.rows[place]))
    }
  }

  /// Reports the first key beyond the limit.
  private mutating func noteOmitted(_ key: String, _ row: UInt32) {
    note(
      "`\(key)` is one of more than \(UnmappedColumns.limit) keys; only raw shows the keys after those",
      ofRow: Int(row))
  }

  /// Adds a note about a row as a whole.
  private mutating func note(_ reason: String, ofRow row: Int) {
    guard starts.indices.contains(row) else { return }
    let start = Int(starts[row])
    findings.add(
      Finding(
        kind: .lenient, isError: false, subject: number(ofReason: reason),
        index: skipped.index(ofOther: row), offset: start, record: start..<start))
  }

  /// Returns the names of records in an object of records, as a column named `key`.
  private func nameColumn() -> UnmappedColumns.Column? {
    let isRead = profile.mappings.contains {
      $0.sources.contains { $0.key == Profile.Source.memberName }
    }
    if context.names.isEmpty || isRead { return nil }
    var column = UnmappedColumns.Column(key: "key")
    for (row, name) in rowNames.enumerated() {
      var text: [UInt8] = []
      let value = Value.text(name).scanned(into: &text)
      text += [UInt8](repeating: 0, count: Chunk.padding)
      column.add(value, of: UInt32(row), in: unsafe text.span.bytes)
    }
    return column
  }

  /// The name of each row in an object of records.
  private var rowNames: [String] {
    var names: [String] = []
    var next = 0
    let count = context.names.count
    for range in skipped.ranges {
      names += context.names[min(next, count)..<min(range.lowerBound, count)]
      next = range.upperBound
    }
    return names + context.names[min(next, count)...]
  }

  /// Adds a remark about the JSON-LD of a page that begins at an offset.
  mutating func note(_ remark: LinkedData.Remark, records: [Range<Int>], at offset: Int) {
    let earlier = count(of: records, upTo: remark.offset)
    // An unreadable block counts as a record after those before it. Other remarks belong to the last record before
    // them.
    let place = remark.isError ? earlier : max(0, earlier - 1)
    let isInside = records.indices.contains(place) && records[place].contains(remark.offset)
    let start = isInside ? records[place].lowerBound : remark.offset
    let end = isInside ? records[place].upperBound : remark.offset
    findings.add(
      Finding(
        kind: .lenient, isError: remark.isError, subject: number(ofReason: remark.reason),
        index: place + recordCount - records.count, offset: offset + remark.offset,
        record: offset + start..<offset + end))
  }

  /// Reports the rows with text that was encoded twice.
  private mutating func noteRepairs(_ rows: [Int], of number: Int) {
    for row in rows {
      let start = Int(starts[row])
      findings.add(
        Finding(
          kind: .repaired, isError: false, subject: number,
          index: skipped.index(ofOther: row), offset: start, record: start..<start))
    }
  }
}

/// Returns the number of ascending ranges that begin at or before an offset.
private func count(of ranges: [Range<Int>], upTo offset: Int) -> Int {
  var (low, high) = (0, ranges.count)
  while low < high {
    let middle = (low + high) / 2
    if ranges[middle].lowerBound <= offset { low = middle + 1 } else { high = middle }
  }
  return low
}
