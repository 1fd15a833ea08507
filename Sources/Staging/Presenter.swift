import Interpreter
import LineEditor
import Recordings
import Terminal
import TerminalEmulator
import Text
import World

/// Shows a script on the terminal with simulated typing, and handles the presenter's keys.
final class Presenter: ScriptAudience {
  /// The options of a presentation.
  struct Choices {
    /// The speed factor.
    var speed = 1.0
    /// Whether each step waits for a key.
    var steps = false
    /// Whether any printable key other than the space ends the presentation.
    var isTour = false
    /// Whether the script adapts to changes of the window size.
    var followsSize = false
    /// Opens links; nil if links are not opened.
    var opensLinks: (@Sendable (_ link: String) -> Void)?
    /// Receives the remarks for the presenter; nil to drop them.
    var remarks: ((_ text: String) -> Void)?
  }

  let keys: WatchedKeys
  let console: Console
  private var present: Player?
  private var speed: Double
  private let choices: Choices
  /// The window size when the script began; nil before that.
  private var window: (columns: Int, rows: Int)?
  /// The printable key that ended the tour.
  private(set) var typed: UInt8?
  /// The cue to resume from after live input.
  private var resumption = 0
  private var isPaused = false
  private var isBlank = false
  /// Whether delays are skipped until the next step.
  private var isHasty = false
  /// The chapter and the narration at present.
  private var caption = Caption()
  /// The feedback to the presenter's last key; nil for none.
  private var notice: String?
  /// The sequence that draws the rows of the caption; empty without any.
  private var shownCaption: [UInt8] = []
  /// The number of rows of the script's terminal.
  private var rows = 0

  init(_ keys: WatchedKeys, _ console: Console, _ choices: Choices) {
    (self.keys, self.console) = (keys, console)
    (self.choices, speed) = (choices, choices.speed)
    super.init()
  }

  override func willPlay(_ player: Player) {
    present = player
    (isHasty, isBlank) = (false, false)
    (caption, notice) = (Caption(), isPaused ? Self.pauseNotice : nil)
    if let open = choices.opensLinks { player.terminal.openLinks(open) }
    shownCaption = []
    rows = player.plan.header.size.rows
    if let window, window != keys.size { show("\u{1B}[0m\u{1B}[r\u{1B}[H\u{1B}[2J") }
    takeWindow()
    if player.options.firstSeenCue == 0 { show("\u{1B}[0m\u{1B}[H\u{1B}[2J") }
  }

  /// Adapts to the size of the window; a scroll region keeps the caption rows in place.
  private func takeWindow() {
    window = keys.size
    let hasCaption = keys.size.rows > rows
    ScrollRegion.note(hasCaption)
    if hasCaption { show("\u{1B}[1;\(rows)r") }
  }

  override func player(_ player: Player, shows bytes: [UInt8]) { show(bytes) }

  override func player(_ player: Player, remarks text: String) { choices.remarks?(text) }

  /// Restores the terminal, with the cursor below the output.
  func leave() {
    (isBlank, shownCaption) = (false, [])
    show(ScrollRegion.release.description)
    ScrollRegion.note(false)
  }

  override func player(_ player: Player, adds event: SessionLog.Kind) {
    if caption.take(event), !player.isUnseen { showCaption() }
  }

  /// Sets the feedback to a key; nil for none.
  private func note(_ text: String?) {
    if notice == text { return }
    notice = text
    showCaption()
  }

  /// Draws the caption and the feedback below the script's rows, if there is space.
  private func showCaption() {
    let size = keys.size
    guard size.rows > rows else { return shownCaption = [] }
    let lines = captionLines(width: max(10, size.columns - 1), count: size.rows - rows)
    let place = size.rows - lines.count + 1
    let words = lines.map { $0.rendered(colored: true) }.joined(separator: "\r\n")
    shownCaption = Array(
      "\u{1B}7\u{1B}[\(rows + 1);1H\u{1B}[J\u{1B}[\(place);1H\(words)\u{1B}8".utf8)
    show([])
  }

