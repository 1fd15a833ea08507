import SystemPackage
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The machine's file system.
package struct LiveFileSystem: FileSystem {
  package init() {}

  package var isOnDisk: Bool { true }

  package func kind(of path: String) -> FileKind? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  package func contents(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    if kind(of: path) == .folder { throw FileError(path: path, reason: .isDirectory) }
    return try reporting(path) {
      let file = try FileDescriptor.open(FilePath(path), .readOnly)
      return try file.closeAfter { try readAll(file, path: path, limit: limit) }
    }
  }

  package func open(_ path: String, limit: Int) throws(FileError) -> any ReadableFile {
    guard kind(of: path) == .file else {
      return InMemoryFile(try contents(of: path, limit: limit))
    }
    let file = try OpenedFile(path)
    guard file.count <= limit else {
      throw FileError(path: path, reason: .tooLong(limit: limit))
    }
    return file
  }

  package func names(in folder: String) throws(FileError) -> [String] {
    guard let directory = unsafe opendir(folder) else {
      throw FileError(path: folder, reason: reason(Errno(rawValue: errno)))
    }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  package func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(FileError) {
    removeAbandoned(of: [path])
    try write(bytes, to: path, replacing: replacing, permissions: [.ownerRead, .ownerWrite])
  }

  package func writeExport(
    _ bytes: [UInt8], to path: String, replacing: Bool
  ) throws(FileError) {
    removeAbandoned(of: [path])
    try write(bytes, to: path, replacing: replacing, permissions: Self.exported)
  }

  /// Listing a folder again for each of its files would take time in the square of their number.
  package func writeExports(_ files: [(path: String, bytes: [UInt8])]) throws(FileError) {
    removeAbandoned(of: files.map(\.path))
    for (path, bytes) in files {
      try write(bytes, to: path, replacing: true, permissions: Self.exported)
    }
  }

  /// The permissions of an exported file; the system removes those that the umask excludes.
  private static let exported = FilePermissions(rawValue: 0o666)

  private func write(
    _ bytes: [UInt8], to path: String, replacing: Bool, permissions: FilePermissions
  ) throws(FileError) {
    let found = kind(of: path)
    if !replacing, found != nil { throw FileError(path: path, reason: .exists) }
    try makeFolder(parent(of: path))
    if found == .other { return try writeInPlace(bytes, to: path) }
    // A file in place of a dangling link would hide its target when that reappears, for example on an
    // unmounted drive.
    if found == nil, (try? status(of: path)) != nil {
      throw FileError(path: path, reason: .other("is a link whose target does not exist"))
    }
    // The target of a link is replaced, and the link is preserved.
    let path = found == nil ? path : absolute(path)
    var temporary = ""
    try making(path) {
      do {
        let file: FileDescriptor
        (file, temporary) = try lockedFile(besides: path, permissions)
        try file.closeAfter {
          try file.writeAll(bytes)
          // The replacement inherits the permissions.
          if let status = try? status(of: path) {
            _ = fchmod(file.rawValue, mode_t(status.permissions))
          }
          if fsync(file.rawValue) != 0 { throw Errno(rawValue: errno) }
        }
        if !replacing {
          guard unsafe link(temporary, path) == 0 else { throw Errno(rawValue: errno) }
          unsafe unlink(temporary)
        } else if renameFile(temporary, path) != 0 {
          throw Errno(rawValue: errno)
        }
      } catch {
        unsafe unlink(temporary)
        throw error
      }
    }
  }

  /// Creates a temporary file for a path; its lock tells that this process still writes it.
  private func lockedFile(
    besides path: String, _ permissions: FilePermissions
  ) throws -> (FileDescriptor, path: String) {
    while true {
      let temporary = "\(path).\(UInt64.random(in: 0 ... .max)).tmp"
      let file = try FileDescriptor.open(
        FilePath(temporary), .writeOnly, options: [.create, .exclusiveCreate, .noFollow],
        permissions: permissions)
      var status = stat()
      // Another process may have removed it before it was locked.
      if flock(file.rawValue, LOCK_EX) == 0, unsafe fstat(file.rawValue, &status) == 0,
        status.st_nlink > 0
      {
        return (file, temporary)
      }
      try file.close()
    }
  }

  /// Removes the temporary files that processes left when they were killed while they wrote files.
  ///
  /// - Complexity: O(*n*) in the names in the folders of the files.
  private func removeAbandoned(of paths: [String]) {
    // The target of a link is replaced, and its temporary file is next to it.
    let places = paths.map { kind(of: $0) == nil ? $0 : absolute($0) }
    for (folder, paths) in Dictionary(grouping: places, by: parent) {
      let written = Set(paths.map { $0.split(separator: "/").last ?? "" })
      // Files that cannot be listed, opened or removed are left, and take space only.
      for name in (try? names(in: folder)) ?? [] where name.hasSuffix(".tmp") {
        let parts = name.dropLast(4)
        guard let dot = parts.lastIndex(of: "."), UInt64(parts[parts.index(after: dot)...]) != nil,
          written.contains(parts[..<dot]),
          let file = try? FileDescriptor.open(
            FilePath(folder + "/" + name), .readOnly,
            options: [.noFollow, .nonBlocking, .closeOnExec])
        else { continue }
        if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { unsafe unlink(folder + "/" + name) }
        try? file.close()
      }
    }
  }

  /// Writes to a device or pipe, which cannot be replaced.
  private func writeInPlace(_ bytes: [UInt8], to path: String) throws(FileError) {
    try making(path) {
      let file = try FileDescriptor.open(FilePath(path), .writeOnly)
      try file.closeAfter { _ = try file.writeAll(bytes) }
    }
  }

  package func append(_ bytes: [UInt8], to path: String) throws(FileError) {
    try makeFolder(parent(of: path))
    try making(path) {
      let file = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .append],
        permissions: [.ownerRead, .ownerWrite])
      try file.closeAfter { try file.appendWhole(bytes) }
    }
  }

  package func makeFolder(_ path: String) throws(FileError) { try makeFolder(path, 0o700) }

  package func makeExportFolder(_ path: String) throws(FileError) {
    // The system removes those that the umask excludes.
    try makeFolder(path, 0o777)
  }

  private func makeFolder(_ path: String, _ permissions: mode_t) throws(FileError) {
    if path.isEmpty || kind(of: path) == .folder { return }
    try makeFolder(parent(of: path), permissions)
    if unsafe mkdir(path, permissions) == 0 { return }
    let error = Errno(rawValue: errno)
    // Another process may have created it at the same time.
    if error == .fileExists, kind(of: path) == .folder { return }
    let file = error == .fileExists ? path : parent(of: path)
    if error == .fileExists || error == .notDirectory {
      throw FileError(path: file, reason: .other("is not a folder"))
    }
    throw FileError(path: path, reason: reason(error))
  }

  package func rename(_ path: String, to newPath: String) throws(FileError) {
    guard renameFile(path, newPath) == 0 else {
      throw FileError(path: path, reason: reason(Errno(rawValue: errno)))
    }
  }

  package func absolute(_ path: String) -> String {
    if let resolved = unsafe realpath(path, nil) {
      defer { unsafe free(resolved) }
      return unsafe String(cString: resolved)
    }
    if path.hasPrefix("/") { return path }
    guard let folder = unsafe realpath(".", nil) else { return path }
    defer { unsafe free(folder) }
    return unsafe String(cString: folder) + "/" + path
  }

  private func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }
}

