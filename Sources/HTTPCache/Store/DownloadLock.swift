import Synchronization
import World

/// The lock of an address among the processes that share a folder: the one that holds it downloads.
///
/// It is a byte of one file, so that nothing has to be removed later, and the system releases it when the process is
/// killed. It only saves downloads: if it cannot be had, each process downloads for itself. The start of the file is a
/// table with the progress of downloads, which tells those who wait that theirs goes on.
final class DownloadLock: Sendable {
  private struct State {
    var lock: FileLock?
    var isIgnored = false
  }

  /// The number of entries in the table of progress, of eight bytes each.
  ///
  /// Addresses that share an entry only make a request wait longer.
  private static let entryCount: UInt64 = 4096

  private let place: Int64
  /// The offset of the entry in the table of progress.
  private let entry: Int64
  private let path: String
  private let files: any FileSystem
  private let state = Mutex(State())

  fileprivate init(_ key: CacheKey, path: String, files: any FileSystem) {
    let digest = ContentDigest(of: Array("\(key.partition)\n\(key.address)".utf8))
    // Two addresses share a byte too rarely to matter.
    place = digest.bytes.prefix(7).reduce(0) { $0 << 8 | Int64($1) }
    entry = Int64(digest.bytes.suffix(7).reduce(0) { $0 << 8 | UInt64($1) } % Self.entryCount) * 8
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

  /// Shows the processes that wait how much of the content has been received.
  func note(received: Int) {
    let count = UInt64(received) + 1
    held?.write((0..<8).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }, at: entry)
  }

  /// What the process that downloads has shown last; it changes while content arrives.
  ///
  /// 0 if the file cannot be read.
  var progress: UInt64 {
    var bytes = [UInt8](repeating: 0, count: 8)
    // Without the hint, a request waits as for a download that stands still.
    guard let file = try? files.openRegular(path),
      (try? file.read(at: Int(entry), into: &bytes, 0..<8)) == 8
    else { return 0 }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
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
