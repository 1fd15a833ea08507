import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Streams that another program may have left not to block, which they then are for all who share them.
extension FileDescriptor {
  /// What a stream is waited for.
  enum Readiness {
    case reading, writing
  }

  /// Writes all bytes, and waits as often as the stream takes none.
  ///
  /// - Parameters:
  ///   - bytes: What to write.
  ///   - wait: Waits until the stream takes bytes.
  /// - Throws: `Errno` if it takes no more.
  func writeEverything(_ bytes: [UInt8], waitingBy wait: () -> Void) throws {
    try unsafe bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        do {
          done += try unsafe write(UnsafeRawBufferPointer(rebasing: buffer[done...]))
        } catch Errno.resourceTemporarilyUnavailable {
          wait()
        }
      }
    }
  }

  /// Waits until the stream has bytes, takes some, or is at its end; or until a signal comes.
  func await(_ readiness: Readiness) {
    let events = Int16(readiness == .reading ? POLLIN : POLLOUT)
    var watched = pollfd(fd: rawValue, events: events, revents: 0)
    unsafe poll(&watched, 1, -1)
  }
}
