import ArgumentParser
import Dispatch
import LineEditor
import LiveWorld
import Recordings
import Shell
import Synchronization
import Text
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Plays scripts on the shell, and says what came of it.
struct ScriptRun {
  let files = LiveFileSystem()
  let environment = currentEnvironment()
  let console = Console.live(environment: [:])

  /// The version of the program, as scripts ask for it.
  static let version = Shell.version.split(separator: ".").compactMap { Int($0) }

  /// Reads a script and what it needs.
  func open(_ path: String) throws(ScriptRefusal) -> ScriptSession {
    try ScriptSession(path: path, files: files, version: Self.version)
  }

  /// The tour that is part of the program.
  func tour() throws(ScriptRefusal) -> ScriptSession {
    try ScriptSession(
      Shell.tourScript, path: "tour.rcp", files: files, version: Self.version)
  }

  /// Plays a script once.
  ///
  /// - Parameters:
  ///   - session: The script.
  ///   - isLogged: Whether everything that is seen is kept.
  ///   - network: What stands in for what the script says of the network; nil for just that.
  ///   - prepare: Sets the player up before it plays.
  /// - Returns: The player, which knows what happened.
  /// - Throws: ``ScriptRefusal`` if the system has no terminal for it.
  func play(
    _ session: ScriptSession, isLogged: Bool = false, network: (any HTTPTransport)? = nil,
    _ prepare: (Player) -> Void = { _ in }
  ) throws -> Player {
    let interruptions = Interruptions()
    let player = Player(session.plan, isLogged: isLogged, interruptions: interruptions)
    let watchdog = Watchdog(session.plan.header.limits, interruptions, console)
    player.onCue = { [unowned player] _, _ in
      if let limit = watchdog.beginStep() { player.end(.limit(limit)) }
    }
    prepare(player)
    // Who types or watches takes the time that it takes.
    if !player.hasAudience { watchdog.watch() }
    defer { watchdog.rest() }
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

  /// Writes lines of results.
  func print(_ lines: [String]) {
    if !lines.isEmpty {
      _ = console.output.write(Array((lines.joined(separator: "\n") + "\n").utf8))
    }
  }

  /// Says something that is no result.
  func say(_ lines: [String]) {
    if !lines.isEmpty {
      let text = lines.map { harmless($0) }.joined(separator: "\n") + "\n"
      _ = console.errors.write(Array(text.utf8))
    }
  }

  /// Says why something could not be done.
  ///
  /// - Returns: How the program ends because of it.
  func say(_ error: any Error) -> ScriptExit {
    if let refusal = error as? ScriptRefusal {
      say([refusal.description])
      return refusal.exit
    }
    if let problem = error as? ScriptProblem {
      let refusal = ScriptRefusal(problem)
      say([refusal.description])
      return refusal.exit
    }
    say(["\(error)"])
    return .unfit
  }
}

/// Ends the program with an exit, if it is not the usual one.
func leave(_ exit: ScriptExit) throws {
  if exit != .matched { throw ExitCode(exit.rawValue) }
}

/// Stops a script that takes too long by a real clock.
private final class Watchdog: Sendable {
  private struct State {
    var began = ContinuousClock.now
    var reached: String?
    var isResting = false
  }

  private let state = Mutex(State())
  private let start = ContinuousClock.now
  private let limits: ScriptLimits
  private let interruptions: Interruptions
  private let console: Console

  init(_ limits: ScriptLimits, _ interruptions: Interruptions, _ console: Console) {
    (self.limits, self.interruptions, self.console) = (limits, interruptions, console)
  }

  /// Looks from now on.
  func watch() { lookLater() }

  /// Counts from now on.
  ///
  /// - Returns: The limit that was reached, if one was.
  func beginStep() -> String? {
    state.withLock { state in
      state.began = .now
      return state.reached
    }
  }

  /// Looks no more.
  func rest() { state.withLock { $0.isResting = true } }

  private func lookLater() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in
      guard let self, !state.withLock(\.isResting) else { return }
      look()
      lookLater()
    }
  }

  private func look() {
    let (now, began) = (ContinuousClock.now, state.withLock(\.began))
    let (most, mostOfStep) = (
      Duration.milliseconds(limits.time), Duration.milliseconds(limits.stepTime)
    )
    let excess = max(now - start - most, now - began - mostOfStep)
    guard excess > .zero else { return }
    let limit =
      now - start > most ? "a script may take \(most)" : "a step may take \(mostOfStep)"
    state.withLock { $0.reached = limit }
    interruptions.raise()
    // What does not even stop when asked to is ended; all of its world is in this process.
    guard excess > .seconds(3) else { return }
    _ = console.errors.write(Array("stopped at a limit: \(limit)\n".utf8))
    _exit(ScriptExit.limit.rawValue)
  }
}
