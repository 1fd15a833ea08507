import Diagnostics
import Feeds
import Formats
import Text
import World

/// A file of a source, which is read when it is needed.
struct SourceItem: Sendable {
  /// What the user calls it.
  var name: String
  /// The value of the field `from`.
  var source: String
  /// The namespace of ids that are unique only within it.
  var scope: String
  /// Bytes that identify this version of it; nil if there are none.
  var identity: [UInt8]?
  /// The address that it was loaded from; nil for a local file.
  var address: String?
  /// The absolute path of a local file; nil for others.
  var path: String?
  /// The absolute path of the folder of its source, with a slash at its end: pictures outside of it are not read.
  var root = ""
  /// Opens it.
  var open: @Sendable () throws -> any ReadableFile
  /// Returns the identity that the file has now; nil for one that cannot change.
  var currentIdentity: (@Sendable () -> [UInt8]?)?
  /// Whether there is a file at a path from the folder of this one.
  var isFile: @Sendable (_ path: String) -> Bool = { _ in false }

  /// Whether the file is the one that was found.
  var isUnchanged: Bool { currentIdentity.map { $0() == identity } ?? true }
}

/// A file that was read, or could not be.
struct ReadItem: Sendable {
  var name: String
  var source: String
  var scope: String
  var contents: Result<FileContents, UnreadReason>

  /// Why a file could not be read, as a clause.
  struct UnreadReason: Error { var text: String }
}

extension SourceItem {
  /// Reads the file, and if it is an archive, the files in it.
  ///
  /// - Throws: An interruption only; other errors belong to the files.
  func read(_ reading: FeedReading) throws -> [ReadItem] {
    var reader = ItemReader(reading)
    do {
      let file = try open()
      try reader.read(file, self, depth: 0)
    } catch {
      try reader.note(error, self)
    }
    return reader.read
  }
}

/// Reads a file, and the members of archives.
struct ItemReader {
  let reading: FeedReading
  private(set) var read: [ReadItem] = []
  /// What may be read of the archive, and of those in it.
  private var budget = Archive.Budget(ofSize: 0)

  /// The maximum size of a member, which is held in memory.
  static let memberLimit = 256 << 20
  /// How deep archives may be inside of archives.
  private static let deepest = 3

  init(_ reading: FeedReading) { self.reading = reading }

  mutating func read(_ file: any ReadableFile, _ item: SourceItem, depth: Int) throws {
    if reading.isStopped() { throw FeedError.stopped }
    if try Archive.isArchive(file) {
      guard depth < Self.deepest else {
        throw ReadItem.UnreadReason(text: "archives are read \(Self.deepest) deep")
      }
      if depth == 0 { budget = Archive.Budget(ofSize: file.count) }
      return try readMembers(of: file, item, depth: depth)
    }
    var reading = reading
    reading.address = item.address
    var contents = try FileContents.of(file, named: item.name, reading)
    if depth == 0 { contents.choosePictures(where: item.isFile) }
    append(.success(contents), item)
  }

  private mutating func readMembers(
    of file: any ReadableFile, _ item: SourceItem, depth: Int
  ) throws {
    let names = ArchiveNames(item)
    let memberLimit = min(reading.limit(), Self.memberLimit)
    let first = read.count
    var others: Set<String> = []
    defer { choosePictures(from: first, named: names, among: others) }
    try Archive.visit(file, budget) { member, bytes in
      if reading.isStopped() { throw FeedError.stopped }
      guard names.isWanted(member.name) else {
        if !member.isEncrypted { others.insert(member.name) }
        return
      }
      let own = names.item(of: member.name)
      if member.isEncrypted {
        return append(.failure(.init(text: "it needs a password")), own)
      }
      guard let bytes = try bytes(memberLimit) else {
        return append(.failure(.init(text: "it is longer than \(byteText(memberLimit))")), own)
      }
      do {
        try read(InMemoryFile(bytes), own, depth: depth + 1)
      } catch {
        // The budget is that of the whole archive.
        if case Archive.Fault.tooLarge = error { throw error }
        try note(error, own)
      }
    }
  }

  /// Chooses the pictures of the records in an archive among its other members.
  private mutating func choosePictures(
    from first: Int, named names: ArchiveNames, among members: Set<String>
  ) {
    for place in first..<read.count {
      guard case .success(var contents) = read[place].contents,
        let folder = names.folder(ofItem: read[place].name)
      else { continue }
      contents.choosePictures { path in
        resolvedPath(path, in: folder).map { members.contains($0) } ?? false
      }
      read[place].contents = .success(contents)
    }
  }

  private mutating func append(
    _ contents: Result<FileContents, ReadItem.UnreadReason>, _ item: SourceItem
  ) {
    read.append(
      ReadItem(name: item.name, source: item.source, scope: item.scope, contents: contents))
  }

  /// Notes why a file could not be read.
  ///
  /// - Throws: The error, if reading was stopped.
  mutating func note(_ error: any Error, _ item: SourceItem) throws {
    let reason: String
    switch error {
    case FeedError.stopped: throw error
    case let error as FeedError: reason = error.message
    case let fault as Archive.Fault: reason = fault.reason
    case let unread as ReadItem.UnreadReason: reason = unread.text
    case let error as FileError: reason = error.description
    default: reason = Failure(catching: error).diagnostic.message
    }
    append(.failure(.init(text: reason)), item)
  }
}

/// The names of the members of an archive.
private struct ArchiveNames {
  private let archive: SourceItem

  init(_ archive: SourceItem) { self.archive = archive }

  /// Whether a member may be a feed.
  func isWanted(_ name: String) -> Bool { mayBeFeed(path: name) }

  /// Returns the folder of a member, with a slash at its end unless it is empty; nil for one of an archive in it.
  func folder(ofItem name: String) -> String? {
    guard name.hasPrefix(archive.name + "/") else { return nil }
    let member = name.dropFirst(archive.name.count + 1)
    return member.lastIndex(of: "/").map { String(member[...$0]) } ?? ""
  }

  func item(of member: String) -> SourceItem {
    SourceItem(
      name: archive.name + "/" + member, source: archive.source,
      scope: archive.scope + "/" + member, open: { throw FeedError.stopped })
  }
}

/// Whether a file in a folder or an archive may be a feed, by its path: not what systems leave behind, and no picture,
/// style or program.
func mayBeFeed(path: String) -> Bool {
  let parts = path.split(separator: "/")
  guard let name = parts.last else { return false }
  if parts.contains("__MACOSX") || parts.contains(where: { $0.hasPrefix(".") }) { return false }
  if ["Thumbs.db", "desktop.ini"].contains(name) { return false }
  guard let dot = name.lastIndex(of: ".") else { return true }
  return !otherEndings.contains(name[name.index(after: dot)...].lowercased())
}

/// The endings of files that are no feeds.
private let otherEndings: Set = [
  "avif", "bmp", "css", "doc", "docx", "eot", "gif", "heic", "ico", "jpeg", "jpg", "js", "map",
  "mov", "mp3", "mp4", "ods", "odt", "otf", "pdf", "png", "py", "rb", "sh", "sqlite", "svg", "swf",
  "swift", "tif", "tiff", "ttf", "wasm", "webm", "webp", "woff", "woff2", "xls", "xlsx",
]
