import Text
import World

/// A loaded and verified script, which can be played any number of times.
package struct ScriptSession: Sendable {
  package private(set) var plan: ScriptPlan
  /// The folder that contains the script.
  package let folder: String
  private let files: any FileSystem
  /// The recorded responses; nil without a bundle.
  package let bundle: RecordedBundle?

  /// Loads the scripts of a file with their resources, and verifies their digests.
  ///
  /// - Parameters:
  ///   - path: The script, or a Markdown file with script blocks.
  ///   - files: The file system.
  ///   - version: The version of the program.
  ///   - bundledFeeds: The names of the feeds that are built into the program.
  /// - Returns: The scripts: several if a Markdown file has several.
  /// - Throws: ``ScriptRefusal`` if a script cannot be played.
  package static func sessions(
    in path: String, files: any FileSystem, version: [Int], bundledFeeds: [String] = []
  ) throws(ScriptRefusal) -> [ScriptSession] {
    let bytes: [UInt8]
    do {
      bytes = try files.contents(of: path, limit: ScriptBounds.text)
    } catch {
      throw ScriptRefusal(error)
    }
    return try sessions(
      of: bytes, path: path, files: files, version: version, bundledFeeds: bundledFeeds)
  }

  /// Loads the scripts of a file from its bytes.
  package static func sessions(
    of bytes: [UInt8], path: String, files: any FileSystem, version: [Int],
    bundledFeeds: [String] = []
  ) throws(ScriptRefusal) -> [ScriptSession] {
    let scripts: [Script]
    do throws(ScriptProblem) {
      scripts = try Script.all(in: bytes, path: path)
    } catch {
      throw ScriptRefusal(error)
    }
    let digest = sha256(of: bytes)
    return try scripts.map { script throws(ScriptRefusal) in
      try ScriptSession(script, digest, files, version, bundledFeeds)
    }
  }

  private init(
    _ script: Script, _ digest: String, _ files: any FileSystem, _ version: [Int],
    _ bundledFeeds: [String]
  ) throws(ScriptRefusal) {
    let folder = script.path.lastIndex(of: "/").map { String(script.path[..<$0]) } ?? "."
    do throws(ScriptProblem) {
      plan = ScriptPlan(
        try ScriptLoader.load(script, in: folder, files), digest: digest, version: version)
    } catch {
      throw ScriptRefusal(error)
    }
    (self.folder, self.files) = (folder, files)
    // The shell gives them precedence over files, too.
    if case .path(let name) = plan.header.feed, bundledFeeds.contains(name) {
      plan = plan.reading(.builtin(name))
    }
    try Self.check(plan.scripts[0], version)
    try Self.checkAttachments(plan)
    bundle = try Self.bundle(plan.header, in: folder, files)
    try Self.checkFeed(plan, in: folder, files)
  }

  /// Returns the session with another terminal size.
  package func resized(_ size: ScriptSize) -> ScriptSession {
    var session = self
    session.plan = plan.resized(size)
    return session
  }

  /// Whether the feed is a web address without a recorded response.
  package var feedIsOutOfReach: Bool {
    if case .address = plan.header.feed {
      bundle == nil || !plan.header.replaysNetwork
    } else {
      false
    }
  }

  /// Whether the feed is built into the program.
  package var hasBundledFeed: Bool {
    if case .builtin = plan.header.feed { true } else { false }
  }

  /// The feed argument for the program.
  package var feed: String {
    switch plan.header.feed {
    case .builtin(let name), .attached(let name), .path(let name), .address(let name): name
    }
  }

  /// The paths of the scripts, of the feed if it is a file, and of the bundle.
  package var sources: [String] {
    var paths = plan.scripts.map(\.path)
    if case .path(let path) = plan.header.feed { paths.append("\(folder)/\(path)") }
    if let bundle = plan.header.bundle { paths.append("\(folder)/\(bundle.path)") }
    return paths
  }

  /// Creates the world for a player of this script.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - interruptions: Raised to interrupt the program.
  ///   - network: A transport that replaces the script's; nil for the script's own.
  /// - Returns: The world.
  package func world(
    for player: Player, _ interruptions: Interruptions, network: (any HTTPTransport)? = nil
  ) -> World {
    let (files, folder) = (files, folder)
    let ownFiles = ScriptFileSystem(attachments: plan.attachments) {
      (path, limit) throws(FileError) in
      try Self.read(path, in: folder, files, limit: limit)
    }
    let clock = player.clock
    let recorded = plan.header.replaysNetwork ? bundle : nil
    let name = plan.header.bundle?.path
    let replay = recorded.map {
      RecordedTransport($0, named: name, wait: { try await clock.wait($0) })
    }
    player.replay = replay
    return .scripted(
      plan.header, clock: clock, files: ownFiles, terminal: player.terminal,
      interruptions: interruptions,
      http: network ?? replay)
  }

  private static func read(
    _ path: String, in folder: String, _ files: any FileSystem, limit: Int
  ) throws(FileError) -> [UInt8] {
    let file = try files.open(path, beneath: folder, limit: min(limit, 64 << 20))
    var bytes = [UInt8](repeating: 0, count: file.count)
    let count = try file.read(at: 0, into: &bytes, 0..<bytes.count)
    return Array(bytes[..<count])
  }
}