/// Calls the C function `rename`, which is shadowed by the method of that name.
private func renameFile(_ path: String, _ newPath: String) -> Int32 {
  unsafe rename(path, newPath)
}

/// Reads a file, a pipe or a terminal to its end.
func readAll(_ file: FileDescriptor, path: String, limit: Int) throws -> [UInt8] {
  var bytes: [UInt8] = []
  var status = stat()
  if unsafe fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
    bytes.reserveCapacity(min(Int(status.st_size) + 1, limit))
  }
  var chunk = [UInt8](repeating: 0, count: 1 << 18)
  while true {
    let count = try unsafe chunk.withUnsafeMutableBytes {
      try unsafe readOnce(file, into: $0)
    }
    if count == 0 { return bytes }
    guard bytes.count + count <= limit else {
      throw FileError(path: path, reason: .tooLong(limit: limit))
    }
    bytes += chunk[..<count]
  }
}

/// Runs an operation that creates a file in an existing folder.
private func making(_ path: String, _ work: () throws -> Void) throws(FileError) {
  do throws(FileError) {
    try reporting(path, work)
  } catch {
    guard error.reason == .missing else { throw error }
    throw FileError(path: path, reason: .other("no file can be made there"))
  }
}

/// Reads the next available bytes; empty at the end.
func readSome(_ file: FileDescriptor) throws -> [UInt8] {
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  let count = try unsafe chunk.withUnsafeMutableBytes { try unsafe readOnce(file, into: $0) }
  return Array(chunk[..<count])
}

