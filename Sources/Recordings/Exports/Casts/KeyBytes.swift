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
