import Synchronization

/// The bytes of a file in memory, whatever its name.
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

/// A file in memory under the name it was made with.
private struct MemoryWriter: WritableFile {
  let path: String
  let file: MemoryFile

  func append(_ bytes: [UInt8]) throws(FileError) { file.append(bytes) }

  func write(_ pieces: [[UInt8]], at offset: Int) throws(FileError) {
    file.write(Array(pieces.joined()), at: offset)
  }

  func reader() throws(FileError) -> any ReadableFile { HeldBytes(file.bytes) }
}

/// What a store of files asks for beside reading and writing whole ones.
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
    HeldBytes(try contents(of: path, limit: .max))
  }

  package func open(
    _ path: String, beneath folder: String, limit: Int
  ) throws(FileError) -> any ReadableFile {
    _ = try partsBeneath(path)
    return HeldBytes(try contents(of: "\(folder)/\(path)", limit: limit))
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
