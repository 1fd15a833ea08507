import Catalog
import Text
import World

/// A feed in memory: its rows, and the problems with its records, whether they are rows or not.
package struct Feed: Sendable {
  /// The name of the profile that the feed was read with; of several, the first one's.
  package let profile: String
  package let catalog: Catalog
  /// The documents; one, unless the feed joins several sources.
  let parts: [FeedPart]
  /// The document of each record; nil if there is one document.
  let layout: RecordLayout?
  /// The fields of the documents that each field has the values of; empty if there is one document.
  let origins: [[Int?]]
  /// The sources that could not be read.
  package let unread: [UnreadSource]
  /// The namespaces of ids, by the numbers that the layout has; empty if there is one document.
  let scopes: [String]
  /// The rows with the id of an earlier record of the same document.
  private let repeatedIds: Lazy<[(row: Int, earlier: Int)]>

  /// Creates a feed of documents whose records are rows of a catalog.
  init(
    _ catalog: Catalog, _ parts: [FeedPart], layout: RecordLayout? = nil, origins: [[Int?]] = [],
    unread: [UnreadSource] = [], scopes: [String] = []
  ) {
    (self.catalog, self.parts, self.layout) = (catalog, parts, layout)
    (self.origins, self.unread, self.scopes) = (origins, unread, scopes)
    profile = parts[0].report.profile
    repeatedIds = Lazy {
      let repeated = catalog.repeatedIds
      guard layout != nil else { return repeated }
      let files = RowFiles(catalog, parts, layout)
      // The same record in two files is no fault of either.
      return repeated.filter { files.file(of: $0.row) == files.file(of: $0.earlier) }
    }
  }

  /// The number of files that the records come from.
  package var fileCount: Int {
    parts.reduce(0) { $0 + ($1.report.places?.files.count ?? 1) }
  }

  /// The results of reading the first document.
  var report: FeedReport { parts[0].report }

  /// The first document, uncompressed, as read by the scanner, at the original offsets.
  package var document: any ReadableFile { parts[0].document }

  /// The first document, uncompressed, as published, with the same offsets and the line numbers that the user sees.
  package var published: any ReadableFile { parts[0].published }

  /// The number of records in the documents, valid or not.
  package var recordCount: Int { parts.reduce(catalog.count) { $0 + $1.report.skipped.count } }

  /// The number of records dropped because an earlier one has the same id.
  package var repeatCount: Int { parts.reduce(0) { $0 + $1.report.repeatCount } }

  /// The number of malformed records, whether they are rows or not.
  package var malformedCount: Int { parts.reduce(0) { $0 + $1.report.malformedCount } }

  /// The number of problems with records that are shown.
  ///
  /// - Complexity: O(*n* log *n*) on the first access, which compares all ids.
  package var noteCount: Int {
    parts.reduce(repeatedIds.value.count) { $0 + $1.report.noteCount }
  }

  /// Returns the problems in the order of the documents, of each document at most ``CappedList/limit`` of each kind.
  ///
  /// - Throws: ``FileError`` if a document has changed or cannot be read.
  /// - Complexity: O(*n*) in the bytes of the documents.
  package func problems() throws(FileError) -> [Problem] { try problems(isInRecords: true) }

  /// Returns the problems, with places in the records or in the gathered documents.
  func problems(isInRecords: Bool) throws(FileError) -> [Problem] {
    var problems = unread.map { Problem(unread: $0) }
    let repeats = repeatedFindings()
    for (number, part) in parts.enumerated() {
      problems += try part.problems(repeats[number] ?? [], isInRecords: isInRecords)
    }
    return problems
  }

  /// The number of problems that ``problems()`` omits, in the order of the rules.
  ///
  /// - Complexity: O(*n* log *n*) on the first access, which compares all ids.
  package var omittedProblems: [OmittedProblems] {
    let repeats = max(0, repeatedIds.value.count - findingLimit)
    let omitted =
      parts.flatMap(\.report.omitted) + [
        OmittedFindings(group: .init(kind: .repeatedId, isError: false), count: repeats)
      ]
    return omitted.problems
  }

  /// Returns the document of a row, and the index of its record among the valid ones of it.
  func place(of row: Int) -> (part: FeedPart, number: Int, record: Int) {
    RowFiles(catalog, parts, layout).place(of: row)
  }

  /// Returns the index in its document of a row's record, counted from 0.
  package func index(of row: Int) -> Int {
    let place = place(of: row)
    return place.part.report.index(ofRow: place.record)
  }

  /// The rows whose records are malformed; empty unless the options accept those.
  ///
  /// - Complexity: O(*n*) if there are any.
  package var malformedRows: RowSet {
    if parts.allSatisfy({ $0.report.malformed.count == 0 }) {
      return RowSet(capacity: catalog.count)
    }
    return RowSet(capacity: catalog.count) { row in
      let place = place(of: row)
      return place.part.report.malformed.contains(place.part.report.index(ofRow: place.record))
    }
  }

  /// The names of the fields whose sum a value is, because its record has none; empty for other values.
  package func terms(of field: Int, _ row: Int) -> [String] {
    let place = place(of: row)
    let report = place.part.report
    // The user may have added fields behind those of the feed.
    guard field < catalog.schema.fields.count else { return [] }
    let number = origins.isEmpty ? field : origins[place.number][field]
    guard let number, report.terms.indices.contains(number), !report.terms[number].isEmpty,
      report.summed.contains(report.index(ofRow: place.record))
    else { return [] }
    return report.terms[number]
  }

  /// Returns why the record of a row is malformed, as a clause; nil if it is not.
  ///
  /// - Complexity: O(*k*) for *k* listed problems.
  package func malformation(of row: Int) -> String? {
    let (part, _, record) = place(of: row)
    let index = part.report.index(ofRow: record)
    guard part.report.malformed.contains(index) else { return nil }
    // If the document has changed or cannot be read, the reason is unknown, but the row is still marked.
    return (try? part.report.reason(ofRecord: index, in: part.document)) ?? "is malformed"
  }

  /// Returns the JSON text of a row's record as published, and its offset in the document, in bytes.
  ///
  /// - Throws: ``FileError`` if the document has changed or cannot be read.
  package func source(of row: Int) throws(FileError) -> (text: String, offset: Int) {
    let start = catalog.recordStart(of: row)
    let bytes = try recordBytes(at: start, in: place(of: row).part.document)
    return (String(decoding: bytes, as: UTF8.self), start)
  }

  /// Returns the published JSON text of the record that a problem is in; empty for a source that could not be read.
  ///
  /// - Throws: ``FileError`` if the document has changed or cannot be read.
  package func record(of problem: Problem) throws(FileError) -> String {
    let isMeant: (FeedPart) -> Bool = { part in
      part.name == problem.source
        || part.report.places?.files.contains(problem.source ?? "") ?? false
    }
    guard problem.index != nil,
      let document = (parts.first(where: isMeant) ?? parts.first)?.document
    else { return "" }
    let range = problem.record
    try requireUnchanged(document)
    var bytes = [UInt8](
      repeating: 0, count: min(range.count, max(0, document.count - range.lowerBound)))
    let count = try document.read(at: range.lowerBound, into: &bytes, 0..<bytes.count)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Returns what the user calls the file of a row; nil if the feed has one document.
  package func file(of row: Int) -> String? { RowFiles(catalog, parts, layout).file(of: row) }

  /// Returns the namespace of ids that are unique only within the source of a row; nil if the feed has one source.
  package func scope(of row: Int) -> String? {
    layout.map { scopes[$0.run(of: catalog.record(of: row)).scope] }
  }

  /// All namespaces of ids; empty if the feed has one source.
  package var allScopes: [String] { scopes }

  /// Returns the first ids that occur more than once, by document.
  private func repeatedFindings() -> [Int: [Finding]] {
    var findings: [Int: [Finding]] = [:]
    for (row, earlier) in repeatedIds.value.prefix(findingLimit) {
      let start = catalog.recordStart(of: row)
      let (part, number, _) = place(of: row)
      // If the record can no longer be read, the finding covers its first byte only.
      let length = (try? recordBytes(at: start, in: part.document).count) ?? 0
      findings[number, default: []].append(
        Finding(
          kind: .repeatedId, isError: false, subject: index(of: earlier), index: index(of: row),
          offset: start, record: start..<start + length))
    }
    return findings
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
    let (document, collector) = try collect(pages, reading)
    try self.init(document, collector, reading, snapshot)
  }

  /// Reads a document whose form is known.
  init(_ document: FeedDocument, _ reading: FeedReading) throws(FeedError) {
    let (document, collector) = try collect(document, reading, after: nil, at: 0)
    try self.init(document, collector, reading, nil)
  }

  private init(
    _ document: FeedDocument, _ records: RecordCollector, _ reading: FeedReading,
    _ snapshot: FeedSnapshot?
  ) throws(FeedError) {
    var collector = records
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
    let catalog = try stored(contents, snapshot, reading).resolvingLinks {
      resolvedLink($0, at: reading.address)
    }
    self.init(catalog, [FeedPart(texts: Lazy { texts }, report: report, address: reading.address)])
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
    // If the document has changed or is not a feed any more, reading a record throws.
    let texts = Lazy<(read: any ReadableFile, published: any ReadableFile)> {
      guard let document = try? searchedDocument(file, reading), !file.hasChanged else {
        return (file, file)
      }
      return (document.file, document.published)
    }
    self.init(
      catalog.resolvingLinks { resolvedLink($0, at: reading.address) },
      [FeedPart(texts: texts, report: report, address: reading.address)])
  }
}

/// Stores the rows of a feed in its snapshot, or in memory if there is none or it cannot be written.
func stored(
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
func requireUnchanged(_ document: any ReadableFile) throws(FileError) {
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
