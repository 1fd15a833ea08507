import Catalog
import Formats
import Text
import World

/// A record of a small file, as an element of a gathered document.
package struct GatheredRecord: Sendable {
  /// The record as JSON.
  var bytes: [UInt8]
  /// What the user calls the file.
  var file: String
  /// The line where the record begins in the file, counted from 1; 0 if it is not known.
  var line: Int
  var surroundings = RecordSurroundings()
  /// Links to pictures in the file or next to it, best first; of files, some may be missing.
  var pictures: [String] = []
  /// The address of the complete record, if this is a summary of it.
  var details: String?
  /// What was read leniently, or is not used.
  var remarks: [LinkedData.Remark.Kind] = []
}

/// The contents of one file of a feed that joins many.
package enum FileContents: Sendable {
  /// Records that are read together with those of other files.
  case records([GatheredRecord], Profile, faults: [String])
  /// A feed of its own.
  case feed(Feed)
}

extension FileContents {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: The file, in any form that Larder reads.
  ///   - name: What the user calls it.
  ///   - reading: The options.
  /// - Returns: The records, at least one; of a large plain feed, its rows.
  /// - Throws: ``FeedError`` if it is not a feed.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func of(
    _ file: any ReadableFile, named name: String, _ reading: FeedReading
  ) throws(FeedError) -> FileContents {
    let plain = try plainDocument(file, limit: reading.limit, isStopped: reading.isStopped)
    guard var contents = try gathered(plain, named: name, reading) else {
      return .feed(try Feed(file, reading))
    }
    if let remark = plain.remark { contents.add(remark.kind) }
    return contents
  }

  /// Reads a file whose records are gathered; nil for a feed of its own.
  private static func gathered(
    _ plain: PlainDocument, named name: String, _ reading: FeedReading
  ) throws(FeedError) -> FileContents? {
    if let contents = try foreign(plain, named: name, reading) { return contents }
    if plain.first == UInt8(ascii: "<") {
      guard let page = LinkedData(page: try allBytes(of: plain.file, limit: reading.limit)) else {
        throw .notAFeed("there is no recipe in it")
      }
      return try linked(page, name, as: reading.profile, at: reading.address)
    }
    guard let first = plain.first, "{[".utf8.contains(first) else {
      throw .notAFeed("it is in no format that Larder reads")
    }
    return plain.file.count <= smallSize ? try small(plain, named: name, reading) : nil
  }

  /// The maximum size, in bytes, of a file whose records are gathered with those of others.
  private static let smallSize = 1 << 20
  /// The maximum size, in bytes, of a file in the format of another program.
  private static let foreignSize = 64 << 20

  /// Reads a file in the format of another program; nil for others.
  private static func foreign(
    _ plain: PlainDocument, named name: String, _ reading: FeedReading
  ) throws(FeedError) -> FileContents? {
    guard reading.profile == nil,
      let found = try foreignRecords(of: plain, named: name, reading)
    else { return nil }
    guard !found.records.isEmpty else {
      // A page that only looks like one of another program may still have a recipe.
      if plain.first == UInt8(ascii: "<") { return nil }
      throw .notAFeed("there is no recipe in it")
    }
    let isRecipes = found.profile == Profile.schemaOrg.name
    let records = found.records.enumerated().map { number, record in
      GatheredRecord(
        bytes: record.value.bytes(), file: name, line: record.line,
        pictures: links(to: record.pictures, ofRecord: number), details: record.details,
        remarks: record.unused.map { .unused($0) }
          + (isRecipes && record.isSummary ? [.summary] : []))
    }
    let profile = reading.profiles.named(found.profile) ?? .records
    return .records(records, profile, faults: [])
  }

  /// Reads the records of a file in the format of another program; nil for others.
  static func foreignRecords(
    of file: any ReadableFile, named name: String, _ reading: FeedReading
  ) throws(FeedError) -> ForeignRecords? {
    let plain = try plainDocument(file, limit: reading.limit, isStopped: reading.isStopped)
    return try foreignRecords(of: plain, named: name, reading)
  }

  private static func foreignRecords(
    of plain: PlainDocument, named name: String, _ reading: FeedReading
  ) throws(FeedError) -> ForeignRecords? {
    guard plain.file.count <= foreignSize else { return nil }
    let last = name.split(separator: "/").last.map(String.init) ?? name
    let file = SourceFile(
      name: last, bytes: try allBytes(of: plain.file, limit: reading.limit),
      address: reading.address)
    guard let source = recordSource(of: file) else { return nil }
    do throws(FormatFault) {
      return try source.records(of: file)
    } catch {
      throw .notAFeed("\(source.name): \(error.message)")
    }
  }

  /// Reads JSON-LD, or a single record; nil for other JSON.
  private static func small(
    _ plain: PlainDocument, named name: String, _ reading: FeedReading
  ) throws(FeedError) -> FileContents? {
    let bytes = try allBytes(of: plain.file, limit: reading.limit)
    if reading.profile.map({ $0.name == "schema.org" }) ?? true, looksLinked(bytes[...]),
      let data = LinkedData(json: bytes)
    {
      return try linked(data, name, as: reading.profile, at: reading.address)
    }
    guard plain.first == UInt8(ascii: "{"), let keys = memberNames(of: bytes),
      let profile = reading.profile ?? reading.profiles.profile(ofRecordWith: keys)
    else { return nil }
    return .records([GatheredRecord(bytes: bytes, file: name, line: 1)], profile, faults: [])
  }

  /// Gathers the records of JSON-LD.
  private static func linked(
    _ data: LinkedData, _ name: String, as wanted: Profile?, at address: String?
  ) throws(FeedError) -> FileContents {
    let faults = data.remarks.filter(\.isError).map(\.reason)
    guard !data.records.isEmpty else {
      throw .notAFeed("there is no recipe in it" + (faults.first.map { ": " + $0 } ?? ""))
    }
    let lines = data.lines
    var records = data.records.enumerated().map { number, location in
      var record = GatheredRecord(
        bytes: data.resolvedBytes(of: location), file: name, line: lines[number])
      record.surroundings.members = data.members
      record.surroundings.address = address
      record.surroundings.extras = data.extras[location.range.lowerBound] ?? []
      return record
    }
    for remark in data.remarks where !remark.isError {
      // A remark belongs to the last record before it.
      let place = data.records.lastIndex { $0.range.lowerBound <= remark.offset } ?? 0
      records[place].remarks.append(remark.kind)
    }
    return .records(records, wanted ?? .schemaOrg, faults: faults)
  }

  private mutating func add(_ remark: LinkedData.Remark.Kind) {
    guard case .records(var records, let profile, let faults) = self, !records.isEmpty else {
      return
    }
    records[0].remarks.insert(remark, at: 0)
    self = .records(records, profile, faults: faults)
  }
}

/// The names of the members of a JSON object; nil if the bytes are something else, or more follows.
private func memberNames(of bytes: [UInt8]) -> Set<String>? {
  var reader = JSONReader(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  var names: Set<String> = []
  do {
    try reader.readObject { (reader, name, _) throws(JSONFault) in
      names.insert(name)
      try reader.skipValue()
    }
  } catch {
    return nil
  }
  reader.skipSpace()
  return reader.next == nil ? names : nil
}

extension LinkedData {
  /// The line of each record in the document, counted from 1.
  fileprivate var lines: [Int] {
    var (line, place) = (1, 0)
    return records.map { record in
      let start = min(record.range.lowerBound, document.count)
      for offset in place..<max(place, start) where document[offset] == 0x0A { line += 1 }
      place = max(place, start)
      return line
    }
  }

  /// The record as JSON, in which references are replaced by the objects they point to.
  fileprivate func resolvedBytes(of location: RecordLocation) -> [UInt8] {
    let bytes = Array(document[location.range])
    if nodes.isEmpty { return bytes }
    return value(of: location)?.bytes() ?? bytes
  }
}
