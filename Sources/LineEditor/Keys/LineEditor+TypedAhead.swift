/// What is typed while commands run.
extension LineEditor {
  /// Takes bytes that the terminal sent while a command ran as the first of what comes next.
  package func typeAhead(_ bytes: [UInt8]) { input.putBack(bytes) }

  /// Takes what was typed ahead off the row where the prompt is to begin, since libedit shows it again.
  func beginRow() {
    guard !isClosed else { return }
    libedit.prepareTerminal(editing: true)
    input.beginKeys()
    if input.hasBytes { write(hasEscapes ? "\r\u{1B}[K" : "\r") }
  }

  /// What was typed while a command ran that was broken off, for the next line.
  ///
  /// It is not lost, and not run either: who breaks off the one may not want the others any more.
  func takeTypedAhead() -> String {
    defer { wasInterrupted = false }
    guard wasInterrupted, !isClosed else { return "" }
    return Self.text(typed: input.takeBytes(Self.longestTypedAhead))
  }

  /// The most bytes that are taken; terminals hold 4096.
  private static let longestTypedAhead = 1 << 16

  /// The text that keys make which come as they are, without those that would do something.
  private static func text(typed bytes: [UInt8]) -> String {
    var rest = Array(bytes.reversed())
    var text = String.UnicodeScalarView()
    let decoder = KeyDecoder(read: { _ in rest.popLast() }, unread: { rest.append($0) })
    while !rest.isEmpty {
      switch decoder.next() {
      case .character(let scalar) where scalar == "\u{7F}" || scalar == "\u{8}":
        // What was entered stays a line of its own.
        if let last = text.last, last != "\n", last != "\r" { text.removeLast() }
      case .character(let scalar): text.append(scalar)
      default: break
      }
    }
    return PastedText.text(Array(String(text).utf8))
  }
}
