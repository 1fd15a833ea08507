import FoundationEssentials
import GRDB
import World

/// The files that hold what the rows describe.
extension CacheTier {
  /// Content that lies in a tier, or does not.
  enum Finding {
    case sound(CachedContent)
    /// It is gone, or is not what was put there.
    case damaged
  }

  /// The content of a body, looked at byte by byte.
  ///
  /// - Parameters:
  ///   - body: Where it lies, what it has to add up to, and how many bytes it has to have.
  ///   - limit: The most bytes to hold in memory; what is longer stays in its file.
  /// - Returns: The content, or that it is damaged.
  /// - Throws: ``TierError`` if it cannot be read just now.
  func content(_ body: StoredBody, limit: Int) throws(TierError) -> Finding {
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
      // A disk that cannot read it will hardly do so later.
      return .damaged
    }
  }

  /// The bytes of a body in an open file; nil if they are others.
  func bytes(of body: StoredBody, in file: any ReadableFile) throws(FileError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: body.count)
    let count = try file.read(at: body.place?.start ?? 0, into: &bytes, 0..<body.count)
    return count == body.count && ContentDigest(of: bytes) == body.digest ? bytes : nil
  }

  /// Opens the file of a body; nil if none is there that it could lie in.
  func open(_ body: StoredBody) throws(TierError) -> (any ReadableFile)? {
    // A row that makes no sense leads nowhere.
    if body.count < 0 { return nil }
    let path = path(of: body)
    do {
      let file = try files.openRegular(path)
      guard let place = body.place else { return file.count == body.count ? file : nil }
      return place.start >= 0 && place.start <= file.count - body.count ? file : nil
    } catch {
      // A body that is there but cannot be opened now, for want of descriptors, is not damaged.
      if error.reason != .missing, (try? files.status(of: path))?.kind == .file {
        throw TierError(error)
      }
      return nil
    }
  }

  /// Gives a finished file its name in a folder, making that if it is the first one there.
  func place(_ temporary: String, in folder: String, as name: String) throws(FileError) {
    let path = "\(folder)/\(name)"
    do {
      try files.rename(temporary, to: path)
    } catch {
      guard error.reason == .missing else { throw error }
      try files.makeFolder(folder)
      try files.rename(temporary, to: path)
    }
  }

  /// Writes content to a file of its own, which has no place yet.
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

  /// Removes a file that nothing needs; what cannot be removed now is swept later.
  func discard(_ path: String) {
    // The sweep finds it again.
    try? files.remove(path)
  }

  /// Removes those bodies that no row needs any more.
  ///
  /// What cannot be removed now is swept later: the rows are gone for good.
  func collect(_ bodies: [StoredBody]) {
    if bodies.isEmpty { return }
    // The sweep finds them again.
    try? write { database in
      let statement = try database.cachedStatement(
        sql: "SELECT 1 FROM response WHERE digest = ? AND pack IS ? AND start IS ? LIMIT 1")
      for body in bodies
      where try Int.fetchOne(
        statement, arguments: [Data(body.digest.bytes), body.place?.pack, body.place?.start]) == nil
      {
        discard(body)
      }
    }
  }

  /// Gives the room of a body back; what cannot be given back now is swept later.
  func discard(_ body: StoredBody) {
    let path = path(of: body)
    guard let place = body.place else { return discard(path) }
    // The sweep removes what stays, with the pack.
    if let room = place.room(for: body.count) { try? files.giveBack(room, of: path) }
  }
}

extension ContentDigest {
  /// The digest of no content at all.
  static let ofNothing = ContentDigest(of: [])
}
