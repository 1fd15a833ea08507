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
  let count: Int
  /// Its device, number, size, and times to the nanosecond.
  private let facts: [UInt64]

  init(_ path: String) throws(FileError) {
    self.path = path
    descriptor = try reporting(path) {
      try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
    }
    var status = stat()
    let isKnown = unsafe fstat(descriptor.rawValue, &status) == 0
    count = isKnown ? Int(status.st_size) : 0
    facts = [
      UInt64(status.st_dev), UInt64(status.st_ino), UInt64(status.st_size),
      status.modified, status.changed,
    ]
  }

  // A file that was only read loses nothing if it cannot be closed.
  deinit { try? descriptor.close() }

  var identity: [UInt8]? {
    var identity = facts.flatMap { fact in unsafe withUnsafeBytes(of: fact) { unsafe Array($0) } }
    var sample = [UInt8](repeating: 0, count: min(Self.sampleSize, count))
    for offset in [0, max(0, count - sample.count)] {
      // A file that cannot be read is told from no other; whoever reads it says why.
      guard (try? read(at: offset, into: &sample, 0..<sample.count)) == sample.count else {
        return nil
      }
      // FNV-1a, 64 bits.
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in sample { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01B3 }
      identity += unsafe withUnsafeBytes(of: hash) { unsafe Array($0) }
    }
    return identity
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
  fileprivate var modified: UInt64 {
    #if canImport(Glibc)
      UInt64(st_mtim.tv_sec) &* 1_000_000_000 &+ UInt64(st_mtim.tv_nsec)
    #else
      UInt64(st_mtimespec.tv_sec) &* 1_000_000_000 &+ UInt64(st_mtimespec.tv_nsec)
    #endif
  }

  fileprivate var changed: UInt64 {
    #if canImport(Glibc)
      UInt64(st_ctim.tv_sec) &* 1_000_000_000 &+ UInt64(st_ctim.tv_nsec)
    #else
      UInt64(st_ctimespec.tv_sec) &* 1_000_000_000 &+ UInt64(st_ctimespec.tv_nsec)
    #endif
  }
}
