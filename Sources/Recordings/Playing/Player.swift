import Interpreter
import Terminal
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
  /// Called before each key with the microseconds that a person would rest.
  package var rest: (_ microseconds: Int) -> Void = { _ in }
  /// Called before each cue that somebody sees begin, with its number.
  package var onCue: (_ number: Int, _ cue: ScriptCue) -> Void = { _, _ in }
  /// Surrounds what takes a person's time, as no limit counts it.
  package var whileIdle: (_ body: () -> Void) -> Void = { $0() }
  /// The limit of time that was reached; nil if none was.
  package var reachedLimit: () -> String? = { nil }
  /// Called when a line begins to run that a person entered who has taken over, and when it has ended.
  package var onLiveStep: (_ runs: Bool) -> Void = { _ in }
  /// Whether blanks at the ends of lines count, whatever the header says.
  package var isStrict = false
  /// Whether steps of which nothing is expected are written with what came of them.
  package var fillsUnchecked = false
  /// Called with each event that somebody could see or hear of, unless it is hidden.
  package var onEvent: (_ kind: SessionLog.Kind) -> Void = { _ in }
  /// Called with each remark that is for the presenter alone.
  package var onRemark: (_ text: String) -> Void = { _ in }
  /// Called with the bytes that the terminal gets, unless they are hidden.
  package var onShow: (_ bytes: [UInt8]) -> Void = { _ in }
  /// Gives the keys of a person who has taken over from the script; nil where nobody has.
  package var liveKeys: (() -> [UInt8]?)?
  /// What makes a script of what the person does who has taken over; nil for nothing.
  package var recorder: Recorder?
  /// What answers for the network, where a recording does.
  package internal(set) var replay: RecordedTransport?
  /// The number of the cue up to which nobody watches, and nothing rests.
  package var firstSeenCue = 0

  weak var stage: (any Stage)?
  /// Whether somebody watches.
  package var hasAudience = false
  /// The number of the next cue.
  package internal(set) var place = 0
  /// The step that is being played.
  package internal(set) var present: PresentStep?
  package internal(set) var results: [StepResult] = []
  var variables: [String: String]
  var pace: TypingPace
  /// The keys of the present step that were not typed yet.
  var keys: [TypedKey] = []
  /// What a person typed who has taken over, and the program has not asked for.
  var typedAhead: [UInt8] = []
  /// What is on the terminal.
  package internal(set) var screen: TerminalScreen
  /// Where the log stands, in microseconds.
  var time = 0
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
  ///   - isLogged: Whether everything that is seen is kept, as recordings need it.
  ///   - interruptions: What asks the program to stop.
  package init(_ plan: ScriptPlan, isLogged: Bool, interruptions: Interruptions) {
    let header = plan.header
    self.plan = plan
    clock = VirtualClock(header.clock)
    seam = Seam(
      size: header.size, limits: header.limits, interruptions: interruptions)
    variables = plan.variables
    pace = TypingPace(pace: header.pace, seed: header.seed)
    screen = TerminalScreen(columns: header.size.columns, rows: header.size.rows)
    guard isLogged else { return }
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
      if present != nil { finishStep(.quit) }
    } while stop == nil && place < plan.cues.count
    finishLog()
  }

  /// Whether keys come so fast that nobody could see what happens between them.
  package var isHurried: Bool {
    guard !isWatched, keys.count > 1, case .command? = present?.step.action else { return false }
    return true
  }

  /// Whether somebody sees every key.
  private var isWatched: Bool { liveKeys != nil || log != nil || hasAudience && !isUnseen }

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
      if let liveKeys { return nextLiveKey(liveKeys) }
      if question != nil {
        answerQuestion()
        continue
      }
      if present != nil {
        if settle() { return [] }
        if presses(enterAgain: present) { continue }
        finishStep(nil)
        continue
      }
      guard place < plan.cues.count else { return nil }
      beginNextCue()
    }
    return nil
  }

  /// A line that is open goes on below; a second Enter ends it all the same, as it does for a person.
  private func presses(enterAgain step: PresentStep?) -> Bool {
    guard let step, case .command = step.step.action, !step.hasEntered, !step.hasPressedAgain else {
      return false
    }
    present?.hasPressedAgain = true
    keys = [TypedKey(bytes: [0x0D], label: "Enter", rest: 250_000)]
    return true
  }

  private func beginNextCue() {
    let (number, cue) = (place, plan.cues[place])
    if number == firstSeenCue, number > 0 {
      firstSeenCue = 0
      onShow(screen.redrawn())
    }
    if !isUnseen { whileIdle { onCue(number, cue) } }
    // Who watches may have taken over, or had enough.
    guard stop == nil, liveKeys == nil else { return }
    place = number + 1
    begin(cue)
  }

  private func nextLiveKey(_ liveKeys: () -> [UInt8]?) -> [UInt8]? {
    if question == nil, present != nil {
      if settle() { return [] }
      finishStep(nil)
    }
    if typedAhead.isEmpty {
      var pressed: [UInt8]?
      whileIdle { pressed = liveKeys() }
      guard let pressed else { return nil }
      typedAhead = pressed
    }
    // What follows Enter belongs to the next step, even if it came at once.
    let end = typedAhead.firstIndex(of: 0x0D).map { $0 + 1 } ?? typedAhead.count
    let bytes = Array(typedAhead[..<end])
    typedAhead.removeFirst(end)
    recorder?.pressed(bytes)
    return bytes
  }

  /// Ends the playing before its time.
  package func end(_ reason: PlayerStop) { stop = reason }

  /// Forgets the step that is being played, as somebody else goes on from here.
  package func abandonStep() {
    (present, keys) = (nil, [])
  }

  /// A Ctrl-C right behind Enter stops what runs then, if that waits so long by its clock.
  private func planStop() {
    guard let next = keys.first, next.bytes == [0x03] else { return clock.limitWaits(to: nil) }
    keys.removeFirst()
    clock.limitWaits(to: clock.now + next.rest / 1000)
  }

  func rest(for microseconds: Int) {
    if !isUnseen { whileIdle { rest(microseconds) } }
  }

  /// Waits for what goes on behind the prompt, and tells whether that has something to say first.
  private func settle() -> Bool { stage?.settle() ?? false }

  private func type(_ key: TypedKey) -> [UInt8] {
    rest(for: key.rest)
    time += key.rest
    keep(.key(key.label))
    if key.bytes == [0x0D] { planStop() }
    return key.bytes
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

/// A key that is about to be pressed.
struct TypedKey {
  var bytes: [UInt8]
  var label: String
  /// The rest before it, in microseconds.
  var rest: Int
}