  /// Returns at most `count` rows: the chapter, the narration, and the feedback.
  private func captionLines(width: Int, count: Int) -> [StyledText] {
    let feedback = notice.map { [StyledText($0, .accent).clipped(to: width)] } ?? []
    let title = StyledText(caption.title, .strong)
    let words = StyledText(caption.narration, .faint)
    var lines: [StyledText] = []
    if caption.title.isEmpty {
      lines = words.wrapped(to: width)
    } else if caption.narration.isEmpty {
      lines = title.wrapped(to: width)
    } else {
      let both = [title.clipped(to: width)] + words.wrapped(to: width)
      // In a single row the title precedes the narration.
      let row = title + StyledText("  ") + words
      lines = count - feedback.count > 1 ? both : row.wrapped(to: width)
    }
    return lines.filter { $0.width > 0 }.prefix(max(0, count - feedback.count)) + feedback
  }

  private func show(_ text: String) { show(Array(text.utf8)) }

  private func show(_ bytes: [UInt8]) {
    // The line editor erases everything below its line, including the caption.
    if !isBlank { write(bytes + shownCaption, to: console) }
  }

  /// Waits for a key before a step, if the presenter advances manually.
  override func player(_ player: Player, begins cue: ScriptCue, number: Int) {
    super.player(player, begins: cue, number: number)
    guard case .step = cue.kind else { return }
    isHasty = false
    if !isPaused { note(nil) }
    guard choices.steps || isPaused || isBlank else { return }
    waitForGo(isStep: choices.steps)
  }

  /// Waits until the presenter continues.
  ///
  /// - Parameter isStep: Whether a step waits for its own key, even if the presentation is not paused.
  private func waitForGo(isStep: Bool) {
    while !isOver {
      let pressed = nextKey(within: nil)
      let key = PresenterKey(pressed)
      if isBlank, [.pause, .next, .blank].contains(key) {
        endBlank()
      } else if key == .next {
        return
      } else {
        follow(key, pressed)
      }
      if !isStep, !isPaused, !isBlank { return }
    }
  }

  /// Shows the last screen until a key.
  func waitAtEnd(_ player: Player) {
    present = player
    if player.isUnseen { show(player.screen.redrawn()) }
    note("The end. Any key closes; p repeats the last chapter.")
    while !isOver {
      switch PresenterKey(nextKey(within: nil)) {
      case .previousChapter: player.end(.moved(to: player.plan.chapters.last ?? 0))
      case .blank where isBlank: endBlank()
      case .blank: blank()
      default: return
      }
    }
  }

  /// Whether the script was stopped or taken over.
  private var isOver: Bool { present?.stop != nil || present?.isLive == true }

  override func nextLiveKeys(for player: Player) -> [UInt8]? {
    let pressed = keys.next(within: nil)
    if pressed == [WatchedKeys.suspension] {
      suspend()
      return []
    }
    if pressed == [0x04] || keys.isAtEnd {
      player.end(keys.isAtEnd ? .interrupted : .moved(to: resumption))
      return nil
    }
    return pressed
  }

  /// Waits for a delay, scaled by the speed, and handles keys meanwhile.
  override func player(_ player: Player, rests microseconds: Int) {
    var left = Double(microseconds) / 1000
    while left > 0, !isHasty, !isOver {
      if isPaused || isBlank { return waitForGo(isStep: false) }
      let began = ContinuousClock.now
      let pressed = nextKey(within: max(1, Int((left / speed).rounded(.up))))
      left -= (ContinuousClock.now - began) / .milliseconds(1) * speed
      if pressed == nil, !keys.isAtEnd { return }
      follow(PresenterKey(pressed), pressed)
    }
  }

  /// How often the wait for a key looks at the size of the window, in milliseconds.
  private static let watchInterval = 100

  /// Waits for a key; meanwhile, the screen follows the size of the window, and Ctrl-Z stops the job.
  ///
  /// - Parameter milliseconds: The longest wait; nil for no limit.
  /// - Returns: The key; nil after the wait, or when the script ends.
  private func nextKey(within milliseconds: Int?) -> PagingKey? {
    var left = milliseconds ?? .max
    while !isOver, !keys.isAtEnd {
      followWindow()
      let slice = min(left, Self.watchInterval)
      let key = keys.nextKey(within: slice)
      if key == .character(Unicode.Scalar(WatchedKeys.suspension)) {
        suspend()
        continue
      }
      if milliseconds != nil { left -= slice }
      if key != nil || left <= 0 { return key }
    }
    return nil
  }

