import CUnicode

/// The number of terminal cells of a character: 0, 1 or 2.
package func displayWidth(of character: Character) -> Int {
  if let ascii = character.asciiValue { return ascii < 0x20 || ascii == 0x7F ? 0 : 1 }
  var widest = 0
  var flags = 0
  for scalar in character.unicodeScalars {
    if scalar.value == 0xFE0F { return 2 }
    if scalar.value >= 0x1F1E6 && scalar.value <= 0x1F1FF { flags += 1 }
    widest = max(widest, Int(cunicode_width(scalar.value)))
  }
  return flags == 2 ? 2 : widest
}

/// The number of terminal cells of a text (East Asian Width, UAX #11).
package func displayWidth(of text: String) -> Int { cells(of: text) }

/// The number of terminal cells of a part of a text.
package func displayWidth(of text: Substring) -> Int { cells(of: text) }

@inline(__always)
private func cells(of text: some StringProtocol) -> Int {
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
  var cells = 0
  for scalar in text.unicodeScalars {
    // Finding the boundaries of characters takes several times as long as looking up scalars.
    guard addsUp(scalar.value) else { return text.reduce(0) { $0 + displayWidth(of: $1) } }
    cells +=
      scalar.isASCII
      ? scalar.value >= 0x20 && scalar.value != 0x7F ? 1 : 0
      : Int(cunicode_width(scalar.value))
  }
  return cells
}

/// Whether a scalar adds its own width to a text, if all its scalars do (UAX #29).
///
/// This holds for characters of one scalar, and for marks that take no cell: most texts in Latin, Greek and Cyrillic
/// letters, in Han and Kana, and box drawings.
private func addsUp(_ scalar: UInt32) -> Bool {
  switch scalar {
  case ..<0x530, 0x1E00...0x1FFF, 0x2010...0x2027, 0x2030...0x205E, 0x2500...0x259F,
    0x3000...0x3029, 0x3041...0x3096, 0x309B...0x30FF, 0x4E00...0x9FFF:
    true
  default: false
  }
}

/// The text truncated to at most `width` cells, with `…` at the end if it was cut.
package func clipped(_ text: String, to width: Int) -> String {
  if displayWidth(of: text) <= width { return text }
  guard width > 0 else { return "" }
  var taken = ""
  var used = 0
  for character in text {
    let cells = displayWidth(of: character)
    if used + cells > width - 1 { break }
    taken.append(character)
    used += cells
  }
  return taken + "…"
}

/// The text padded with spaces to `width` cells.
package func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - displayWidth(of: text)))
}

/// Breaks a text into lines of at most `width` cells, at spaces if possible.
///
/// A web address is never broken, so that it can be selected and opened; its line may be longer.
///
/// - Complexity: O(*n*).
package func wrapped(_ text: String, to width: Int) -> [String] {
  let width = max(2, width)
  var lines: [String] = []
  var line = ""
  var used = 0
  for word in text.split(separator: " ", omittingEmptySubsequences: true) {
    let cells = displayWidth(of: word)
    if used > 0, used + 1 + cells > width {
      lines.append(line)
      (line, used) = ("", 0)
    }
    if cells <= width || used == 0 && word.contains("://") {
      line += used > 0 ? " " + word : String(word)
      used += (used > 0 ? 1 : 0) + cells
    } else {
      for character in word {
        let cells = displayWidth(of: character)
        if used + cells > width {
          lines.append(line)
          (line, used) = ("", 0)
        }
        line.append(character)
        used += cells
      }
    }
  }
  if !line.isEmpty || lines.isEmpty { lines.append(line) }
  return lines
}
