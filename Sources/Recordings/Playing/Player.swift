import Interpreter
import TerminalEmulator
import World

/// Plays a script: supplies its keys when the program reads input, and logs the output of the program.
///
/// The player never waits. When the program asks for the next key, it has finished processing the previous
/// ones.
package final class Player: Typist {
  package let plan: ScriptPlan
  package let clock: VirtualClock
  package let terminal: ScriptTerminal
  /// The session log; nil if it was not requested.
  package internal(set) var log: SessionLog?
  package let options: Options
  weak var delegate: (any PlayerDelegate)?
  /// The live input of the user; nil until the user takes over.
  var liveInput: LiveInput?
  /// The transport that answers from recorded responses; nil without a recording.
  package internal(set) var replay: RecordedTransport?
  /// The index of the first cue that is shown.
  ///
  /// Earlier ones are played without delays.
  private var firstSeenCue: Int

  weak var program: (any PlayedProgram)?
  /// The index of the next cue.
  package internal(set) var place = 0
  /// The current step.
  var step: PlayedStep?
  package internal(set) var results: [StepResult] = []
  var variables: [String: String]
  var pace: TypingPace
  /// The keys of the current step that are not typed yet.
  var keys: [TypedKey] = []
  /// The emulated terminal screen.
  package internal(set) var screen: TerminalScreen
  /// The screen at the last `@ hide`; nil while the output is shown.
  var screenBeforeHiding: TerminalScreen?
  package var isHidden: Bool { screenBeforeHiding != nil }
  /// The reason why the next step is expected not to match.
  var knownFailure: String?
  /// The answers to the next questions.
  var answers: [Bool] = []
  /// Whether the line editor must check the terminal size before the next key.
  var needsLook = false
  /// The question that is being answered.
  var question: String?
  var texts: [ScriptStream: PlainTextLines] = [
    .output: PlainTextLines(), .diagnostics: PlainTextLines(),
  ]
  /// The reason why the script stopped early; nil if it did not.
  package internal(set) var stop: PlayerStop?

  /// Creates a player.
  ///
  /// - Parameters:
  ///   - plan: The script to play.
  ///   - options: How to play it.
  ///   - interruptions: Raised to interrupt the program.
  ///   - delegate: Receives events. It is not retained. Without a delegate there are no delays.
  package init(
    _ plan: ScriptPlan, _ options: Options = Options(), interruptions: Interruptions,
    delegate: (any PlayerDelegate)? = nil
  ) {
    let header = plan.header
    (self.plan, self.options, self.delegate) = (plan, options, delegate)
    firstSeenCue = options.firstSeenCue
    clock = VirtualClock(header.clock)
    terminal = ScriptTerminal(
      size: header.size, limits: header.outputLimits, interruptions: interruptions)
    variables = plan.variables
    pace = TypingPace(pace: header.pace, seed: header.seed)
    screen = TerminalScreen(columns: header.size.columns, rows: header.size.rows)
    guard options.isLogged else { return }
    log = SessionLog(
      title: header.title ?? "", size: header.size, clock: header.clock / 1000,
      color: header.color, digest: plan.digest)
  }

  /// Plays the script to its end.
  ///
  /// The program is started again as often as a step quits it.
  ///
  /// - Parameter startProgram: Starts the program in the same world.
  /// - Throws: Errors from `startProgram`.
  package func play(_ startProgram: () throws -> any PlayedProgram) throws {
    repeat {
      let program = try startProgram()
      self.program = program
      program.run()
      takeDrawing()
      takeOutput()
      if step != nil { finishStep(.quit) }
    } while stop == nil && place < plan.cues.count
    // Holds the last screen for two seconds.
    log?.duration += 2_000_000
  }

  /// Whether typing is not visible, so that the line editor can skip intermediate redraws.
  package var isHurried: Bool {
    guard !isWatched, keys.count > 1, case .command? = step?.source.action else { return false }
    return true
  }

  /// Whether every key press is visible or logged.
  private var isWatched: Bool { isLive || log != nil || options.hasAudience && !isUnseen }

  /// Whether the player has not reached the first cue that is shown.
  package var isUnseen: Bool { place <= firstSeenCue && firstSeenCue > 0 }

  package func nextKey() -> [UInt8]? {
    takeDrawing()
    takeOutput()
    while stop == nil {
      if needsLook {
        needsLook = false
        return []
      }
      if !keys.isEmpty { return type(keys.removeFirst()) }
      if isLive { return nextLiveKey() }
      if question != nil {
        answerQuestion()
        continue
      }
      if step != nil {
        if awaitIdle() { return [] }
        if pressesEnterAgain() { continue }
        finishStep(nil)
        continue
      }
      guard place < plan.cues.count else { return nil }
      beginNextCue()
    }
    return nil
  }

  /// Presses Enter once more if the first left the line open, since an empty continuation line ends it.
  private func pressesEnterAgain() -> Bool {
    guard let step, case .command = step.source.action, !step.hasEntered, !step.hasPressedAgain
    else { return false }
    self.step?.hasPressedAgain = true
    keys = [TypedKey(bytes: [0x0D], label: "Enter", rest: 250_000)]
    return true
  }

  private func beginNextCue() {
    let (number, cue) = (place, plan.cues[place])
    if number == firstSeenCue, number > 0 {
      firstSeenCue = 0
      let screen = screenBeforeHiding ?? screen
      delegate?.player(self, shows: screen.redrawn())
      log?.size = ScriptSize(columns: screen.columns, rows: screen.rows)
      if let time = log?.duration {
        log?.events.append(.init(time: time, .output(screen.redrawn())))
      }
    }
    if !isUnseen { idle { delegate?.player(self, begins: cue, number: number) } }
    // The delegate may have taken over or stopped the player.
    guard stop == nil, !isLive else { return }
    place = number + 1
    begin(cue)
  }

  private func nextLiveKey() -> [UInt8]? {
    if question == nil, step != nil {
      if awaitIdle() { return [] }
      finishStep(nil)
      // The program prints what the recorder says of the step.
      if recorder?.hasNotices == true { return [] }
    }
    if liveInput?.typedAhead.isEmpty == true {
      var pressed: [UInt8]?
      idle { pressed = delegate?.nextLiveKeys(for: self) }
      guard let pressed else { return nil }
      liveInput?.typedAhead = pressed
    }
    let bytes = liveInput?.takeLine()
    if let bytes, !bytes.isEmpty { recorder?.pressed(bytes) }
    return bytes
  }

  /// Follows a new size of the window of a user who has taken over.
  package func followWindow(_ size: ScriptSize) {
    recorder?.resized(size)
    resize(size)
  }

  /// The screen as the audience sees it.
  package var shownScreen: TerminalScreen { screenBeforeHiding ?? screen }

  /// Stops the player before the end of the script.
  package func end(_ reason: PlayerStop) { stop = reason }

  /// Lets the user take over from the script.
  ///
  /// The current step is abandoned.
  ///
  /// - Parameter recorder: Records the user's input as a script; nil to record nothing.
  package func handOver(to recorder: Recorder? = nil) {
    (step, keys, liveInput) = (nil, [], LiveInput(recorder: recorder))
  }

  /// Whether the user has taken over from the script.
  package var isLive: Bool { liveInput != nil }

  /// Records the user's input as a script; nil if nothing is recorded.
  package var recorder: Recorder? { liveInput?.recorder }

  /// The index of the cue to resume from: the current one.
  package var resumption: Int { step == nil ? place : max(0, place - 1) }

  /// Interrupts a command by its virtual clock if the key after Enter is Ctrl-C.
  private func planStop() {
    guard let next = keys.first, next.bytes == [0x03] else { return clock.limitWaits(to: nil) }
    keys.removeFirst()
    clock.limitWaits(to: clock.now + next.rest / 1000)
  }

  /// Waits for the audience; what is hidden takes no time.
  func rest(for microseconds: Int) {
    if isHidden || isUnseen { return }
    idle { delegate?.player(self, rests: microseconds) }
    log?.duration += microseconds
  }

  private func idle(_ body: () -> Void) {
    if let delegate { delegate.player(self, idlesDuring: body) } else { body() }
  }

  /// Waits for background work, and returns whether it has something to print before the next key.
  private func awaitIdle() -> Bool { program?.awaitIdle() ?? false }

  private func type(_ key: TypedKey) -> [UInt8] {
    rest(for: key.rest)
    addToLog(.key(key.label))
    if key.bytes == [0x0D] { planStop() }
    return key.bytes
  }
}

