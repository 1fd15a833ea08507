import Synchronization
import Terminal
import Text
import World

/// A virtual terminal that captures the output of a program that a script plays.
package final class ScriptTerminal: Sendable {
  /// The bytes of one write.
  struct Chunk {
    var stream: ScriptStream
    var bytes: [UInt8]
  }

  private struct State {
    var chunks: [Chunk] = []
    /// The number of bytes in the current step, and in all earlier ones.
    var count = 0
    var past = 0
    var size: ScriptSize
    var open: (@Sendable (_ link: String) -> Void)?
  }

  private let state: Mutex<State>
  /// The limits of the output.
  ///
  /// Output beyond them is dropped, and the program is interrupted.
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

  /// Sets the handler that opens links.
  ///
  /// Without one, links are only printed.
  package func openLinks(_ open: @escaping @Sendable (_ link: String) -> Void) {
    state.withLock { $0.open = open }
  }

  /// Prints a link that the program opens, and passes it to the handler.
  func open(_ link: String) {
    _ = console.errors.write(Array("would open \(link)\n".utf8))
    state.withLock(\.open)?(link)
  }

  /// The description of the exceeded output limit; nil if none is exceeded.
  var excess: String? { state.withLock { excess(of: $0) } }

  private func excess(of state: State) -> String? {
    if state.count > limits.stepOutput {
      return "a step can write at most \(limits.stepOutput) bytes"
    }
    return state.past + state.count > limits.output
      ? "a script can write at most \(limits.output) bytes" : nil
  }

  /// Returns the output since the last call.
  func take() -> [Chunk] {
    state.withLock { state in
      defer { state.chunks = [] }
      return state.chunks
    }
  }

  /// Resets the byte count of the step.
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
      state.chunks.append(Chunk(stream: stream, bytes: bytes))
      return false
    }
    if isTooMuch { interruptions.raise() }
    return .written
  }

  /// A console that captures output and has no input.
  var console: Console {
    Console(
      output: .init(isTerminal: true) { self.write($0, to: .output) },
      errors: .init(isTerminal: true) { self.write($0, to: .diagnostics) },
      size: { .init(columns: self.size.columns, rows: self.size.rows) },
      readLine: { () throws(FileError) in nil },
      readInput: { (_) throws(FileError) in [] })
  }
}

/// The line of text that stands for the lines of a picture in pixels.
package enum PictureLine {
  /// The object replacement character.
  static let text = "\u{FFFC}"
  /// Returns a line of output as a reader gets it.
  package static func shown(_ line: String) -> String { line == text ? "[picture]" : line }

  /// The first byte of a placeholder of a picture.
  static let byte: UInt8 = 0xF4

  /// Whether a line in UTF-8 has a placeholder of a picture.
  static func isPicture(_ line: [UInt8]) -> Bool {
    String(decoding: line, as: UTF8.self).unicodeScalars.contains(KittyPlaceholders.placeholder)
  }
}

/// Converts terminal output to lines of plain text, without colors, links and cursor movements.
struct PlainTextLines {
  private enum State { case text, escape, sequence, string, stringEnd }

  private var lines: [String] = []
  private var line: [UInt8] = []
  private var state = State.text
  private var parameters: [UInt8] = []
  /// Whether the last line is a part of a picture; all of them are one line.
  private var endsInPicture = false

  mutating func take(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { take(byte) }
  }

  /// Returns the lines completed since the last call.
  mutating func takeLines() -> [String] {
    defer { lines = [] }
    return lines
  }

  /// Returns the incomplete last line; nil if there is none.
  mutating func takeRest() -> String? {
    defer { line = [] }
    return line.isEmpty ? nil : text
  }

  /// The current line.
  ///
  /// Tabs are preserved, because they separate values in tabular output.
  private var text: String {
    if line.contains(PictureLine.byte), PictureLine.isPicture(line) { return PictureLine.text }
    return String(decoding: line, as: UTF8.self).split(
      separator: "\t", omittingEmptySubsequences: false
    )
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
      let isPicture = text == PictureLine.text
      if !isPicture || !endsInPicture { lines.append(text) }
      endsInPicture = isPicture
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
    // CUF moves the cursor right over blank cells.
    if byte == UInt8(ascii: "C") {
      let count = Int(String(decoding: parameters, as: UTF8.self)) ?? 1
      line += Array(repeating: 0x20, count: min(max(1, count), 400))
    }
  }
}
