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
/// Time spent waiting for the user or for the terminal does not count.
final class Watchdog: Sendable {
  private struct State {
    /// The starts of the script and of the current step, moved forward by idle time.
    var (start, began) = (ContinuousClock.now, ContinuousClock.now)
    /// The number of waits that are in progress, one within the other, and the start of the first.
    var (waits, waitBegan) = (0, ContinuousClock.now)
    /// Whether the user is waited for, whose keys are then no interrupts.
    var isIdle = false
    var isOver = false
    var reached: String?

    mutating func beginWait() {
      if waits == 0 { waitBegan = .now }
      waits += 1
    }

    mutating func endWait() {
      waits -= 1
      guard waits == 0 else { return }
      let now = ContinuousClock.now
      start += now - waitBegan
      began = min(now, began + (now - waitBegan))
    }
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
    state.withLock { $0.isIdle = true }
    whileWriting(body)
    state.withLock { ($0.isIdle, $0.began) = (false, .now) }
  }

  /// Stops the timers while output is written: the terminal may be slow, or stopped by Ctrl-S.
  func whileWriting(_ body: () -> Void) {
    state.withLock { $0.beginWait() }
    body()
    state.withLock { $0.endWait() }
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
    if isStopped { interruptions.raise() }
    guard state.waits == 0 else { return }
    let (time, stepTime) = (ContinuousClock.now - state.start, ContinuousClock.now - state.began)
    let excess = max(time - most, stepTime - mostOfStep)
    guard excess > .zero else { return }
    let limit =
      time > most ? "a script can take at most \(most)" : "a step can take at most \(mostOfStep)"
    self.state.withLock { $0.reached = limit }
    interruptions.raise()
    // A program that ignores the interrupt is terminated. Its world exists only in this process.
    guard excess > .seconds(3) else { return }
    _ = console.errors.write(Array("stopped at a limit: \(limit)\n".utf8))
    _exit(ScriptExit.limit.rawValue)
  }
}
