/// A file system with one virtual folder in memory.
///
/// Reads below that folder come from memory. All other operations use the underlying file system.
package struct MountedFiles: FileSystem {
  private let disk: any FileSystem
  private let folder: String
  private let contents: [String: [UInt8]]

  /// Creates a file system with a virtual folder.
  ///
  /// - Parameters:
  ///   - disk: The underlying file system.
  ///   - folder: The virtual folder, spelled as in the paths that are read.
  ///   - contents: The contents of its files by relative path.
  package init(_ disk: any FileSystem, folder: String, contents: [String: [UInt8]]) {
    (self.disk, self.folder, self.contents) = (disk, folder, contents)
  }

  /// Returns the path relative to the virtual folder; nil for other paths.
  private func inside(_ path: String) -> String? {
    guard path.utf8.starts(with: "\(folder)/".utf8) else { return nil }
    return String(path.dropFirst(folder.count + 1))
  }

  private func held(_ name: String, _ path: String, _ limit: Int) throws(FileError) -> InMemoryFile
  {
    guard let bytes = contents[name] else { throw FileError(path: path, reason: .missing) }
    guard bytes.count <= limit else {
      throw FileError(path: path, reason: .tooLong(limit: limit))
    }
    return InMemoryFile(bytes)
  }

  package func kind(of path: String) -> FileKind? {
    guard let name = inside(path) else { return disk.kind(of: path) }
    if contents[name] != nil { return .file }
    return contents.keys.contains { $0.hasPrefix(name + "/") } ? .folder : nil
  }

  package func contents(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard let name = inside(path) else { return try disk.contents(of: path, limit: limit) }
    return try held(name, path, limit).bytes
  }

  package func open(_ path: String, limit: Int) throws(FileError) -> any ReadableFile {
    guard let name = inside(path) else { return try disk.open(path, limit: limit) }
    return try held(name, path, limit)
  }

  package func open(
    _ path: String, beneath folder: String, limit: Int
  ) throws(FileError) -> any ReadableFile {
    let whole = "\(folder)/\(path)"
    guard let name = inside(whole) else {
      return try disk.open(path, beneath: folder, limit: limit)
    }
    return try held(name, whole, limit)
  }
}

/// Operations of the underlying file system.
extension MountedFiles {
  package func names(in folder: String) throws(FileError) -> [String] {
    try disk.names(in: folder)
  }

  package func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(FileError) {
    try disk.write(bytes, to: path, replacing: replacing)
  }

  package func writeExport(
    _ bytes: [UInt8], to path: String, replacing: Bool
  ) throws(FileError) {
    try disk.writeExport(bytes, to: path, replacing: replacing)
  }

  package func writeExports(_ files: [(path: String, bytes: [UInt8])]) throws(FileError) {
    try disk.writeExports(files)
  }

  package func append(_ bytes: [UInt8], to path: String) throws(FileError) {
    try disk.append(bytes, to: path)
  }

  package func makeFolder(_ path: String) throws(FileError) { try disk.makeFolder(path) }

  package func makeExportFolder(_ path: String) throws(FileError) {
    try disk.makeExportFolder(path)
  }

  package func whileLocked<Result>(
    _ folder: String, _ work: () throws -> Result
  ) throws -> Result { try disk.whileLocked(folder, work) }

  package func rename(_ path: String, to newPath: String) throws(FileError) {
    try disk.rename(path, to: newPath)
  }

  package func status(of path: String) throws(FileError) -> FileStatus {
    try disk.status(of: path)
  }

  package func openRegular(_ path: String) throws(FileError) -> any ReadableFile {
    try disk.openRegular(path)
  }

  package func beginFile(in folder: String) throws(FileError) -> any WritableFile {
    try disk.beginFile(in: folder)
  }

  package func isAbandoned(_ name: String) -> Bool { disk.isAbandoned(name) }

  package func extend(_ path: String) throws(FileError) -> any WritableFile {
    try disk.extend(path)
  }

  package func deallocate(_ range: Range<Int>, of path: String) throws(FileError) {
    try disk.deallocate(range, of: path)
  }

  package func startWriteback(of path: String) { disk.startWriteback(of: path) }

  package func remove(_ path: String) throws(FileError) { try disk.remove(path) }

  package func disk(of path: String) throws(FileError) -> DiskStatus { try disk.disk(of: path) }

  package func absolute(_ path: String) -> String { disk.absolute(path) }
}
