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

/// Enforces the wall-clock limits of a script.
///
/// Time spent waiting for the user does not count.
final class Watchdog: Sendable {
  private struct State {
    /// The starts of the script and of the current step, moved forward by idle time.
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
  ///   - limits: The time limits.
  ///   - interruptions: Raised when a limit is exceeded.
  ///   - console: For the message before the process is terminated.
  ///   - early: The keys pressed while a command runs, which can include an interrupt.
  init(
    _ limits: ScriptLimits, _ interruptions: Interruptions, _ console: Console,
    _ early: EarlyKeys?
  ) {
    (self.limits, self.interruptions, self.console) = (limits, interruptions, console)
    self.early = early
    lookLater()
  }

  /// The description of the exceeded limit; nil if none is exceeded.
  var reached: String? { state.withLock(\.reached) }

  /// Starts the timer of a step.
  ///
  /// - Returns: The description of the exceeded limit; nil if none is exceeded.
  func beginStep() -> String? {
    state.withLock { state in
      state.began = .now
      return state.reached
    }
  }

  /// Stops the timers while the user is waited for, and restarts that of the step.
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

  /// Stops watching.
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
    // A program that ignores the interrupt is terminated. Its world exists only in this process.
    guard excess > .seconds(3) else { return }
    _ = console.errors.write(Array("stopped at a limit: \(limit)\n".utf8))
    _exit(ScriptExit.limit.rawValue)
  }
}
