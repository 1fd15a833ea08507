import Diagnostics
import Text

/// An error in accessing a file.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Reason: Equatable, Sendable {
    case missing, exists, notPermitted, isDirectory, full, readOnly
    /// The file exceeds a size limit.
    case tooLong(limit: Int)
    /// The file has changed since it was opened.
    case changed
    /// The user interrupted the operation.
    case stopped
    /// The operation is not allowed, with a reason.
    case refused(String)
    /// Another error, with the system's message.
    case other(String)
  }

  package var path: String
  package var reason: Reason

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  package var description: String {
    switch reason {
    case .missing: "\(path): no such file"
    case .exists: "\(path): exists already"
    case .notPermitted: "\(path): permission denied"
    case .isDirectory: "\(path): is a folder"
    case .full: "\(path): the disk is full"
    case .readOnly: "\(path): the disk is read-only"
    case .tooLong(let limit): "\(path): larger than \(byteText(limit)), the limit for this input"
    case .changed: "\(path): has changed since it was opened"
    case .stopped: "stopped"
    case .refused(let text), .other(let text): "\(path): \(text)"
    }
  }
}

/// The type of a file.
package enum FileKind: Equatable, Sendable { case file, folder, other }

/// The file system.
///
/// New folders and files are accessible to their owner only: modes 0700 and 0600. Exports follow the umask.
package protocol FileSystem: Sendable {
  /// Whether paths belong to the machine's file system, so that files can be memory-mapped.
  var isOnDisk: Bool { get }
  /// Returns the type of the file at a path, following links; nil if there is none.
  func kind(of path: String) -> FileKind?
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The maximum number of bytes.
  /// - Returns: The bytes.
  /// - Throws: ``FileError`` if the file does not exist, is longer than the limit, or cannot be read.
  func contents(of path: String, limit: Int) throws(FileError) -> [UInt8]
  /// Opens a file for random access. Files that do not support it, such as pipes, are read to their end at
  /// once.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The maximum number of bytes.
  /// - Returns: The file, which is unaffected if another file replaces it.
  /// - Throws: ``FileError`` if the file does not exist, is longer than the limit, or cannot be read.
  func open(_ path: String, limit: Int) throws(FileError) -> any ReadableFile
  /// Returns the names in a folder, unsorted.
  func names(in folder: String) throws(FileError) -> [String]
  /// Replaces a file atomically and preserves its mode. Missing folders are created.
  func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(FileError)
  /// Replaces a file as ``write(_:to:replacing:)`` does, but gives a new file the permissions that the umask allows.
  func writeExport(_ bytes: [UInt8], to path: String, replacing: Bool) throws(FileError)
  /// Replaces files as ``writeExport(_:to:replacing:)`` does, one after the other, in O(*n*) for all files of a folder.
  func writeExports(_ files: [(path: String, bytes: [UInt8])]) throws(FileError)
  /// Appends bytes to a file in one write. A missing file and its folders are created.
  func append(_ bytes: [UInt8], to path: String) throws(FileError)
  /// Creates a folder and its missing parents.
  func makeFolder(_ path: String) throws(FileError)
  /// Creates a folder as ``makeFolder(_:)`` does, with the permissions that the umask allows.
  func makeExportFolder(_ path: String) throws(FileError)
  /// Runs an operation under the exclusive lock of a folder.
  ///
  /// - Parameters:
  ///   - folder: An existing folder.
  ///   - work: The operation. It must not take the same lock.
  /// - Returns: The result of the operation.
  /// - Throws: Errors from the operation, and ``FileError`` if the folder cannot be locked.
  func whileLocked<Result>(_ folder: String, _ work: () throws -> Result) throws -> Result
  /// Locks a byte of a file against all other locks of it, in this process and others.
  ///
  /// - Parameters:
  ///   - place: The offset of the byte, which need not exist.
  ///   - path: The file, which is created if it does not exist.
  /// - Returns: The lock; nil if the byte is locked already.
  /// - Throws: ``FileError`` if the file cannot be opened, or the system has no such locks.
  func lock(_ place: Int64, of path: String) throws(FileError) -> FileLock?
  /// Renames a file.
  func rename(_ path: String, to newPath: String) throws(FileError)
  /// Returns the metadata of a file without opening it or following links.
  func status(of path: String) throws(FileError) -> FileStatus
  /// Sets the permission bits of a file or folder.
  func restrict(_ path: String, to permissions: Int) throws(FileError)
  /// Opens a regular file, without following links.
  func openRegular(_ path: String) throws(FileError) -> any ReadableFile
  /// Opens a regular file below a folder. Links, pipes and devices are refused.
  ///
  /// - Parameters:
  ///   - path: The path from the folder. No component is empty, `.` or `..`.
  ///   - folder: A trusted folder, which can be a link.
  ///   - limit: The maximum number of bytes.
  /// - Returns: The file.
  /// - Throws: ``FileError`` if the file does not exist, is not a regular file, is longer than the limit, or
  ///   the path contains a link.
  func open(
    _ path: String, beneath folder: String, limit: Int
  ) throws(FileError) -> any ReadableFile
  /// Creates a file with a unique name: the process ID, a dash, and a random number.
  func beginFile(in folder: String) throws(FileError) -> any WritableFile
  /// Whether the process that created a file with such a name has ended, so that the file is complete.
  func isAbandoned(_ name: String) -> Bool
  /// Opens an existing file to append to it.
  func extend(_ path: String) throws(FileError) -> any WritableFile
  /// Deallocates a range of a file, which reads as zeros afterwards.
  ///
  /// - Parameters:
  ///   - range: The byte range, which can extend past the end. The length of the file does not change.
  ///   - path: A regular file.
  /// - Throws: ``FileError`` if the file system does not support it.
  func deallocate(_ range: Range<Int>, of path: String) throws(FileError)
  /// Starts writing a file's dirty pages to disk, so that a later sync is short.
  ///
  /// - Parameter path: A regular file. The call has no effect if there is none or the file system does not
  ///   support it.
  func startWriteback(of path: String)
  /// Removes a file, a link, or an empty folder.
  func remove(_ path: String) throws(FileError)
  /// Returns the status of the disk that contains a path.
  func disk(of path: String) throws(FileError) -> DiskStatus
  /// Returns the absolute path, with links and dots resolved as far as the path exists.
  func absolute(_ path: String) -> String
}

