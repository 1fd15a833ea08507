import FoundationEssentials
import GRDB
import Text
import World

/// The content of a stored response, as the index describes it.
struct StoredBody: Hashable {
  var digest: ContentDigest
  /// Its size, in bytes.
  var count: Int
  /// Its place in a pack; nil if it has a file of its own.
  var place: PackPlace?
}

/// A place in a pack: a file with many small bodies.
package struct PackPlace: Hashable, Sendable {
  /// The number of the pack.
  var pack: Int64
  /// The offset of the first byte.
  var start: Int

  init(pack: Int64, start: Int) {
    self.pack = pack
    self.start = start
  }

  /// The block size of most disks, in bytes; on a disk with larger blocks, less space is freed.
  private static let blockSize = 4096

  /// The first block boundary at or after an offset.
  static func end(of count: Int) -> Int { (count + blockSize - 1) / blockSize * blockSize }

  /// The blocks of a body of a size in bytes; nil if the row is damaged.
  func room(for count: Int) -> Range<Int>? {
    let bounds = 0...1 << 40
    guard bounds.contains(start), bounds.contains(count), count > 0 else { return nil }
    return start..<Self.end(of: start + count)
  }

  /// Reads a place from two columns; nil if one of them is NULL.
  init?(_ row: borrowing IndexStatement, from column: CInt) {
    guard let pack = row.number(column), let start = row.number(column + 1) else { return nil }
    self.init(pack: pack, start: Int(start))
  }

  /// Reads a place from two columns; nil if one of them is not a number.
  init?(_ row: Row, from column: Int) {
    // In a damaged index they may be of any type, which only an optional survives.
    guard let pack = row[column] as Int64?, let start = row[column + 1] as Int64? else {
      return nil
    }
    self.init(pack: pack, start: Int(start))
  }
}

extension StoredBody {
  /// The columns of a response that describe its body.
  static let columns = "digest, count, pack, start"

  /// Reads ``columns``; nil if they are damaged.
  init?(_ row: Row) {
    guard let digestBytes = row[0] as Data?, let digest = ContentDigest(bytes: digestBytes),
      let count = row[1] as Int64?
    else { return nil }
    self.init(digest: digest, count: Int(count), place: PackPlace(row, from: 2))
  }
}

extension StoredResponse {
  /// Its body; nil if its digest is not valid.
  var body: StoredBody? {
    ContentDigest(digest).map { StoredBody(digest: $0, count: count, place: place) }
  }
}

/// The folder of a tier: bodies in files named by their digests, packs, partial downloads and temporary files.
struct BodyFiles: Sendable {
  let folder: String
  let files: any FileSystem

  /// The subfolders of a cache folder.
  static let subfolders = ["b", "pack", "tmp", "part"]

  /// The folder in which files are written until they are complete.
  var temporary: String { folder + "/tmp" }

  /// The folder of the packs.
  var packs: String { folder + "/pack" }

  /// The folder of all bodies whose digests start with the same byte.
  func shard(_ digest: ContentDigest) -> String { shard(Int(digest.bytes[0])) }

  /// One of the 256 folders of bodies.
  func shard(_ number: Int) -> String { "\(folder)/b/\(hexadecimal([UInt8(number)]))" }

  /// The file that contains a body.
  func path(of body: StoredBody) -> String {
    body.place.map { "\(packs)/\($0.pack)" } ?? "\(shard(body.digest))/\(body.digest.text)"
  }

  /// The folder of the partial downloads.
  var partials: String { folder + "/part" }

  /// The file of a partial download.
  func partial(_ id: Int64) -> String { "\(partials)/\(id)" }

  /// The names in a folder; empty if it does not exist.
  func names(in folder: String) throws(FileError) -> [String] {
    files.kind(of: folder) == .folder ? try files.names(in: folder) : []
  }
}

/// Reading bodies.
extension BodyFiles {
  /// The result of reading a body.
  enum ReadResult {
    case sound(CachedContent)
    /// It is missing, or its bytes do not match its digest.
    case damaged
  }

