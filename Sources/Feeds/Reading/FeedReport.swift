import Catalog
import Text
import World

/// The results of reading a feed, except its rows.
struct FeedReport: Equatable, Sendable {
  var profile: String
  /// The JSONPath of the list of records.
  var path: String
  /// The keys that each mapping reads, joined by dots.
  var keys: [[String]]
  /// The index of the id field, counting mapped fields before inferred ones; nil if there is no id.
  var idField: Int?
  /// The keys of the inferred fields.
  var inferredKeys: [String]
  /// The first findings of each group, sorted.
  var findings: [Finding]
  /// The number of findings of each group that are left out, in the order of the groups.
  var omitted: [OmittedFindings]
  /// The syntax errors of lines that are not JSON, and other texts that findings refer to.
  var reasons: [String]
  /// The records that are not rows.
  var skipped: RecordRuns
  /// The malformed records that are rows, because the options accept them.
  var malformed: RecordRuns
  /// The records of which a value is a sum of others.
  var summed: RecordRuns
  /// The fields whose sum each mapping has if there is no value.
  var terms: [[String]]
  /// The values because of which records are not rows.
  var rejected: [RejectedValues]
  /// The number of records that were dropped because an earlier one has the same id.
  var repeatCount: Int
  /// The JSONPath of each record; empty if the records are elements of one list.
  var paths: [String]
  /// The files that the records come from; nil if the document is one file.
  var places: RecordPlaces?

  init(_ collector: RecordCollector, of document: FeedDocument) {
    profile = collector.profile.name
    path = document.path ?? collector.path
    paths = document.paths
    places = document.files
    repeatCount = collector.repeatCount
    rejected = collector.rejected
    keys = collector.profile.mappings.map(\.labels)
    inferredKeys = collector.inferredKeys
    idField = collector.idField
    var found = collector.findings
    found.trim()
    findings = found.elements
    omitted = found.omitted.map { OmittedFindings(group: $0.group, count: $0.count) }
    reasons = collector.reasons
    (skipped, malformed) = (collector.skipped, collector.malformed)
    summed = collector.summed
    terms = collector.profile.mappings.map(\.sum)
  }

  /// The number of malformed records, whether they are rows or not.
  ///
  /// A block of a web page that cannot be read counts as one.
  var malformedCount: Int {
    skipped.count + malformed.count - repeatCount
      + findingCount { $0.kind == .lenient && $0.isError }
  }

  /// The number of findings that are not errors.
  var noteCount: Int { findingCount { !$0.isError } }

  /// Returns the number of findings of some groups, including those without a location.
  private func findingCount(where isWanted: (Finding.Group) -> Bool) -> Int {
    findings.count { isWanted($0.group) }
      + omitted.reduce(0) { $0 + (isWanted($1.group) ? $1.count : 0) }
  }

  /// Returns the index in the document of the record of a row.
  func index(ofRow place: Int) -> Int { skipped.index(ofOther: place) }

  /// Returns the first problem that makes strict reading fail.
  func firstError(
    in document: any ReadableFile, _ published: any ReadableFile
  ) throws(FeedError) -> Problem? {
    guard let first = findings.first(where: \.isError) else { return nil }
    do {
      return try problems([first], in: document, published).first
    } catch {
      throw .unreadable(error)
    }
  }

  /// Describes findings, and adds the text at their locations.
  ///
  /// Lines are those of the published document.
  func problems(
    _ findings: [Finding], in document: any ReadableFile, _ published: any ReadableFile
  ) throws(FileError) -> [Problem] {
    var findings = findings
    var record: (offset: Int, bytes: [UInt8])?
    for place in findings.indices where [.repaired, .unused].contains(findings[place].kind) {
      let offset = findings[place].offset
      // Many values of a record may be unused.
      if record?.offset != offset {
        record = (offset, try recordBytes(at: offset, in: document))
      }
      findings[place] = located(findings[place], record?.bytes ?? [])
    }
    let starts = places == nil ? [] : findings.map(\.record.lowerBound)
    let positions = try linePositions(findings.map(\.offset) + starts, in: published)
    var problems: [Problem] = []
    for finding in findings.sorted(by: { $0.order < $1.order }) {
      var position = positions[finding.offset] ?? LinePosition()
      if let places {
        // Lines count from that of the record in its file; columns are those of the gathered record.
        let start = positions[finding.record.lowerBound] ?? position
        let line = places.line(ofRecord: finding.index)
        position.line += max(1, line) - start.line
        if position.line == line { position.column = max(1, position.column - start.column + 1) }
      }
      problems.append(try problem(finding, position, document))
    }
    return problems
  }

  /// Returns why a malformed record is malformed, as a clause.
  ///
  /// - Throws: ``FileError`` if the document has changed or cannot be read.
  func reason(
    ofRecord index: Int, in document: any ReadableFile
  ) throws(FileError) -> String {
    var reasons: [String] = []
    for finding in findings where finding.isError && finding.index == index {
      reasons.append(try problem(finding, LinePosition(), document).reason)
    }
    // Only the first findings of each kind are listed.
    return reasons.isEmpty ? "is malformed" : reasons.joined(separator: ", ")
  }

