import Diagnostics

/// Why a file could not be read or changed.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Reason: Equatable, Sendable {
    case missing, exists, notPermitted, isDirectory, full, readOnly
    /// It has more bytes than it may have.
    case tooLong(limit: Int)
    /// It has other bytes than when it was opened.
    case changed
    /// A person asked to stop.
    case stopped
    /// It may not be done here, for a reason.
    case refused(String)
    /// Anything else, in the system's words.
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
    case .exists: "\(path): is there already"
    case .notPermitted: "\(path): permission denied"
    case .isDirectory: "\(path): is a folder"
    case .full: "\(path): the disk is full"
    case .readOnly: "\(path): the disk is read-only"
    case .tooLong(let limit): "\(path): is longer than \(limit) bytes"
    case .changed: "\(path): has changed since it was opened"
    case .stopped: "stopped"
    case .refused(let text), .other(let text): "\(path): \(text)"
    }
  }
}

/// What a path leads to.
package enum FileKind: Equatable, Sendable { case file, folder, other }

/// The files that the shell reads and writes.
///
/// Everything that is made is for its owner alone: folders 0700, files 0600.
package protocol FileSystem: Sendable {
  /// Whether paths are those of this machine, so that a file can be mapped.
  var isOnDisk: Bool { get }
  /// What a path leads to; nil if nothing is there.
  func kind(of path: String) -> FileKind?
  /// All bytes of a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most bytes to read; a longer file is refused.
  /// - Returns: The bytes.
  /// - Throws: ``FileError`` if the file is not there, is too long, or cannot be read.
  func contents(of path: String, limit: Int) throws(FileError) -> [UInt8]
  /// Opens a file, to be read where it is needed.
  ///
  /// What cannot be read at any place, such as a pipe, is read to its end at once.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most bytes to read; a longer file is refused.
  /// - Returns: The file, which stays what it is if another one takes its place.
  /// - Throws: ``FileError`` if the file is not there, is too long, or cannot be read.
  func open(_ path: String, limit: Int) throws(FileError) -> any ReadableFile
  /// The names in a folder, unsorted.
  func names(in folder: String) throws(FileError) -> [String]
  /// Puts bytes in place of a file, all or nothing, making its folder if need be; its mode stays.
  func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(FileError)
  /// Adds bytes to the end of a file in one piece, making it and its folder if need be.
  func append(_ bytes: [UInt8], to path: String) throws(FileError)
  /// Makes a folder and those above it.
  func makeFolder(_ path: String) throws(FileError)
  /// Does a piece of work while nobody else does one under the lock of the same folder.
  ///
  /// - Parameters:
  ///   - folder: A folder that is there.
  ///   - work: What to do; it must not ask for the same lock.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws, or ``FileError`` if the folder cannot be locked.
  func whileLocked<Result>(_ folder: String, _ work: () throws -> Result) throws -> Result
  /// Gives a file another name.
  func rename(_ path: String, to newPath: String) throws(FileError)
  /// What is known of something without opening it; a link is not followed.
  func status(of path: String) throws(FileError) -> FileStatus
  /// Opens a file that lies at this very path, and nothing that could stand for one, such as a link.
  func openRegular(_ path: String) throws(FileError) -> any ReadableFile
  /// Opens a file below a folder, and nothing that could lead out of it: no link, no pipe, no device.
  ///
  /// - Parameters:
  ///   - path: The parts of the way from the folder, with `/` between; none is empty, `.` or `..`.
  ///   - folder: A folder that is trusted; it may be a link.
  ///   - limit: The most bytes that the file may have; a longer one is refused unread.
  /// - Returns: The file.
  /// - Throws: ``FileError`` if the file is not there, is something else, or stands behind a link.
  func open(
    _ path: String, beneath folder: String, limit: Int
  ) throws(FileError) -> any ReadableFile
  /// Begins a file under a name that nobody else uses: the process's number, a dash, a random number.
  func beginFile(in folder: String) throws(FileError) -> any WritableFile
  /// Whether the process that began a file of such a name has ended, so that nobody writes to it any more.
  func isAbandoned(_ name: String) -> Bool
  /// Goes on at the end of a file that is there.
  func extend(_ path: String) throws(FileError) -> any WritableFile
  /// Gives the room that a part of a file takes back to the disk; its bytes are zeros afterwards.
  ///
  /// - Parameters:
  ///   - range: The bytes, some of which may lie behind the end; the file's length stays.
  ///   - path: A file that lies at this very path.
  /// - Throws: ``FileError`` if the disk cannot take back a part of a file, or not of this one.
  func giveBack(_ range: Range<Int>, of path: String) throws(FileError)
  /// Has the disk begin to write what a file was given, so that who waits for that later need not wait for long.
  ///
  /// - Parameter path: A file that lies at this very path; nothing happens if there is none, or no disk that can be told.
  func startWriteback(of path: String)
  /// Removes a file, a link, or a folder with nothing in it.
  func remove(_ path: String) throws(FileError)
  /// What is known of the disk that something lies on.
  func disk(of path: String) throws(FileError) -> DiskStatus
  /// The path from the root, links and dots resolved as far as it exists.
  func absolute(_ path: String) -> String
}

