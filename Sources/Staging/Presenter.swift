import LineEditor
import Recordings
import Terminal
import TerminalEmulator
import Text
import World

/// Shows a script on the terminal as if a person typed it, and follows the keys of the one who presents it.
final class Presenter: ScriptAudience {
  /// How a script is presented.
  struct Choices {
    /// How many times as fast as the script says.
    var speed = 1.0
    /// Whether each step waits for a key.
    var steps = false
    /// Whether the first key that is none of the presenter's ends it.
    var isTour = false
    /// Whether a window of another size goes on with the script in that size.
    var followsSize = false
    /// Opens a link; nil where links are not opened.
    var opensLinks: (@Sendable (_ link: String) -> Void)?
    /// Takes what is for the presenter alone; nil where nobody reads it.
    var remarks: ((_ text: String) -> Void)?
  }

  let keys: WatchedKeys
  let console: Console
  private var present: Player?
  private var speed: Double
  private let choices: Choices
  /// The window that the script is shown in; nil before it begins.
  private var window: (columns: Int, rows: Int)?
  /// What a newcomer typed, who wants to go on without the tour.
  private(set) var typed: UInt8?
  /// What was pressed and not followed yet.
  private var pressed: [UInt8] = []
  /// The cue with which the script goes on once the person has left the prompt.
  private var resumption = 0
  private var isPaused = false
  private var isBlank = false
  /// Whether nothing rests until the next step.
  private var isHasty = false
  /// What draws the present caption; empty if there is none.
  private var shownCaption: [UInt8] = []
  /// The rows of the script's terminal.
  private var rows = 0

  init(_ keys: WatchedKeys, _ console: Console, _ choices: Choices) {
    (self.keys, self.console) = (keys, console)
    (self.choices, speed) = (choices, choices.speed)
  }

  override func willPlay(_ player: Player) {
    present = player
    (isHasty, isBlank) = (false, false)
    if let open = choices.opensLinks { player.seam.openLinks(open) }
    shownCaption = []
    rows = player.plan.header.size.rows
    if let window, window != keys.size { show("\u{1B}[0m\u{1B}[r\u{1B}[H\u{1B}[2J") }
    window = keys.size
    // The rows below those of the script do not scroll with them.
    if keys.size.rows > rows {
      ScrollRegion.note(true)
      show("\u{1B}[1;\(rows)r")
    }
    if player.options.firstSeenCue == 0 { show("\u{1B}[0m\u{1B}[H\u{1B}[2J") }
  }

  override func player(_ player: Player, shows bytes: [UInt8]) { show(bytes) }

  override func player(_ player: Player, remarks text: String) { choices.remarks?(text) }

  /// Gives the terminal back, with the cursor below what was shown.
  func leave() {
    (isBlank, shownCaption) = (false, [])
    show(ScrollRegion.release.description)
    ScrollRegion.note(false)
  }

  /// Says below the script what it is about, where there is room.
  override func player(_ player: Player, adds event: SessionLog.Kind) {
    let text: StyledText
    switch event {
    case .chapter(let title): text = StyledText(title, .strong)
    case .narration(let words): text = StyledText(words, .faint)
    default: return
    }
    let size = keys.size
    guard size.rows > rows, !player.isUnseen else { return }
    let lines = text.wrapped(to: max(10, size.columns - 1)).prefix(size.rows - rows)
    let place = size.rows - lines.count + 1
    let words = lines.map { $0.rendered(colored: true) }.joined(separator: "\r\n")
    shownCaption = Array(
      "\u{1B}7\u{1B}[\(rows + 1);1H\u{1B}[J\u{1B}[\(place);1H\(words)\u{1B}8".utf8)
    show([])
  }

  private func show(_ text: String) { show(Array(text.utf8)) }

  private func show(_ bytes: [UInt8]) {
    // The editor erases everything below its line, and so the caption.
    if !isBlank { _ = console.output.write(bytes + shownCaption) }
  }

  /// A step begins; whoever steps by hand is waited for.
  override func player(_ player: Player, begins cue: ScriptCue, number: Int) {
    super.player(player, begins: cue, number: number)
    guard case .step = cue.kind else { return }
    isHasty = false
    guard choices.steps || isPaused else { return }
    waitForGo()
  }

  private func waitForGo() {
    while !isOver {
      let pressed = next(within: nil)
      let key = PresenterKey(pressed)
      if key == .next || key == .pause && isPaused {
        if key == .pause { isPaused = false }
        return
      }
      follow(key, pressed)
    }
  }