  /// Narrows a finding about a record to the value that was repaired, or is not used.
  private func located(_ finding: Finding, _ bytes: [UInt8]) -> Finding {
    var finding = finding
    finding.record = finding.offset..<finding.offset + bytes.count
    // In a large record, looking for each of many values would take long.
    let isLarge = bytes.count > 1 << 16
    let place =
      finding.kind == .unused
      ? isLarge ? nil : placeOfValue(at: unusedPath(finding)[...], in: bytes)
      : placeOfRepair(finding.subject, in: bytes)
    finding.offset += place ?? 0
    return finding
  }

  /// The keys and indices that lead from a record to a value that is not used.
  private func unusedPath(_ finding: Finding) -> [String] {
    guard reasons.indices.contains(finding.subject) else { return [] }
    return reasons[finding.subject].split(separator: "\u{1F}", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// Returns the JSONPath of a record.
  func path(ofRecord index: Int) -> String {
    paths.indices.contains(index) ? paths[index] : "\(path)[\(index)]"
  }

  private func problem(
    _ finding: Finding, _ place: LinePosition, _ document: any ReadableFile
  ) throws(FileError) -> Problem {
    let found = try found(finding, document)
    let member: String
    let reason: String
    let key = try key(of: finding, in: document)
    switch finding.kind {
    case .notAnObject: (member, reason) = ("", "is \(finding.shape.name), not an object")
    case .notJSON:
      let fault = reasons.indices.contains(finding.subject) ? reasons[finding.subject] : ""
      (member, reason) = ("", "is not JSON: \(fault)")
    case .repeated:
      let key = found.key ?? ""
      (member, reason) = (".\(key)", "has `\(key)` more than once; the last one counts")
    case .missing: (member, reason) = (".\(key)", "has no `\(key)`")
    case .null: (member, reason) = (".\(key)", "`\(key)` is null")
    case .wrongShape:
      (member, reason) = (".\(key)", "`\(key)` is \(finding.shape.name), not a text")
    case .empty: (member, reason) = (".\(key)", "`\(key)` is empty")
    case .notALink: (member, reason) = (".\(key)", "`\(key)` is not an http or https link")
    case .notAUUID: (member, reason) = (".\(key)", "`\(key)` is not a UUID")
    case .repaired:
      (member, reason) = (".\(key)", "`\(key)` was encoded twice and is shown as it was meant")
    case .relativeLink:
      (member, reason) = (".\(key)", "`\(key)` is a relative link")
    case .lenient:
      (member, reason) = (
        "", reasons.indices.contains(finding.subject) ? reasons[finding.subject] : ""
      )
    case .unused:
      let path = jsonPath(unusedPath(finding))
      (member, reason) = (path, "`\(path.drop { $0 == "." })` is not used")
    case .repeatedIdDropped:
      (member, reason) = (".\(key)", "has the \(key) of an earlier record and is left out")
    case .tooLong:
      let key = reasons.indices.contains(finding.subject) ? reasons[finding.subject] : ""
      (member, reason) = (
        ".\(key)", "`\(key)` is longer than \(RecordCheck.wordLimit >> 20) MB"
      )
    case .notUnderstood:
      (member, reason) = (".\(key)", "`\(key)` cannot be converted to the type of its field")
    case .repeatedId:
      // If the record cannot be read any more, the first key is used.
      let idKey = idKey(in: (try? recordBytes(at: finding.offset, in: document)) ?? [])
      (member, reason) = ("", "has the same \(idKey) as record \(finding.subject)")
    }
    // A remark outside of all records is about the document.
    let isOutside = finding.kind == .lenient && finding.record.isEmpty
    let recordPath = isOutside ? "$" : path(ofRecord: finding.index)
    return Problem(
      kind: finding.kind, index: finding.index, path: recordPath + member, offset: finding.offset,
      line: place.line,
      column: place.column, severity: finding.isError ? .error : .note, reason: reason,
      found: found.text, record: finding.record)
  }

  /// Returns the JSON text at the location of a finding, and its value if it is a key.
  private func found(
    _ finding: Finding, _ document: any ReadableFile
  ) throws(FileError) -> (text: String?, key: String?) {
    if [.missing, .notJSON, .lenient].contains(finding.kind) { return (nil, nil) }
    // A value that was not found in the record, because it belongs to a reference, is not shown.
    if finding.kind == .unused, finding.offset == finding.record.lowerBound { return (nil, nil) }
    let end = finding.record.isEmpty ? finding.offset + 1024 : finding.record.upperBound
    var bytes = [UInt8](
      repeating: 0,
      count: max(0, min(end, document.count, finding.offset + 1 << 16) - finding.offset))
    let count = try document.read(at: finding.offset, into: &bytes, 0..<bytes.count)
    bytes.removeLast(bytes.count - count)
    var reader = JSONReader(bytes)
    // Text that is not JSON is shown unchanged.
    guard let token = try? reader.readValue() else {
      return (String(decoding: bytes.prefix(200), as: UTF8.self), nil)
    }
    let text = String(decoding: bytes[..<reader.position].prefix(200), as: UTF8.self)
    if case .string(let key) = token { return (text, key) }
    return (text, nil)
  }
}

/// The number of findings of a group that have no location, because they are not among the first.
struct OmittedFindings: Equatable, Sendable {
  var group: Finding.Group
  var count: Int
}