extension FileSystem {
  package func writeExport(
    _ bytes: [UInt8], to path: String, replacing: Bool
  ) throws(FileError) {
    try write(bytes, to: path, replacing: replacing)
  }

  package func writeExports(_ files: [(path: String, bytes: [UInt8])]) throws(FileError) {
    for (path, bytes) in files { try writeExport(bytes, to: path, replacing: true) }
  }

  package func makeExportFolder(_ path: String) throws(FileError) { try makeFolder(path) }

  package var isOnDisk: Bool { false }

  /// Throws unless the folder of a file exists.
  ///
  /// A file at a path from the user does not get its folder created, since a missing folder is probably a
  /// typing error.
  ///
  /// - Throws: ``FileError`` with the folder.
  package func requireFolder(of path: String) throws(FileError) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    switch kind(of: folder) {
    case .folder: break
    case nil: throw FileError(path: folder, reason: .other("no such folder"))
    case .file, .other: throw FileError(path: folder, reason: .other("is not a folder"))
    }
  }
}

extension FileSystem {
  /// Only files on disk can be deallocated.
  package func deallocate(_ range: Range<Int>, of path: String) throws(FileError) {
    throw FileError(path: path, reason: .other("is not on a disk"))
  }

  /// Only files on disk have permissions.
  package func restrict(_ path: String, to permissions: Int) throws(FileError) {}

  /// Only files on disk have dirty pages.
  package func startWriteback(of path: String) {}

  /// No other process can lock a file that is not on a disk.
  package func lock(_ place: Int64, of path: String) throws(FileError) -> FileLock? { FileLock {} }

  /// The process is unknown outside the machine's file system.
  package func isAbandoned(_ name: String) -> Bool { false }
}

extension FileError: FailureConvertible {
  package var failure: Failure {
    switch reason {
    case .missing, .isDirectory: Failure(description, status: .noInput)
    case .stopped: Failure(description, status: .interrupted)
    case .refused: Failure(description, code: .refused)
    case .changed: Failure(description)
    default: Failure(description, status: .disk)
    }
  }
}

