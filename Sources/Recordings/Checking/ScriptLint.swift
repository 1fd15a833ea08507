import Text

/// Finds style problems in a valid script.
///
/// - Parameter script: The script.
/// - Returns: The problems, in line order. Their ``ScriptProblem/kind`` is always `.invalid`.
package func lint(_ script: Script) -> [ScriptProblem] {
  var lint = ScriptLint(script)
  lint.look(at: script.items)
  lint.lookAtWhole()
  return lint.findings.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
}

/// A pass over the items of a script that collects problems.
private struct ScriptLint {
  /// The longest pause that is not reported, in milliseconds.
  static let longPause = 5000

  let script: Script
  var findings: [ScriptProblem] = []
  /// The names of the variables used so far.
  ///
  /// Definitions are recorded with their lines.
  private var used: Set<String> = []
  private var defined: [(name: String, line: Int)] = []
  private var attachments: [(name: String, line: Int)] = []
  private var columns: Int
  private var hasStopped = false
  private var isHidden: Int?
  private var includes = false

  init(_ script: Script) {
    self.script = script
    columns = script.header.size.columns
  }

  private mutating func find(_ line: Int, _ message: String, _ hint: String, column: Int = 1) {
    findings.append(
      ScriptProblem(path: script.path, line: line, column: column, message, hint: hint))
  }

  mutating func look(at items: [ScriptItem]) {
    for item in items {
      if hasStopped, case .comment = item.kind { continue }
      if hasStopped {
        find(item.line, "this is never played", "remove it, or the @ stop above it")
        return
      }
      lookForDeceit(item)
      look(at: item)
    }
  }

  private mutating func look(at item: ScriptItem) {
    switch item.kind {
    case .step(let step): look(at: step, item)
    case .repeated(_, let items): look(at: items)
    case .attachment(let file): attachments.append((file.name, item.line))
    case .directive(let directive): look(at: directive, item)
    case .comment, .narration, .chapter: break
    }
  }

  private mutating func look(at step: ScriptStep, _ item: ScriptItem) {
    let isChecked =
      !step.expected.isEmpty || step.status != nil || step.editLine != nil
      || !step.assertions.isEmpty
    if !isChecked, script.header.isStrict {
      find(item.line, "this step has no expectation", "add the expected output, or ? silent")
    }
    for assertion in step.assertions { use(assertion.text) }
    for expected in step.expected {
      guard case .pattern(let pattern) = expected.form else { continue }
      use(pattern.text)
      for mistake in pattern.mistakes {
        find(
          expected.line + 1, "\(mistake.text) is not a placeholder",
          "did you mean \(mistake.correction)?")
      }
    }
    switch step.action {
    case .command(let text): look(atTyped: text, item)
    case .keys(let strokes):
      for case .text(let text) in strokes.map(\.content) { look(atTyped: text, item) }
    case .screen: break
    }
  }

  private mutating func look(atTyped text: String, _ item: ScriptItem) {
    use(text)
    if displayWidth(of: text) > columns {
      find(
        item.line, "the typed line is wider than the screen",
        "make size: wider, or the text shorter"
      )
    }
    if text.last == " ", case .step(let step) = item.kind, case .command = step.action {
      find(item.line, "the spaces at the end are typed, too", "remove them")
    }
  }

  private mutating func look(at directive: ScriptDirective, _ item: ScriptItem) {
    switch directive {
    case .pause(let rest) where rest > Self.longPause:
      find(item.line, "this is a long pause", "an audience waits up to 5 s")
    case .set(let name, let value):
      use(value)
      defined.append((name, item.line))
    case .resize(let size): columns = size.columns
    case .include: includes = true
    case .hide:
      if isHidden != nil {
        find(item.line, "the steps here are hidden already", "remove one @ hide")
      }
      isHidden = item.line
    case .show:
      if isHidden == nil {
        find(item.line, "the steps here are not hidden", "remove it, or write @ hide above")
      }
      isHidden = nil
    case .stop: hasStopped = true
    default: break
    }
  }

  private mutating func use(_ text: String) {
    var source = VariableText(Array(text.unicodeScalars)[...])
    while let piece = source.next() {
      if case .variable(let name?, _) = piece { used.insert(name) }
    }
  }

  /// Reports invisible characters, and characters that change the displayed order of others.
  private mutating func lookForDeceit(_ item: ScriptItem) {
    if case .repeated = item.kind { return }
    for line in item.range { lookForDeceit(inLine: line) }
  }

  private mutating func lookForDeceit(inLine line: Int) {
    let scalars = script.lines[line].unicodeScalars
    for (place, scalar) in scalars.enumerated() where scalar != "\t" {
      guard isHarmful(scalar) || isInvisible(scalar) else { continue }
      find(
        line + 1,
        "the character \(name(of: scalar)) is invisible, or changes the order of other characters",
        "remove it, or write it as \\u{…} behind |\\", column: place + 1)
    }
  }
}

/// Checks that concern the script as a whole.
extension ScriptLint {
  fileprivate mutating func lookAtWhole() {
    let header = script.header
    for line in header.range { lookForDeceit(inLine: line) }
    let missing = HeaderPrinter.always.filter { !header.names.contains($0) }
    if !missing.isEmpty {
      find(
        header.range.lowerBound + 1, "the header has no \(missing.joined(separator: ", "))",
        "larder script fmt adds the defaults")
    }
    if let isHidden { find(isHidden, "the steps after this line stay hidden", "write @ show") }
    if !includes { lookAtVariables() }
    lookAtAttachments()
  }

  private mutating func lookAtVariables() {
    let lines = script.header.range.filter { ScriptPrinter.bare(script, $0).hasPrefix("var:") }
    var said = zip(script.header.variables, lines).map { ($0.name, $1 + 1) }
    said += defined.map { ($0.name, $0.line) }
    var found: Set<String> = []
    for (name, line) in said where !used.contains(name) && found.insert(name).inserted {
      find(line, "the variable \(name) is not used", "remove it")
    }
  }

  private mutating func lookAtAttachments() {
    var names: [String: String] = [:]
    for (name, line) in attachments {
      if !isUsed(name) { find(line, "the file \(name) is not used", "remove it") }
      if let other = names[name.lowercased()] {
        find(line, "\(name) differs from \(other) only by case", "give it another name")
      }
      names[name.lowercased()] = name
    }
  }

  /// Whether the header or a command names an attached file.
  private func isUsed(_ name: String) -> Bool {
    if script.header.feed == .attached(name) || script.header.state == name { return true }
    return script.lines.contains { $0.hasPrefix(">") && contains($0, name) }
  }
}
