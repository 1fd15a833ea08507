import Synchronization
import Text
import World

/// Where the words of a program arrive that a script plays.
package final class Seam: Sendable {
  /// A piece that was written at once.
  struct Piece {
    var stream: ScriptStream
    var bytes: [UInt8]
  }

  private struct State {
    var pieces: [Piece] = []
    /// Bytes of the present step, and of all before it.
    var count = 0
    var past = 0
    var size: ScriptSize
    var open: (@Sendable (_ link: String) -> Void)?
  }

  private let state: Mutex<State>
  /// The most bytes that a step and all of them may write; the rest is dropped, and the program asked to stop.
  private let limits: ScriptLimits
  private let interruptions: Interruptions

  init(size: ScriptSize, limits: ScriptLimits, interruptions: Interruptions) {
    state = Mutex(State(size: size))
    self.limits = limits
    self.interruptions = interruptions
  }

  /// The size of the terminal in cells.
  var size: ScriptSize {
    get { state.withLock { $0.size } }
    set { state.withLock { $0.size = newValue } }
  }

  /// Has links opened that the program wants to open, which otherwise are only named.
  package func openLinks(_ open: @escaping @Sendable (_ link: String) -> Void) {
    state.withLock { $0.open = open }
  }

  /// Names a link that the program wants to open.
  func open(_ link: String) {
    _ = console.errors.write(Array("would open \(link)\n".utf8))
    state.withLock(\.open)?(link)
  }

  /// What is said of the limit if more was written than may be; nil if not.
  var excess: String? { state.withLock { excess(of: $0) } }

  private func excess(of state: State) -> String? {
    if state.count > limits.stepOutput { return "a step may write \(limits.stepOutput) bytes" }
    return state.past + state.count > limits.output
      ? "a script may write \(limits.output) bytes" : nil
  }

  /// What was written since the last time.
  func take() -> [Piece] {
    state.withLock { state in
      defer { state.pieces = [] }
      return state.pieces
    }
  }

  /// Counts from nothing again.
  func beginStep() {
    state.withLock { state in
      state.past += state.count
      state.count = 0
    }
  }

  private func write(_ bytes: [UInt8], to stream: ScriptStream) -> Console.Writing {
    let isTooMuch = state.withLock { state in
      state.count += bytes.count
      guard excess(of: state) == nil else { return true }
      state.pieces.append(Piece(stream: stream, bytes: bytes))
      return false
    }
    if isTooMuch { interruptions.raise() }
    return .written
  }

  /// A terminal that shows what is written, and on which nobody types.
  var console: Console {
    Console(
      output: .init(isTerminal: true) { self.write($0, to: .output) },
      errors: .init(isTerminal: true) { self.write($0, to: .diagnostics) },
      size: { .init(columns: self.size.columns, rows: self.size.rows) },
      readLine: { () throws(FileError) in nil },
      readInput: { (_) throws(FileError) in [] })
  }
}

/// The lines of what a program writes, as plain text: without colors, links and the positions of a cursor.
struct SeamText {
  private enum State { case text, escape, sequence, string, stringEnd }

  private var lines: [String] = []
  private var line: [UInt8] = []
  private var state = State.text
  private var parameters: [UInt8] = []

  mutating func take(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { take(byte) }
  }

  /// The lines that ended since the last time.
  mutating func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }

  /// The beginning of a line that has not ended, as a line of its own; nil if there is none.
  mutating func takeRest() -> String? {
    defer { line = [] }
    return line.isEmpty ? nil : text
  }

  /// The line so far; its tabs stay, which what is made for other programs has between values.
  private var text: String {
    String(decoding: line, as: UTF8.self).split(separator: "\t", omittingEmptySubsequences: false)
      .map { harmless(String($0)) }.joined(separator: "\t")
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .text: takeText(byte)
    case .escape: takeEscape(byte)
    case .sequence: takeSequence(byte)
    case .string:
      if byte == 0x07 { state = .text }
      if byte == 0x1B { state = .stringEnd }
    case .stringEnd: state = byte == UInt8(ascii: "\\") ? .text : .string
    }
  }

  private mutating func takeText(_ byte: UInt8) {
    switch byte {
    case 0x0A:
      lines.append(text)
      line = []
    case 0x0D: break
    case 0x1B: state = .escape
    default: line.append(byte)
    }
  }

  private mutating func takeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): (state, parameters) = (.sequence, [])
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"): state = .string
    default: state = .text
    }
  }

  private mutating func takeSequence(_ byte: UInt8) {
    guard (0x40...0x7E).contains(byte) else { return parameters.append(byte) }
    state = .text
    // A step to the right leaves cells empty.
    if byte == UInt8(ascii: "C") {
      let count = Int(String(decoding: parameters, as: UTF8.self)) ?? 1
      line += Array(repeating: 0x20, count: min(max(1, count), 400))
    }
  }
}
