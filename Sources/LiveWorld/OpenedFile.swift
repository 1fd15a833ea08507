import SystemPackage
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A regular file that stays open for as long as it is used.
final class OpenedFile: ReadableFile {
  /// How many bytes of each end tell one state of a file from another, beside its times.
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

  /// Reads what is open already.
  convenience init(_ path: String, _ descriptor: FileDescriptor) {
    var status = stat()
    if unsafe fstat(descriptor.rawValue, &status) != 0 { status.st_size = 0 }
    self.init(path, descriptor, status)
  }

  /// Opens a file that lies at this very path; a pipe or a device there is not waited for.
  convenience init(regular path: String) throws(FileError) {
    // Thousands are opened a second: `FilePath` would take longer than the system does.
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard number >= 0 else {
      throw FileError(path: path, reason: reason(Errno(rawValue: errno)))
    }
    try self.init(path, regular: number)
  }

  /// Takes over what is open, unless it is no file.
  convenience init(_ path: String, regular number: Int32) throws(FileError) {
    let descriptor = FileDescriptor(rawValue: number)
    var status = stat()
    guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      // It was not even read.
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

  // A file that was only read loses nothing if it cannot be closed.
  deinit { try? descriptor.close() }

  var identity: [UInt8]? {
    // Its device, number, size, and times to the nanosecond.
    let facts = [
      UInt64(status.st_dev), UInt64(status.st_ino), UInt64(status.st_size),
      status.modified, status.changed,
    ]
    var identity = facts.flatMap { fact in unsafe withUnsafeBytes(of: fact) { unsafe Array($0) } }
    var sample = [UInt8](repeating: 0, count: min(Self.sampleSize, count))
    for offset in [0, max(0, count - sample.count)] {
      // A file that cannot be read is told from no other; whoever reads it says why.
      guard (try? read(at: offset, into: &sample, 0..<sample.count)) == sample.count else {
        return nil
      }
      let hash = unsafe shortDigest(of: sample.span.bytes)
      identity += unsafe withUnsafeBytes(of: hash) { unsafe Array($0) }
    }
    return identity
  }

  /// Who writes into a file leaves another size or another time; who puts another in its place leaves this one alone.
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

  /// Nanoseconds since 1970, as the bits of a signed number.
  private func nanoseconds(_ time: timespec) -> UInt64 {
    UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
      &+ UInt64(truncatingIfNeeded: time.tv_nsec)
  }
}
