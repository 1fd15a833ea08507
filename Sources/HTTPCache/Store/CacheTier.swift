import GRDB
import Synchronization
import World

/// One place where responses are kept: a folder with bodies and an index, or the same in memory.
///
/// What is the same is there once: long bodies have files that are named by their digests, short ones
/// lie together in packs, where their rows say. A body is in its place before a row asks for it, and is
/// removed after the last row that did: both under the index's write lock, so that no process takes away
/// what another one has just come to need.
final class CacheTier: Sendable {
  /// The number of the first response in memory; on disk they are lower.
  static let firstInMemory: Int64 = 1 << 62

  let folder: String
  let files: any FileSystem
  let index: DatabaseQueue
  /// A second connection to the index, by which something can be looked up while something is written.
  private let reader = Mutex<DatabaseQueue?>(nil)
  /// Whether entries are being removed until there is room to spare.
  let isShrinking = Atomic(false)
  /// What small bodies are added to; changed under the index's write lock only.
  let packing = Mutex(Packing.none)
  /// What tells the index from one that took its place; nil in memory, where none can.
  private let identity: [UInt64]?
  /// Whether changes go to a log first, so that who reads is in nobody's way.
  private let hasLog: Bool

  init(
    folder: String, files: any FileSystem, index: DatabaseQueue, identity: [UInt64]?,
    hasLog: Bool = false
  ) {
    self.folder = folder
    self.files = files
    self.index = index
    self.identity = identity
    self.hasLog = hasLog
  }

  /// A tier in memory, with nothing in it.
  static func inMemory() throws(TierError) -> CacheTier {
    try TierError.reporting {
      let index = try DatabaseQueue()
      try index.write { try CacheSchema.create($0, firstID: firstInMemory) }
      return CacheTier(folder: "", files: MemoryFileSystem(), index: index, identity: nil)
    }
  }

  var isInMemory: Bool { identity == nil }

  /// Whether the index is still the one at its path.
  ///
  /// A file that was removed can be read and written as before; only its path tells.
  var isInPlace: Bool {
    guard let identity else { return true }
    do throws(FileError) {
      return try files.status(of: Self.index(in: folder)).identity == identity
    } catch {
      // What cannot be asked about need not be gone.
      return error.reason != .missing
    }
  }

  /// Looks something up, with one statement or several that need not agree.
  func read<Value>(_ work: (Database) throws -> Value) throws(TierError) -> Value {
    let queue = reader.withLock { $0 } ?? index
    return try TierError.reporting { try queue.unsafeRead(work) }
  }

  /// Has look-ups wait no longer for what is written, from now on.
  ///
  /// It is worth its connection only where much is written.
  func readBesideWriting() {
    reader.withLock { reader in
      guard reader == nil, hasLog else { return }
      // Without it they wait.
      let second = try? DatabaseQueue(
        path: Self.index(in: folder), configuration: Self.configuration)
      if isInPlace { reader = second }
    }
  }

  /// Changes something in one transaction, which nobody else's runs beside.
  func write<Value>(_ work: (Database) throws -> Value) throws(TierError) -> Value {
    if !isInPlace { throw .moved }
    return try TierError.reporting { try index.write(work) }
  }

  /// Has the disk begin to write the log, for which whoever closes the index waits.
  func startWriteback() { files.startWriteback(of: Self.index(in: folder) + "-wal") }

  static func index(in folder: String) -> String { folder + "/index.db" }

  /// Where files are written until they are whole.
  var temporary: String { folder + "/tmp" }

  /// Where the content of a digest lies.
  func body(_ digest: ContentDigest) -> String { "\(bodies(digest))/\(digest.text)" }

  /// The folder of all contents whose digests begin alike.
  func bodies(_ digest: ContentDigest) -> String { "\(folder)/b/\(digest.text.prefix(2))" }

  /// Where the bytes of a broken-off download lie.
  func part(_ id: Int64) -> String { "\(folder)/part/\(id)" }
}
