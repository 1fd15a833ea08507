import Catalog
import Text
import World

/// A feed in memory: its rows, and the problems with its records, whether they are rows or not.
package struct Feed: Sendable {
  /// The name of the profile that the feed was read with.
  package let profile: String
  package let catalog: Catalog
  /// The document as read by the scanner, and as published.
  private let texts: Lazy<(read: any ReadableFile, published: any ReadableFile)>
  let report: FeedReport
  /// The number of rows with the id of an earlier record.
  private let repeatedIdCount: Lazy<Int>

  /// The uncompressed document as read by the scanner, at the original offsets.
  package var document: any ReadableFile { texts.value.read }

  /// The uncompressed document as published, with the same offsets and the line numbers that the user sees.
  package var published: any ReadableFile { texts.value.published }

  /// The number of records in the document, valid or not.
  package var recordCount: Int { catalog.count + report.skipped.count }

  /// The number of records dropped because an earlier one has the same id.
  package var repeatCount: Int { report.repeatCount }

  /// The number of malformed records, whether they are rows or not.
  package var malformedCount: Int { report.malformedCount }

  /// The number of problems with records that are shown.
  ///
  /// - Complexity: O(*n* log *n*) on the first access, which compares all ids.
  package var noteCount: Int { report.noteCount + repeatedIdCount.value }

  /// Returns the problems in the order of the document, at most ``CappedList/limit`` of each kind.
  ///
  /// - Throws: ``FileError`` if the document has changed or cannot be read.
  /// - Complexity: O(*n*) in the bytes of the document.
  package func problems() throws(FileError) -> [Problem] {
    try requireUnchanged(document)
    return try report.problems(report.findings + repeatedIds(), in: document, published)
  }

  /// The number of problems that ``problems()`` omits, in the order of the rules.
  ///
  /// - Complexity: O(*n* log *n*) on the first access, which compares all ids.
  package var omittedProblems: [OmittedProblems] {
    let repeats = max(0, repeatedIdCount.value - findingLimit)
    let omitted =
      report.omitted + [
        OmittedFindings(group: .init(kind: .repeatedId, isError: false), count: repeats)
      ]
    return omitted.problems
  }

  /// Returns the index in the document of a row's record, counted from 0.
  package func index(of row: Int) -> Int { report.index(ofRow: catalog.record(of: row)) }

  /// The rows whose records are malformed; empty unless the options accept those.
  ///
  /// - Complexity: O(*n*) if there are any.
  package var malformedRows: RowSet {
    if report.malformed.count == 0 { return RowSet(capacity: catalog.count) }
    return RowSet(capacity: catalog.count) { report.malformed.contains(index(of: $0)) }
  }

  /// The names of the fields whose sum a value is, because its record has none; empty for other values.
  package func terms(of field: Int, _ row: Int) -> [String] {
    guard report.terms.indices.contains(field), !report.terms[field].isEmpty,
      report.summed.contains(index(of: row))
    else { return [] }
    return report.terms[field]
  }

  /// Returns why the record of a row is malformed, as a clause; nil if it is not.
  ///
  /// - Complexity: O(*k*) for *k* listed problems.
  package func malformation(of row: Int) -> String? {
    let index = index(of: row)
    guard report.malformed.contains(index) else { return nil }
    // If the document has changed or cannot be read, the reason is unknown, but the row is still marked.
    return (try? report.reason(ofRecord: index, in: document)) ?? "is malformed"
  }

  /// Returns the JSON text of a row's record as published, and its offset in the document, in bytes.
  ///
  /// - Throws: ``FileError`` if the document has changed or cannot be read.
  package func source(of row: Int) throws(FileError) -> (text: String, offset: Int) {
    let start = catalog.recordStart(of: row)
    let bytes = try recordBytes(at: start, in: document)
    return (String(decoding: bytes, as: UTF8.self), start)
  }

  /// Returns the published JSON text of the record that a problem is in.
  ///
  /// - Throws: ``FileError`` if the document has changed or cannot be read.
  package func record(of problem: Problem) throws(FileError) -> String {
    let range = problem.record
    try requireUnchanged(document)
    var bytes = [UInt8](
      repeating: 0, count: min(range.count, max(0, document.count - range.lowerBound)))
    let count = try document.read(at: range.lowerBound, into: &bytes, 0..<bytes.count)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Returns the first ids that occur more than once.
  private func repeatedIds() -> [Finding] {
    catalog.repeatedIds.prefix(findingLimit).map { row, earlier in
      let start = catalog.recordStart(of: row)
      // If the record can no longer be read, the finding covers its first byte only.
      let length = (try? recordBytes(at: start, in: document).count) ?? 0
      return Finding(
        kind: .repeatedId, isError: false, subject: index(of: earlier), index: index(of: row),
        offset: start, record: start..<start + length)
    }
  }
}

extension Feed {
  /// Reads a feed.
  ///
  /// - Parameters:
  ///   - pages: JSON, NDJSON or a web page in UTF-8, optionally compressed with gzip. Several files are the pages of
  ///     one feed.
  ///   - reading: The options.
  ///   - snapshot: The file to store the rows in; nil to hold them in memory only.
  /// - Throws: ``FeedError`` if the bytes are not a feed, or not one that the options allow.
  /// - Complexity: O(*n* + *m* log *m*), where *n* is the number of bytes and *m* the number of records.
  package init(
    _ pages: [any ReadableFile], _ reading: FeedReading = FeedReading(),
    snapshot: FeedSnapshot? = nil
  ) throws(FeedError) {
    var (document, collector) = try collect(pages, reading)
    if reading.isStopped() { throw .stopped }
    let encoders = collector.finish(reading)
    if reading.isStopped() { throw .stopped }
    let report = FeedReport(collector, of: document)
    if reading.isStrict, let problem = try report.firstError(in: document.file, document.published)
    {
      throw .strict(problem, count: report.malformedCount)
    }
    let contents = CatalogContents(
      encoders: encoders, count: collector.rowCount, recordStarts: collector.starts,
      attachment: report.encoded)
    let texts = (read: document.file, published: document.published)
    self.texts = Lazy { texts }
    self.report = report
    self.profile = report.profile
    catalog = try stored(contents, snapshot, reading).resolvingLinks {
      resolvedLink($0, at: reading.address)
    }
    repeatedIdCount = Lazy { [catalog] in catalog.repeatedIds.count }
  }

  /// Reads a feed from one file.
  package init(
    _ file: any ReadableFile, _ reading: FeedReading = FeedReading(),
    snapshot: FeedSnapshot? = nil
  ) throws(FeedError) {
    try self.init([file], reading, snapshot: snapshot)
  }

  /// Reads a feed from bytes in memory.
  package init(
    _ bytes: [UInt8], _ reading: FeedReading = FeedReading()
  ) throws(FeedError) {
    try self.init([InMemoryFile(bytes)], reading)
  }

  /// Opens a snapshot; nil if it does not contain the feed.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot.
  ///   - file: The document that the snapshot was made of. It is not read here.
  ///   - reading: The options that the document was read with.
  package init?(
    _ snapshot: FeedSnapshot, of file: any ReadableFile, _ reading: FeedReading = FeedReading()
  ) {
    guard let catalog = snapshot.open(), let report = FeedReport(encoded: catalog.attachment) else {
      return nil
    }
    self.catalog = catalog.resolvingLinks { resolvedLink($0, at: reading.address) }
    repeatedIdCount = Lazy { catalog.repeatedIds.count }
    self.report = report
    profile = report.profile
    // If the document has changed or is not a feed any more, reading a record throws.
    texts = Lazy {
      guard let document = try? searchedDocument(file, reading), !file.hasChanged else {
        return (file, file)
      }
      return (document.file, document.published)
    }
  }
}

/// Stores the rows of a feed in its snapshot, or in memory if there is none or it cannot be written.
private func stored(
  _ contents: CatalogContents, _ snapshot: FeedSnapshot?, _ reading: FeedReading
) throws(FeedError) -> Catalog {
  do throws(StorageError) {
    if let catalog = snapshot?.write(contents, unless: reading.isStopped) { return catalog }
    return try contents.catalog(unless: reading.isStopped)
  } catch {
    switch error {
    case .canceled: throw .stopped
    case .tooLarge(let field):
      throw .notAFeed(
        "the texts of `\(field)` are too large to search: "
          + "their search index would exceed 4 GB, or three times their size")
    case .system: preconditionFailure("nothing is written to a file here")
    }
  }
}

/// Throws if a document has changed, because offsets into it are no longer valid.
private func requireUnchanged(_ document: any ReadableFile) throws(FileError) {
  if document.hasChanged { throw FileError(path: "the feed", reason: .changed) }
}

/// Reads the record at an offset of a document.
///
/// - Throws: ``FileError`` if the document has changed or cannot be read.
func recordBytes(at start: Int, in document: any ReadableFile) throws(FileError) -> [UInt8] {
  try requireUnchanged(document)
  var size = 1 << 14
  while true {
    var bytes = [UInt8](repeating: 0, count: min(size, max(0, document.count - start)))
    let count = try document.read(at: start, into: &bytes, 0..<bytes.count)
    bytes.removeLast(bytes.count - count)
    var reader = JSONReader(bytes)
    // If the buffer cuts the record off, a larger one is read.
    if reader.next == 0x7B, (try? reader.skipValue()) != nil {
      return Array(bytes[..<reader.position])
    }
    guard start + size < document.count else {
      throw FileError(path: "the feed", reason: .changed)
    }
    size *= 8
  }
}

/// Options for reading a feed.
package struct FeedReading: Sendable {
  /// The profile that maps records to fields; nil to detect it.
  package var profile: Profile? {
    get { named?.profile }
    set { named = newValue.map { NamedProfile($0) } }
  }
  private(set) var named: NamedProfile?
  /// The profiles that are detected.
  package var profiles: ProfileSet
  /// Whether a single malformed record makes reading fail.
  package var isStrict: Bool
  /// Whether text that was encoded twice is repaired.
  package var repairsText = true
  /// Whether malformed records that are objects become rows, with the values that they have.
  package var acceptsMalformed = false
  /// The address of the feed, against which relative links are resolved; nil for a local file.
  package var address: String?
  /// The maximum size, in bytes, of a document that must be held in memory.
  package var limit: @Sendable () -> Int
  /// Options that affect performance, but not the result.
  package var options: ScanOptions
  /// The fields that no mapping names, if they are known; nil to infer them from the records.
  var inferredFields: [InferredField]?
  /// Whether to cancel; called regularly.
  package var isStopped: @Sendable () -> Bool = { false }

  package init(
    as profile: Profile? = nil, among profiles: ProfileSet = ProfileSet(), isStrict: Bool = false,
    limit: @escaping @Sendable () -> Int = { 4 << 30 }, options: ScanOptions = ScanOptions()
  ) {
    named = profile.map { NamedProfile($0) }
    (self.profiles, self.isStrict, self.limit, self.options) = (profiles, isStrict, limit, options)
  }

  /// Creates options with a profile that is loaded when needed; nil to detect one.
  package init(named profile: NamedProfile?, among profiles: ProfileSet) {
    self.init(among: profiles)
    named = profile
  }
}
