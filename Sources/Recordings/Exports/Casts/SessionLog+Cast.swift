import Text

extension SessionLog {
  /// Returns the session in asciicast v2 format.
  ///
  /// - Parameter withInput: Whether to include key presses.
  /// - Returns: Newline-delimited JSON; the same session always gives the same bytes.
  package func cast2(withInput: Bool = false) -> [UInt8] {
    let header = JSONValue.object([
      .init("version", .number(2)), .init("width", .number(Double(size.columns))),
      .init("height", .number(Double(size.rows))), .init("timestamp", .number(Double(clock))),
      .init("title", .string(title)),
      .init("env", .object([.init("TERM", .string("xterm-256color"))])),
    ])
    var lines = [header.text()]
    for event in colored.events {
      guard let entry = CastEntry(event.kind, withInput: withInput) else { continue }
      lines.append(entry.line(seconds: decimals(event.time, 6)))
    }
    // An empty event extends the recording to its end, so that players hold the last screen.
    lines.append(CastEntry("o", "").line(seconds: decimals(end, 6)))
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// Returns the session in asciicast v3 format, with narration as comments.
  ///
  /// - Parameter withInput: Whether to include key presses.
  /// - Returns: Newline-delimited JSON; the same session always gives the same bytes.
  package func cast3(withInput: Bool = false) -> [UInt8] {
    let terminal = JSONValue.object([
      .init("cols", .number(Double(size.columns))), .init("rows", .number(Double(size.rows))),
      .init("type", .string("xterm-256color")),
    ])
    let header = JSONValue.object([
      .init("version", .number(3)), .init("term", terminal),
      .init("timestamp", .number(Double(clock))), .init("title", .string(title)),
    ])
    var lines = [header.text()]
    var pace = CastPace()
    for event in colored.events {
      if case .narration(let text) = event.kind { lines.append("# \(harmless(text))") }
      guard let entry = CastEntry(event.kind, withInput: withInput) else { continue }
      lines.append(entry.line(seconds: pace.interval(to: event.time)))
    }
    lines.append(CastEntry("o", "").line(seconds: pace.interval(to: end)))
    lines.append(CastEntry("x", "0").line(seconds: pace.interval(to: end)))
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}

/// Intervals between events in milliseconds, rounded so that the errors do not add up.
private struct CastPace {
  /// The sum of the intervals returned so far, in milliseconds.
  private var told = 0

  mutating func interval(to time: Int) -> String {
    let moment = (time + 500) / 1000
    defer { told = moment }
    return decimals(moment - told, 3)
  }
}

/// An event of a cast: its code and data.
private struct CastEntry {
  let code: String
  let data: String

  init(_ code: String, _ data: String) {
    self.code = code
    self.data = data
  }

  init?(_ kind: SessionLog.Kind, withInput: Bool) {
    switch kind {
    case .output(let bytes) where !bytes.isEmpty:
      self.init("o", String(decoding: bytes, as: UTF8.self))
    case .key(let key) where withInput: self.init("i", keyBytes(key))
    case .resize(let size): self.init("r", "\(size.columns)x\(size.rows)")
    case .chapter(let title): self.init("m", title)
    default: return nil
    }
  }

  func line(seconds: String) -> String {
    "[\(seconds), \"\(code)\", \(JSONValue.string(data).text())]"
  }
}

/// Returns an integer number of 10^-`digits` as an exact decimal fraction.
func decimals(_ number: Int, _ digits: Int) -> String {
  let padded = zeroPadded(number, to: digits + 1)
  return "\(padded.dropLast(digits)).\(padded.suffix(digits))"
}

/// Returns the bytes that a terminal sends for a key name such as `Ctrl+R`; other text is returned unchanged.
func keyBytes(_ key: String) -> String {
  var (name, prefix) = (key[...], "")
  var modifiers = 0
  for (text, bit) in [("Shift+", 1), ("Alt+", 2), ("Ctrl+", 4)] {
    guard let range = name.firstRange(of: text), range.upperBound < name.endIndex else { continue }
    name.removeSubrange(range)
    modifiers |= bit
  }
  if let ending = cursorKeys[String(name)] {
    return modifiers == 0
      ? "\u{1B}[" + ending : "\u{1B}[" + modified(ending, by: modifiers + 1)
  }
  if modifiers & 2 != 0 { prefix = "\u{1B}" }
  if let letter = plainKeys[String(name)] { return prefix + letter }
  guard modifiers > 0, let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1 else {
    return key
  }
  if modifiers & 4 != 0, scalar.isASCII {
    return prefix + String(Unicode.Scalar(UInt8(scalar.value) & 0x1F))
  }
  return prefix + (modifiers & 1 != 0 ? name.uppercased() : String(name))
}

private let plainKeys = [
  "Enter": "\r", "Tab": "\t", "Esc": "\u{1B}", "Space": " ", "Backspace": "\u{7F}",
]

/// The sequences after `ESC [` (xterm, Control Sequences, PC-Style Function Keys).
private let cursorKeys = [
  "Up": "A", "Down": "B", "Right": "C", "Left": "D", "Home": "H", "End": "F", "Delete": "3~",
  "PageUp": "5~", "PageDown": "6~",
]

private func modified(_ ending: String, by number: Int) -> String {
  ending.hasSuffix("~") ? "\(ending.dropLast());\(number)~" : "1;\(number)\(ending)"
}
