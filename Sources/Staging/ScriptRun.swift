import Films
import Interpreter
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

  /// Loads the scripts of a file with their resources.
  func sessions(in path: String) throws(ScriptRefusal) -> [ScriptSession] {
    let sessions = try ScriptSession.sessions(
      in: path, files: files, version: Self.version, bundledFeeds: Shell.bundledFeeds)
    for session in sessions { try checkFeed(of: session) }
    return sessions
  }

  /// Loads the only script of a file, or the one of several that has a chapter.
  func open(_ path: String, chapter: String? = nil) throws(ScriptRefusal) -> ScriptSession {
    let sessions = try sessions(in: path)
    if sessions.count == 1 { return sessions[0] }
    let chosen = chapter.flatMap { title in
      sessions.first { $0.plan.cues(ofChapter: title) != nil }
    }
    guard let chosen else {
      throw ScriptRefusal(
        .invalid,
        "\(path): the document has \(sessions.count) scripts; choose one with the title of one of its chapters"
      )
    }
    return chosen
  }

  /// Throws if the program has no such bundled feed, or another version of it.
  private func checkFeed(of session: ScriptSession) throws(ScriptRefusal) {
    let header = session.plan.header
    guard case .builtin(let name) = header.feed else { return }
    guard Shell.bundledFeeds.contains(name) else {
      let near =
        nearest(to: name, among: Shell.bundledFeeds).map { "; did you mean \($0)?" }
        ?? "; these are: \(Shell.bundledFeeds.joined(separator: ", "))"
      throw ScriptRefusal(
        .unfit, "\(session.plan.scripts[0].path): there is no bundled feed \(name)\(near)")
    }
    if let wanted = header.feedDigest, let digest = Shell.digest(ofBundledFeed: name),
      digest != wanted
    {
      throw ScriptRefusal(
        .unfit, "the feed has changed: its digest is \(digest), the script requires \(wanted)")
    }
  }

  /// Returns the built-in tour.
  func tour() throws(ScriptRefusal) -> ScriptSession {
    try ScriptSession.sessions(
      of: Shell.tourScript, path: "tour.rcp", files: files, version: Self.version)[0]
  }

  /// Plays a script once.
  ///
  /// - Parameters:
  ///   - session: The script.
  ///   - options: The options of the player.
  ///   - network: A transport that replaces the script's; nil for the script's own.
  ///   - audience: The delegate of the player.
  ///   - display: How the terminal of the audience shows pictures in pixels; nil for films.
  /// - Returns: The player, with its results.
  /// - Throws: ``ScriptRefusal`` if no pseudo-terminal is available.
  func play(
    _ session: ScriptSession, _ options: Player.Options = Player.Options(),
    network: (any HTTPTransport)? = nil, for audience: ScriptAudience = ScriptAudience(),
    on display: PictureDisplay? = nil
  ) throws -> Player {
    if session.feedIsOutOfReach, network == nil {
      throw ScriptRefusal(
        .unfit,
        "\(session.plan.scripts[0].path): the feed is on the web, and there is no bundle with its response; larder script record --net makes one"
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
      images: session.plan.header.images)
    try player.play {
      guard let terminal = EditorTerminal(columns: size.columns, rows: size.rows) else {
        throw ScriptRefusal(.unfit, "the system has no free pseudo-terminal (/dev/pts)")
      }
      return try StagedShell(
        home, session, player: player, terminal: terminal, display: display ?? .films)
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
    if opensLinks { say(["Links are opened in your browser, because of --allow open."]) }
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

  /// Asks for a confirmation.
  ///
  /// - Returns: The answer; false without a terminal.
  func confirms(_ question: String) -> Bool {
    guard isTerminal("/dev/stdin"), console.errors.isTerminal else { return false }
    _ = console.errors.write(Array((harmless(question) + " [y/N] ").utf8))
    guard let line = try? console.readLine(), case .success(let answer) = line.text else {
      return false
    }
    return isYes(answer)
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
    switch error as? FilmError {
    case .stopped: return .interrupted
    case .tooLarge: return .limit
    default: return .unfit
    }
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
  func scriptBytes(of path: String) throws(ScriptRefusal) -> [UInt8] {
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
    _ body: (_ path: String, _ script: Script) throws -> ScriptExit
  ) -> ScriptExit {
    var exit = ScriptExit.matched
    for path in paths {
      do {
        let bytes = try scriptBytes(of: path)
        for script in try Script.all(in: bytes, path: path) {
          exit = exit.worse(try body(path, script))
        }
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
  /// The index of the cue before which the player stops; nil for the end.
  private let end: Int?

  init(until end: Int? = nil) { self.end = end }

  /// The keys pressed while a command runs; nil without a keyboard.
  var early: EarlyKeys? { nil }

  /// Called before a player starts.
  func willPlay(_ player: Player) {}

  func player(_ player: Player, rests microseconds: Int) {}

  func player(_ player: Player, begins cue: ScriptCue, number: Int) {
    if let limit = watchdog?.beginStep() { player.end(.limit(limit)) }
    if number == end { player.end(.moved(to: number)) }
  }

  func player(_ player: Player, adds event: SessionLog.Kind) {}

  func player(_ player: Player, shows bytes: [UInt8]) {}

  func player(_ player: Player, remarks text: String) {}

  func player(_ player: Player, runsLiveLine isRunning: Bool) { early?.isWatching = isRunning }

  func player(_ player: Player, idlesDuring body: () -> Void) {
    if let watchdog { watchdog.whileIdle(body) } else { body() }
  }

  /// Writes to the user's terminal; the time that it takes does not count as that of the script.
  func write(_ bytes: [UInt8], to console: Console) {
    let write = { _ = console.output.write(bytes) }
    if let watchdog { watchdog.whileWriting(write) } else { write() }
  }

  func nextLiveKeys(for player: Player) -> [UInt8]? { nil }

  func reachedLimit(of player: Player) -> String? { watchdog?.reached }
}
