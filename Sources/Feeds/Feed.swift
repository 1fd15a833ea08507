import Catalog

/// A feed that was read: its good rows, and what is wrong with the others.
package struct Feed: Sendable {
  /// The name of the profile it was read by.
  package let profile: String
  package let catalog: Catalog
  /// What is wrong, in the order of the document.
  package let problems: [Problem]
  /// The document, unpacked.
  package let bytes: [UInt8]
  /// Where the record of each row stands in ``bytes``.
  package let records: [Range<Int>]
  /// Which record of the document each row is, counted from 0.
  package let indices: [Int]

  /// The records that cannot be shown.
  package var malformed: [Problem] { problems.filter { $0.severity == .error } }

  /// The JSON text of a row's record as it was published.
  package func source(of row: Int) -> String {
    String(decoding: bytes[records[row]], as: UTF8.self)
  }

  /// Reads a feed.
  ///
  /// - Parameters:
  ///   - bytes: JSON or NDJSON in UTF-8, or either in gzip.
  ///   - profile: How to map it; nil to recognise it by its shape.
  ///   - isStrict: Whether one malformed record is enough to refuse all.
  ///   - limit: The most bytes to unpack to.
  ///   - isStopped: Whether nobody wants the feed any more; asked now and then.
  /// - Throws: ``FeedError`` if the bytes are no feed, or not one under `isStrict`.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(
    _ bytes: [UInt8], as profile: Profile? = nil, isStrict: Bool = false, limit: Int = 4 << 30,
    isStopped: @escaping () -> Bool = { false }
  ) throws(FeedError) {
    let text = try plainText(bytes, limit: limit)
    var reading = FeedReading(text, isStopped: isStopped)
    do {
      try reading.read(as: profile)
    } catch {
      if isStopped() { throw .stopped }
      let place = reading.lines.place(error.offset)
      throw .malformed(
        reason: error.reason, offset: error.offset, line: place.line, column: place.column)
    }
    if !reading.foundRecords {
      throw .notAFeed("this is JSON, but there is no list of records in it")
    }
    let errors = reading.problems.filter { $0.severity == .error }
    if isStrict, let first = errors.first {
      throw .strict(first, count: Set(errors.map(\.index)).count)
    }
    self.profile = reading.profile.name
    self.bytes = text
    problems = reading.problems
    records = reading.records
    indices = reading.indices
    catalog = reading.catalog()
  }
}

/// The document in plain UTF-8, without a byte order mark.
private func plainText(_ bytes: [UInt8], limit: Int) throws(FeedError) -> [UInt8] {
  var text = bytes
  if isGzip(bytes) {
    do {
      text = try unpackGzip(bytes, limit: limit)
    } catch {
      switch error {
      case .cut: throw .notAFeed("the gzip file is cut off")
      case .damaged: throw .notAFeed("the gzip file is damaged")
      case .tooLong(let limit): throw .notAFeed("the gzip file unpacks to more than \(limit) bytes")
      }
    }
  }
  if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
  if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) {
    throw .notAFeed("the text is UTF-16; a feed has to be UTF-8")
  }
  guard let first = text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
    throw .notAFeed("there is nothing in it: not even an empty list")
  }
  if first == 0x3C { throw .notAFeed("this is a web page or XML, not a JSON feed") }
  return text
}