  /// Whether the script does not go on from here.
  private var isOver: Bool { present?.stop != nil || present?.isLive == true }

  /// The next key, of however many were pressed at once; none if none is in time.
  private func next(within milliseconds: Int?) -> [UInt8] {
    if pressed.isEmpty { pressed = keys.next(within: milliseconds) }
    let isSequence = pressed.count > 2 && pressed[0] == 0x1B
    let end = isSequence ? pressed.dropFirst(2).firstIndex { $0 >= 0x40 } ?? pressed.count - 1 : 0
    defer { pressed.removeFirst(min(end + 1, pressed.count)) }
    return Array(pressed.prefix(end + 1))
  }

  /// What was pressed behind the last key; nil if nothing was.
  private func takeAll() -> [UInt8]? {
    defer { pressed = [] }
    return pressed.isEmpty ? nil : pressed
  }

  override func nextLiveKeys(for player: Player) -> [UInt8]? {
    let pressed = takeAll() ?? keys.next(within: nil)
    if pressed == [0x04] || keys.isAtEnd {
      player.end(keys.isAtEnd ? .interrupted : .moved(to: resumption))
      return nil
    }
    return pressed
  }

  /// Rests as a person would, unless the presenter has it otherwise.
  override func player(_ player: Player, rests microseconds: Int) {
    var left = Double(microseconds) / 1000
    while left > 0, !isHasty, !isOver {
      if choices.followsSize, let window, window != keys.size {
        return player.end(.moved(to: player.resumption))
      }
      if isPaused { return waitForGo() }
      let began = ContinuousClock.now
      let pressed = next(within: max(1, Int((left / speed).rounded(.up))))
      left -= (ContinuousClock.now - began) / .milliseconds(1) * speed
      if pressed.isEmpty, !keys.isAtEnd { return }
      follow(PresenterKey(pressed), pressed)
    }
  }

  private func follow(_ key: PresenterKey?, _ pressed: [UInt8]) {
    guard let player = present else { return }
    if keys.isAtEnd { return player.end(.interrupted) }
    if choices.isTour, pressed.count == 1, pressed[0] > 0x20, pressed[0] < 0x7F {
      typed = pressed[0]
      return player.end(.interrupted)
    }
    switch key {
    case .quit: player.end(.interrupted)
    case .pause: isPaused.toggle()
    case .next: isHasty = true
    case .faster: speed = min(speed * 1.5, 50)
    case .slower: speed = max(speed / 1.5, 0.1)
    case .nextChapter: moveToChapter(after: player.place, player)
    case .previousChapter: moveToChapter(before: player.place, player)
    case .blank: blank(player)
    case .live: goLive(player)
    case nil: break
    }
  }

  private func blank(_ player: Player) {
    if isBlank {
      isBlank = false
      show(player.screen.redrawn())
    } else {
      // Nothing is to be seen, and so no caption.
      _ = console.output.write(Array("\u{1B}[0m\u{1B}[H\u{1B}[2J".utf8))
      isBlank = true
    }
  }
}

/// Where the presenter goes beside the script.
extension Presenter {
  private func moveToChapter(after place: Int, _ player: Player) {
    let next = player.plan.chapters.first { $0 >= place }
    player.end(.moved(to: next ?? player.plan.cues.count))
  }

  private func moveToChapter(before place: Int, _ player: Player) {
    // The one that has begun, and the one before it.
    let begun = player.plan.chapters.filter { $0 < place }
    player.end(.moved(to: begun.count > 1 ? begun[begun.count - 2] : 0))
  }

  /// Hands the prompt to the person; Ctrl-D goes on with the script where it was left.
  private func goLive(_ player: Player) {
    resumption = player.resumption
    player.handOver()
  }
}

/// A key of somebody who presents a script: their own, or a clicker's.
enum PresenterKey: Equatable {
  case pause, next, faster, slower, nextChapter, previousChapter, blank, live, quit

  init?(_ bytes: [UInt8]) {
    switch String(decoding: bytes, as: UTF8.self) {
    case " ": self = .pause
    case "\u{1B}[C", "\u{1B}OC", "\u{1B}[6~", "\r", "\n": self = .next
    case "+", "=": self = .faster
    case "-": self = .slower
    case "n": self = .nextChapter
    case "p", "\u{1B}[5~": self = .previousChapter
    case "b", ".": self = .blank
    case "i": self = .live
    case "q", "\u{03}": self = .quit
    default: return nil
    }
  }
}