/// The metadata of a file, a folder or a link.
package struct FileStatus: Equatable, Sendable {
  /// The type of the file itself.
  ///
  /// Links are `.other`.
  package var kind: FileKind
  /// The size in bytes.
  package var size: Int
  /// The modification time, in seconds since 1970 by the clock of the disk.
  package var modified: Double
  /// Whether the file belongs to the user of this process.
  package var isOwn: Bool
  /// The permission bits: the lower nine bits of the mode.
  package var permissions: Int
  /// An identifier that is unique among existing files.
  package var identity: [UInt64]

  package init(
    kind: FileKind, size: Int, modified: Double, isOwn: Bool, permissions: Int, identity: [UInt64]
  ) {
    self.kind = kind
    self.size = size
    self.modified = modified
    self.isOwn = isOwn
    self.permissions = permissions
    self.identity = identity
  }
}

/// A lock that is held until its last reference is gone, or the process ends.
package final class FileLock: Sendable {
  private let unlock: @Sendable () -> Void

  private let write: @Sendable ([UInt8], Int64) -> Void

  package init(
    write: @escaping @Sendable ([UInt8], Int64) -> Void = { _, _ in },
    unlock: @escaping @Sendable () -> Void
  ) {
    (self.write, self.unlock) = (write, unlock)
  }

  deinit { unlock() }

  /// Writes bytes into the file of the lock, for those who wait for it; a hint, which may be lost.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - place: The offset of the first one.
  package func write(_ bytes: [UInt8], at place: Int64) { write(bytes, place) }
}

/// The status of a disk.
package struct DiskStatus: Equatable, Sendable {
  /// The number of free bytes.
  package var freeBytes: Int
  /// Whether the disk is shared over a network, so that memory cannot be shared with all its users.
  package var isRemote: Bool

  package init(freeBytes: Int, isRemote: Bool) {
    self.freeBytes = freeBytes
    self.isRemote = isRemote
  }
}

/// A file opened for random access.
package protocol ReadableFile: Sendable {
  /// The size when the file was opened, in bytes.
  var count: Int { get }
  /// An identifier of this version of the file; nil if there is none that outlives the process.
  var identity: [UInt8]? { get }
  /// Whether the file is known to have changed since it was opened.
  var hasChanged: Bool { get }
  /// The label of the charset that its sender declares; nil if there is none.
  var declaredCharset: String? { get }
  /// Reads bytes into a range of `buffer`.
  ///
  /// - Parameters:
  ///   - offset: The offset in the file.
  ///   - buffer: The buffer.
  ///   - range: The range of the buffer to fill.
  /// - Returns: The number of bytes read, which is less than requested only at the end of the file.
  /// - Throws: ``FileError`` if the file cannot be read.
  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int
}

/// A readable file in memory.
package struct InMemoryFile: ReadableFile {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var count: Int { bytes.count }

  package func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    let taken = min(range.count, max(0, bytes.count - offset))
    if taken > 0 {
      buffer.replaceSubrange(
        range.lowerBound..<range.lowerBound + taken, with: bytes[offset..<offset + taken])
    }
    return taken
  }
}

extension ReadableFile {
  package var identity: [UInt8]? { nil }
  package var hasChanged: Bool { false }
  package var declaredCharset: String? { nil }
}

/// A file with a single writer.
package protocol WritableFile: Sendable {
  /// The path at creation. The file may have been renamed.
  var path: String { get }
  /// Appends bytes, without syncing to disk. They can be lost in a power failure.
  ///
  /// - Throws: ``FileError`` if not all bytes could be written.
  func append(_ bytes: [UInt8]) throws(FileError)
  /// Writes bytes at an offset, which can be past the end; the gap is filled with zeros.
  ///
  /// - Parameters:
  ///   - pieces: The buffers to write in order.
  ///   - offset: The offset in the file.
  /// - Throws: ``FileError`` if not all bytes could be written.
  func write(_ pieces: [[UInt8]], at offset: Int) throws(FileError)
  /// Opens the file for reading, even if it was renamed or removed.
  func reader() throws(FileError) -> any ReadableFile
}

/// Splits a relative path into its components.
///
/// - Throws: ``FileError`` if a component is empty, `.` or `..`, so that the path could leave its folder.
package func partsBeneath(_ path: String) throws(FileError) -> [String] {
  // Splits by bytes, as the operating system does: a combining mark after a slash would hide the slash in a
  // character.
  let parts = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
    .map { String(Substring($0)) }
  let isBelow = parts.allSatisfy { !["", ".", ".."].contains($0) && !$0.utf8.contains(0) }
  if isBelow { return parts }
  throw FileError(path: path, reason: .other("leads out of its folder"))
}
