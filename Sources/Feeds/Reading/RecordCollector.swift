import Catalog
import Text

/// Takes the records of a feed: the good ones as values of their fields, of the others what is wrong.
struct RecordCollector: RecordSink {
  let profile: Profile
  /// Where the list of records is, as a JSONPath.
  let path: String
  let keys: [String]
  let wantsOtherMembers: Bool
  /// What is known beside the records.
  private var surroundings: Surroundings
  /// How many bytes stand before the page that is read.
  private var pageStart = 0
  private let hasDerived: Bool
  /// How many bytes the document has, from which the number of records is guessed.
  private let documentSize: Int
  private let subjects: [RecordCheck.Subject]
  private var encoders: [FieldEncoder]
  private var loose = LooseColumns()
  /// How many records tell how values are kept: the very same, however the document is cut.
  private static let sampleSize = 256

  private var batchCount = 0
  private var isSettled = false
  /// How many records there were, good or not.
  private(set) var recordCount = 0
  /// Where each good record begins.
  private(set) var starts: [UInt32] = []
  /// The records that are no rows, ascending.
  private(set) var skipped: [UInt32] = []
  private(set) var findings: [Finding] = []
  /// The keys of the fields that no mapping names.
  private(set) var inferredKeys: [String] = []
  /// What is said of lines that are not JSON.
  private(set) var reasons: [String] = []
  /// The ids that came up, if no second record may have one of them.
  private var ids: Set<String> = []
  /// How many records are left out because an earlier one has their id.
  private(set) var repeatCount = 0

  init(
    _ profile: Profile, path: String, documentSize: Int,
    _ surroundings: Surroundings = Surroundings()
  ) {
    self.profile = profile
    self.path = path
    self.surroundings = surroundings
    wantsOtherMembers = profile.infersOthers
    hasDerived = !profile.mappings.allSatisfy(\.isPlain)
    self.documentSize = documentSize
    (keys, subjects) = RecordCheck.subjects(of: profile)
    encoders = profile.mappings.map { FieldEncoder($0.field) }
  }

  var rowCount: Int { starts.count }

  mutating func take(_ batch: RecordBatch, in text: RawSpan, at place: Int) -> Bool {
    let base = pageStart + place
    let skippedBefore = skipped.count
    let indices = noteMisfits(batch, at: base)
    recordCount += batch.count + batch.misfits.count
    var check = RecordCheck(subjects: subjects, base: base, indices: indices)
    if hasDerived {
      check.derived = subjects.map { subject in
        subject.mapping.isPlain
          ? nil : Derived(subject, batch, in: text, surroundings, indices: indices)
      }
    }
    noteRepeats(batch, indices, at: base)
    var bad: Set<Int> = []
    check.shapes(of: batch, in: text) { finding, record in
      findings.append(finding)
      if finding.isError { bad.insert(record) }
    }
    if profile.dropsRepeats { dropRepeats(batch, check, in: text, &bad) }
    if bad.isEmpty {
      keep(batch, check, in: text, at: base)
    } else {
      skipped += bad.sorted().map { UInt32(indices[$0]) }
      skipped[skippedBefore...].sort()
      for number in subjects.indices {
        check.forms(of: batch, number, bad.sorted(), in: text) { findings.append($0) }
      }
      let good = indices.indices.filter { !bad.contains($0) }.map { indices[$0] }
      let rest = RecordCheck(
        subjects: subjects, base: base, indices: good,
        derived: check.derived.map { $0?.removing(bad) })
      keep(batch.removing(bad), rest, in: text, at: base)
    }
    batchCount += 1
    if recordCount >= Self.sampleSize { settle() }
    if batchCount == 3 {
      // By now the sinks of two threads have gone their ways, and no copy throws the room away.
      expectMore(like: batch)
    }
    return true
  }

  /// Leaves records out whose id came up before.
  private mutating func dropRepeats(
    _ batch: RecordBatch, _ check: RecordCheck, in text: RawSpan, _ bad: inout Set<Int>
  ) {
    guard let number = subjects.firstIndex(where: { $0.mapping.field.role == .id }) else { return }
    for record in 0..<batch.count where !bad.contains(record) {
      let value = batch.value(subjects[number].slots, record)
      guard
        case .text(let id)? = JSONValue(value, in: text).flatMap({ ValueForm.text.value(of: $0) })
      else { continue }
      if ids.insert(id).inserted { continue }
      bad.insert(record)
      repeatCount += 1
      findings.append(check.finding(.repeatedIdDropped, number, value, batch, record))
    }
  }

