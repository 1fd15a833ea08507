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

  private mutating func begin(_ profile: Profile, at container: String) {
    self.profile = profile
    self.container = container
    foundRecords = true
    (problems, records, indices, rowsById) = ([], [], [], [:])
    table = RecordTable(mappings: profile.mappings)
  }

  /// Whether the first line is an object of its own, and another one begins the next.
  private func isLineByLine() -> Bool {
    var reader = JSONReader(bytes)
    reader.skipSpace()
    guard let end = bytes[reader.position...].firstIndex(of: 0x0A) else { return false }
    var following = JSONReader(bytes, at: end)
    following.skipSpace()
    guard reader.next == 0x7B, following.next == 0x7B else { return false }
    return (try? reader.skipValue()) != nil && reader.position <= end
  }

  /// An object with the records in one of its members, or one record alone.
  private mutating func readDocument(
    _ reader: inout JSONReader, _ wanted: Profile?
  ) throws(JSONFault) {
    let start = reader.position
    guard reader.next == 0x7B else {
      _ = try reader.readValue()
      return
    }
    let profiles = wanted.map { [$0] } ?? Profile.builtIn
    var arrays: [(key: String, offset: Int)] = []
    reader.position += 1
    if !reader.takes(0x7D) {
      repeat {
        reader.skipSpace()
        guard reader.next == 0x22 else { throw reader.fault("a name in quotes was expected") }
        let key = try reader.readString()
        try reader.take(0x3A, "`:`")
        reader.skipSpace()
        if reader.next == 0x5B, let profile = profiles.first(where: { $0.container == key }) {
          begin(profile, at: "$.\(key)")
          try readRecords(&reader)
        } else {
          if reader.next == 0x5B { arrays.append((key, reader.position)) }
          try reader.skipValue()
        }
      } while reader.takes(0x2C)
      try reader.take(0x7D, "`,` or `}`")
    }
    if foundRecords { return }
    let array = arrays.first { holdsObjects(at: $0.offset) } ?? arrays.first
    if let array, holdsObjects(at: array.offset) || isEmptyArray(at: array.offset) {
      begin(wanted ?? .records, at: "$.\(array.key)")
      var records = JSONReader(bytes, at: array.offset)
      return try readRecords(&records)
    }
    guard isNamed(at: start) else { return }
    begin(wanted ?? .records, at: "$")
    var record = JSONReader(bytes, at: start)
    try readRecord(&record, index: 0, path: "$")
  }

  private func isEmptyArray(at offset: Int) -> Bool {
    var reader = JSONReader(bytes, at: offset + 1)
    return reader.takes(0x5D)
  }

  private func holdsObjects(at offset: Int) -> Bool {
    var reader = JSONReader(bytes, at: offset + 1)
    reader.skipSpace()
    return reader.next == 0x7B
  }

  /// Whether the object there has a name of its own.
  private func isNamed(at offset: Int) -> Bool {
    var reader = JSONReader(bytes, at: offset)
    var isNamed = false
    try? reader.readObject { (reader, key, _) throws(JSONFault) in
      if case .string = try reader.readValue(), nameKeys.contains(key.lowercased()) {
        isNamed = true
      }
    }
    return isNamed
  }

  private mutating func readRecords(_ reader: inout JSONReader) throws(JSONFault) {
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

  private mutating func readRecord(
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
    let found = isMissing || (try? reader.readValue()) == nil ? nil : offset..<reader.position
    problems.append(
      Problem(
        index: index, path: path, offset: offset, line: place.line, column: place.column,
        severity: severity, reason: reason,
        found: found.map { String(decoding: bytes[$0].prefix(200), as: UTF8.self) },
        record: record))
  }
}
