import CPlatform
import SystemPackage
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The operations that the disk cache requires.
extension LiveFileSystem {
  package func status(of path: String) throws(FileError) -> FileStatus {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      throw FileError(path: path, reason: reason(Errno(rawValue: errno)))
    }
    let kind: FileKind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    return FileStatus(
      kind: kind, size: Int(status.st_size),
      modified: Double(Int64(bitPattern: status.modified)) / 1e9,
      isOwn: status.st_uid == geteuid(), permissions: Int(status.st_mode & 0o777),
      identity: [UInt64(status.st_dev), UInt64(status.st_ino)])
  }

  package func restrict(_ path: String, to permissions: Int) throws(FileError) {
    guard unsafe chmod(path, mode_t(permissions)) == 0 else {
      throw FileError(path: path, reason: reason(Errno(rawValue: errno)))
    }
  }

  package func openRegular(_ path: String) throws(FileError) -> any ReadableFile {
    try OpenedFile(regular: path)
  }

  package func beginFile(in folder: String) throws(FileError) -> any WritableFile {
    try WrittenFile(
      path: "\(folder)/\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 36))",
      flags: O_CREAT | O_EXCL)
  }

  package func isAbandoned(_ name: String) -> Bool {
    guard let process = pid_t(name.prefix { $0 != "-" }), process > 0 else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }

  package func extend(_ path: String) throws(FileError) -> any WritableFile {
    try WrittenFile(path: path, flags: O_APPEND)
  }

  package func deallocate(_ range: Range<Int>, of path: String) throws(FileError) {
    try WrittenFile(path: path, flags: 0).deallocate(range)
  }

  package func startWriteback(of path: String) {
    // This is only a hint.
    try? WrittenFile(path: path, flags: 0).startWriteback()
  }

  package func lock(_ place: Int64, of path: String) throws(FileError) -> FileLock? {
    try reporting(path) {
      let file = try FileDescriptor.open(
        FilePath(path), .readWrite, options: [.create, .noFollow, .closeOnExec],
        permissions: [.ownerRead, .ownerWrite])
      let code = cplatform_lock_byte(file.rawValue, place)
      if code == 0 {
        // What is written is only a hint, so that neither writing nor closing has to succeed.
        return FileLock { bytes, place in
          try? file.writeEverything([bytes], at: place) {}
        } unlock: {
          try? file.close()
        }
      }
      try file.close()
      if code == EAGAIN { return nil }
      throw Errno(rawValue: code)
    }
  }

  package func remove(_ path: String) throws(FileError) {
    // The C function `remove` calls unlink(2), or rmdir(2) for a folder.
    guard removeFile(path) == 0 else {
      throw FileError(path: path, reason: reason(Errno(rawValue: errno)))
    }
  }

  package func disk(of path: String) throws(FileError) -> DiskStatus {
    var disk = cplatform_disk()
    let code = unsafe cplatform_disk_of(path, &disk)
    guard code == 0 else { throw FileError(path: path, reason: reason(Errno(rawValue: code))) }
    return DiskStatus(freeBytes: Int(clamping: disk.free_bytes), isRemote: disk.is_remote)
  }
}

/// Calls the C function `remove`, which is shadowed by the method of that name.
private func removeFile(_ path: String) -> Int32 {
  unsafe remove(path)
}

extension FileDescriptor {
  /// Appends all bytes or none.
  ///
  /// If the disk is full, a partial write is undone.
  func appendWhole(_ bytes: [UInt8]) throws {
    // Pipes cannot be truncated, so they keep partial writes.
    let start = try? seek(offset: 0, from: .end)
    do {
      _ = try writeAll(bytes)
    } catch {
      // Truncates only this write, unless another process has appended since. If truncation fails, the
      // partial write remains.
      let end = try? seek(offset: 0, from: .end)
      if let start, let end, end > start, end - start < bytes.count {
        _ = ftruncate(rawValue, off_t(start))
      }
      throw error
    }
  }
}

/// A writable file, which is closed on release.
final class WrittenFile: WritableFile {
  let path: String
  private let descriptor: FileDescriptor

  init(path: String, flags: Int32) throws(FileError) {
    self.path = path
    let number = unsafe open(path, flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW, mode_t(0o600))
    guard number >= 0 else { throw FileError(path: path, reason: reason(Errno(rawValue: errno))) }
    descriptor = FileDescriptor(rawValue: number)
  }

  // Errors on close are ignored; lost data is detected when it is read.
  deinit { try? descriptor.close() }

  func append(_ bytes: [UInt8]) throws(FileError) {
    try reporting(path) { _ = try descriptor.writeAll(bytes) }
  }

  func write(_ pieces: [[UInt8]], at offset: Int) throws(FileError) {
    try reporting(path) { try descriptor.writeEverything(pieces, at: Int64(offset)) {} }
  }

  /// Deallocates a range of the file.
  func deallocate(_ range: Range<Int>) throws(FileError) {
    let code = cplatform_free(descriptor.rawValue, Int64(range.lowerBound), Int64(range.count))
    guard code == 0 else { throw FileError(path: path, reason: reason(Errno(rawValue: code))) }
  }

  /// Starts writing dirty pages to disk.
  func startWriteback() { cplatform_start_writeback(descriptor.rawValue) }

  func reader() throws(FileError) -> any ReadableFile {
    // Sets close-on-exec, which dup(2) would not.
    let number = fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 0)
    guard number >= 0 else { throw FileError(path: path, reason: reason(Errno(rawValue: errno))) }
    return OpenedFile(path, FileDescriptor(rawValue: number))
  }
}
