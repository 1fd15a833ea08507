import Synchronization
import World

/// The lock of an address among the processes that share a folder: the one that holds it downloads.
///
/// It is a byte of one file, so that nothing has to be removed later, and the system releases it when the process is
/// killed. It only saves downloads: if it cannot be had, each process downloads for itself.
final class DownloadLock: Sendable {
  private struct State {
    var lock: FileLock?
    var isIgnored = false
  }

  private let place: Int64
  private let path: String
  private let files: any FileSystem
  private let state = Mutex(State())

  fileprivate init(_ key: CacheKey, path: String, files: any FileSystem) {
    let digest = ContentDigest(of: Array("\(key.partition)\n\(key.address)".utf8))
    // Two addresses share a byte too rarely to matter.
    place = digest.bytes.prefix(7).reduce(0) { $0 << 8 | Int64($1) }
    (self.path, self.files) = (path, files)
  }

  /// The lock while it is held; nil before, and if it is ignored.
  var held: FileLock? { state.withLock { $0.lock } }

  /// Tries to hold the lock.
  ///
  /// - Returns: Whether the download may begin; false while another one holds the lock.
  func tryToHold() -> Bool {
    state.withLock { state in
      if state.isIgnored || state.lock != nil { return true }
      do throws(FileError) {
        state.lock = try files.lock(place, of: path)
        return state.lock != nil
      } catch {
        state.isIgnored = true
        return true
      }
    }
  }

  /// Lets the download begin although another one holds the lock.
  func ignore() { state.withLock { $0.isIgnored = true } }

  /// Releases the lock, unless a response that is still to be written holds it, too.
  func release() { state.withLock { $0.lock = nil } }
}

extension CacheStore {
  /// The lock for downloads of an address, which is not held yet; nil if no other process uses this store.
  func downloadLock(for key: CacheKey) -> DownloadLock? {
    if folder == nil { return nil }
    let folder = tiers.changeDisk(creating: true) { tier throws(TierError) in tier.bodies.folder }
    return folder.map { DownloadLock(key, path: $0 + "/locks", files: files) }
  }
}
