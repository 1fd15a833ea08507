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
    for count in stride(from: min(bytes.count, 6), to: 0, by: -1) {
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
  var text: String {
    strokes.map { stroke in
      let count =
        (stroke.count > 1 ? "*\(stroke.count)" : "") + (stroke.rest.map { "@\($0)ms" } ?? "")
      switch stroke.content {
      case .key(let key): return key.label + count
      case .text(let text):
        let escaped = escapingVariables(text)
          .replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\"" + count
      }
    }.joined(separator: " ")
  }
}