extension Player {
  /// The options of a player.
  package struct Options: Sendable {
    /// Whether to log the session, as exports require.
    package let isLogged: Bool
    /// The checks that are added to those of the header.
    package let strictness: Strictness
    /// Whether steps without an expectation get their outcome as their expectation.
    package let fillsUnchecked: Bool
    /// Whether the session is shown to an audience.
    package let hasAudience: Bool
    /// The index of the first cue that is shown.
    ///
    /// Earlier ones are played without delays.
    package let firstSeenCue: Int

    package init(
      isLogged: Bool = false, strictness: Strictness = [], fillsUnchecked: Bool = false,
      hasAudience: Bool = false, firstSeenCue: Int = 0
    ) {
      (self.isLogged, self.strictness, self.fillsUnchecked) = (isLogged, strictness, fillsUnchecked)
      (self.hasAudience, self.firstSeenCue) = (hasAudience, firstSeenCue)
    }
  }
}

/// The reasons to stop before the end of a script.
package enum PlayerStop: Error, Equatable, Sendable {
  /// A limit was exceeded; its description.
  case limit(String)
  /// The input of a step is invalid; the message and its position.
  case problem(String, line: Int, script: Int)
  /// The recording or another resource is unusable; the message.
  case unfit(String)
  /// The presenter stopped the player.
  case interrupted
  /// The presenter jumped to another cue.
  case moved(to: Int)
}

