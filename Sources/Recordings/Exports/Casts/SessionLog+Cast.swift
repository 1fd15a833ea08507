import Text

extension SessionLog {
  /// The session as asciicast v2.
  ///
  /// - Parameter withInput: Whether it says which keys were pressed.
  /// - Returns: JSON in lines, the same bytes each time.
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
    // Players show the last screen for as long as the recording lasts.
    lines.append(CastEntry("o", "").line(seconds: decimals(end, 6)))
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// The session as asciicast v3, what is narrated as comments.
  ///
  /// - Parameter withInput: Whether it says which keys were pressed.
  /// - Returns: JSON in lines, the same bytes each time.
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

/// The rests between events in milliseconds; what is rounded off one is made up for by the next.
private struct CastPace {
  /// Milliseconds that are told so far.
  private var told = 0

  mutating func interval(to time: Int) -> String {
    let moment = (time + 500) / 1000
    defer { told = moment }
    return decimals(moment - told, 3)
  }
}

/// What happens at a moment of a cast: a letter, and what belongs to it.
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

/// A number of millionths or thousandths as a decimal fraction, nothing rounded.
func decimals(_ number: Int, _ digits: Int) -> String {
  let padded = zeroPadded(number, to: digits + 1)
  return "\(padded.dropLast(digits)).\(padded.suffix(digits))"
}

/// What a terminal sends for a key that is named as in `Ctrl+R`; a text stands for itself.
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

/// What stands behind `ESC [` (xterm, Control Sequences, PC-Style Function Keys).
private let cursorKeys = [
  "Up": "A", "Down": "B", "Right": "C", "Left": "D", "Home": "H", "End": "F", "Delete": "3~",
  "PageUp": "5~", "PageDown": "6~",
]

private func modified(_ ending: String, by number: Int) -> String {
  ending.hasSuffix("~") ? "\(ending.dropLast());\(number)~" : "1;\(number)\(ending)"
}
