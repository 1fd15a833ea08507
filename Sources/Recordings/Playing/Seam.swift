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
    var count = 0
    var size: ScriptSize
    var open: (@Sendable (_ link: String) -> Void)?
  }

  private let state: Mutex<State>
  /// The most bytes that a step may write; the rest is dropped, and the program asked to stop.
  private let limit: Int
  private let interruptions: Interruptions

  init(size: ScriptSize, limit: Int, interruptions: Interruptions) {
    state = Mutex(State(size: size))
    self.limit = limit
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

  /// Whether more was written than a step may write.
  var isOverfull: Bool { state.withLock { $0.count > limit } }

  /// What was written since the last time.
  func take() -> [Piece] {
    state.withLock { state in
      defer { state.pieces = [] }
      return state.pieces
    }
  }

  /// Counts from nothing again.
  func beginStep() { state.withLock { $0.count = 0 } }

  private func write(_ bytes: [UInt8], to stream: ScriptStream) -> Console.Writing {
    let isTooMuch = state.withLock { state in
      state.count += bytes.count
      if state.count <= limit { state.pieces.append(Piece(stream: stream, bytes: bytes)) }
      return state.count > limit
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
