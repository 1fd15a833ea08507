import Catalog
import Text
import World

/// Reads the records of the pages of a feed, one page after another.
///
/// - Returns: The pages as one document, and their records.
func collect(
  _ pages: [any ReadableFile], _ reading: FeedReading
) throws(FeedError) -> (document: FeedDocument, collector: RecordCollector) {
  var whole: (document: FeedDocument, collector: RecordCollector)?
  var (files, published): ([any ReadableFile], [any ReadableFile]) = ([], [])
  var length = 0
  for page in pages {
    let document = try FeedDocument(
      page, as: reading.profile, among: reading.profiles.own, limit: reading.limit,
      isStopped: reading.isStopped)
    var next = reading
    if let first = whole { next.profile = first.collector.profile }
    whole?.collector.chooseEncoding()
    let (found, collector) = try collect(document, next, after: whole?.collector, at: length)
    files.append(found.file)
    published.append(found.published)
    length += found.file.count
    // Offsets of records have 32 bits.
    if length > 4 << 30 { throw .notAFeed("its pages have more than 4 GB together") }
    if whole == nil {
      whole = (found, collector)
    } else {
      whole?.collector.append(collector)
    }
  }
  guard var whole else { throw .notAFeed("the feed has no content") }
  if files.count > 1 {
    (whole.document.file, whole.document.published) = (JoinedFiles(files), JoinedFiles(published))
  }
  return whole
}

/// Reads the records of one page.
///
/// - Parameters:
///   - document: The page.
///   - reading: The options.
///   - earlier: The collector of the pages before; nil for the first page.
///   - offset: The total size of the pages before, in bytes.
/// - Returns: The page in the form in which it was read, and its records.
/// - Throws: ``FeedError`` if the page is not a feed.
func collect(
  _ document: FeedDocument, _ reading: FeedReading, after earlier: RecordCollector?,
  at offset: Int
) throws(FeedError) -> (FeedDocument, RecordCollector) {
  let context = RecordContext(
    address: reading.address, names: document.names, linked: document.linked,
    surroundings: document.surroundings)
  let found: Scan<RecordCollector>?
  do {
    found = try scan(
      document.file, as: document.profile ?? reading.profile, among: reading.profiles,
      options: reading.options, single: document.single, isStopped: reading.isStopped
    ) { profile, path in
      var context = context
      context.members = document.members(for: profile)
      return earlier?.next(at: offset, context)
        ?? RecordCollector(
          profile, path: path, documentSize: document.file.count, context,
          acceptsMalformed: reading.acceptsMalformed)
    }
  } catch {
    switch error {
    case .stopped: throw .stopped
    case .file(let error): throw .unreadable(error)
    case .fault(let fault): throw try malformed(fault, in: document.published)
    }
  }
  if var collector = found?.sink {
    for remark in document.remarks { collector.note(remark, records: document.places, at: offset) }
    return (document, collector)
  }
  guard document.path == nil, let searched = try document.searched() else {
    throw .notAFeed("this is JSON, but there is no list of records in it")
  }
  return try collect(searched, reading, after: earlier, at: offset)
}

/// Opens the document of a feed that was read before.
func searchedDocument(
  _ file: any ReadableFile, _ reading: FeedReading
) throws(FeedError) -> FeedDocument {
  // Offsets do not depend on how the records were found, so that only compressed documents and pages need work.
  try FeedDocument(
    file, as: reading.profile, among: reading.profiles.own, limit: reading.limit)
}

private func malformed(
  _ fault: JSONFault, in document: any ReadableFile
) throws(FeedError) -> FeedError {
  do {
    let place = try linePositions([fault.offset], in: document)[fault.offset]
    return .malformed(
      reason: fault.reason, offset: fault.offset, line: place?.line ?? 1,
      column: place?.column ?? 1)
  } catch {
    throw .unreadable(error)
  }
}

/// A concatenation of files.
struct JoinedFiles: ReadableFile {
  private let files: [any ReadableFile]
  let count: Int

  init(_ files: [any ReadableFile]) {
    self.files = files
    count = files.reduce(0) { $0 + $1.count }
  }

  /// Joined files have no identity of their own.
  var identity: [UInt8]? { nil }

  var hasChanged: Bool { files.contains(where: \.hasChanged) }

  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    var offset = offset
    var done = range.lowerBound
    for file in files {
      if done == range.upperBound { break }
      if offset < file.count {
        let count = try file.read(
          at: offset, into: &buffer, done..<min(range.upperBound, done + file.count - offset))
        done += count
        if offset + count < file.count { break }
        offset = 0
      } else {
        offset -= file.count
      }
    }
    return done - range.lowerBound
  }
}
