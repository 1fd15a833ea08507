import Catalog
import Text
import World

/// A feed that was read: its good rows, and what is wrong with the others.
package struct Feed: Sendable {
  /// The name of the profile it was read by.
  package let profile: String
  package let catalog: Catalog
  /// The document as the scanner read it, and as it was published.
  private let texts: Lazy<(read: any ReadableFile, published: any ReadableFile)>
  let report: FeedReport
  /// How many rows have the id of an earlier record.
  private let repeatedIdCount: Lazy<Int>

  /// The document, unpacked, with nothing moved.
  package var document: any ReadableFile { texts.value.read }

  /// The document, unpacked, as it was published; offsets are the same, and lines are those that people see.
  package var published: any ReadableFile { texts.value.published }

  /// How many records the document has, good or not.
  package var recordCount: Int { catalog.count + report.skipped.count }

  /// How many records are left out because an earlier one has their id.
  package var repeatCount: Int { report.repeatCount }

  /// How many records cannot be shown.
  package var malformedCount: Int { report.malformedCount }

  /// How many things are wrong with records that are shown.
  ///
  /// - Complexity: O(*n* log *n*) when first asked for: ids are compared.
  package var noteCount: Int { report.noteCount + repeatedIdCount.value }

  /// What is wrong, in the order of the document: of each kind the first ``CappedList/limit``.
  ///
  /// - Throws: ``FileError`` if the document cannot be read any more, or has changed.
  /// - Complexity: O(*n*) in the bytes of the document.
  package func problems() throws(FileError) -> [Problem] {
    try requireUnchanged(document)
    return try report.problems(report.findings + repeatedIds(), in: document, published)
  }

  /// How many problems ``problems()`` leaves out, in the order of the rules; empty if it has all of them.
  ///
  /// - Complexity: O(*n* log *n*) when first asked for: ids are compared.
  package var omittedProblems: [OmittedProblems] {
    let repeats = max(0, repeatedIdCount.value - findingLimit)
    let omitted =
      report.omitted + [
        OmittedFindings(group: .init(kind: .repeatedId, isError: false), count: repeats)
      ]
    return omitted.problems
  }

  /// Which record of the document a row is, counted from 0.
  package func index(of row: Int) -> Int { report.index(ofRow: catalog.record(of: row)) }

  /// The JSON text of a row's record as it was published, and how many bytes of the document stand before it.
  ///
  /// - Throws: ``FileError`` if the document cannot be read any more, or has changed.
  package func source(of row: Int) throws(FileError) -> (text: String, offset: Int) {
    let start = catalog.recordStart(of: row)
    let bytes = try recordBytes(at: start, in: document)
    return (String(decoding: bytes, as: UTF8.self), start)
  }

  /// The text of the record that a problem is in, as it was published.
  ///
  /// - Throws: ``FileError`` if the document cannot be read any more, or has changed.
  package func record(of problem: Problem) throws(FileError) -> String {
    let range = problem.record
    try requireUnchanged(document)
    var bytes = [UInt8](
      repeating: 0, count: min(range.count, max(0, document.count - range.lowerBound)))
    let count = try document.read(at: range.lowerBound, into: &bytes, 0..<bytes.count)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// The first of the ids that come up again.
  private func repeatedIds() -> [Finding] {
    catalog.repeatedIds.prefix(findingLimit).map { row, earlier in
      let start = catalog.recordStart(of: row)
      // A record that cannot be read any more is pointed at by where it began.
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
  ///   - pages: JSON, NDJSON or a web page in UTF-8, or any of them in gzip; several are the pages of one feed.
  ///   - reading: How to read them.
  ///   - snapshot: Where the rows are to be kept for the next time; nil for memory only.
  /// - Throws: ``FeedError`` if the bytes are no feed, or not one that is wanted.
  /// - Complexity: O(*n*) in the number of bytes, and O(*m* log *m*) in that of the records.
  package init(
    _ pages: [any ReadableFile], _ reading: FeedReading = FeedReading(),
    snapshot: FeedSnapshot? = nil
  ) throws(FeedError) {
    var (document, collector) = try collect(pages, reading)
    let encoders = collector.finish(reading)
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
    catalog = (snapshot?.write(contents) ?? contents.catalog()).resolvingLinks {
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
    try self.init([HeldBytes(bytes)], reading)
  }

  /// The feed that a snapshot holds; nil if it does not hold one.
  ///
  /// - Parameters:
  ///   - snapshot: Where it is.
  ///   - file: What it was made of, which is not read.
  ///   - reading: How it was read.
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
    // Who looks at a record of what is no document any more, or another one, is told so.
    texts = Lazy {
      guard let document = try? searchedDocument(file, reading), !file.hasChanged else {
        return (file, file)
      }
      return (document.file, document.published)
    }
  }
}

/// What is found at an offset of a document that has changed could be anything.
private func requireUnchanged(_ document: any ReadableFile) throws(FileError) {
  if document.hasChanged { throw FileError(path: "the feed", reason: .changed) }
}

/// The bytes of the record that begins at an offset of a document.
///
/// - Throws: ``FileError`` if the document cannot be read any more, or has changed.
func recordBytes(at start: Int, in document: any ReadableFile) throws(FileError) -> [UInt8] {
  try requireUnchanged(document)
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
      throw FileError(path: "the feed", reason: .changed)
    }
    size *= 8
  }
}

/// How a feed is to be read.
package struct FeedReading: Sendable {
  /// How to map it; nil to recognise it by its shape.
  package var profile: Profile? {
    get { named?.profile }
    set { named = newValue.map { NamedProfile($0) } }
  }
  private(set) var named: NamedProfile?
  /// Those to recognise it by.
  package var profiles: ProfileSet
  /// Whether one malformed record is enough to refuse all.
  package var isStrict: Bool
  /// Whether text that was encoded twice is repaired.
  package var repairsText = true
  /// The address it came from, against which relative links are resolved; nil if it came from none.
  package var address: String?
  /// The most bytes to hold in memory of a document that cannot be read where it lies.
  package var limit: @Sendable () -> Int
  /// How to go about it; no choice changes what is read.
  package var options: ScanOptions
  /// The fields that no mapping names, if they are known already; nil to infer them from the records.
  var inferredFields: [InferredField]?
  /// Whether nobody wants the feed any more; asked now and then.
  package var isStopped: @Sendable () -> Bool = { false }

  package init(
    as profile: Profile? = nil, among profiles: ProfileSet = ProfileSet(), isStrict: Bool = false,
    limit: @escaping @Sendable () -> Int = { 4 << 30 }, options: ScanOptions = ScanOptions()
  ) {
    named = profile.map { NamedProfile($0) }
    (self.profiles, self.isStrict, self.limit, self.options) = (profiles, isStrict, limit, options)
  }

  /// By a profile that need not be read yet, or by the shape of the feed.
  package init(named profile: NamedProfile?, among profiles: ProfileSet) {
    self.init(among: profiles)
    named = profile
  }
}