/// Reads available bytes, or waits for them until an interrupt.
private func readOnce(
  _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer
) throws -> Int {
  while true {
    if requestedStops.isRaised { throw FileError(path: "", reason: .stopped) }
    do {
      return try unsafe file.read(into: buffer, retryOnInterrupt: false)
    } catch Errno.interrupted {
      continue
    } catch Errno.resourceTemporarilyUnavailable {
      file.await(.reading)
    }
  }
}

/// Runs an operation and converts its error to a `FileError` for a path.
func reporting<Result>(_ path: String, _ work: () throws -> Result) throws(FileError) -> Result {
  do {
    return try work()
  } catch let error as FileError {
    throw error
  } catch let error as Errno {
    throw FileError(path: path, reason: reason(error))
  } catch {
    throw FileError(path: path, reason: .other("\(error)"))
  }
}

func reason(_ error: Errno) -> FileError.Reason {
  switch error {
  case .noSuchFileOrDirectory, .notDirectory: .missing
  case .fileExists: .exists
  case .permissionDenied, .notPermitted: .notPermitted
  case .isDirectory: .isDirectory
  case .noSpace: .full
  case .readOnlyFileSystem: .readOnly
  default: .other("\(error)")
  }
}

/// Files below a folder, opened component by component, so that no link can lead out of it.
extension LiveFileSystem {
  package func open(
    _ path: String, beneath folder: String, limit: Int
  ) throws(FileError) -> any ReadableFile {
    let parts = try partsBeneath(path)
    let whole = "\(folder)/\(path)"
    var place = try enter(folder.isEmpty ? "." : folder, from: AT_FDCWD, O_DIRECTORY, whole)
    for (number, part) in parts.enumerated() {
      let parent = place
      defer { close(parent) }
      let kind = number < parts.count - 1 ? O_DIRECTORY : O_NONBLOCK
      place = try enter(part, from: parent, kind | O_NOFOLLOW, whole)
    }
    let file = try OpenedFile(whole, regular: place)
    guard file.count <= limit else {
      throw FileError(path: whole, reason: .tooLong(limit: limit))
    }
    return file
  }

  /// Opens an entry of an open folder.
  private func enter(
    _ name: String, from folder: Int32, _ flags: Int32, _ path: String
  ) throws(FileError) -> Int32 {
    let number = unsafe openat(folder, name, O_RDONLY | O_CLOEXEC | flags)
    if number >= 0 { return number }
    let error = Errno(rawValue: errno)
    let isLink = error == .tooManySymbolicLinkLevels || error == .notDirectory
    let reason =
      isLink ? .other("is a link, or its parent is not a folder") : reason(error)
    throw FileError(path: path, reason: reason)
  }
}

/// Locks between processes.
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

  /// The maximum wait for a lock, equal to that of the database.
  private static let longestLock = Duration.seconds(5)

  /// Polls for a lock with increasing delays and a time limit, in case its holder is suspended.
  private func lock(_ handle: FileDescriptor, _ folder: String) throws(FileError) {
    let end = ContinuousClock.now + Self.longestLock
    var pause: UInt32 = 200
    while flock(handle.rawValue, LOCK_EX | LOCK_NB) != 0 {
      let error = Errno(rawValue: errno)
      if error == .interrupted { continue }
      guard error == .wouldBlock else { throw FileError(path: folder, reason: reason(error)) }
      guard ContinuousClock.now < end else {
        throw FileError(path: folder, reason: .other("another program has locked it"))
      }
      usleep(pause)
      pause = min(2 * pause, 20_000)
    }
  }
}
