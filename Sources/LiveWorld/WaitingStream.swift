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

  /// Waits until the stream has bytes, takes some, or is at its end; or until a signal comes.
  func await(_ readiness: Readiness) {
    let events = Int16(readiness == .reading ? POLLIN : POLLOUT)
    var watched = pollfd(fd: rawValue, events: events, revents: 0)
    unsafe poll(&watched, 1, -1)
  }
}
