import Interpreter
import TerminalEmulator
import World

/// Plays a script: types its keys when the program asks for them, and keeps what the program shows.
///
/// Nothing here waits. That a key is asked for means that all is done that the keys before it asked for.
package final class Player: Typist {
  package let plan: ScriptPlan
  package let clock: VirtualClock
  package let seam: Seam
  /// Makes the log; nil where nobody wants one.
  package internal(set) var log: SessionLog?
  package let options: Options
  weak var delegate: (any PlayerDelegate)?
  /// The person who has taken over from the script; nil where nobody has.
  var person: LivePerson?
  /// What answers for the network, where a recording does.
  package internal(set) var replay: RecordedTransport?
  /// The number of the cue up to which nobody watches, and nothing rests.
  private var firstSeenCue: Int

  weak var stage: (any Stage)?
  /// The number of the next cue.
  package internal(set) var place = 0
  /// The step that is being played.
  var step: Step?
  package internal(set) var results: [StepResult] = []
  var variables: [String: String]
  var pace: TypingPace
  /// The keys of the present step that were not typed yet.
  var keys: [TypedKey] = []
  /// What is on the terminal.
  package internal(set) var screen: TerminalScreen
  /// What was on the terminal when something began to be hidden; nil where all is shown.
  var screenBeforeHiding: TerminalScreen?
  var isHidden: Bool { screenBeforeHiding != nil }
  /// Why the next step is known not to match.
  var knownFailure: String?
  /// The answers to the questions to come.
  var answers: [Bool] = []
  /// Whether the editor has to look at its terminal before the next key.
  var needsLook = false
  /// The question that is being answered.
  var question: String?
  var texts: [ScriptStream: SeamText] = [.output: SeamText(), .diagnostics: SeamText()]
  /// Why the script is not played to its end.
  package internal(set) var stop: PlayerStop?

  /// A player of a plan.
  ///
  /// - Parameters:
  ///   - plan: What to play.
  ///   - options: How to play it.
  ///   - interruptions: What asks the program to stop.
  ///   - delegate: Who has it played; the player does not retain it. Without one, nothing rests.
  package init(
    _ plan: ScriptPlan, _ options: Options = Options(), interruptions: Interruptions,
    delegate: (any PlayerDelegate)? = nil
  ) {
    let header = plan.header
    (self.plan, self.options, self.delegate) = (plan, options, delegate)
    firstSeenCue = options.firstSeenCue
    clock = VirtualClock(header.clock)
    seam = Seam(
      size: header.size, limits: header.limits, interruptions: interruptions)
    variables = plan.variables
    pace = TypingPace(pace: header.pace, seed: header.seed)
    screen = TerminalScreen(columns: header.size.columns, rows: header.size.rows)
    guard options.isLogged else { return }
    log = SessionLog(
      title: header.title ?? "", size: header.size, clock: header.clock / 1000,
      color: header.color, digest: plan.digest)
  }

  /// Plays the script to its end, in as many runs of the program as it takes.
  ///
  /// - Parameter makeStage: Starts the program anew in the same world.
  /// - Throws: What `makeStage` throws.
  package func play(_ makeStage: () throws -> any Stage) throws {
    repeat {
      let stage = try makeStage()
      self.stage = stage
      stage.run()
      takeDrawing()
      takeOutput()
      if step != nil { finishStep(.quit) }
    } while stop == nil && place < plan.cues.count
    // What was shown last stands for a while.
    log?.duration += 2_000_000
  }

  /// Whether keys come so fast that nobody could see what happens between them.
  package var isHurried: Bool {
    guard !isWatched, keys.count > 1, case .command? = step?.source.action else { return false }
    return true
  }

  /// Whether somebody sees every key.
  private var isWatched: Bool { isLive || log != nil || options.hasAudience && !isUnseen }

  /// Whether what happens now is only run to get where somebody watches from.
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
        if settle() { return [] }
        if pressesEnterAgain() { continue }
        finishStep(nil)
        continue
      }
      guard place < plan.cues.count else { return nil }
      beginNextCue()
    }
    return nil
  }

  /// A line that is open goes on below; a second Enter ends it all the same, as it does for a person.
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
      delegate?.player(self, shows: screen.redrawn())
    }
    if !isUnseen { idle { delegate?.player(self, begins: cue, number: number) } }
    // Who watches may have taken over, or had enough.
    guard stop == nil, !isLive else { return }
    place = number + 1
    begin(cue)
  }

  private func nextLiveKey() -> [UInt8]? {
    if question == nil, step != nil {
      if settle() { return [] }
      finishStep(nil)
    }
    if person?.typedAhead.isEmpty == true {
      var pressed: [UInt8]?
      idle { pressed = delegate?.nextLiveKeys(for: self) }
      guard let pressed else { return nil }
      person?.typedAhead = pressed
    }
    let bytes = person?.takeLine()
    if let bytes { recorder?.pressed(bytes) }
    return bytes
  }

  /// Ends the playing before its time.
  package func end(_ reason: PlayerStop) { stop = reason }

  /// Has a person go on from here instead of the script; the step that is being played is given up.
  ///
  /// - Parameter recorder: What makes a script of what the person does; nil for nothing.
  package func handOver(to recorder: Recorder? = nil) {
    (step, keys, person) = (nil, [], LivePerson(recorder: recorder))
  }

  /// Whether a person has taken over from the script.
  package var isLive: Bool { person != nil }

  /// What makes a script of what the person does who has taken over; nil for nothing.
  package var recorder: Recorder? { person?.recorder }

  /// The number of the cue with which the script goes on that is left now: the one that is being played.
  package var resumption: Int { step == nil ? place : max(0, place - 1) }

  /// A Ctrl-C right behind Enter stops what runs then, if that waits so long by its clock.
  private func planStop() {
    guard let next = keys.first, next.bytes == [0x03] else { return clock.limitWaits(to: nil) }
    keys.removeFirst()
    clock.limitWaits(to: clock.now + next.rest / 1000)
  }

  func rest(for microseconds: Int) {
    if !isUnseen { idle { delegate?.player(self, rests: microseconds) } }
    log?.duration += microseconds
  }

  private func idle(_ body: () -> Void) {
    if let delegate { delegate.player(self, idlesDuring: body) } else { body() }
  }

  /// Waits for what goes on behind the prompt, and tells whether that has something to say first.
  private func settle() -> Bool { stage?.settle() ?? false }

  private func type(_ key: TypedKey) -> [UInt8] {
    rest(for: key.rest)
    keep(.key(key.label))
    if key.bytes == [0x0D] { planStop() }
    return key.bytes
  }
}

