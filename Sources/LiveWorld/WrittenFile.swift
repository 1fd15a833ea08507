import CPlatform
import SystemPackage
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that is being written; it is closed when it is no longer used.
final class WrittenFile: WritableFile {
  let path: String
  private let descriptor: FileDescriptor

  init(path: String, flags: Int32) throws(FileError) {
    self.path = path
    let number = unsafe open(path, flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
    guard number >= 0 else { throw FileError(path: path, reason: reason(Errno(rawValue: errno))) }
    descriptor = FileDescriptor(rawValue: number)
  }

  // A disk that says only now that it could not keep everything is found out when that is read.
  deinit { try? descriptor.close() }

  func append(_ bytes: [UInt8]) throws(FileError) {
    try reporting(path) { _ = try descriptor.writeAll(bytes) }
  }

  func write(_ pieces: [[UInt8]], at offset: Int) throws(FileError) {
    try reporting(path) { try descriptor.writeEverything(pieces, at: Int64(offset)) {} }
  }

  /// Gives the room of some bytes back to the disk.
  func giveBack(_ range: Range<Int>) throws(FileError) {
    let code = cplatform_free(descriptor.rawValue, Int64(range.lowerBound), Int64(range.count))
    guard code == 0 else { throw FileError(path: path, reason: reason(Errno(rawValue: code))) }
  }

  /// Has the disk begin to write what the file was given.
  func startWriteback() { cplatform_start_writeback(descriptor.rawValue) }

  func reader() throws(FileError) -> any ReadableFile {
    // A plain copy would be handed on to programs that are started.
    let number = fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 0)
    guard number >= 0 else { throw FileError(path: path, reason: reason(Errno(rawValue: errno))) }
    return OpenedFile(path, FileDescriptor(rawValue: number))
  }
}
