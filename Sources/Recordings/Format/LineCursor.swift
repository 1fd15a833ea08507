import Text

/// A cursor over the scalars of a line, which reports problems with their position.
struct LineCursor {
  let path: String
  let line: SourceLine
  let scalars: [Unicode.Scalar]
  var place = 0

  init(_ line: SourceLine, path: String) {
    self.path = path
    self.line = line
    scalars = Array(line.text.unicodeScalars)
  }

  var isAtEnd: Bool { place == scalars.count }
  var next: Unicode.Scalar? { isAtEnd ? nil : scalars[place] }
  /// The rest of the line.
  var rest: String { text(place..<scalars.count) }

  func text(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }

  /// Returns a problem at an offset, by default at the cursor.
  func problem(
    _ message: String, _ hint: String = "", at place: Int? = nil,
    _ kind: ScriptProblem.Kind = .invalid
  ) -> ScriptProblem {
    ScriptProblem(
      path: path, line: line.offset + 1, column: line.indent + (place ?? self.place) + 1, message,
      hint: hint, kind: kind)
  }

  /// Returns a problem about an unknown word, with the nearest known word as a hint.
  func unknown(
    _ what: String, _ word: String, among known: [String], at place: Int
  ) -> ScriptProblem {
    let hint = nearest(to: word, among: known).map { "did you mean \($0)?" }
    return problem(
      word.isEmpty ? "\(what) is missing" : "\"\(word)\" is not \(what)",
      hint ?? "write one of \(known.joined(separator: ", "))", at: place)
  }

  /// Skips a text if it is next.
  mutating func take(_ text: String) -> Bool {
    guard scalars[place...].starts(with: text.unicodeScalars) else { return false }
    place += text.unicodeScalars.count
    return true
  }

  mutating func skipBlanks() {
    while let next, next == " " || next == "\t" { place += 1 }
  }

  /// Reads the rest of the line without surrounding blanks.
  mutating func trimmedRest() -> String {
    skipBlanks()
    var end = scalars.count
    while end > place, scalars[end - 1] == " " || scalars[end - 1] == "\t" { end -= 1 }
    defer { place = scalars.count }
    return text(place..<end)
  }

  /// Reads the scalars up to the next blank; empty at the end.
  mutating func word() -> String {
    skipBlanks()
    let start = place
    while let next, next != " ", next != "\t" { place += 1 }
    return text(start..<place)
  }

  /// Reads scalars while a predicate holds.
  mutating func prefix(_ isWanted: (Unicode.Scalar) -> Bool) -> String {
    let start = place
    while let next, isWanted(next) { place += 1 }
    return text(start..<place)
  }

  /// Throws if anything but blanks is left.
  mutating func end(_ hint: String) throws(ScriptProblem) {
    skipBlanks()
    guard isAtEnd else { throw problem("\"\(rest)\" is not expected here", hint) }
  }

  /// Reads a text in quotation marks, in which `\"` and `\\` are escapes.
  mutating func string() throws(ScriptProblem) -> String {
    skipBlanks()
    let start = place
    guard take("\"") else {
      throw problem("a text in quotation marks is missing", "write it as \"text\"")
    }
    var text = String.UnicodeScalarView()
    while let scalar = next {
      place += 1
      if scalar == "\"" { return String(text) }
      if scalar == "\\" {
        guard let escaped = next, escaped == "\"" || escaped == "\\" else {
          throw problem(
            "a backslash can only precede \" and \\", "write \\\\ for a backslash", at: place - 1)
        }
        place += 1
        text.append(escaped)
      } else {
        text.append(scalar)
      }
    }
    throw problem("the quotation mark at the end is missing", "write \" behind it", at: start)
  }

  /// Reads the rest of the line and resolves the escapes `\t \e \s \\ \xHH \u{…}`.
  mutating func escapedRest() throws(ScriptProblem) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = next {
      let start = place
      place += 1
      text.append(scalar == "\\" ? try escape(from: start) : scalar)
    }
    return String(text)
  }

  private mutating func escape(from start: Int) throws(ScriptProblem) -> Unicode.Scalar {
    let known = "write one of \\t \\e \\s \\\\ \\xHH \\u{…}"
    guard let letter = next else { throw problem("the escape is not complete", known, at: start) }
    place += 1
    switch letter {
    case "t": return "\t"
    case "e": return "\u{1B}"
    case "s": return " "
    case "\\": return "\\"
    case "x", "u":
      if let scalar = numberedScalar(letter), scalar != "\n" { return scalar }
      throw problem("the escape is not a character that a line can contain", known, at: start)
    default: throw problem("the escape \\\(letter) is unknown", known, at: start)
    }
  }

  private mutating func numberedScalar(_ letter: Unicode.Scalar) -> Unicode.Scalar? {
    if letter == "u", !take("{") { return nil }
    let start = place
    let most = letter == "x" ? 2 : 6
    while let next, place - start < most, isHexadecimal(next) { place += 1 }
    guard let number = UInt32(text(start..<place), radix: 16) else { return nil }
    if letter == "x" { guard place - start == 2 else { return nil } }
    if letter == "u" { guard take("}") else { return nil } }
    return Unicode.Scalar(number)
  }
}
