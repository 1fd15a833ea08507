import FoundationEssentials
import GRDB
import Synchronization
import World

/// What a tier adds small bodies to.
enum Packing {
  /// Nothing yet, or no longer.
  case none
  /// A file with others in it.
  case pack(OpenPack)
  /// The disk takes no part of a file back: what is small has a file of its own, too.
  case impossible
}

/// A pack that this process adds to.
struct OpenPack {
  var number: Int64
  var file: any WritableFile
  /// How many bytes of it are written.
  var count = 0
  /// What comes next, in whole blocks but for the last body; it is written as one.
  var waiting: [[UInt8]] = []
  /// How many bytes there are with those that wait.
  private var countWithWaiting = 0

  init(number: Int64, file: any WritableFile) { (self.number, self.file) = (number, file) }

  mutating func add(_ bytes: [UInt8]) -> PackPlace {
    let start = PackPlace.end(of: countWithWaiting)
    if start > countWithWaiting {
      waiting.append([UInt8](repeating: 0, count: start - countWithWaiting))
    }
    waiting.append(bytes)
    countWithWaiting = start + bytes.count
    return PackPlace(pack: number, start: start)
  }

  mutating func write() throws(FileError) {
    if waiting.isEmpty { return }
    try file.write(waiting, at: count)
    count = countWithWaiting
    waiting.removeAll(keepingCapacity: true)
  }
}

/// Files that many small bodies lie in: to make and to name a file for each takes longer than to fetch it.
///
/// Each process adds to a pack of its own, under the index's write lock. Where nothing needs a body any
/// more its room goes back to the disk, and what is left of a pack is a name. So that no two bodies share
/// a block of the disk, each begins with one.
extension CacheTier {
  /// The columns that tell where a body lies.
  static let bodyColumns = "digest, count, pack, start"
  /// From how many bytes on nothing is added to a pack.
  private static let fullSize = 8 << 20

  /// Where the packs lie.
  var packs: String { folder + "/pack" }

  /// Where a body lies.
  func path(of body: StoredBody) -> String {
    body.place.map { "\(packs)/\($0.pack)" } ?? self.body(body.digest)
  }

  /// Whether a small body may lie among others, as far as is known.
  var canPack: Bool {
    if isInMemory { return false }
    return packing.withLock { if case .impossible = $0 { false } else { true } }
  }

  /// Puts a small body among others, or finds it there.
  ///
  /// It is written with ``finishPack()``.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - digest: What they add up to.
  ///   - database: The index, in a transaction that writes.
  /// - Returns: Where it lies, nil if it needs a file of its own; and the damaged body that nothing needs any more.
  /// - Throws: ``FileError`` if there can be no pack for it, and what the index cannot do.
  func pack(
    _ bytes: [UInt8], _ digest: ContentDigest, in database: Database
  ) throws -> (PackPlace?, unneeded: StoredBody?) {
    guard let old = try packed(digest, in: database), let oldPlace = old.place else {
      return (try append(bytes, in: database), nil)
    }
    try finishPack()
    if isSound(old) { return (oldPlace, nil) }
    // What was damaged is mended for all who need it.
    let place = try append(bytes, in: database)
    try database.execute(
      sql: "UPDATE response SET pack = ?, start = ? WHERE digest = ? AND pack = ? AND start = ?",
      arguments: [
        place?.pack, place?.start, Data(digest.bytes), oldPlace.pack, oldPlace.start,
      ])
    return (place, old)
  }

  /// Writes what was added.
  func finishPack() throws {
    try packing.withLock { packing in
      guard case .pack(var pack) = packing else { return }
      packing = .none
      try pack.write()
      packing = .pack(pack)
    }
  }

  /// Begins another pack with the next body.
  func endPack() {
    packing.withLock { if case .pack = $0 { $0 = .none } }
  }

  /// Removes packs that no row needs any more.
  ///
  /// - Throws: ``TierError`` if the folder cannot be read, or the index cannot be locked now.
  func sweepPacks() throws(TierError) {
    try TierError.reporting {
      let names = files.kind(of: packs) == .folder ? try files.names(in: packs) : []
      if names.isEmpty { return }
      // Who adds to a pack holds the same lock until its row is there, and looks for the pack first.
      try write { database in
        let needed = try Int64.fetchSet(
          database, sql: "SELECT DISTINCT pack FROM response WHERE typeof(pack) = 'integer'")
        for name in names where Int64(name).map({ !needed.contains($0) }) ?? true {
          discard("\(packs)/\(name)")
        }
      }
    }
  }

  /// A body of that digest that lies among others; nil if there is none.
  private func packed(_ digest: ContentDigest, in database: Database) throws -> StoredBody? {
    var rows = try IndexStatement(
      "SELECT count, pack, start FROM response WHERE digest = ? AND pack IS NOT NULL LIMIT 1",
      in: database)
    rows.bind(digest.bytes)
    guard try rows.next(), let count = rows.number(0), let place = PackPlace(rows, from: 1) else {
      return nil
    }
    return StoredBody(digest: digest, count: Int(count), place: place)
  }

  private func isSound(_ body: StoredBody) -> Bool {
    // What cannot be read now is as good as damaged: the same is at hand.
    guard let file = try? open(body) else { return false }
    return (try? bytes(of: body, in: file)) != nil
  }

  /// Puts a small body among others.
  ///
  /// - Returns: Where it lies; nil if it needs a file of its own.
  func append(_ bytes: [UInt8], in database: Database) throws -> PackPlace? {
    try packing.withLock { packing in
      if case .pack(let pack) = packing, pack.waiting.isEmpty,
        pack.count >= Self.fullSize || files.kind(of: "\(packs)/\(pack.number)") != .file
      {
        packing = .none
      }
      if case .none = packing { packing = try begin(in: database) }
      guard case .pack(var pack) = packing else { return nil }
      // A second holder would have the bytes copied.
      packing = .none
      let place = pack.add(bytes)
      packing = .pack(pack)
      return place
    }
  }

  /// Makes a file for bodies, unless the disk would not take back what is no longer needed.
  private func begin(in database: Database) throws -> Packing {
    if isInMemory { return .impossible }
    let file = try files.beginFile(in: temporary)
    do throws(FileError) {
      try files.giveBack(0..<1, of: file.path)
    } catch {
      discard(file.path)
      return .impossible
    }
    do {
      // The number of the row that comes next: none had it before, and none will have it again.
      let last = try Int64.fetchOne(
        database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'response'")
      let number = (last ?? 0) &+ 1
      try place(file.path, in: packs, as: "\(number)")
      return .pack(OpenPack(number: number, file: file))
    } catch {
      discard(file.path)
      throw error
    }
  }
}
