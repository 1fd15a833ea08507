import Catalog
import Diagnostics
import Feeds
import FoundationEssentials
import Pictures
import Recordings
import SessionStore
import Terminal
import TerminalEmulator
import Text
import World

/// A part of Larder that reads bytes from elsewhere, with what has to hold for any bytes.
enum Target: String, CaseIterable {
  case json, filter, rcp, markdown, profile, page, markup, http, policy, gzip, picture, cast,
    escape,
    library, ingredient, link, format, archive

  /// Reads an input; a broken promise ends the process.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .json: readFeed(bytes)
    case .filter: readFilter(bytes)
    case .rcp: readScript(bytes)
    case .markdown: readMarkdown(bytes)
    case .profile: readProfile(bytes)
    case .page: readLinkedData(bytes)
    case .markup: readMarkup(bytes)
    case .policy: decide(bytes)
    case .cast: review(bytes)
    case .ingredient: readIngredients(bytes)
    case .link: checkLink(bytes)
    case .format: readFormat(bytes)
    case .archive: readArchive(bytes)
    case .http: LoopbackAnswers.shared.read(bytes)
    case .gzip: unpack(bytes)
    case .picture: decode(bytes)
    case .escape: print(bytes)
    case .library: importLibrary(bytes)
    }
  }

  // MARK: Feeds

  /// The scanner and the reader of trees agree on what JSON is, and every row has a source that is a JSON object.
  private func readFeed(_ bytes: [UInt8]) {
    let tree = JSONValue(json: bytes)
    let options = ScanOptions(
      chunkSize: 61, threads: 1, splitAbove: 0, recordsBeforeSplit: 3, sections: 2)
    var reading = FeedReading(options: options)
    reading.limit = { 1 << 24 }
    do throws(FeedError) {
      let feed = try Feed([InMemoryFile(bytes)], reading)
      for row in 0..<feed.catalog.count {
        guard let source = try? feed.source(of: row) else {
          preconditionFailure("a row has no source")
        }
        precondition(JSONValue(json: Array(source.text.utf8)) != nil, "a source is not JSON")
        for field in feed.catalog.schema.fields.indices { _ = feed.catalog.value(field, row) }
      }
      _ = try? feed.problems()
      let whole = try Feed([InMemoryFile(bytes)], FeedReading(limit: { 1 << 24 }))
      precondition(whole.catalog.count == feed.catalog.count, "the size of chunks matters")
    } catch {
      if case .malformed = error { precondition(tree == nil, "valid JSON is malformed") }
    }
  }

  // MARK: Filters

  private static let catalog: Catalog = {
    let text =
      #"[{"name":"Crêpe","cuisine":"French","tags":["a","b"],"time":20,"date":"2024-05-01","url":"http://a.example/"},{"name":"Bigos","cuisine":"Polish","time":90}]"#
    guard let feed = try? Feed(Array(text.utf8)) else { preconditionFailure("this is a feed") }
    return feed.catalog
  }()

  /// A filter has an error inside its text, or finds rows.
  private func readFilter(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      let filter = try Filter(
        text, for: Self.catalog, vocabulary: FilterVocabulary(marks: ["favorite"]))
      for clause in filter.clauses {
        let rows = Self.catalog.rows(where: clause.expression, marks: [:])
        precondition(rows.count <= Self.catalog.count, "there are more rows than in the feed")
      }
    } catch {
      precondition(error.span.map { $0.upperBound <= text.utf8.count } ?? true, "a span is outside")
    }
  }

  // MARK: Scripts

  /// A script that was read keeps its meaning when it is laid out.
  private func readScript(_ bytes: [UInt8]) {
    guard let script = try? Script(bytes, path: "a.rcp") else { return }
    let once = formatted(script)
    guard let again = try? Script(Array(once.utf8), path: "a.rcp") else {
      preconditionFailure("a script that was laid out cannot be read")
    }
    precondition(formatted(again) == once, "the layout is not stable")
    _ = try? Script(Array("```rcp\n".utf8) + bytes, path: "a.md")
  }

  // MARK: Bytes

  /// The size of the pieces in which packed bytes come does not matter.
  private func unpack(_ bytes: [UInt8]) {
    precondition(unpacked(bytes, by: 1) == unpacked(bytes, by: 4096), "the size of pieces matters")
  }

  private func unpacked(_ bytes: [UInt8], by size: Int) -> [UInt8]? {
    guard var unpacker = try? GzipUnpacker() else { return nil }
    var (result, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 12))
    var place = 0
    while result.count < 1 << 20 {
      let piece = bytes.span.extracting(place..<min(place + size, bytes.count))
      guard let (taken, made) = try? unpacker.unpack(piece, into: &buffer) else { return nil }
      place += taken
      result += buffer[..<made]
      if taken == 0, made == 0 { return unpacker.isAtEnd ? result : nil }
    }
    return result
  }

  // MARK: Pictures

  private static let decoder: PictureDecoder = {
    var limits = DecodingLimits()
    (limits.pixels, limits.wholePixels) = (1 << 18, 1 << 18)
    return PictureDecoder(limits: limits, now: { 0 })
  }()

  /// A picture that is decoded fits its frame, and its header passed the limits before.
  private func decode(_ bytes: [UInt8]) {
    let header = try? Self.decoder.header(of: bytes)
    guard let picture = try? Self.decoder.pixels(of: bytes, in: PixelFrame(width: 40, height: 40))
    else { return }
    precondition(header != nil, "a picture without a header was decoded")
    precondition(picture.size.width <= 40 && picture.size.height <= 40, "a picture is too large")
  }

  // MARK: The terminal

  /// The screen does not depend on where the output is cut.
  private func print(_ bytes: [UInt8]) {
    var whole = TerminalScreen(columns: 20, rows: 5)
    var pieces = whole
    whole.feed(bytes)
    for byte in bytes { pieces.feed([byte]) }
    precondition(whole == pieces, "the screen depends on how the output is cut")
    _ = whole.text
    whole.resize(columns: 7, rows: 9)
    whole.feed(bytes)
  }

  // MARK: The library

  private static var emptyLibrary: Library {
    Library(path: nil, files: MemoryFileSystem(), now: { Date(timeIntervalSince1970: 0) })
  }

  /// An imported library can be exported and imported again.
  private func importLibrary(_ bytes: [UInt8]) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    guard let contents = try? decoder.decode(LibraryContents.self, from: Data(bytes)) else {
      return
    }
    let library = Self.emptyLibrary
    guard (try? library.add(contents)) != nil else { return }
    guard let stored = try? library.contents() else { preconditionFailure("it cannot be read") }
    let other = Self.emptyLibrary
    guard (try? other.add(stored)) != nil, let again = try? other.contents() else {
      preconditionFailure("a library cannot be moved")
    }
    precondition(again.rowCount == stored.rowCount, "a library loses rows when it is moved")
  }
}
