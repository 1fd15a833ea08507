import SystemPackage
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Doing something while no other program does the same.
extension LiveFileSystem {
  package func whileLocked<Result>(
    _ folder: String, _ work: () throws -> Result
  ) throws -> Result {
    let handle = try reporting(folder) {
      try FileDescriptor.open(FilePath(folder), .readOnly, options: .closeOnExec)
    }
    return try handle.closeAfter {
      try lock(handle, folder)
      return try work()
    }
  }

  /// How long to wait for another program that has a folder locked: as long as for its database.
  private static let longestLock = Duration.seconds(5)

  /// Waits for a lock in short steps; who stopped in the middle of its work, and holds it for ever, is not waited for.
  private func lock(_ handle: FileDescriptor, _ folder: String) throws(FileError) {
    let end = ContinuousClock.now + Self.longestLock
    var pause: UInt32 = 200
    while flock(handle.rawValue, LOCK_EX | LOCK_NB) != 0 {
      let error = Errno(rawValue: errno)
      if error == .interrupted { continue }
      guard error == .wouldBlock else { throw FileError(path: folder, reason: reason(error)) }
      guard ContinuousClock.now < end else {
        throw FileError(path: folder, reason: .other("another program keeps it locked"))
      }
      usleep(pause)
      pause = min(2 * pause, 20_000)
    }
  }
}
