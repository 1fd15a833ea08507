import Synchronization

/// Files that live in memory: for tests, scripts and whatever is to leave nothing behind.
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
    HeldBytes(try contents(of: path, limit: limit))
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
      guard let file = files.removeValue(forKey: path) else { return false }
      files[newPath] = file
      return true
    }
    if !moved { throw FileError(path: path, reason: .missing) }
  }

  package func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "/" + path }
}