extension FileSystem {
  package var isOnDisk: Bool { false }

  /// Makes sure that the folder of a file is there, for a file that goes where a person says.
  ///
  /// None is made for it: the path is more likely mistyped.
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
  /// Only a disk has room to take back.
  package func giveBack(_ range: Range<Int>, of path: String) throws(FileError) {
    throw FileError(path: path, reason: .other("is not on a disk"))
  }

  /// Only a disk has something to write.
  package func startWriteback(of path: String) {}

  /// Nobody knows, where it is not this machine's.
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

/// What is known of a file, a folder or a link without opening it.
package struct FileStatus: Equatable, Sendable {
  /// What it is itself; a link is something other, wherever it leads.
  package var kind: FileKind
  /// How many bytes a file has.
  package var size: Int
  /// When its bytes last changed, in seconds since 1970 by the clock of its disk.
  package var modified: Double
  /// Whether it belongs to the person this process runs for.
  package var isOwn: Bool
  /// Who may do what with it: the lower nine bits of its mode.
  package var permissions: Int
  /// What tells it from all others that are there at the same time.
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

/// What is known of the disk that something lies on.
package struct DiskStatus: Equatable, Sendable {
  /// How many bytes more it takes.
  package var freeBytes: Int
  /// Whether other machines may use it too, so that no memory can be shared with all who do.
  package var isRemote: Bool

  package init(freeBytes: Int, isRemote: Bool) {
    self.freeBytes = freeBytes
    self.isRemote = isRemote
  }
}

/// A file that was opened, or bytes that stand for one, read at any place.
package protocol ReadableFile: Sendable {
  /// How many bytes there were when it was opened.
  var count: Int { get }
  /// What tells this state of the file from any other; nil where nothing does for longer than this run.
  var identity: [UInt8]? { get }
  /// Whether it is known to have other bytes than when it was opened.
  var hasChanged: Bool { get }
  /// Reads bytes into `buffer` from `start` on.
  ///
  /// - Parameters:
  ///   - offset: How many bytes of the file stand before the first one wanted.
  ///   - buffer: Where to put them.
  ///   - range: Which part of the buffer to fill.
  /// - Returns: How many were read; fewer than asked for only at the end of the file.
  /// - Throws: ``FileError`` if the system cannot read.
  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int
}

/// Bytes in memory that are read as a file is.
package struct HeldBytes: ReadableFile {
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
}

/// A file that nobody else writes.
package protocol WritableFile: Sendable {
  /// Where it was made; it may have another name by now.
  var path: String { get }
  /// Adds bytes to its end.
  ///
  /// What was added may be lost in a power cut: nothing waits for the disk.
  ///
  /// - Throws: ``FileError`` if not all of them could be written.
  func append(_ bytes: [UInt8]) throws(FileError)
  /// Puts bytes in a place, which may lie behind the end: what is between is zeros.
  ///
  /// - Parameters:
  ///   - pieces: What to put there, one piece behind the other.
  ///   - offset: How many bytes of the file stand before them.
  /// - Throws: ``FileError`` if not all of them could be written.
  func write(_ pieces: [[UInt8]], at offset: Int) throws(FileError)
  /// What was written so far, to be read; the file may be renamed or removed meanwhile.
  func reader() throws(FileError) -> any ReadableFile
}

/// The parts of a way that leads from a folder to something below it.
///
/// - Throws: ``FileError`` if a part is empty, `.` or `..`, so that it could lead elsewhere.
package func partsBeneath(_ path: String) throws(FileError) -> [String] {
  // By bytes, as the system does: a mark that joins a slash would hide it among characters.
  let parts = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
    .map { String(Substring($0)) }
  let isBelow = parts.allSatisfy { !["", ".", ".."].contains($0) && !$0.utf8.contains(0) }
  if isBelow { return parts }
  throw FileError(path: path, reason: .other("leads out of its folder"))
}
