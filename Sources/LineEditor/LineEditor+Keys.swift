extension LineEditor {
  /// The next character for libedit, which has drawn everything and waits; none at the end.
  func nextCharacter() -> Unicode.Scalar? {
    if handle.repairCursor() {
      staged = handle.line
      inject(.show)
    }
    while injected.isEmpty {
      guard let key = nextKey() else { continue }
      if key == .endOfInput { return nil }
      if search == nil { edit(key) } else { continueSearch(key) }
    }
    return injected.removeFirst()
  }

  /// The next key, if what comes in makes one.
  func nextKey() -> Key? {
    pushedBack.isEmpty ? decoder.next() : pushedBack.removeFirst()
  }

  /// Has libedit run a command next.
  func inject(_ command: EditCommand) {
    injected.append(Unicode.Scalar(command.rawValue))
  }

  private func edit(_ key: Key) {
    let key = resolvingAlt(key)
    switch key {
    case .escapeWithdrawn: break
    case .escape where options.editMode == .vi:
      teachHistory()
      injected.append("\u{1B}")
    case .escape: isAltPending = true
    case .alt(let scalar) where options.editMode == .vi:
      pushedBack.insert(.character(scalar), at: 0)
      injected.append("\u{1B}")
    default:
      if let command = EditCommand(key) { return inject(command) }
      if case .character(let scalar) = key { type(scalar) }
    }
  }

  /// An Escape by itself stands for Alt, in emacs' way of editing.
  private func resolvingAlt(_ key: Key) -> Key {
    guard isAltPending else { return key }
    isAltPending = false
    if case .character(let scalar) = key { return .alt(scalar) }
    return key
  }

  private func type(_ scalar: Unicode.Scalar) {
    // libedit's mark and quoted insertion would take the next private character for text.
    if scalar == "\0" || scalar == "\u{16}" { return }
    if scalar.isZeroWidth {
      mark = scalar
      inject(.compose)
    } else {
      injected.append(scalar)
    }
  }
}
