import FoundationEssentials
import GRDB
import Synchronization
import World

/// The packs of a tier: files that contain many small bodies.
///
/// Creating and naming a file for each small body takes longer than downloading it. Each process appends to a pack of
/// its own, under the write lock of the index. The space of a body that is no longer needed is returned to the disk
/// block by block, so each body starts at a block boundary. A pack without bodies is removed by the sweep.
final class BodyPacks: Sendable {
  private enum State {
    /// The next body starts a pack.
    case closed
    case open(OpenPack)
    /// The disk cannot free a part of a file: small bodies get files of their own.
    case unsupported
  }

  /// The size from which on nothing is appended to a pack, in bytes.
  private static let fullSize = 8 << 20

  private let bodies: BodyFiles
  /// Changed only under the write lock of the index.
  private let state: Mutex<State>

  /// - Parameters:
  ///   - bodies: The files of the tier.
  ///   - isSupported: Whether packs may be used at all.
  init(_ bodies: BodyFiles, isSupported: Bool) {
    self.bodies = bodies
    state = Mutex(isSupported ? .closed : .unsupported)
  }

  /// Whether small bodies go into packs, as far as is known.
  var isSupported: Bool { state.withLock { if case .unsupported = $0 { false } else { true } } }

  /// Appends a small body to a pack, unless a pack contains it already.
  ///
  /// It is written by ``finish()``.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - digest: Its digest.
  ///   - database: The index, in a write transaction.
  /// - Returns: The place, nil if it needs a file of its own; and a damaged body that it replaces.
  /// - Throws: ``FileError`` if no pack can be created, or `DatabaseError`.
  func add(
    _ bytes: [UInt8], _ digest: ContentDigest, in database: Database
  ) throws -> (PackPlace?, damaged: StoredBody?) {
    guard let old = try stored(digest, in: database), let oldPlace = old.place else {
      return (try append(bytes, in: database), nil)
    }
    try finish()
    if bodies.isSound(old) { return (oldPlace, nil) }
    // All rows with this content get the new place.
    let place = try append(bytes, in: database)
    try database.execute(
      sql: "UPDATE response SET pack = ?, start = ? WHERE digest = ? AND pack = ? AND start = ?",
      arguments: [
        place?.pack, place?.start, Data(digest.bytes), oldPlace.pack, oldPlace.start,
      ])
    return (place, old)
  }

  /// Writes the appended bodies to the pack.
  func finish() throws {
    try state.withLock { state in
      guard case .open(var pack) = state else { return }
      state = .closed
      try pack.write()
      state = .open(pack)
    }
  }

  /// Closes the pack, so that the next body starts another one.
  func close() {
    state.withLock { if case .open = $0 { $0 = .closed } }
  }

  /// A body with that digest in a pack; nil if there is none.
  private func stored(_ digest: ContentDigest, in database: Database) throws -> StoredBody? {
    var rows = try IndexStatement(
      "SELECT count, pack, start FROM response WHERE digest = ? AND pack IS NOT NULL LIMIT 1",
      in: database)
    rows.bind(digest.bytes)
    guard try rows.next(), let count = rows.number(0), let place = PackPlace(rows, from: 1) else {
      return nil
    }
    return StoredBody(digest: digest, count: Int(count), place: place)
  }

  /// Appends a body to the open pack.
  ///
  /// - Returns: Its place; nil if it needs a file of its own.
  private func append(_ bytes: [UInt8], in database: Database) throws -> PackPlace? {
    try state.withLock { state in
      if case .open(let pack) = state, pack.isWritten,
        pack.count >= Self.fullSize
          || bodies.files.kind(of: "\(bodies.packs)/\(pack.number)") != .file
      {
        state = .closed
      }
      if case .closed = state { state = try create(in: database) }
      guard case .open(var pack) = state else { return nil }
      // A second reference would copy the bytes.
      state = .closed
      let place = pack.add(bytes)
      state = .open(pack)
      return place
    }
  }

  /// Creates a pack, unless the disk cannot free a part of a file.
  private func create(in database: Database) throws -> State {
    let file = try bodies.files.beginFile(in: bodies.temporary)
    do throws(FileError) {
      try bodies.files.deallocate(0..<1, of: file.path)
    } catch {
      bodies.discard(file.path)
      return .unsupported
    }
    do {
      // The number of the next row, which is never used twice.
      let last = try Int64.fetchOne(
        database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'response'")
      let number = (last ?? 0) &+ 1
      try bodies.move(file.path, to: bodies.packs, as: "\(number)")
      return .open(OpenPack(number: number, file: file))
    } catch {
      bodies.discard(file.path)
      throw error
    }
  }
}

/// The pack to which this process appends.
private struct OpenPack {
  let number: Int64
  private let file: any WritableFile
  /// How many bytes are written.
  private(set) var count = 0
  /// The bodies to be written in one call, with padding between them.
  private var pending: [[UInt8]] = []
  /// How many bytes there are with the pending ones.
  private var countWithPending = 0

  init(number: Int64, file: any WritableFile) { (self.number, self.file) = (number, file) }

  var isWritten: Bool { pending.isEmpty }

  mutating func add(_ bytes: [UInt8]) -> PackPlace {
    let start = PackPlace.end(of: countWithPending)
    if start > countWithPending {
      pending.append([UInt8](repeating: 0, count: start - countWithPending))
    }
    pending.append(bytes)
    countWithPending = start + bytes.count
    return PackPlace(pack: number, start: start)
  }

  mutating func write() throws(FileError) {
    if pending.isEmpty { return }
    try file.write(pending, at: count)
    count = countWithPending
    pending.removeAll(keepingCapacity: true)
  }
}
