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

  /// The content of a digest, looked at byte by byte.
  ///
  /// - Parameters:
  ///   - digest: What it has to add up to.
  ///   - count: How many bytes it has to have.
  ///   - limit: The most bytes to hold in memory; what is longer stays in its file.
  /// - Returns: The content, or that it is damaged.
  /// - Throws: ``TierError`` if it cannot be read just now.
  func content(_ digest: ContentDigest, count: Int, limit: Int) throws(TierError) -> Finding {
    if count == 0 { return digest == .ofNothing ? .sound(.bytes([])) : .damaged }
    guard let file = try openBody(digest), file.count == count else { return .damaged }
    do {
      if count <= limit {
        var bytes = [UInt8](repeating: 0, count: count)
        let isWhole = try file.read(at: 0, into: &bytes, 0..<count) == count
        return isWhole && ContentDigest(of: bytes) == digest ? .sound(.bytes(bytes)) : .damaged
      }
      return try ContentDigest(of: file) == digest ? .sound(.file(file)) : .damaged
    } catch {
      if error.reason == .stopped { throw .stopped }
      // A disk that cannot read it will hardly do so later.
      return .damaged
    }
  }

  /// Opens a body; nil if none is there.
  private func openBody(_ digest: ContentDigest) throws(TierError) -> (any ReadableFile)? {
    let path = body(digest)
    do {
      return try files.openRegular(path)
    } catch {
      // A body that is there but cannot be opened now, for want of descriptors, is not damaged.
      if error.reason != .missing, (try? files.status(of: path))?.kind == .file {
        throw TierError(error)
      }
      return nil
    }
  }

  /// Gives a finished file the name of its digest, making the folder if it is the first one there.
  func place(_ temporary: String, _ digest: ContentDigest) throws(FileError) {
    let path = body(digest)
    do {
      try files.rename(temporary, to: path)
    } catch {
      guard error.reason == .missing else { throw error }
      try files.makeFolder(bodies(digest))
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
  func collect(_ digests: [ContentDigest]) {
    if digests.isEmpty { return }
    // The sweep finds them again.
    try? write { database in
      let statement = try database.cachedStatement(
        sql: "SELECT 1 FROM response WHERE digest = ? LIMIT 1")
      for digest in digests
      where try Int.fetchOne(statement, arguments: [Data(digest.bytes)]) == nil {
        discard(body(digest))
      }
    }
  }
}

extension ContentDigest {
  /// The digest of no content at all.
  static let ofNothing = ContentDigest(of: [])
}
