import LineEditor
import LiveWorld
import Recordings
import Shell
import Terminal
import Text
import World

/// Runs the script commands.
package struct ScriptRun {
  let files = LiveFileSystem()
  let environment = currentEnvironment()
  let console = Console.live(environment: [:])

  /// Creates a run on this machine.
  package init() {}

  /// The version of the program, for the requirements of scripts.
  static let version = Shell.version.split(separator: ".").compactMap { Int($0) }

  /// Loads a script with its resources.
  func open(_ path: String) throws(ScriptRefusal) -> ScriptSession {
    let session = try ScriptSession(
      path: path, files: files, version: Self.version, bundledFeeds: Shell.bundledFeeds)
    if case .builtin(let name) = session.plan.header.feed, !Shell.bundledFeeds.contains(name) {
      let near =
        nearest(to: name, among: Shell.bundledFeeds).map { "; did you mean \($0)?" }
        ?? "; these are: \(Shell.bundledFeeds.joined(separator: ", "))"
      throw ScriptRefusal(.unfit, "\(path): there is no bundled feed \(name)\(near)")
    }
    if case .builtin(let name) = session.plan.header.feed,
      let wanted = session.plan.header.feedDigest,
      let digest = Shell.digest(ofBundledFeed: name), digest != wanted
    {
      throw ScriptRefusal(
        .unfit, "the feed has the digest \(digest), and the script says \(wanted)")
    }
    return session
  }

  /// Returns the built-in tour.
  func tour() throws(ScriptRefusal) -> ScriptSession {
    try ScriptSession(
      Shell.tourScript, path: "tour.rcp", files: files, version: Self.version)
  }

  /// Plays a script once.
  ///
  /// - Parameters:
  ///   - session: The script.
  ///   - options: The options of the player.
  ///   - network: A transport that replaces the script's; nil for the script's own.
  ///   - audience: The delegate of the player.
  /// - Returns: The player, with its results.
  /// - Throws: ``ScriptRefusal`` if no pseudo-terminal is available.
  func play(
    _ session: ScriptSession, _ options: Player.Options = Player.Options(),
    network: (any HTTPTransport)? = nil, for audience: ScriptAudience = ScriptAudience()
  ) throws -> Player {
    if session.feedIsOutOfReach, network == nil {
      throw ScriptRefusal(
        .unfit,
        "\(session.plan.scripts[0].path): its feed is at an address, and no bundle has what that answers; script record --net makes one"
      )
    }
    let interruptions = Interruptions()
    let player = Player(
      session.plan, options, interruptions: interruptions, delegate: audience)
    let watchdog = Watchdog(
      session.plan.header.limits, interruptions, console, audience.early)
    audience.watchdog = watchdog
    audience.willPlay(player)
    defer { watchdog.end() }
    let size = session.plan.header.size
    let home = try StagedHome(
      session.world(for: player, interruptions, network: network),
      showsImages: session.plan.header.showsImages)
    try player.play {
      guard let terminal = EditorTerminal(columns: size.columns, rows: size.rows) else {
        throw ScriptRefusal(.unfit, "the system has no terminal left (/dev/pts)")
      }
      return try StagedShell(home, session, player: player, terminal: terminal)
    }
    if let limit = watchdog.beginStep() { player.end(.limit(limit)) }
    return player
  }

  /// Explains a script before it is played, if it belongs to another user or opens links.
  func warn(of session: ScriptSession, opensLinks: Bool = false) {
    // If the file has become inaccessible, its owner is unknown.
    let isOwn = (try? files.status(of: session.plan.scripts[0].path).isOwn) ?? false
    if isOwn, !opensLinks { return }
    say(explanation(of: session.plan.scripts[0]))
    if opensLinks { say(["Links on the web are opened, as --allow open says."]) }
  }

  /// Prints lines to standard output.
  func print(_ lines: [String]) {
    if !lines.isEmpty {
      _ = console.output.write(Array((lines.joined(separator: "\n") + "\n").utf8))
    }
  }

  /// Prints the lines of a diff: verbatim to a program, in color and with harmful characters escaped to a terminal.
  func print(patch lines: [String]) {
    guard console.output.isTerminal else { return print(lines) }
    let isColored = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    print(
      lines.map { line in
        let style: Style =
          switch line.first {
          case "+": .good
          case "-": .bad
          case "@": .accent
          default: .plain
          }
        return StyledText(escapingHarmful(line, keeping: ["\t"]), style)
          .rendered(colored: isColored)
      })
  }

  /// Prints lines to standard error.
  func say(_ lines: [String]) {
    if !lines.isEmpty {
      let text = lines.map { harmless($0) }.joined(separator: "\n") + "\n"
      _ = console.errors.write(Array(text.utf8))
    }
  }

  /// Prints an error.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - file: The script, which is added to messages that do not mention it.
  /// - Returns: The exit status.
  func say(_ error: any Error, of file: String? = nil) -> ScriptExit {
    func named(_ text: String) -> String {
      file.map { text.contains($0) ? text : "\($0): \(text)" } ?? text
    }
    if let refusal = error as? ScriptRefusal {
      say([named(refusal.description)])
      return refusal.exit
    }
    if let problem = error as? ScriptProblem { return say(ScriptRefusal(problem), of: file) }
    say([named("\(error)")])
    if let problem = error as? ExportProblem, problem.isLimit { return .limit }
    return .unfit
  }

  /// Runs an operation and prints its error.
  ///
  /// - Returns: The exit status.
  func saying(_ body: () throws -> ScriptExit) -> ScriptExit {
    do {
      return try body()
    } catch {
      return say(error)
    }
  }

  /// Returns the text of a script.
  private func scriptBytes(of path: String) throws(ScriptRefusal) -> [UInt8] {
    do {
      return try files.contents(of: path, limit: ScriptBounds.text)
    } catch {
      throw ScriptRefusal(error)
    }
  }

  /// Runs an operation for each script, and prints errors.
  ///
  /// - Returns: The most severe exit status.
  func each(
    _ paths: [String],
    _ body: (_ path: String, _ bytes: [UInt8], _ script: Script) throws -> ScriptExit
  ) -> ScriptExit {
    var exit = ScriptExit.matched
    for path in paths {
      do {
        let bytes = try scriptBytes(of: path)
        exit = exit.worse(try body(path, bytes, try Script.reading(bytes, path: path)))
      } catch {
        exit = exit.worse(say(error))
      }
    }
    return exit
  }
}

/// The base class of player delegates, without an audience or live input.
class ScriptAudience: PlayerDelegate {
  /// Enforces the time limits.
  var watchdog: Watchdog?

  /// The keys pressed while a command runs; nil without a keyboard.
  var early: EarlyKeys? { nil }

  /// Called before a player starts.
  func willPlay(_ player: Player) {}

  func player(_ player: Player, rests microseconds: Int) {}

  func player(_ player: Player, begins cue: ScriptCue, number: Int) {
    if let limit = watchdog?.beginStep() { player.end(.limit(limit)) }
  }

  func player(_ player: Player, adds event: SessionLog.Kind) {}

  func player(_ player: Player, shows bytes: [UInt8]) {}

  func player(_ player: Player, remarks text: String) {}

  func player(_ player: Player, runsLiveLine isRunning: Bool) { early?.isWatching = isRunning }

  func player(_ player: Player, idlesDuring body: () -> Void) {
    if let watchdog { watchdog.whileIdle(body) } else { body() }
  }

  func nextLiveKeys(for player: Player) -> [UInt8]? { nil }

  func reachedLimit(of player: Player) -> String? { watchdog?.reached }
}