  private func followWindow() {
    guard let present, let window, window != keys.size else { return }
    if choices.followsSize { present.end(.moved(to: present.resumption)) } else { redraw() }
  }

  /// Stops the job, with the terminal as it was before.
  private func suspend() {
    write(Array(ScrollRegion.release.description.utf8), to: console)
    ScrollRegion.note(false)
    keys.suspend()
    redraw()
  }

  /// Draws the screen and the caption again, in a window of any size.
  private func redraw() {
    guard let present else { return }
    write(Array("\u{1B}[0m\u{1B}[r\u{1B}[H\u{1B}[2J".utf8), to: console)
    shownCaption = []
    takeWindow()
    var screen = present.shownScreen
    let size = keys.size
    if size.columns < screen.columns || size.rows < screen.rows {
      screen.resize(
        columns: min(size.columns, screen.columns), rows: min(size.rows, screen.rows))
    }
    show(screen.redrawn())
    showCaption()
  }

  private func follow(_ key: PresenterKey?, _ pressed: PagingKey?) {
    guard let player = present else { return }
    if keys.isAtEnd { return player.end(.interrupted) }
    if choices.isTour, key != .quit, case .character(let typed)? = pressed,
      ("!"..."~").contains(typed)
    {
      self.typed = UInt8(typed.value)
      return player.end(.interrupted)
    }
    switch key {
    case .quit: player.end(.interrupted)
    case .pause:
      isPaused.toggle()
      note(isPaused ? Self.pauseNotice : nil)
    case .next: isHasty = true
    case .faster: changeSpeed(by: 1.5)
    case .slower: changeSpeed(by: 1 / 1.5)
    case .nextChapter: moveToChapter(after: player.place, player)
    case .previousChapter: moveToChapter(before: player.place, player)
    case .blank: blank()
    case .live: goLive(player)
    case nil: break
    }
  }

  private static let pauseNotice = "Paused. Space continues, → plays one step."

  private func changeSpeed(by factor: Double) {
    speed = min(max(speed * factor, 0.1), 50)
    let tenths = Int((speed * 10).rounded())
    note("Speed \(tenths / 10).\(tenths % 10)×" + (isPaused ? ". " + Self.pauseNotice : ""))
  }

  /// Blanks the screen, which pauses the presentation.
  private func blank() {
    // The screen must be blank, so the caption is left out.
    _ = console.output.write(Array("\u{1B}[0m\u{1B}[H\u{1B}[2J".utf8))
    isBlank = true
  }

  private func endBlank() {
    guard let present, isBlank else { return }
    isBlank = false
    show(present.screen.redrawn())
  }
}

/// Navigation.
extension Presenter {
  private func moveToChapter(after place: Int, _ player: Player) {
    let next = player.plan.chapters.first { $0 >= place }
    player.end(.moved(to: next ?? player.plan.cues.count))
  }

  private func moveToChapter(before place: Int, _ player: Player) {
    // The chapter that has begun and the one before it.
    let begun = player.plan.chapters.filter { $0 < place }
    player.end(.moved(to: begun.count > 1 ? begun[begun.count - 2] : 0))
  }

  /// Gives the prompt to the user.
  ///
  /// Ctrl-D resumes the script from the same cue.
  private func goLive(_ player: Player) {
    endBlank()
    resumption = player.resumption
    player.handOver()
  }
}

/// A key of the presenter's keyboard or remote control.
enum PresenterKey: Equatable {
  case pause, next, faster, slower, nextChapter, previousChapter, blank, live, quit

  init?(_ key: PagingKey?) {
    switch key {
    case .character(" "): self = .pause
    case .right, .pageDown, .enter: self = .next
    case .character("+"), .character("="): self = .faster
    case .character("-"): self = .slower
    case .character("n"): self = .nextChapter
    case .character("p"), .pageUp: self = .previousChapter
    case .character("b"), .character("."): self = .blank
    case .character("i"): self = .live
    case .character("q"), .character("\u{3}"): self = .quit
    default: return nil
    }
  }
}
