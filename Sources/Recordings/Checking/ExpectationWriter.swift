import Text

/// Prints the expectations of a step in the script format.
package enum ExpectationWriter {
  /// Returns the expectation that an output line matches.
  package static func line(_ line: StepOutcome.Line, isStrict: Bool) -> String {
    let mark = String(line.stream.rawValue)
    if line.text == PictureLine.text { return mark + "..." }
    var scalars = Array(line.text.unicodeScalars)[...]
    if !isStrict { scalars = scalars.dropLastBlanks() }
    let endsInBlank = scalars.last == " "
    let written =
      endsInBlank || scalars.contains(where: isUnwritable)
      ? mark + "\\ " + escaped(scalars) : scalars.isEmpty ? mark : mark + " " + text(scalars)
    return written.utf8.count <= ScriptBounds.line ? written : shortened(scalars, mark)
  }

  /// Returns the expectation that the edited line matches.
  package static func editLine(_ edit: StepOutcome.EditLine) -> String {
    let scalars = Array(edit.text.unicodeScalars)[...]
    let cursor = min(max(0, edit.cursor), scalars.count)
    return "_ \(text(scalars[..<cursor])){^}\(text(scalars[cursor...]))"
  }

  /// Returns the status line for an outcome; nil for `.ok`, which is not written.
  package static func status(_ ending: StepOutcome.Ending) -> String? {
    switch ending {
    case .ok: nil
    case .failed(let code): code.isEmpty ? "? error" : "? error \(code)"
    case .quit: "? quit"
    }
  }

  /// Whether a scalar has to be escaped, because a reader of the script could not see or recognize it.
  static func isUnwritable(_ scalar: Unicode.Scalar) -> Bool {
    isHarmful(scalar) || isInvisible(scalar)
  }

  private static func escaped(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var out = ""
    for (place, scalar) in zip(scalars.indices, scalars) {
      switch scalar {
      case "\\": out += "\\\\"
      case "\t": out += "\\t"
      case "\u{1B}": out += "\\e"
      case " " where place == scalars.endIndex - 1: out += "\\s"
      case _ where isUnwritable(scalar):
        out += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// Returns a pattern that matches the beginning of a line that is too long for the format.
  private static func shortened(_ scalars: ArraySlice<Unicode.Scalar>, _ mark: String) -> String {
    let start = scalars.prefix(500).prefix { !isUnwritable($0) }
    return mark + "~ " + LinePattern.escaping(text(start)) + "[..]"
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

/// Whether a scalar has no width of its own and does not combine with its neighbors.
func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0xAD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B, 0x200C, 0x2060...0x2065,
    0x3164,
    0xFFA0:
    true
  default: false
  }
}

/// Replaces expectations in the text of a script.
///
/// - Parameters:
///   - script: The script.
///   - expectations: The new expectation lines, by the lower bound of ``ScriptStep/expectation``. Other steps
///     are left unchanged.
/// - Returns: All lines of the new text.
package func rewritten(_ script: Script, _ expectations: [Int: [String]]) -> [String] {
  var lines: [String] = []
  var position = 0
  for range in expectationRanges(script.items) {
    guard let expectation = expectations[range.lowerBound] else { continue }
    lines += script.lines[position..<range.lowerBound]
    lines += expectation
    position = range.upperBound
  }
  return lines + script.lines[position...]
}

/// The line ranges of all expectations, in order.
private func expectationRanges(_ items: [ScriptItem]) -> [Range<Int>] {
  items.flatMap { item -> [Range<Int>] in
    switch item.kind {
    case .step(let step): [step.expectation]
    case .repeated(_, let items): expectationRanges(items)
    default: []
    }
  }
}
