import FoundationEssentials
import World

extension World {
  /// The world of a script: as its header says, and the same on every machine.
  ///
  /// - Parameters:
  ///   - header: What the script asks for.
  ///   - clock: What shows the time.
  ///   - files: What it can read and write.
  ///   - seam: Where its words arrive.
  ///   - interruptions: What asks it to stop.
  ///   - http: What answers for the network; nil for none.
  /// - Returns: The world, in which nothing of this machine shows.
  package static func staged(
    _ header: ScriptHeader, clock: VirtualClock, files: StageFiles, seam: Seam,
    interruptions: Interruptions, http: (any HTTPTransport)?
  ) -> World {
    let console = seam.console
    let offset = header.secondsAheadOfUTC
    var world = World(
      now: { Date(timeIntervalSince1970: Double(clock.now) / 1000) }, localOffset: { _ in offset },
      wait: { try await clock.wait($0) }, chance: Chance(seed: header.seed),
      environment: environment(header), folders: Folders(home: StageFiles.home + "/.larder"),
      files: files, http: http ?? NoNetwork(),
      opener: Opener(
        canOpen: { _ in true },
        open: { link, _ in
          seam.open(link)
          return .opened
        }),
      console: console, interruptions: interruptions)
    world.whileWaiting = { clock.whileWaiting(stop: { interruptions.raise() }, $0) }
    return world
  }

  private static func environment(_ header: ScriptHeader) -> [String: String] {
    var variables = ["HOME": StageFiles.home, "TERM": "xterm-256color", "LANG": "C.UTF-8"]
    switch header.color {
    case .off: variables["NO_COLOR"] = "1"
    case .ansi, .indexed: break
    case .full: variables["COLORTERM"] = "truecolor"
    }
    return variables
  }
}

/// The network of a script that has none.
struct NoNetwork: HTTPTransport {
  let origin = HTTPOrigin.nobody

  func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    throw .unavailable(reason: "a script has no network, unless its header says net: replay")
  }
}

/// The files of a script: what it writes stays in memory, and what it reads lies below its own folder.
///
/// Nothing else can be named by any path, and nothing on disk is ever changed.
package final class StageFiles: FileSystem {
  /// The folder that the script seems to be run in.
  package static let home = "/home/you"

  /// Reads a file below the script's folder by its path from there.
  package typealias Reader =
    @Sendable (_ path: String, _ limit: Int) throws(FileError) -> [UInt8]

  private let memory: MemoryFileSystem
  private let read: Reader

  /// The files of a script.
  ///
  /// - Parameters:
  ///   - attachments: The files that it carries along, by their names.
  ///   - read: Reads what lies beside it.
  package init(attachments: [String: [UInt8]], read: @escaping Reader) {
    memory = MemoryFileSystem()
    self.read = read
    for (name, bytes) in attachments {
      // Nothing in memory can refuse a file.
      try? memory.write(bytes, to: Self.home + "/" + name, replacing: true)
    }
  }

  /// The path from the root, without `.` and `..`.
  package func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : Self.home + "/" + path
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The path from the script's own folder; nil for what lies elsewhere, and for what it keeps itself.
  private func ownPath(_ path: String) -> String? {
    let whole = absolute(path)
    guard whole.hasPrefix(Self.home + "/") else { return nil }
    let rest = String(whole.dropFirst(Self.home.utf8.count + 1))
    return rest.hasPrefix(".") ? nil : rest
  }

  private func refusal(_ path: String) -> FileError {
    FileError(path: path, reason: .refused("a script reads only what lies below its own folder"))
  }

  /// What changes something lies below the folder of the run.
  private func place(_ path: String) throws(FileError) -> String {
    let whole = absolute(path)
    guard whole.hasPrefix(Self.home + "/") else {
      throw FileError(path: path, reason: .refused("a script writes only below its own folder"))
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
    HeldBytes(try contents(of: path, limit: limit))
  }

  package func open(
    _ path: String, beneath folder: String, limit: Int
  ) throws(FileError) -> any ReadableFile {
    HeldBytes(try contents(of: folder + "/" + path, limit: limit))
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