  /// Notes what is no record, and says which number each record has.
  private mutating func noteMisfits(_ batch: RecordBatch, at base: Int) -> [Int] {
    if batch.misfits.isEmpty { return Array(recordCount..<recordCount + batch.count) }
    var indices: [Int] = []
    var next = recordCount
    for misfit in batch.misfits {
      while indices.count < Int(misfit.before) {
        indices.append(next)
        next += 1
      }
      note(misfit, index: next, at: base)
      skipped.append(UInt32(next))
      next += 1
    }
    while indices.count < batch.count {
      indices.append(next)
      next += 1
    }
    return indices
  }

  private mutating func note(_ misfit: RecordBatch.Misfit, index: Int, at base: Int) {
    let isText = misfit.value.shape == .text || misfit.value.shape == .escapedText
    let place = misfit.value.range
    // A text stands where its quotes are.
    let whole =
      isText && misfit.fault == nil ? place.lowerBound - 1..<place.upperBound + 1 : place
    var finding = Finding(
      kind: .notAnObject, isError: true, shape: misfit.value.shape, index: index,
      offset: base + whole.lowerBound, record: base + whole.lowerBound..<base + whole.upperBound)
    if let fault = misfit.fault {
      finding.kind = .notJSON
      finding.offset = base + Int(fault.offset)
      finding.subject = number(ofReason: fault.reason)
    }
    findings.append(finding)
  }

  /// The number of a reason, a new one if it is new.
  private mutating func number(ofReason reason: String) -> Int {
    if let number = reasons.firstIndex(of: reason) { return number }
    reasons.append(reason)
    return reasons.count - 1
  }

  private mutating func noteRepeats(_ batch: RecordBatch, _ indices: [Int], at base: Int) {
    for again in batch.repeats {
      noteRepeat(again.key, of: Int(again.record), batch, indices, base)
    }
  }

