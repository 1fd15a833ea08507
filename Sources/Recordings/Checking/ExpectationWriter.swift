import Text

/// Writes what is expected of steps as lines of a script.
package enum ExpectationWriter {
  /// A line that was said, as it is expected from now on.
  package static func line(_ line: StepOutcome.Line, isStrict: Bool) -> String {
    let mark = String(line.stream.rawValue)
    var scalars = Array(line.text.unicodeScalars)[...]
    if !isStrict { scalars = scalars.dropLastBlanks() }
    let endsInBlank = scalars.last == " "
    let written =
      endsInBlank || scalars.contains(where: isUnwritable)
      ? mark + "\\ " + escaped(scalars) : scalars.isEmpty ? mark : mark + " " + text(scalars)
    return written.utf8.count <= ScriptBounds.line ? written : shortened(scalars, mark)
  }

  /// The line as it is edited, as it is expected from now on.
  package static func editLine(_ edit: StepOutcome.EditLine) -> String {
    let scalars = Array(edit.text.unicodeScalars)[...]
    let cursor = min(max(0, edit.cursor), scalars.count)
    return "_ \(text(scalars[..<cursor])){^}\(text(scalars[cursor...]))"
  }

  /// The line for an ending that is none of the usual ones.
  package static func status(_ ending: StepOutcome.Ending) -> String? {
    switch ending {
    case .ok: nil
    case .failed(let code): code.isEmpty ? "? error" : "? error \(code)"
    case .quit: "? quit"
    }
  }

  /// Whether a scalar cannot be seen as what it is in a line of a script.
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

  /// The beginning of a line that is too long to be written, and anything behind it.
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

/// Whether a scalar takes no room where it stands, and makes no sign of its neighbours either.
func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0xAD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B, 0x200C, 0x2060...0x2065,
    0x3164,
    0xFFA0:
    true
  default: false
  }
}

/// Writes a script again with other expectations.
///
/// - Parameters:
///   - script: The script.
///   - expectations: The lines that stand behind actions from now on, by the offset at which those that stand
///     there begin: ``ScriptStep/expectation``'s lower bound. A step that is not named stays as it is.
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

/// Where steps say what is expected, from the first to the last.
private func expectationRanges(_ items: [ScriptItem]) -> [Range<Int>] {
  items.flatMap { item -> [Range<Int>] in
    switch item.kind {
    case .step(let step): [step.expectation]
    case .repeated(_, let items): expectationRanges(items)
    default: []
    }
  }
}
