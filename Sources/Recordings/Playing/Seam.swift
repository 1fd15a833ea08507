import Synchronization
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
