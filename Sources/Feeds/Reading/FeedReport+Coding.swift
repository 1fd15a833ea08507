import Catalog
import Text

extension FeedReport {
  /// The report in the format that snapshots store.
  var encoded: [UInt8] {
    var writer = BinaryWriter()
    writer.put(profile)
    writer.put(path)
    writer.put(repeatCount)
    writer.put(idField ?? -1)
    writer.put(keys.count)
    for list in keys + [inferredKeys, reasons, paths] {
      writer.put(list.count)
      for text in list { writer.put(text) }
    }
    skipped.put(in: &writer)
    malformed.put(in: &writer)
    summed.put(in: &writer)
    writer.put(terms.count)
    for list in terms {
      writer.put(list.count)
      for text in list { writer.put(text) }
    }
    writer.put(findings.count)
    for finding in findings {
      for number in [
        Int(finding.kind.rawValue), finding.isError ? 1 : 0, Int(finding.shape.rawValue),
        finding.subject, finding.index, finding.offset, finding.record.lowerBound,
        finding.record.upperBound,
      ] { writer.put(number) }
    }
    writer.put(omitted.count)
    for omitted in omitted {
      writer.put(Int(omitted.group.kind.rawValue))
      writer.put(omitted.group.isError ? 1 : 0)
      writer.put(omitted.count)
    }
    writer.put(rejected.count)
    for values in rejected {
      for number in [values.subject, Int(values.shape.rawValue), values.count] {
        writer.put(number)
      }
    }
    writer.put(places == nil ? 0 : 1)
    if let places { writer.put(places) }
    return writer.bytes
  }

  /// Decodes the format of ``encoded``; nil for invalid data.
  init?(encoded bytes: [UInt8]) {
    var reader = BinaryReader(bytes)
    guard let profile = reader.text(), let path = reader.text(),
      let repeatCount = reader.number(), let idField = reader.number(),
      let keys = reader.lists(), let inferredKeys = reader.texts(), let reasons = reader.texts(),
      let paths = reader.texts(), let skipped = RecordRuns(from: &reader),
      let malformed = RecordRuns(from: &reader), let summed = RecordRuns(from: &reader),
      let terms = reader.lists()
    else { return nil }
    (self.inferredKeys, self.idField) = (inferredKeys, idField < 0 ? nil : idField)
    (self.paths, self.repeatCount) = (paths, repeatCount)
    (self.profile, self.path, self.keys, self.reasons) = (profile, path, keys, reasons)
    (self.skipped, self.malformed, self.summed) = (skipped, malformed, summed)
    self.terms = terms
    (findings, omitted, rejected) = ([], [], [])
    guard let count = reader.number() else { return nil }
    for _ in 0..<max(0, count) {
      guard let kind = reader.kind(), let isError = reader.number(),
        let shape = reader.shape(),
        let subject = reader.number(), let index = reader.number(), let offset = reader.number(),
        let start = reader.number(), let end = reader.number(), start <= end,
        [subject, index, offset, start, end].allSatisfy({ 0..<1 << 40 ~= $0 })
      else { return nil }
      findings.append(
        Finding(
          kind: kind, isError: isError == 1, shape: shape, subject: subject, index: index,
          offset: offset, record: start..<end))
    }
    guard let groupCount = reader.number() else { return nil }
    for _ in 0..<max(0, groupCount) {
      guard let kind = reader.kind(), let isError = reader.number(), let count = reader.number(),
        0..<1 << 40 ~= count
      else { return nil }
      omitted.append(
        OmittedFindings(group: .init(kind: kind, isError: isError == 1), count: count))
    }
    guard let rejected = reader.rejectedValues() else { return nil }
    self.rejected = rejected
    guard let hasPlaces = reader.number() else { return nil }
    if hasPlaces == 1 {
      guard let places = reader.places() else { return nil }
      self.places = places
    }
    guard reader.isAtEnd else { return nil }
  }
}

extension BinaryWriter {
  fileprivate mutating func put(_ places: RecordPlaces) {
    put(places.files.count)
    for file in places.files { put(file) }
    put(places.lines.count)
    for (file, line) in zip(places.fileOfRecord, places.lines) {
      put(file)
      put(line)
    }
    put(places.details.count)
    for (index, address) in places.details.sorted(by: { $0.key < $1.key }) {
      put(index)
      put(address)
    }
  }
}

extension BinaryReader {
  fileprivate mutating func places() -> RecordPlaces? {
    guard let files = texts(), let count = number(), 0...self.count / 16 ~= count else {
      return nil
    }
    var (fileOfRecord, lines): ([Int], [Int]) = ([], [])
    for _ in 0..<count {
      guard let file = number(), let line = number() else { return nil }
      fileOfRecord.append(file)
      lines.append(line)
    }
    guard let detailCount = number(), 0...count ~= detailCount else { return nil }
    var details: [Int: String] = [:]
    for _ in 0..<detailCount {
      guard let index = number(), let address = text() else { return nil }
      details[index] = address
    }
    return RecordPlaces(
      files: files, fileOfRecord: fileOfRecord, lines: lines, details: details)
  }

  fileprivate mutating func kind() -> Finding.Kind? {
    number().flatMap { UInt8(exactly: $0) }.flatMap(Finding.Kind.init)
  }

  fileprivate mutating func shape() -> JSONShape? {
    number().flatMap { UInt8(exactly: $0) }.flatMap(JSONShape.init)
  }

  fileprivate mutating func rejectedValues() -> [RejectedValues]? {
    guard let count = number() else { return nil }
    var rejected: [RejectedValues] = []
    for _ in 0..<max(0, count) {
      guard let subject = number(), let shape = shape(), let count = number(),
        [subject, count].allSatisfy({ 0..<1 << 40 ~= $0 })
      else { return nil }
      rejected.append(RejectedValues(subject: subject, shape: shape, count: count))
    }
    return rejected
  }

  fileprivate mutating func lists() -> [[String]]? {
    guard let count = number(), count >= 0 else { return nil }
    var lists: [[String]] = []
    for _ in 0..<count {
      guard let texts = texts() else { return nil }
      lists.append(texts)
    }
    return lists
  }

  fileprivate mutating func texts() -> [String]? {
    guard let count = number(), count >= 0 else { return nil }
    var texts: [String] = []
    for _ in 0..<count {
      guard let text = text() else { return nil }
      texts.append(text)
    }
    return texts
  }
}
