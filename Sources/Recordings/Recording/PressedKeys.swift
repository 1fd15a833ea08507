/// Decodes terminal input to the notation of `@ keys`.
struct PressedKeys {
  private(set) var strokes: [KeyStrokes] = []
  /// Whether all input could be decoded.
  private(set) var isWhole = true
  /// The delay before the next key, in milliseconds; nil for the default.
  private var delay: Int?

  private static let named: [[UInt8]: ScriptKey] = {
    var keys: [[UInt8]: ScriptKey] = [:]
    let held: [ScriptKey.Modifiers] = [[], .control, .alt, .shift, [.control, .alt]]
    for name in ScriptKey.Name.allCases where ![.space, .escape].contains(name) {
      for modifiers in held.reversed() {
        let key = ScriptKey(.named(name), modifiers: modifiers)
        if let bytes = key.bytes { keys[bytes] = key }
      }
    }
    // Some terminals send cursor keys without modifiers as SS3 sequences (ECMA-48, single shift three).
    for (final, name): (String, ScriptKey.Name) in [
      ("A", .up), ("B", .down), ("C", .right), ("D", .left), ("H", .home), ("F", .end),
    ] {
      keys[Array("\u{1B}O\(final)".utf8)] = ScriptKey(.named(name))
    }
    keys[[0x00]] = ScriptKey(.named(.space), modifiers: .control)
    keys[[0x0A]] = ScriptKey(.named(.enter))
    keys[[0x08]] = ScriptKey(.named(.backspace))
    return keys
  }()

  /// The length of the longest sequence of a key, in bytes.
  private static let longestSequence = named.keys.reduce(0) { max($0, $1.count) }

  init() {}

  /// Creates the keys that type a line of several rows, whatever keys were pressed for it, such as a paste.
  init(typing line: String) {
    for (number, row) in line.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() {
      if number > 0 { add(ScriptKey(.named(.enter), modifiers: .alt)) }
      if !row.isEmpty { add(String(row)) }
    }
    add(ScriptKey(.named(.enter)))
  }

  /// Decodes input of one or several keys.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - delay: The delay before the first key, in milliseconds; nil for the default.
  mutating func take(_ bytes: [UInt8], after delay: Int? = nil) {
    self.delay = delay
    defer { self.delay = nil }
    var rest = bytes[...]
    while let first = rest.first {
      let count = first < 0x20 || first == 0x7F ? takeKey(rest) : takeText(rest)
      rest = rest.dropFirst(max(1, count))
    }
  }

  /// Decodes a key other than text, and returns its length in bytes.
  private mutating func takeKey(_ bytes: ArraySlice<UInt8>) -> Int {
    for count in stride(from: min(bytes.count, Self.longestSequence), to: 0, by: -1) {
      guard let key = Self.named[Array(bytes.prefix(count))], count > 1 || bytes.first != 0x1B
      else {
        continue
      }
      add(key)
      return count
    }
    guard bytes.first == 0x1B else {
      add(bytes[bytes.startIndex] | 0x40, .control)
      return 1
    }
    guard let next = bytes.dropFirst().first, next > 0x20, next < 0x7F, next != 0x5B, next != 0x4F
    else {
      if bytes.count == 1 { add(ScriptKey(.named(.escape))) } else { isWhole = false }
      return bytes.count
    }
    add(next, .alt)
    return 2
  }

  /// Adds a letter, a digit or `_` with a modifier.
  ///
  /// Scripts have no names for other characters.
  private mutating func add(_ byte: UInt8, _ modifier: ScriptKey.Modifiers) {
    let letter = Character(Unicode.Scalar(byte))
    guard letter.isLetter || letter.isNumber || letter == "_" else { return isWhole = false }
    let isShifted = modifier == .alt && letter.isUppercase
    add(
      ScriptKey(
        .character(Character(letter.lowercased())),
        modifiers: isShifted ? [modifier, .shift] : modifier))
  }

