import Text

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
