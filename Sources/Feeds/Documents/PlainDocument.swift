import Text
import World

/// A document in UTF-8.
struct PlainDocument {
  var file: any ReadableFile
  /// The first byte that is not white space.
  var first: UInt8?
  /// What was lost or assumed when the document was converted to UTF-8; nil if nothing was.
  var remark: LinkedData.Remark?
}

/// Decompresses a document and converts it to UTF-8, as far as necessary, and finds its first byte that is not white
/// space.
///
/// - Throws: ``FeedError`` if the document is empty, or in a charset that the system does not know.
/// - Complexity: O(1) for JSON in UTF-8 of which no charset was declared; otherwise O(*n*).
func plainDocument(
  _ original: any ReadableFile, limit: () -> Int, isStopped: () -> Bool = { false }
) throws(FeedError) -> PlainDocument {
  var file = original
  if isGzip(try firstBytes(of: file, 2)) {
    file = InMemoryFile(try unpacked(file, limit: limit(), isStopped))
  }
  var document = PlainDocument(file: file, first: try firstMark(of: file))
  if let charset = try charset(of: document, declared: original.declaredCharset, limit: limit) {
    let bytes = try allBytes(of: file, limit: limit)
    guard let (text, hasFaults) = charset.decoded(bytes, limit: limit()) else {
      throw .notAFeed("the document is in \(charset.name), which cannot be converted here")
    }
    document.file = InMemoryFile(text)
    document.first = try firstMark(of: document.file)
    if charset.isAssumed { document.remark = .init(offset: 0, kind: .assumedCharset(charset.name)) }
    if hasFaults { document.remark = .init(offset: 0, kind: .notInCharset(charset.name)) }
  }
  if document.first == nil { throw .notAFeed("the feed has no content") }
  return document
}

/// Returns the first byte of a document that is neither white space nor part of a byte order mark; nil if there is none.
private func firstMark(of file: any ReadableFile) throws(FeedError) -> UInt8? {
  var size = 1 << 12
  while true {
    let start = try firstBytes(of: file, size)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = start.starts(with: mark) ? start.dropFirst(3) : start[...]
    if let place = text.firstIndex(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
      return isPage(text[place...]) ? UInt8(ascii: "<") : text[place]
    }
    if start.count == file.count { return nil }
    size *= 16
  }
}

/// Whether a document is a web page although something precedes its markup, such as a quote.
private func isPage(_ start: ArraySlice<UInt8>) -> Bool {
  if let first = start.first, "<{[".utf8.contains(first) { return false }
  let beginning = String(decoding: start.prefix(200), as: UTF8.self).lowercased()
  return beginning.contains("<!doctype html") || beginning.contains("<html")
}

/// Returns the charset that a document must be converted from; nil if it is in UTF-8, or is read as if it were.
///
/// Bytes that are valid UTF-8 are read as such whatever is declared: a browser that saves a page changes its bytes, but
/// not its declaration.
private func charset(
  of document: PlainDocument, declared: String?, limit: () -> Int
) throws(FeedError) -> Charset? {
  let start = try firstBytes(of: document.file, 4)
  if start.starts(with: [0xFF, 0xFE, 0, 0]) || start.starts(with: [0, 0, 0xFE, 0xFF]) {
    return .utf32
  }
  if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return .utf16 }
  let isPage = document.first == UInt8(ascii: "<")
  // Without a byte order mark, every other byte of a bracket's text is zero.
  if start.count > 1, start[1] == 0, "<{[".utf8.contains(start[0]) {
    return Charset(label: "utf-16le")
  }
  if start.count > 1, start[0] == 0, "<{[".utf8.contains(start[1]) {
    return Charset(label: "utf-16be")
  }
  let sent = declared.flatMap { Charset(label: $0) }
  let isText = document.first.map { !"{[".utf8.contains($0) } ?? false
  guard isText || sent != nil else { return nil }
  let bytes = try allBytes(of: document.file, limit: limit)
  var label = declared
  if isPage, label.map({ !Charset.isUTF8(label: $0) && Charset(label: $0) == nil }) ?? true {
    var scan = PageScan(Array(bytes.prefix(1 << 16)))
    label = scan.facts().charset
  }
  let known = label.flatMap { Charset(label: $0) }
  // A text in ISO-2022-JP is ASCII with escape sequences.
  if known?.name == "ISO-2022-JP", bytes.contains(0x1B) { return known }
  let letters = UTF8Letters(in: bytes)
  if letters.areMost { return nil }
  if let label, Charset.isUTF8(label: label) { return nil }
  // Browsers take a page without a known charset for one of the West.
  return known.map { $0.name.hasPrefix("UTF-") ? nil : $0 } ?? (isText ? .windows1252 : nil)
}

/// The number of letters beyond ASCII in bytes that may be UTF-8.
private struct UTF8Letters {
  private var letters = 0
  private var faults = 0

  /// Whether the bytes are UTF-8, apart from a few.
  var areMost: Bool { faults == 0 || faults * 2 < letters }

  init(in bytes: [UInt8]) {
    var place = 0
    while let next = bytes[place...].firstIndex(where: { $0 >= 0x80 }) {
      let length = utf8Length(bytes, at: next, end: bytes.count) ?? 0
      if length > 0 { letters += 1 } else { faults += 1 }
      place = next + max(1, length)
    }
  }
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
