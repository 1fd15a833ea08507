import Synchronization
import World

/// The end of a process.
extension CacheStore {
  /// The longest log that is left to whoever opens the index next, in bytes.
  private static let longestLog = 400_000

  /// Whether a process that kept nothing new had better end with the index open.
  ///
  /// To be closed by the last who uses it, the index takes its log in, for which the disk is waited for
  /// three times. A log that stays is read by whoever opens the index next; nothing of it is lost.
  package var mayStayOpen: Bool {
    let (disk, keeps) = state.withLock { ($0.disk, $0.keeps) }
    guard let disk, keeps == 0 else { return false }
    // Where there is no log, or none that can be looked at, the index is closed as usual.
    guard let log = try? files.status(of: CacheTier.index(in: disk.folder) + "-wal") else {
      return false
    }
    return log.size <= Self.longestLog
  }
}
