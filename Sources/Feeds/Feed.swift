import Catalog
import World

/// A feed that was read: its good rows, and what is wrong with the others.
package struct Feed: Sendable {
  /// The name of the profile it was read by.
  package let profile: String
  package let catalog: Catalog
  /// The document, unpacked.
  package let document: any ReadableFile
  let report: FeedReport

  /// How many records cannot be shown.
  package var malformedCount: Int { report.malformedCount }

  /// How many things are wrong with records that are shown.
  ///
  /// - Complexity: O(*n* log *n*) when first asked for: ids are compared.
  package var noteCount: Int { allFindings.count { !$0.isError } }

  /// What is wrong, in the order of the document.
  ///
  /// - Throws: ``FileError`` if the document cannot be read any more.
  /// - Complexity: O(*n*) in the bytes of the document.
  package func problems() throws(FileError) -> [Problem] {
    try report.problems(allFindings, in: document)
  }

  /// Which record of the document a row is, counted from 0.
  package func index(of row: Int) -> Int { report.index(ofRow: catalog.record(of: row)) }

  /// The JSON text of a row's record as it was published, and how many bytes of the document stand before it.
  ///
  /// - Throws: ``FileError`` if the document cannot be read any more, or has changed.
  package func source(of row: Int) throws(FileError) -> (text: String, offset: Int) {
    let start = catalog.recordStart(of: row)
    let bytes = try recordBytes(at: start)
    return (String(decoding: bytes, as: UTF8.self), start)
  }

  /// The text of the record that a problem is in, as it was published.
  ///
  /// - Throws: ``FileError`` if the document cannot be read any more.
  package func record(of problem: Problem) throws(FileError) -> String {
    let range = problem.record
    var bytes = [UInt8](
      repeating: 0, count: min(range.count, max(0, document.count - range.lowerBound)))
    let count = try document.read(at: range.lowerBound, into: &bytes, 0..<bytes.count)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// What was found while reading, and the ids that come up again.
  private var allFindings: [Finding] { report.findings + repeatedIds() }

  /// Of feeds whose profile says what their ids are.
  private func repeatedIds() -> [Finding] {
    guard !report.keys.isEmpty, let field = catalog.schema.index(of: .id) else { return [] }
    return catalog.repeatedValues(field).map { row, earlier in
      let start = catalog.recordStart(of: row)
      // A record that cannot be read any more is pointed at by where it began.
      let length = (try? recordBytes(at: start).count) ?? 0
      return Finding(
        kind: .repeatedId, isError: false, subject: index(of: earlier), index: index(of: row),
        offset: start, record: start..<start + length)
    }
  }

  /// The bytes of the record that begins at an offset.
  private func recordBytes(at start: Int) throws(FileError) -> [UInt8] {
    var size = 1 << 14
    while true {
      var bytes = [UInt8](repeating: 0, count: min(size, max(0, document.count - start)))
      let count = try document.read(at: start, into: &bytes, 0..<bytes.count)
      bytes.removeLast(bytes.count - count)
      var reader = JSONReader(bytes)
      // A record that is cut here is read with more behind it.
      if reader.next == 0x7B, (try? reader.skipValue()) != nil {
        return Array(bytes[..<reader.position])
      }
      guard start + size < document.count else {
        throw FileError(path: "the feed", reason: .other("has changed since it was loaded"))
      }
      size *= 8
    }
  }
}

extension Feed {
  /// Reads a feed.
  ///
  /// - Parameters:
  ///   - file: JSON or NDJSON in UTF-8, or either in gzip.
  ///   - profile: How to map it; nil to recognise it by its shape.
  ///   - isStrict: Whether one malformed record is enough to refuse all.
  ///   - snapshot: Where the rows are to be kept for the next time; nil for memory only.
  ///   - limit: The most bytes to unpack to.
  ///   - options: How to go about it; no choice changes what is read.
  ///   - isStopped: Whether nobody wants the feed any more; asked now and then.
  /// - Throws: ``FeedError`` if the bytes are no feed, or not one under `isStrict`.
  /// - Complexity: O(*n*) in the number of bytes, and O(*m* log *m*) in that of the records.
  package init(
    _ file: any ReadableFile, as profile: Profile? = nil, isStrict: Bool = false,
    snapshot: FeedSnapshot? = nil, limit: Int = 4 << 30, options: ScanOptions = ScanOptions(),
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(FeedError) {
    let document = try plainDocument(file, limit: limit)
    let collector = try collect(document, as: profile, options, isStopped)
    let report = FeedReport(collector)
    if isStrict, let problem = try report.firstError(in: document) {
      throw .strict(problem, count: report.malformedCount)
    }
    let contents = CatalogContents(
      encoders: collector.fields(), count: collector.rowCount, recordStarts: collector.starts,
      attachment: report.encoded)
    self.document = document
    self.report = report
    self.profile = report.profile
    catalog = snapshot?.write(contents) ?? contents.catalog()
  }

  /// Reads a feed from bytes in memory.
  package init(
    _ bytes: [UInt8], as profile: Profile? = nil, isStrict: Bool = false, limit: Int = 4 << 30,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(FeedError) {
    try self.init(
      HeldBytes(bytes), as: profile, isStrict: isStrict, limit: limit, isStopped: isStopped)
  }

  /// The feed that a snapshot holds; nil if it does not hold one.
  ///
  /// - Parameters:
  ///   - snapshot: Where it is.
  ///   - file: What it was made of, which is not read.
  package init?(_ snapshot: FeedSnapshot, of file: any ReadableFile) {
    guard let catalog = snapshot.open(), let report = FeedReport(encoded: catalog.attachment) else {
      return nil
    }
    self.catalog = catalog
    self.report = report
    profile = report.profile
    document = file
  }
}

private func collect(
  _ document: any ReadableFile, as profile: Profile?, _ options: ScanOptions,
  _ isStopped: @escaping @Sendable () -> Bool
) throws(FeedError) -> RecordCollector {
  let found: Scan<RecordCollector>?
  do {
    found = try scan(document, as: profile, options: options, isStopped: isStopped) {
      profile, path in
      RecordCollector(profile, path: path, documentSize: document.count)
    }
  } catch {
    switch error {
    case .stopped: throw .stopped
    case .file(let error): throw .unreadable(error)
    case .fault(let fault): throw try malformed(fault, in: document)
    }
  }
  guard let found else { throw .notAFeed("this is JSON, but there is no list of records in it") }
  return found.sink
}

private func malformed(
  _ fault: JSONFault, in document: any ReadableFile
) throws(FeedError) -> FeedError {
  do {
    let place = try linePlaces([fault.offset], in: document)[fault.offset]
    return .malformed(
      reason: fault.reason, offset: fault.offset, line: place?.line ?? 1,
      column: place?.column ?? 1)
  } catch {
    throw .unreadable(error)
  }
}
