import Dispatch
import LineEditor
import Recordings
import Synchronization
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Stops a script that takes too long by a real clock, on which no time passes while a person rests.
final class Watchdog: Sendable {
  private struct State {
    /// When the script began and when its present step did, had nobody rested since.
    var (start, began) = (ContinuousClock.now, ContinuousClock.now)
    var (isIdle, isOver) = (false, false)
    var reached: String?
  }

  private let state = Mutex(State())
  private let limits: ScriptLimits
  private let interruptions: Interruptions
  private let console: Console
  private let early: EarlyKeys?

  /// - Parameters:
  ///   - limits: How long it may take.
  ///   - interruptions: What asks it to stop.
  ///   - console: Where that is said if it does not stop.
  ///   - early: What a person presses while something runs, who may want that to stop, too.
  init(
    _ limits: ScriptLimits, _ interruptions: Interruptions, _ console: Console,
    _ early: EarlyKeys?
  ) {
    (self.limits, self.interruptions, self.console) = (limits, interruptions, console)
    self.early = early
    lookLater()
  }

  /// The limit that was reached; nil if none was.
  var reached: String? { state.withLock(\.reached) }

  /// Counts a step from now on.
  ///
  /// - Returns: The limit that was reached, if one was.
  func beginStep() -> String? {
    state.withLock { state in
      state.began = .now
      return state.reached
    }
  }

  /// Stops the clock while a person is waited for; the step is counted from then on.
  func whileIdle(_ body: () -> Void) {
    let began = ContinuousClock.now
    state.withLock { $0.isIdle = true }
    body()
    state.withLock { state in
      let now = ContinuousClock.now
      (state.isIdle, state.began) = (false, now)
      state.start += now - began
    }
  }

  /// Looks no more, as the script is over.
  func end() { state.withLock { $0.isOver = true } }

  private func lookLater() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in
      guard let self, !state.withLock(\.isOver) else { return }
      look()
      lookLater()
    }
  }

  private func look() {
    let (most, mostOfStep) = (
      Duration.milliseconds(limits.time), Duration.milliseconds(limits.stepTime)
    )
    let (state, isStopped) = state.withLock { state in
      (state, !state.isIdle && !state.isOver && early?.takeStop() == true)
    }
    guard !state.isIdle else { return }
    if isStopped { interruptions.raise() }
    let (time, stepTime) = (ContinuousClock.now - state.start, ContinuousClock.now - state.began)
    let excess = max(time - most, stepTime - mostOfStep)
    guard excess > .zero else { return }
    let limit = time > most ? "a script may take \(most)" : "a step may take \(mostOfStep)"
    self.state.withLock { $0.reached = limit }
    interruptions.raise()
    // What does not even stop when asked to is ended; all of its world is in this process.
    guard excess > .seconds(3) else { return }
    _ = console.errors.write(Array("stopped at a limit: \(limit)\n".utf8))
    _exit(ScriptExit.limit.rawValue)
  }
}
