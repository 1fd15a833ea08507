import Text
import World

/// Decompresses a document if necessary, and finds its first byte that is not white space.
///
/// - Throws: ``FeedError`` if the document is empty or not UTF-8.
func plainDocument(
  _ file: any ReadableFile, limit: () -> Int, isStopped: () -> Bool = { false }
) throws(FeedError) -> (file: any ReadableFile, first: UInt8?) {
  var document = file
  if isGzip(try firstBytes(of: file, 2)) {
    document = InMemoryFile(try unpacked(file, limit: limit(), isStopped))
  }
  let start = try firstBytes(of: document, 1 << 12)
  if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
    throw .notAFeed("the text is UTF-16; a feed has to be UTF-8")
  }
  let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  let text = start.starts(with: mark) ? start.dropFirst(3) : start[...]
  let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
  if first == nil, start.count == document.count {
    throw .notAFeed("the feed has no content")
  }
  return (document, first)
}

private func unpacked(
  _ file: any ReadableFile, limit: Int, _ isStopped: () -> Bool
) throws(FeedError) -> [UInt8] {
  do {
    return try unpackGzip(file, limit: limit, isStopped: isStopped)
  } catch {
    switch error {
    case .cut: throw .notAFeed("the gzip file is cut off")
    case .damaged: throw .notAFeed("the gzip file is damaged")
    case .tooLong(let limit):
      throw .notAFeed(
        "the gzip file unpacks to more than \(byteText(limit)), the limit for packed feeds; unpack it with gunzip"
      )
    case .unreadable(let error): throw .unreadable(error)
    case .stopped: throw .stopped
    }
  }
}

/// Reads a whole file.
///
/// - Throws: ``FeedError``, also if the file exceeds the limit.
func allBytes(of file: any ReadableFile, limit: () -> Int) throws(FeedError) -> [UInt8] {
  // The limit depends on the available memory, which is not queried for small files.
  if file.count > 1 << 24, file.count > limit() {
    throw .notAFeed(
      "the file has \(byteText(file.count)); the limit here is \(byteText(limit())), "
        + "except for a plain list of records")
  }
  if let held = file as? InMemoryFile { return held.bytes }
  return try firstBytes(of: file, file.count)
}

/// Reads the first bytes of a file, at most `count`.
func firstBytes(of file: any ReadableFile, _ count: Int) throws(FeedError) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: min(count, file.count))
  do {
    let read = try file.read(at: 0, into: &bytes, 0..<bytes.count)
    bytes.removeLast(bytes.count - read)
    return bytes
  } catch {
    throw .unreadable(error)
  }
}
