import Synchronization
import World

/// Files that fail when a test says so: the n-th thing that is asked of them, or all from there on.
package final class FaultyFileSystem: FileSystem {
  private struct State {
    var calls = 0
    var failing: Range<Int> = 0..<0
    var reason = FileError.Reason.full
    var disk: DiskStatus?
    var interlude: (place: String?, run: @Sendable () -> Void)?
    var keepsHoles = false
  }

  private let files: any FileSystem
  private let state = Mutex(State())

  package init(_ files: any FileSystem) { self.files = files }

  /// How much was asked of them since the last change of plan.
  package var calls: Int { state.withLock { $0.calls } }

  /// Has a range of calls fail, counted from now on, the first one being 0.
  package func fail(_ calls: Range<Int>, _ reason: FileError.Reason) {
    state.withLock { ($0.calls, $0.failing, $0.reason) = (0, calls, reason) }
  }

  /// Has them lie about the disk; nil for the truth.
  package func pretend(_ disk: DiskStatus?) { state.withLock { $0.disk = disk } }

  /// Whether they take no part of a file back, as the disks of some machines.
  package var keepsHoles: Bool {
    get { state.withLock { $0.keepsHoles } }
    set { state.withLock { $0.keepsHoles = newValue } }
  }

  /// Has something happen once: when they are next asked for what lies at such a path, or how full the disk is.
  package func interrupt(at place: String? = nil, _ interlude: @escaping @Sendable () -> Void) {
    state.withLock { $0.interlude = (place, interlude) }
  }

  private func takeInterlude(at path: String?) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let (place, run) = state.interlude,
        place.map({ path?.contains($0) == true }) ?? (path == nil)
      else { return nil }
      state.interlude = nil
      return run
    }
  }

  fileprivate func count(_ path: String) throws(FileError) {
    takeInterlude(at: path)?()
    let reason = state.withLock { state in
      defer { state.calls += 1 }
      return state.failing.contains(state.calls) ? state.reason : nil
    }
    if let reason { throw FileError(path: path, reason: reason) }
  }

  package func kind(of path: String) -> FileKind? {
    do {
      try count(path)
    } catch {
      return nil
    }
    return files.kind(of: path)
  }

  package func contents(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    try count(path)
    return try files.contents(of: path, limit: limit)
  }

  package func open(_ path: String, limit: Int) throws(FileError) -> any ReadableFile {
    try count(path)
    return FaultyReader(file: try files.open(path, limit: limit), path: path, files: self)
  }

  package func names(in folder: String) throws(FileError) -> [String] {
    try count(folder)
    return try files.names(in: folder)
  }

  package func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(FileError) {
    try count(path)
    try files.write(bytes, to: path, replacing: replacing)
  }

  package func append(_ bytes: [UInt8], to path: String) throws(FileError) {
    try count(path)
    try files.append(bytes, to: path)
  }

  package func makeFolder(_ path: String) throws(FileError) {
    try count(path)
    try files.makeFolder(path)
  }

  package func whileLocked<Result>(
    _ folder: String, _ work: () throws -> Result
  ) throws -> Result {
    try count(folder)
    return try files.whileLocked(folder, work)
  }

  package func lock(_ place: Int64, of path: String) throws(FileError) -> FileLock? {
    try files.lock(place, of: path)
  }

  package func rename(_ path: String, to newPath: String) throws(FileError) {
    try count(path)
    try files.rename(path, to: newPath)
  }

  package func status(of path: String) throws(FileError) -> FileStatus {
    try count(path)
    return try files.status(of: path)
  }

  package func openRegular(_ path: String) throws(FileError) -> any ReadableFile {
    try count(path)
    return FaultyReader(file: try files.openRegular(path), path: path, files: self)
  }

  package func open(
    _ path: String, beneath folder: String, limit: Int
  ) throws(FileError) -> any ReadableFile {
    try count(path)
    let file = try files.open(path, beneath: folder, limit: limit)
    return FaultyReader(file: file, path: path, files: self)
  }

  package func isAbandoned(_ name: String) -> Bool { files.isAbandoned(name) }

  package func beginFile(in folder: String) throws(FileError) -> any WritableFile {
    try count(folder)
    return FaultyWriter(file: try files.beginFile(in: folder), files: self)
  }

  package func extend(_ path: String) throws(FileError) -> any WritableFile {
    try count(path)
    return FaultyWriter(file: try files.extend(path), files: self)
  }

  package func deallocate(_ range: Range<Int>, of path: String) throws(FileError) {
    try count(path)
    if keepsHoles { throw FileError(path: path, reason: .other("Operation not supported")) }
    try files.deallocate(range, of: path)
  }

  package func startWriteback(of path: String) { files.startWriteback(of: path) }

  package func remove(_ path: String) throws(FileError) {
    try count(path)
    try files.remove(path)
  }

  package func disk(of path: String) throws(FileError) -> DiskStatus {
    try count(path)
    takeInterlude(at: nil)?()
    if let disk = state.withLock({ $0.disk }) { return disk }
    return try files.disk(of: path)
  }

  package func absolute(_ path: String) -> String { files.absolute(path) }
}

private struct FaultyReader: ReadableFile {
  let file: any ReadableFile
  let path: String
  let files: FaultyFileSystem

  var count: Int { file.count }

  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    try files.count(path)
    return try file.read(at: offset, into: &buffer, range)
  }
}

private struct FaultyWriter: WritableFile {
  let file: any WritableFile
  let files: FaultyFileSystem

  var path: String { file.path }

  func append(_ bytes: [UInt8]) throws(FileError) {
    do {
      try files.count(path)
    } catch {
      // A disk that fills up takes a part of what it is given.
      try file.append(Array(bytes.prefix(bytes.count / 2)))
      throw error
    }
    try file.append(bytes)
  }

  func write(_ pieces: [[UInt8]], at offset: Int) throws(FileError) {
    do {
      try files.count(path)
    } catch {
      let bytes = Array(pieces.joined())
      try file.write([Array(bytes.prefix(bytes.count / 2))], at: offset)
      throw error
    }
    try file.write(pieces, at: offset)
  }

  func reader() throws(FileError) -> any ReadableFile {
    try files.count(path)
    return FaultyReader(file: try file.reader(), path: path, files: files)
  }
}
