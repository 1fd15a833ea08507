import CEditLine
import Interpreter

/// The keys of a person who moves through a long text in a pager.
extension LineEditor: PagingKeySource {
  /// Whether this terminal can show a pager.
  package var canPage: Bool { screen.hasEscapes }

  package func beginPaging() {
    libedit.prepareTerminal(editing: true)
    if ownsTerminal { keys.holdTypedAhead() }
  }

  package func nextPagingKey(redraw: () -> Void) -> PagingKey {
    withoutActuallyEscaping(redraw) { redraw in
      let applyEvents = keys.onWake
      keys.onWake = { [unowned self] in followEvents(redraw) }
      defer { keys.onWake = applyEvents }
      while true {
        let key = keys.next()
        guard key == .control("z") else { return PagingKey(key) }
        suspendPaging()
      }
    }
  }

  package func pausePaging() {
    libedit.prepareTerminal(editing: false)
    var modes = termios()
    guard unsafe tcgetattr(terminal.descriptor, &modes) == 0 else { return }
    // libedit adopts changes by others only in a terminal that delivers whole lines.
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe _ = tcsetattr(terminal.descriptor, TCSADRAIN, &modes)
  }

  package func endPaging() {
    keys.releaseTypedAhead()
    libedit.prepareTerminal(editing: true)
    libedit.prepareTerminal(editing: false)
  }

  private func followEvents(_ redraw: () -> Void) {
    let wasContinued = TerminalEvents.takeContinuation()
    let hasNewSize = TerminalEvents.takeWindowChange()
    if wasContinued {
      libedit.prepareTerminal(editing: false)
      libedit.prepareTerminal(editing: true)
    }
    let hasNews = news.take()
    if wasContinued || hasNewSize || hasNews { redraw() }
  }

  /// Stops the whole job; the text is drawn again when the job is continued.
  private func suspendPaging() {
    if terminal.isPrivate { return }
    screen.write("\r\n")
    lendTerminal()
    ced_stop_job()
    TerminalEvents.noteContinuation()
  }
}

extension PagingKey {
  /// The meaning of a key in a pager.
  init(_ key: Key?) {
    switch key {
    case .enter, .control("m"): self = .enter
    case .control("c"), .escape: self = .escape
    case .control("h"), .character("\u{7F}"): self = .erase
    case .character(let scalar): self = .character(scalar)
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    case .pageUp: self = .pageUp
    case .pageDown: self = .pageDown
    case .home: self = .home
    case .end: self = .end
    case .endOfInput: self = .endOfInput
    default: self = .other
    }
  }
}