  /// Decodes the text before the next control byte, and returns its length in bytes.
  private mutating func takeText(_ bytes: ArraySlice<UInt8>) -> Int {
    let run = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }
    let text = String(decoding: run, as: UTF8.self)
    if text.utf8.elementsEqual(run) { add(text) } else { isWhole = false }
    return run.count
  }

  private mutating func add(_ key: ScriptKey) {
    if delay == nil, let last = strokes.last, last.rest == nil, last.content == .key(key) {
      strokes[strokes.count - 1].count += 1
    } else {
      strokes.append(KeyStrokes(.key(key), rest: takeDelay()))
    }
  }

  private mutating func add(_ text: String) {
    if delay != nil, let first = text.first {
      // The delay of a text is that before each of its characters.
      strokes.append(KeyStrokes(.text(String(first)), rest: takeDelay()))
      let others = String(text.dropFirst())
      if !others.isEmpty { add(others) }
    } else if let last = strokes.last, last.rest == nil, case .text(let before) = last.content {
      strokes[strokes.count - 1].content = .text(before + text)
    } else {
      strokes.append(KeyStrokes(.text(text)))
    }
  }

  private mutating func takeDelay() -> Int? {
    defer { delay = nil }
    return delay
  }

  /// Whether a key has a delay of its own.
  var hasDelays: Bool { strokes.contains { $0.rest != nil } }

  /// The keys in the notation of `@ keys`.
  var text: String { strokes.map(\.notation).joined(separator: " ") }

  /// The number of key presses.
  var presses: Int { strokes.reduce(0) { $0 + $1.presses } }

  /// Splits the keys into parts that are small enough for one step each.
  ///
  /// - Parameters:
  ///   - presses: The maximum number of key presses of a part.
  ///   - bytes: The maximum length of its notation, in bytes.
  /// - Returns: The parts in order, at least one.
  func split(presses: Int, bytes: Int) -> [PressedKeys] {
    var parts = [PressedKeys()]
    var (pressed, length) = (0, 0)
    for stroke in strokes.flatMap({ $0.pieces(presses: presses / 4, bytes: bytes / 4) }) {
      let (more, longer) = (stroke.presses, stroke.notation.utf8.count + 1)
      if pressed + more > presses || length + longer > bytes, pressed > 0 {
        parts.append(PressedKeys())
        (pressed, length) = (0, 0)
      }
      parts[parts.count - 1].strokes.append(stroke)
      (pressed, length) = (pressed + more, length + longer)
    }
    return parts
  }
}

extension KeyStrokes {
  /// The strokes in the notation of `@ keys`.
  fileprivate var notation: String {
    let count = (count > 1 ? "*\(count)" : "") + (rest.map { "@\($0)ms" } ?? "")
    switch content {
    case .key(let key): return key.label + count
    case .text(let text):
      let escaped = escapingVariables(text)
        .replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\"\(escaped)\"" + count
    }
  }

  /// The number of key presses as the parser counts them: those of a text before its variables are expanded.
  fileprivate var presses: Int {
    switch content {
    case .key: count
    case .text(let text): count * escapingVariables(text).unicodeScalars.count
    }
  }

  /// The same strokes, with long texts and many presses in several pieces.
  fileprivate func pieces(presses: Int, bytes: Int) -> [KeyStrokes] {
    guard case .text(let text) = content, count == 1, rest == nil else {
      if count <= presses { return [self] }
      var rest = self
      rest.count = count - presses
      var first = self
      first.count = presses
      return [first] + rest.pieces(presses: presses, bytes: bytes)
    }
    var pieces: [KeyStrokes] = []
    var piece = ""
    // A scalar is at most two in the notation.
    for scalar in text.unicodeScalars {
      piece.unicodeScalars.append(scalar)
      if piece.unicodeScalars.count * 2 >= presses || piece.utf8.count * 2 > bytes {
        pieces.append(KeyStrokes(.text(piece)))
        piece = ""
      }
    }
    if !piece.isEmpty { pieces.append(KeyStrokes(.text(piece))) }
    return pieces
  }
}
