import SystemPackage
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An open regular file.
final class OpenedFile: ReadableFile {
  /// The number of bytes at each end that are part of the file's identity.
  private static let sampleSize = 1 << 14

  private let path: String
  private let descriptor: FileDescriptor
  private let status: stat
  var count: Int { Int(status.st_size) }

  convenience init(_ path: String) throws(FileError) {
    self.init(
      path,
      try reporting(path) {
        try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
      })
  }

  /// Creates a file from an open descriptor.
  convenience init(_ path: String, _ descriptor: FileDescriptor) {
    var status = stat()
    if unsafe fstat(descriptor.rawValue, &status) != 0 { status.st_size = 0 }
    self.init(path, descriptor, status)
  }

  /// Opens a regular file without following links.
  ///
  /// Does not block on pipes and devices.
  convenience init(regular path: String) throws(FileError) {
    // Avoids `FilePath`, which takes longer than the system call; thousands of files are opened per second.
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard number >= 0 else {
      throw FileError(path: path, reason: reason(Errno(rawValue: errno)))
    }
    try self.init(path, regular: number)
  }

  /// Takes ownership of a descriptor; throws if it is not a regular file.
  convenience init(_ path: String, regular number: Int32) throws(FileError) {
    let descriptor = FileDescriptor(rawValue: number)
    var status = stat()
    guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      // Nothing was read or written.
      try? descriptor.close()
      throw FileError(path: path, reason: .other("is not a file"))
    }
    self.init(path, descriptor, status)
  }

  private init(_ path: String, _ descriptor: FileDescriptor, _ status: stat) {
    self.path = path
    self.descriptor = descriptor
    self.status = status
  }

  // Closing a file that was only read cannot lose data.
  deinit { try? descriptor.close() }

  var identity: [UInt8]? {
    // The device, inode, size, and times in nanoseconds.
    let facts = [
      UInt64(status.st_dev), UInt64(status.st_ino), UInt64(status.st_size),
      status.modified, status.changed,
    ]
    var identity = facts.flatMap { fact in unsafe withUnsafeBytes(of: fact) { unsafe Array($0) } }
    var sample = [UInt8](repeating: 0, count: min(Self.sampleSize, count))
    for offset in [0, max(0, count - sample.count)] {
      // A file that cannot be read has no identity; the error is reported on reading.
      guard (try? read(at: offset, into: &sample, 0..<sample.count)) == sample.count else {
        return nil
      }
      let hash = unsafe shortDigest(of: sample.span.bytes)
      identity += unsafe withUnsafeBytes(of: hash) { unsafe Array($0) }
    }
    return identity
  }

  /// Whether the size or modification time has changed.
  ///
  /// A replacement of the file does not affect the open one.
  var hasChanged: Bool {
    var now = stat()
    guard unsafe fstat(descriptor.rawValue, &now) == 0 else { return true }
    return now.st_size != status.st_size || now.modified != status.modified
  }

  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    var done = 0
    while done < range.count {
      if requestedStops.isRaised { throw FileError(path: path, reason: .stopped) }
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe pread(
          descriptor.rawValue, $0.baseAddress.map { unsafe $0 + range.lowerBound + done },
          range.count - done, off_t(offset + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(path: path, reason: reason(Errno(rawValue: errno))) }
      if count == 0 { break }
      done += count
    }
    return done
  }
}

extension stat {
  var modified: UInt64 {
    #if canImport(Glibc)
      nanoseconds(st_mtim)
    #else
      nanoseconds(st_mtimespec)
    #endif
  }

  fileprivate var changed: UInt64 {
    #if canImport(Glibc)
      nanoseconds(st_ctim)
    #else
      nanoseconds(st_ctimespec)
    #endif
  }

  /// Returns nanoseconds since 1970, as the bits of a signed integer.
  private func nanoseconds(_ time: timespec) -> UInt64 {
    UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
      &+ UInt64(truncatingIfNeeded: time.tv_nsec)
  }
}
