import Catalog

/// A feed while it is being read: which profile fits, the records so far, and what is wrong with them.
struct FeedReading {
  let bytes: [UInt8]
  /// Where lines begin; found out when the first place is asked for.
  lazy var lines = LineIndex(bytes)
  private(set) var profile = Profile.records
  private(set) var foundRecords = false
  private(set) var problems: [Problem] = []
  private(set) var records: [Range<Int>] = []
  private(set) var indices: [Int] = []
  private var table = RecordTable(mappings: [])
  private var container = "$"
  private var rowsById: [String: Int] = [:]

  private let isStopped: () -> Bool

  init(_ bytes: [UInt8], isStopped: @escaping () -> Bool) {
    self.bytes = bytes
    self.isStopped = isStopped
  }

  /// The rows that were read.
  func catalog() -> Catalog { table.catalog() }

  mutating func read(as wanted: Profile?) throws(JSONFault) {
    var reader = JSONReader(bytes)
    reader.skipSpace()
    if reader.next == 0x5B {
      begin(wanted ?? .records, at: "$")
      try readRecords(&reader)
    } else if isLineByLine() {
      begin(wanted ?? .records, at: "$")
      readLines()
      return
    } else {
      try readDocument(&reader, wanted)
    }
    reader.skipSpace()
    if reader.next != nil { throw reader.fault("there is more after the end of the document") }
  }

  mutating func begin(_ profile: Profile, at container: String) {
    self.profile = profile
    self.container = container
    foundRecords = true
    (problems, records, indices, rowsById) = ([], [], [], [:])
    table = RecordTable(mappings: profile.mappings)
  }

  mutating func readRecords(_ reader: inout JSONReader) throws(JSONFault) {
    try reader.take(0x5B, "`[`")
    if reader.takes(0x5D) { return }
    var index = 0
    repeat {
      reader.skipSpace()
      try readRecord(&reader, index: index, path: "\(container)[\(index)]")
      index += 1
    } while reader.takes(0x2C)
    try reader.take(0x5D, "`,` or `]`")
  }

  /// Reads a record a line; a line that is no JSON is a problem of its own.
  private mutating func readLines() {
    var index = 0
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      var reader = JSONReader(bytes, at: start)
      reader.skipSpace()
      if reader.position < end {
        let before = problems.count
        let rows = records.count
        do throws(JSONFault) {
          try readRecord(&reader, index: index, path: "$[\(index)]")
          reader.skipSpace()
          let isOver = reader.next == nil || reader.position > end
          if !isOver { throw reader.fault("there is more after the record") }
        } catch {
          problems.removeSubrange(before...)
          if records.count > rows { dropLastRow() }
          let line = start..<end
          add(.error, "is not JSON: \(error.reason)", at: error.offset, index, line, "$[\(index)]")
        }
        index += 1
      }
      start = end + 1
    }
  }

  private mutating func dropLastRow() {
    records.removeLast()
    indices.removeLast()
    table.removeLast()
  }

  mutating func readRecord(
    _ reader: inout JSONReader, index: Int, path: String
  ) throws(JSONFault) {
    let start = reader.position
    if index.isMultiple(of: 1024), isStopped() { throw reader.fault("stopped") }
    guard reader.next == 0x7B else {
      let token = try reader.readValue()
      let range = start..<reader.position
      add(.error, "is \(token.kindName), not an object", at: start, index, range, path)
      return
    }
    var record = ScannedRecord(offset: start)
    try reader.readObject { (reader, key, offset) throws(JSONFault) in
      let valueStart = reader.position
      let token = try reader.readValue()
      record.add(key, ScannedMember(token: token, range: valueStart..<reader.position, key: offset))
    }
    let range = start..<reader.position
    let findings = record.check(by: profile, in: bytes)
    for finding in findings {
      add(finding.severity, finding.reason, at: finding.offset, index, range, path + finding.member)
    }
    if findings.contains(where: { $0.severity == .error }) { return }
    noteRepeatedId(record, index, range, path)
    table.add(record)
    records.append(range)
    indices.append(index)
  }

  private mutating func noteRepeatedId(
    _ record: ScannedRecord, _ index: Int, _ range: Range<Int>, _ path: String
  ) {
    guard let mapping = profile.mappings.first(where: { $0.field.role == .id }),
      case .string(let id) = record.member(mapping.keys)?.token
    else { return }
    if let earlier = rowsById[id] {
      add(
        .note, "has the same \(mapping.keys[0]) as record \(earlier)", at: range.lowerBound, index,
        range, path)
    } else {
      rowsById[id] = index
    }
  }

  private mutating func add(
    _ severity: Problem.Severity, _ reason: String, at offset: Int, _ index: Int,
    _ record: Range<Int>, _ path: String
  ) {
    let place = lines.place(offset)
    let isMissing = reason.hasPrefix("has no ")
    var reader = JSONReader(bytes, at: offset)
    // What is no JSON cannot be shown as what was found; the reason says so already.
    let found = isMissing || (try? reader.readValue()) == nil ? nil : offset..<reader.position
    problems.append(
      Problem(
        index: index, path: path, offset: offset, line: place.line, column: place.column,
        severity: severity, reason: reason,
        found: found.map { String(decoding: bytes[$0].prefix(200), as: UTF8.self) },
        record: record))
  }
}