/// Requirements of a script.
extension ScriptSession {
  private static func check(_ script: Script, _ version: [Int]) throws(ScriptRefusal) {
    let header = script.header
    func text(_ version: [Int]) -> String { version.map(String.init).joined(separator: ".") }
    if let least = header.leastVersion, version.lexicographicallyPrecedes(least) {
      throw ScriptRefusal(
        .unfit,
        "\(script.path): the script needs Larder \(text(least)) or later; this is \(text(version))")
    }
    if let limit = header.versionLimit, !version.lexicographicallyPrecedes(limit) {
      throw ScriptRefusal(
        .unfit,
        "\(script.path): the script needs a Larder before \(text(limit)); this is \(text(version))")
    }
    let known = ["images", "files-out", "net-replay"]
    if let need = header.needs.first(where: { !known.contains($0) }) {
      let near = nearest(to: need, among: known).map { "; \($0) is" } ?? ""
      throw ScriptRefusal(
        .skipped, "\(script.path): the script needs \(need), which this Larder does not have\(near)"
      )
    }
  }

  /// Verifies the digests of attached files.
  private static func checkAttachments(_ plan: ScriptPlan) throws(ScriptRefusal) {
    for cue in plan.cues {
      guard case .attachment(let file) = cue.kind, let wanted = file.digest else { continue }
      let digest = sha256(of: file.bytes)
      guard digest == wanted else {
        throw ScriptRefusal(
          .unfit,
          "\(plan.scripts[cue.script].path):\(cue.line):1: \(file.name) has changed: its digest is \(digest), the script requires \(wanted)"
        )
      }
    }
  }

  private static func bundle(
    _ header: ScriptHeader, in folder: String, _ files: any FileSystem
  ) throws(ScriptRefusal) -> RecordedBundle? {
    guard let wanted = header.bundle else { return nil }
    let bundle: RecordedBundle
    do {
      bundle = try RecordedBundle(
        BundleBase(folder: folder, path: wanted.path), files: files, bounds: .script)
    } catch {
      throw ScriptRefusal(.unfit, "\(error)")
    }
    if let digest = wanted.digest, digest != bundle.digest {
      throw ScriptRefusal(
        .unfit,
        "\(wanted.path): the bundle has changed: its digest is \(bundle.digest), the script requires \(digest)"
      )
    }
    return bundle
  }

  /// Verifies that a feed file exists and has the declared digest.
  private static func checkFeed(
    _ plan: ScriptPlan, in folder: String, _ files: any FileSystem
  ) throws(ScriptRefusal) {
    let bytes: [UInt8]
    switch plan.header.feed {
    case .builtin, .address: return
    case .attached(let name):
      guard let attached = plan.attachments[name] else {
        throw ScriptRefusal(.unfit, "the script has no attached file \(name)")
      }
      bytes = attached
    case .path(let path):
      do {
        bytes = try read(path, in: folder, files, limit: 64 << 20)
      } catch {
        throw ScriptRefusal(.unfit, error.description)
      }
    }
    if let digest = plan.header.feedDigest, digest != sha256(of: bytes) {
      throw ScriptRefusal(
        .unfit,
        "the feed has changed: its digest is \(sha256(of: bytes)), the script requires \(digest)")
    }
  }
}
