import Catalog
import Text

/// Findings that do not come from a check.
extension RecordCollector {
  /// Drops records whose ids occurred before.
  mutating func dropRepeats(
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
      findings.add(check.finding(.repeatedIdDropped, number, value, batch, record))
    }
  }

  /// Reports the records with a name, facet or keyword that is too long.
  mutating func noteLengths(
    _ batch: RecordBatch, _ check: RecordCheck, in text: RawSpan, _ bad: inout Set<Int>
  ) {
    check.lengths(of: batch, in: text) { key, value, record in
      guard bad.insert(record).inserted else { return }
      let subject = number(ofReason: String(key.prefix(100)))
      findings.add(check.finding(.tooLong, subject, value, batch, record))
    }
  }

  /// Reports elements that are not records.
  ///
  /// - Returns: The index of each record in the document.
  mutating func noteMisfits(_ batch: RecordBatch, at base: Int) -> [Int] {
    if batch.misfits.isEmpty { return Array(recordCount..<recordCount + batch.count) }
    var indices: [Int] = []
    var next = recordCount
    for misfit in batch.misfits {
      while indices.count < Int(misfit.before) {
        indices.append(next)
        next += 1
      }
      note(misfit, index: next, at: base)
      next += 1
    }
    while indices.count < batch.count {
      indices.append(next)
      next += 1
    }
    return indices
  }

  mutating func note(_ misfit: RecordBatch.Misfit, index: Int, at base: Int) {
    let isText = misfit.value.shape == .text || misfit.value.shape == .escapedText
    let place = misfit.value.range
    // The location of a text includes its quotes.
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
    findings.add(finding)
  }

  /// Returns the index of a reason, adding it if necessary.
  mutating func number(ofReason reason: String) -> Int {
    if let number = reasons.firstIndex(of: reason) { return number }
    reasons.append(reason)
    return reasons.count - 1
  }

  mutating func noteRepeats(_ batch: RecordBatch, _ indices: [Int], at base: Int) {
    for again in batch.repeats {
      noteRepeat(again.key, of: Int(again.record), batch, indices, base)
    }
    for further in batch.furtherRepeats {
      findings.omit(further.count, of: Finding.Group(kind: .repeated, isError: false))
    }
  }

  mutating func noteRepeat(
    _ key: ScannedValue, of record: Int, _ batch: RecordBatch, _ indices: [Int], _ base: Int
  ) {
    let place = batch.records[record].range
    findings.add(
      Finding(
        kind: .repeated, isError: false, index: indices[record],
        offset: base + key.range.lowerBound - 1,
        record: base + place.lowerBound..<base + place.upperBound))
  }

  /// Reports the texts and numbers of ingredients and steps that are not used.
  mutating func noteUnused(_ batch: RecordBatch, _ check: RecordCheck, but bad: Set<Int>) {
    for made in check.derived {
      for (record, path) in made?.unused ?? [] where !bad.contains(record) {
        let place = batch.records[record].range
        noteUnused(
          path, index: check.indices[record],
          check.base + place.lowerBound..<check.base + place.upperBound)
      }
    }
    let omitted = check.derived.reduce(0) { $0 + ($1?.omittedCount ?? 0) }
    findings.omit(omitted, of: Finding.Group(kind: .unused, isError: false))
  }

  /// Reports a text or number that is not used.
  ///
  /// - Parameters:
  ///   - path: The keys and indices that lead to it from the record.
  ///   - index: The index of the record.
  ///   - record: The byte range of the record, which may be empty if its end is not known.
  mutating func noteUnused(_ path: [String], index: Int, _ record: Range<Int>) {
    let group = Finding.Group(kind: .unused, isError: false)
    // The paths of findings that are only counted are not stored.
    if findings.count(where: { $0 == group }) >= 2 * findingLimit {
      return findings.omit(1, of: group)
    }
    findings.add(
      Finding(
        kind: .unused, isError: false, subject: number(ofReason: path.joined(separator: "\u{1F}")),
        index: index, offset: record.lowerBound, record: record))
  }
}