extension Player {
  /// How a script is played.
  package struct Options: Sendable {
    /// Whether everything that is seen is kept, as recordings need it.
    package let isLogged: Bool
    /// Whether blanks at the ends of lines count, whatever the header says.
    package let isStrict: Bool
    /// Whether steps of which nothing is expected are written with what came of them.
    package let fillsUnchecked: Bool
    /// Whether somebody watches.
    package let hasAudience: Bool
    /// The number of the cue up to which nobody watches, and nothing rests.
    package let firstSeenCue: Int

    package init(
      isLogged: Bool = false, isStrict: Bool = false, fillsUnchecked: Bool = false,
      hasAudience: Bool = false, firstSeenCue: Int = 0
    ) {
      (self.isLogged, self.isStrict, self.fillsUnchecked) = (isLogged, isStrict, fillsUnchecked)
      (self.hasAudience, self.firstSeenCue) = (hasAudience, firstSeenCue)
    }
  }
}

/// Why a script was not played to its end.
package enum PlayerStop: Error, Equatable, Sendable {
  /// A limit was reached: which.
  case limit(String)
  /// What is to be typed makes no sense: why, and where it is written.
  case problem(String, line: Int, script: Int)
  /// What it is played with cannot be used: why.
  case unfit(String)
  /// The person who watches had enough.
  case interrupted
  /// The person who watches wants to go on from another cue.
  case moved(to: Int)
}

/// A person who has taken over from a script.
struct LivePerson {
  /// What makes a script of what they do; nil for nothing.
  let recorder: Recorder?
  /// What they typed, and the program has not asked for.
  var typedAhead: [UInt8] = []

  /// Takes what was typed up to Enter: what follows belongs to the next step, even if it came at once.
  mutating func takeLine() -> [UInt8] {
    let end = typedAhead.firstIndex(of: 0x0D).map { $0 + 1 } ?? typedAhead.count
    defer { typedAhead.removeFirst(end) }
    return Array(typedAhead[..<end])
  }

  /// Removes stops from what was typed; it stands in the next line then, and is not entered.
  mutating func removeStops() {
    typedAhead = typedAhead.filter { $0 != 0x03 && $0 != 0x04 }
      .map { $0 == 0x0D || $0 == 0x0A ? 0x20 : $0 }
  }
}

/// A key that is about to be pressed.
struct TypedKey {
  var bytes: [UInt8]
  var label: String
  /// The rest before it, in microseconds.
  var rest: Int
}

/// Who has a script played: what a player asks of them, and what it reports to them.
package protocol PlayerDelegate: AnyObject {
  /// Called before each key, and wherever a person would pause, with the time that a person rests there.
  func player(_ player: Player, rests microseconds: Int)

  /// Called before each cue that somebody sees begin, with its number.
  func player(_ player: Player, begins cue: ScriptCue, number: Int)

  /// Called with each event that somebody could see or hear of, unless it is hidden.
  func player(_ player: Player, adds event: SessionLog.Kind)

  /// Called with the bytes that the terminal gets, unless they are hidden.
  func player(_ player: Player, shows bytes: [UInt8])

  /// Called with each remark that is for the presenter alone.
  func player(_ player: Player, remarks text: String)

  /// Called when a line that a person entered begins to run, and when it has ended.
  func player(_ player: Player, runsLiveLine isRunning: Bool)

  /// Surrounds what takes a person's time, which no limit counts.
  func player(_ player: Player, idlesDuring body: () -> Void)

  /// Returns the keys that a person who has taken over presses next; nil at the end.
  func nextLiveKeys(for player: Player) -> [UInt8]?

  /// Returns the limit of time that was reached; nil if none was.
  func reachedLimit(of player: Player) -> String?
}

/// The program as a script plays it: one run of it, from its start until it ends.
package protocol Stage: AnyObject {
  /// Runs the program until it is left or has no more keys.
  func run()
  /// The line as it is edited now.
  var glance: LineGlance { get }
  /// What its editor drew since the last time.
  func takeDrawing() -> [UInt8]
  /// Gives its terminal another size.
  func resize(_ size: ScriptSize)
  /// Waits until what goes on behind the prompt is done, or waits for the clock.
  ///
  /// - Returns: Whether there is something to say because of it.
  func settle() -> Bool
}
