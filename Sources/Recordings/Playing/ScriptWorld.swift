import FoundationEssentials
import World

extension World {
  /// Creates the world of a script: defined by its header, and equal on all machines.
  ///
  /// - Parameters:
  ///   - header: The header of the script.
  ///   - clock: The clock.
  ///   - files: The file system.
  ///   - terminal: The virtual terminal.
  ///   - interruptions: Raised to interrupt the program.
  ///   - http: The transport; nil for no network.
  /// - Returns: A world that does not depend on the machine.
  package static func scripted(
    _ header: ScriptHeader, clock: VirtualClock, files: ScriptFileSystem, terminal: ScriptTerminal,
    interruptions: Interruptions, http: (any HTTPTransport)?
  ) -> World {
    let console = terminal.console
    let offset = header.secondsAheadOfUTC
    var world = World(
      now: { Date(timeIntervalSince1970: Double(clock.now) / 1000) }, localOffset: { _ in offset },
      wait: { try await clock.wait($0) }, random: RandomSource(seed: header.seed),
      environment: environment(header), folders: Folders(home: ScriptFileSystem.home + "/.larder"),
      files: files, http: http ?? NoNetwork(),
      opener: Opener(
        canOpen: { _ in true },
        open: { link, _ in
          terminal.open(link)
          return .opened
        }),
      console: console, interruptions: interruptions)
    world.whileWaiting = { clock.whileWaiting(stop: { interruptions.raise() }, $0) }
    return world
  }

  private static func environment(_ header: ScriptHeader) -> [String: String] {
    var variables = ["HOME": ScriptFileSystem.home, "TERM": "xterm-256color", "LANG": "C.UTF-8"]
    switch header.color {
    case .off: variables["NO_COLOR"] = "1"
    case .ansi, .indexed: break
    case .full: variables["COLORTERM"] = "truecolor"
    }
    return variables
  }
}

/// The network of a script without `net: replay`.
struct NoNetwork: HTTPTransport {
  let origin = HTTPOrigin.nobody

  func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    throw .unavailable(
      reason: "a script has no network; with net: replay in its header, recorded responses are used"
    )
  }
}

/// The file system of a script: writes go to memory, and reads are limited to the script's folder.
///
/// No other path is accessible, and nothing on disk is ever changed.
package final class ScriptFileSystem: FileSystem {
  /// The home and working folder inside the script.
  package static let home = "/home/you"

  /// Reads a file below the script's folder, by relative path.
  package typealias Reader =
    @Sendable (_ path: String, _ limit: Int) throws(FileError) -> [UInt8]

  private let memory: MemoryFileSystem
  private let read: Reader

  /// Creates the file system of a script.
  ///
  /// - Parameters:
  ///   - attachments: The attached files by name.
  ///   - read: Reads files below the script's folder.
  package init(attachments: [String: [UInt8]], read: @escaping Reader) {
    memory = MemoryFileSystem()
    self.read = read
    for (name, bytes) in attachments {
      // Writing to memory cannot fail.
      try? memory.write(bytes, to: Self.home + "/" + name, replacing: true)
    }
  }

  /// Returns the absolute path without `.` and `..` components.
  package func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : Self.home + "/" + path
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Returns the path relative to the script's folder; nil for paths outside it and for hidden files.
  private func ownPath(_ path: String) -> String? {
    let whole = absolute(path)
    guard whole.hasPrefix(Self.home + "/") else { return nil }
    let rest = String(whole.dropFirst(Self.home.utf8.count + 1))
    return rest.hasPrefix(".") ? nil : rest
  }

  private func refusal(_ path: String) -> FileError {
    FileError(path: path, reason: .refused("a script can only read files below its own folder"))
  }

  /// Returns the absolute path for a change; throws if it is outside the home folder.
  private func place(_ path: String) throws(FileError) -> String {
    let whole = absolute(path)
    guard whole.hasPrefix(Self.home + "/") else {
      throw FileError(path: path, reason: .refused("a script can only write below its own folder"))
    }
    return whole
  }

  package func contents(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    let whole = absolute(path)
    if memory.kind(of: whole) != nil { return try memory.contents(of: whole, limit: limit) }
    guard let own = ownPath(path) else {
      throw whole.hasPrefix(Self.home + "/")
        ? FileError(path: path, reason: .missing) : refusal(path)
    }
    return try read(own, limit)
  }

  package func kind(of path: String) -> FileKind? {
    let whole = absolute(path)
    if whole == Self.home { return .folder }
    if let kind = memory.kind(of: whole) { return kind }
    guard let own = ownPath(path) else { return nil }
    do {
      _ = try read(own, .max)
      return .file
    } catch {
      switch error.reason {
      case .isDirectory: return .folder
      case .missing: return nil
      default: return .other
      }
    }
  }

  package func open(_ path: String, limit: Int) throws(FileError) -> any ReadableFile {
    InMemoryFile(try contents(of: path, limit: limit))
  }

  package func open(
    _ path: String, beneath folder: String, limit: Int
  ) throws(FileError) -> any ReadableFile {
    InMemoryFile(try contents(of: folder + "/" + path, limit: limit))
  }

  package func openRegular(_ path: String) throws(FileError) -> any ReadableFile {
    try memory.openRegular(place(path))
  }

  package func names(in folder: String) throws(FileError) -> [String] {
    try memory.names(in: absolute(folder))
  }

  package func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(FileError) {
    try memory.write(bytes, to: place(path), replacing: replacing)
  }

  package func append(_ bytes: [UInt8], to path: String) throws(FileError) {
    try memory.append(bytes, to: place(path))
  }

  package func makeFolder(_ path: String) throws(FileError) {}

  package func whileLocked<Result>(
    _ folder: String, _ work: () throws -> Result
  ) throws -> Result { try work() }

  package func rename(_ path: String, to newPath: String) throws(FileError) {
    try memory.rename(place(path), to: place(newPath))
  }

  package func status(of path: String) throws(FileError) -> FileStatus {
    try memory.status(of: absolute(path))
  }

  package func beginFile(in folder: String) throws(FileError) -> any WritableFile {
    try memory.beginFile(in: place(folder))
  }

  package func extend(_ path: String) throws(FileError) -> any WritableFile {
    try memory.extend(place(path))
  }

  package func remove(_ path: String) throws(FileError) { try memory.remove(place(path)) }

  package func disk(of path: String) throws(FileError) -> DiskStatus {
    DiskStatus(freeBytes: 1 << 30, isRemote: false)
  }
}