  private mutating func noteRepeat(
    _ key: ScannedValue, of record: Int, _ batch: RecordBatch, _ indices: [Int], _ base: Int
  ) {
    let place = batch.records[record].range
    findings.append(
      Finding(
        kind: .repeated, isError: false, index: indices[record],
        offset: base + key.range.lowerBound - 1,
        record: base + place.lowerBound..<base + place.upperBound))
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
      let before = findings.count
      let regular = (0..<batch.count).first { $0 >= irregular.count || irregular[$0] != $0 }
      check.forms(of: batch, number, regular.map { [$0] } ?? [], in: text) { findings.append($0) }
      // What is wrong with one of those that are alike is wrong with all.
      let rest =
        findings.count > before ? Array((0..<batch.count).filter { $0 != regular }) : irregular
      check.forms(of: batch, number, rest, in: text) { findings.append($0) }
    }
    let before = UInt32(starts.count)
    for other in batch.others where loose.add(other, of: before + other.record, in: text) {
      noteRepeat(other.key, of: Int(other.record), batch, check.indices, base)
    }
    for record in 0..<batch.count {
      starts.append(UInt32(truncatingIfNeeded: base + batch.records[record].range.lowerBound))
    }
  }

  /// Makes room for the records that are to come if they are like those of a batch.
  private mutating func expectMore(like batch: RecordBatch) {
    guard batch.count > 0 else { return }
    let size = batch.records[batch.count - 1].range.upperBound - batch.records[0].range.lowerBound
    let rows = documentSize / max(2, size / batch.count)
    for number in encoders.indices { encoders[number].expect(rows) }
    starts.reserveCapacity(rows)
  }

  /// Settles how values are kept, by the rows among the first records.
  mutating func settle() {
    if isSettled { return }
    isSettled = true
    let skipped = skipped.count { $0 < Self.sampleSize }
    let rows = min(starts.count, Self.sampleSize - skipped)
    for number in encoders.indices { encoders[number].settle(by: max(0, rows)) }
  }

  mutating func sibling() -> RecordCollector {
    settle()
    var sibling = RecordCollector(profile, path: path, documentSize: documentSize / 2, surroundings)
    sibling.encoders = encoders.map { $0.sibling() }
    sibling.isSettled = true
    sibling.ids = ids
    sibling.pageStart = pageStart
    return sibling
  }

  /// What takes the records of the next page, once it is settled how values are kept.
  ///
  /// - Parameters:
  ///   - offset: How many bytes the pages before have.
  ///   - surroundings: What is known beside the records of that page.
  /// - Returns: An empty collector that goes on where this one is.
  func next(at offset: Int, _ surroundings: Surroundings) -> RecordCollector {
    var next = self
    next = next.sibling()
    next.pageStart = offset
    next.surroundings = surroundings
    return next
  }

  mutating func append(_ later: consuming RecordCollector) {
    loose.append(later.loose, after: starts.count)
    for number in encoders.indices {
      // Each is let go as soon as it was added: there are as many bytes in them as in the feed.
      let encoder = later.encoders[number]
      later.encoders[number] = FieldEncoder(encoder.field)
      encoders[number].append(encoder)
    }
    starts += later.starts
    let records = recordCount
    let here = later.reasons.map { number(ofReason: $0) }
    skipped += later.skipped.map { $0 + UInt32(records) }
    findings += later.findings.map { finding in
      var finding = finding
      finding.index += records
      if finding.kind == .notJSON || finding.kind == .lenient {
        finding.subject = here[finding.subject]
      }
      return finding
    }
    recordCount += later.recordCount
    repeatCount += later.repeatCount
    ids.formUnion(later.ids)
  }

  /// The fields of the rows: those of the profile, then those that other keys make.
  ///
  /// - Parameter repairsText: Whether text that was encoded twice is repaired; that is noted.
  /// - Returns: The values of every field.
  mutating func finish(repairsText: Bool) -> [FieldEncoder] {
    var columns = loose.columns
    if profile.infersOthers, let names = nameColumn() { columns.append(names) }
    let inference = Inference(columns: columns, mapped: encoders.map(\.field))
    let count = starts.count
    var fields: [FieldEncoder] = []
    swap(&fields, &encoders)
    for (field, column) in inference.fields() {
      var encoder = FieldEncoder(field)
      encoder.append(column, rows: count)
      fields.append(encoder)
      inferredKeys.append(column.key)
    }
    loose = LooseColumns()
    if repairsText {
      for number in fields.indices { noteRepairs(fields[number].repair(), of: number) }
    }
    return fields
  }

  /// The names of records in an object of records, as if each had it under `key`.
  private func nameColumn() -> LooseColumns.Column? {
    let isRead = profile.mappings.contains {
      $0.sources.contains { $0.key == Profile.Source.memberName }
    }
    if surroundings.names.isEmpty || isRead { return nil }
    var column = LooseColumns.Column(key: "key")
    var isSkipped = Set(skipped.map { Int($0) })
    var row: UInt32 = 0
    for (index, name) in surroundings.names.enumerated() where isSkipped.remove(index) == nil {
      var text: [UInt8] = []
      let value = Value.text(name).scanned(into: &text)
      text += [UInt8](repeating: 0, count: Piece.padding)
      column.add(value, of: row, in: unsafe text.span.bytes)
      row += 1
    }
    return column
  }

  /// Notes what was read leniently in a page that begins at an offset.
  mutating func note(_ remark: LinkedData.Remark, records: [Range<Int>], at offset: Int) {
    let place = records.firstIndex { $0.upperBound > remark.offset } ?? max(0, records.count - 1)
    let isInside = records.indices.contains(place) && records[place].contains(remark.offset)
    let start = isInside ? records[place].lowerBound : remark.offset
    let end = isInside ? records[place].upperBound : remark.offset
    findings.append(
      Finding(
        kind: .lenient, isError: remark.isError, subject: number(ofReason: remark.reason),
        index: place + recordCount - records.count, offset: offset + remark.offset,
        record: offset + start..<offset + end))
  }

  /// Notes which rows had text that was encoded twice.
  private mutating func noteRepairs(_ rows: [Int], of number: Int) {
    for row in rows {
      let start = Int(starts[row])
      findings.append(
        Finding(
          kind: .repaired, isError: false, subject: number,
          index: indexOfRecord(ofRow: row, skipping: skipped), offset: start,
          record: start..<start))
    }
  }
}

extension RecordBatch {
  /// Some of its records, ascending, and nothing else.
  func keeping(_ records: [Int]) -> RecordBatch {
    if records.count == count { return self }
    var batch = RecordBatch(slots: slots)
    for record in records {
      for slot in 0..<slots {
        batch.values[slot * Self.capacity + batch.count] = values[slot * Self.capacity + record]
      }
      batch.count += 1
    }
    return batch
  }

  /// The batch without some of its records.
  func removing(_ records: Set<Int>) -> RecordBatch {
    var batch = RecordBatch(slots: slots)
    var places = [Int](repeating: -1, count: count)
    for record in 0..<count where !records.contains(record) {
      for slot in 0..<slots {
        batch.values[slot * Self.capacity + batch.count] = values[slot * Self.capacity + record]
      }
      batch.records[batch.count] = self.records[record]
      places[record] = batch.count
      batch.count += 1
    }
    batch.others = others.compactMap { other in
      let place = places[Int(other.record)]
      return place < 0 ? nil : Other(record: UInt32(place), key: other.key, value: other.value)
    }
    return batch
  }
}