  /// Reads a body and verifies its digest.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - limit: The largest size to read into memory, in bytes; a longer body stays in its file.
  /// - Returns: The content, or that it is damaged.
  /// - Throws: ``TierError`` if it cannot be read at the moment.
  func content(_ body: StoredBody, limit: Int) throws(TierError) -> ReadResult {
    if body.count <= 0 {
      return body.count == 0 && body.digest == .ofNothing ? .sound(.bytes([])) : .damaged
    }
    guard let file = try open(body) else { return .damaged }
    do {
      if body.place != nil || body.count <= limit {
        guard let bytes = try bytes(of: body, in: file) else { return .damaged }
        return .sound(.bytes(bytes))
      }
      return try ContentDigest(of: file) == body.digest ? .sound(.file(file)) : .damaged
    } catch {
      if error.reason == .stopped { throw .stopped }
      // A disk that cannot read it now will hardly do so later.
      return .damaged
    }
  }

  /// Whether a body can be read, and matches its digest.
  func isSound(_ body: StoredBody) -> Bool {
    // A body that cannot be read now counts as damaged.
    guard let file = try? open(body) else { return false }
    return (try? bytes(of: body, in: file)) != nil
  }

  /// Reads the bytes of a body from an open file; nil if they do not match its digest.
  private func bytes(of body: StoredBody, in file: any ReadableFile) throws(FileError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: body.count)
    let count = try file.read(at: body.place?.start ?? 0, into: &bytes, 0..<body.count)
    return count == body.count && ContentDigest(of: bytes) == body.digest ? bytes : nil
  }

  /// Opens the file of a body; nil if it is missing, or too short.
  private func open(_ body: StoredBody) throws(TierError) -> (any ReadableFile)? {
    // The row is damaged.
    if body.count < 0 { return nil }
    let path = path(of: body)
    do {
      let file = try files.openRegular(path)
      guard let place = body.place else { return file.count == body.count ? file : nil }
      return place.start >= 0 && place.start <= file.count - body.count ? file : nil
    } catch {
      // An existing body that cannot be opened, for lack of file descriptors, is not damaged.
      if error.reason != .missing, (try? files.status(of: path))?.kind == .file {
        throw TierError(error)
      }
      return nil
    }
  }
}

/// Writing and removing bodies.
extension BodyFiles {
  /// Writes content to a temporary file.
  ///
  /// - Returns: Its path.
  func write(_ content: CachedContent) throws(FileError) -> String {
    let file = try files.beginFile(in: temporary)
    do throws(FileError) {
      switch content {
      case .bytes(let bytes): try file.append(bytes)
      case .file(let content):
        try content.forEachPiece { piece throws(FileError) in try file.append(piece) }
      }
    } catch {
      discard(file.path)
      throw error
    }
    return file.path
  }

  /// Moves a temporary file to a folder, creating the folder for its first file.
  func move(_ temporary: String, to folder: String, as name: String) throws(FileError) {
    let path = "\(folder)/\(name)"
    do {
      try files.rename(temporary, to: path)
    } catch {
      guard error.reason == .missing else { throw error }
      try files.makeFolder(folder)
      try files.rename(temporary, to: path)
    }
  }

  /// Removes a file that is not needed.
  func discard(_ path: String) {
    // A file that cannot be removed now is swept later.
    try? files.remove(path)
  }

  /// Frees the space of a body.
  func discard(_ body: StoredBody) {
    let path = path(of: body)
    guard let place = body.place else { return discard(path) }
    // Space that cannot be freed now is freed when the pack is swept.
    if let room = place.room(for: body.count) { try? files.deallocate(room, of: path) }
  }

  /// Removes all bodies and packs, which makes the rows that refer to them damaged.
  func removeAllBodies() throws(FileError) {
    let shards = try files.names(in: folder + "/b").map { "\(folder)/b/\($0)" }
    for place in shards + [packs] {
      for name in try names(in: place) { try files.remove("\(place)/\(name)") }
    }
  }
}

extension ContentDigest {
  /// The digest of empty content.
  static let ofNothing = ContentDigest(of: [])
}
