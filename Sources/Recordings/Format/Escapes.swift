extension LineCursor {
  /// All that comes next, `\t \e \s \\ \xHH \u{…}` resolved.
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
    guard let letter = next else { throw problem("an escape is not complete", known, at: start) }
    place += 1
    switch letter {
    case "t": return "\t"
    case "e": return "\u{1B}"
    case "s": return " "
    case "\\": return "\\"
    case "x", "u":
      if let scalar = numberedScalar(letter), scalar != "\n" { return scalar }
      throw problem("an escape names no character of a line", known, at: start)
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
