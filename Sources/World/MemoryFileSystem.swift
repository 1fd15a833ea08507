import Synchronization

/// A file system in memory, for tests and scripts.
package final class MemoryFileSystem: FileSystem {
  let files: Mutex<[String: MemoryFile]>

  package init(_ files: [String: String] = [:]) {
    self.files = Mutex(files.mapValues { MemoryFile(Array($0.utf8)) })
  }

  package func kind(of path: String) -> FileKind? {
    files.withLock { files in
      if files[path] != nil { return .file }
      return files.keys.contains { $0.hasPrefix(path + "/") } ? .folder : nil
    }
  }

  package func contents(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard let bytes = files.withLock({ $0[path] })?.bytes else {
      throw FileError(path: path, reason: kind(of: path) == .folder ? .isDirectory : .missing)
    }
    guard bytes.count <= limit else {
      throw FileError(path: path, reason: .tooLong(limit: limit))
    }
    return bytes
  }

  package func open(_ path: String, limit: Int) throws(FileError) -> any ReadableFile {
    InMemoryFile(try contents(of: path, limit: limit))
  }

  package func names(in folder: String) throws(FileError) -> [String] {
    let prefix = folder + "/"
    let names = files.withLock { files in
      Set(
        files.keys.filter { $0.hasPrefix(prefix) }
          .map { String($0.dropFirst(prefix.count).prefix { $0 != "/" }) })
    }
    if names.isEmpty { throw FileError(path: folder, reason: .missing) }
    return Array(names)
  }

  package func whileLocked<Result>(
    _ folder: String, _ work: () throws -> Result
  ) throws -> Result {
    try work()
  }

  package func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(FileError) {
    let isFree = files.withLock { files in
      if !replacing, files[path] != nil { return false }
      files[path] = MemoryFile(bytes)
      return true
    }
    if !isFree { throw FileError(path: path, reason: .exists) }
  }

  package func append(_ bytes: [UInt8], to path: String) throws(FileError) {
    files.withLock { files in
      if files[path] == nil { files[path] = MemoryFile([]) }
      return files[path]
    }?.append(bytes)
  }

  package func makeFolder(_ path: String) throws(FileError) {}

  package func rename(_ path: String, to newPath: String) throws(FileError) {
    let moved = files.withLock { files in
      let names = files.keys.filter { $0 == path || $0.hasPrefix(path + "/") }
      for name in names {
        files[newPath + name.dropFirst(path.count)] = files.removeValue(forKey: name)
      }
      return !names.isEmpty
    }
    if !moved { throw FileError(path: path, reason: .missing) }
  }

  package func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "/" + path }
}

/// The content of a file, independent of its name.
final class MemoryFile: Sendable {
  private let content: Mutex<[UInt8]>

  init(_ bytes: [UInt8]) { content = Mutex(bytes) }

  var bytes: [UInt8] { content.withLock { $0 } }

  func append(_ bytes: [UInt8]) { content.withLock { $0 += bytes } }

  func write(_ bytes: [UInt8], at offset: Int) {
    content.withLock { content in
      let end = offset + bytes.count
      if content.count < end { content += [UInt8](repeating: 0, count: end - content.count) }
      content.replaceSubrange(offset..<end, with: bytes)
    }
  }
}

/// A writer for a file in memory.
private struct MemoryWriter: WritableFile {
  let path: String
  let file: MemoryFile

  func append(_ bytes: [UInt8]) throws(FileError) { file.append(bytes) }

  func write(_ pieces: [[UInt8]], at offset: Int) throws(FileError) {
    file.write(Array(pieces.joined()), at: offset)
  }

  func reader() throws(FileError) -> any ReadableFile { InMemoryFile(file.bytes) }
}

/// The operations that the disk cache requires.
extension MemoryFileSystem {
  package func status(of path: String) throws(FileError) -> FileStatus {
    guard let file = files.withLock({ $0[path] }) else {
      guard kind(of: path) == .folder else { throw FileError(path: path, reason: .missing) }
      return FileStatus(
        kind: .folder, size: 0, modified: 0, isOwn: true, permissions: 0o700,
        identity: [UInt64(truncatingIfNeeded: path.hashValue)])
    }
    return FileStatus(
      kind: .file, size: file.bytes.count, modified: 0, isOwn: true, permissions: 0o600,
      identity: [UInt64(UInt(bitPattern: ObjectIdentifier(file).hashValue))])
  }

  package func openRegular(_ path: String) throws(FileError) -> any ReadableFile {
    InMemoryFile(try contents(of: path, limit: .max))
  }

  package func open(
    _ path: String, beneath folder: String, limit: Int
  ) throws(FileError) -> any ReadableFile {
    _ = try partsBeneath(path)
    return InMemoryFile(try contents(of: "\(folder)/\(path)", limit: limit))
  }

  package func beginFile(in folder: String) throws(FileError) -> any WritableFile {
    let file = MemoryFile([])
    let path = files.withLock { files in
      let path = "\(folder)/0-\(files.count)-\(ObjectIdentifier(file).hashValue)"
      files[path] = file
      return path
    }
    return MemoryWriter(path: path, file: file)
  }

  package func extend(_ path: String) throws(FileError) -> any WritableFile {
    guard let file = files.withLock({ $0[path] }) else {
      throw FileError(path: path, reason: .missing)
    }
    return MemoryWriter(path: path, file: file)
  }

  package func remove(_ path: String) throws(FileError) {
    guard files.withLock({ $0.removeValue(forKey: path) }) != nil else {
      throw FileError(path: path, reason: kind(of: path) == .folder ? .isDirectory : .missing)
    }
  }

  package func disk(of path: String) throws(FileError) -> DiskStatus {
    DiskStatus(freeBytes: .max, isRemote: false)
  }
}