/// The input of a user who has taken over from a script.
struct LiveInput {
  /// Records the input as a script; nil to record nothing.
  let recorder: Recorder?
  /// The keys typed ahead of the program.
  var typedAhead: [UInt8] = []

  /// Removes and returns the keys up to and including Enter.
  ///
  /// Later keys belong to the next step, even if they arrived at once.
  mutating func takeLine() -> [UInt8] {
    let end = typedAhead.firstIndex(of: 0x0D).map { $0 + 1 } ?? typedAhead.count
    defer { typedAhead.removeFirst(end) }
    return Array(typedAhead[..<end])
  }

  /// Removes interrupts from the keys typed ahead, and turns Enter into a space, so that the next line is not
  /// entered.
  mutating func removeStops() {
    typedAhead = typedAhead.filter { $0 != 0x03 && $0 != 0x04 }
      .map { $0 == 0x0D || $0 == 0x0A ? 0x20 : $0 }
  }
}

/// A key press.
struct TypedKey {
  var bytes: [UInt8]
  var label: String
  /// The delay before the key, in microseconds.
  var rest: Int
}

/// The delegate of a player, which receives its events and supplies live input.
package protocol PlayerDelegate: AnyObject {
  /// Called before each key, and at each other pause, with the delay in microseconds.
  func player(_ player: Player, rests microseconds: Int)

  /// Called before each cue that is shown, with its index.
  func player(_ player: Player, begins cue: ScriptCue, number: Int)

  /// Called with each event that is not hidden.
  func player(_ player: Player, adds event: SessionLog.Kind)

  /// Called with the output for the terminal, unless it is hidden.
  func player(_ player: Player, shows bytes: [UInt8])

  /// Called with each remark for the presenter.
  func player(_ player: Player, remarks text: String)

  /// Called when a line that the user entered begins to run, and when it has ended.
  func player(_ player: Player, runsLiveLine isRunning: Bool)

  /// Wraps operations that wait for the user, whose time does not count toward limits.
  func player(_ player: Player, idlesDuring body: () -> Void)

  /// Returns the next keys of a user who has taken over; nil at the end of input.
  func nextLiveKeys(for player: Player) -> [UInt8]?

  /// Returns the description of the time limit that was exceeded; nil if none was.
  func reachedLimit(of player: Player) -> String?
}

/// A run of the program, from its start to its exit, as a player controls it.
package protocol PlayedProgram: AnyObject {
  /// Runs the program until it exits or runs out of keys.
  func run()
  /// The current state of the line editor.
  var snapshot: LineSnapshot { get }
  /// Returns the output of the line editor since the last call.
  func takeDrawing() -> [UInt8]
  /// Resizes the terminal.
  func resize(_ size: ScriptSize)
  /// Waits until background work is done or waits for the clock.
  ///
  /// - Returns: Whether the background work has something to print.
  func awaitIdle() -> Bool
}
