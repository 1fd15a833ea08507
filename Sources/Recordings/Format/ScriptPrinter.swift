/// Prints the items of a script in their canonical form.
enum ScriptPrinter {
  /// Returns the lines of an item other than a repetition.
  static func lines(_ item: ScriptItem, of script: Script) -> [String] {
    switch item.kind {
    case .comment(let text): [text.isEmpty ? "#" : "# " + text]
    case .narration(let text, let isPrivate):
      [(isPrivate ? "%!" : "%") + (text.isEmpty ? "" : " " + text)]
    case .chapter(let title): ["== " + title]
    case .step(let step): action(step, item, script) + expectation(step, script)
    case .repeated: []
    case .attachment(let file): attachment(file, item, script)
    case .directive(let directive): ["@ " + text(directive)]
    }
  }

  private static func action(_ step: ScriptStep, _ item: ScriptItem, _ script: Script) -> [String] {
    switch step.action {
    case .command: (item.range.lowerBound..<step.expectation.lowerBound).map { bare(script, $0) }
    case .keys(let strokes): ["@ keys " + strokes.map(text).joined(separator: " ")]
    case .screen: ["@ screen"]
    }
  }

  private static func expectation(_ step: ScriptStep, _ script: Script) -> [String] {
    step.expectation.map { line in
      if let assertion = step.assertions.first(where: { $0.line == line }) {
        return "@ expect\(assertion.isExpected ? "" : "-not") " + quoted(assertion.text)
      }
      let text = bare(script, line)
      guard text.hasPrefix("?"), let status = step.status else { return text }
      return "? " + self.text(status)
    }
  }

  private static func attachment(
    _ file: ScriptAttachment, _ item: ScriptItem, _ script: Script
  ) -> [String] {
    var head = LineCursor(
      SourceLine(offset: 0, text: bare(script, item.range.lowerBound)), path: "")
    for _ in 0..<3 { _ = head.word() }
    let digest = file.digest.map { " sha256:" + $0 } ?? ""
    let isEncoded = head.word() == "base64"
    return ["@ file \(file.name)\(isEncoded ? " base64" : "")\(digest)"]
      + item.range.dropFirst().map { bare(script, $0) }
  }

  /// Returns a source line without the indentation of a Markdown document.
  static func bare(_ script: Script, _ line: Int) -> String {
    String(script.lines[line].drop { $0 == " " })
  }

  static func quoted(_ text: String) -> String {
    var out = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { out.append("\\") }
      out.append(scalar)
    }
    out.append("\"")
    return String(out)
  }
}

/// The text after the mark of an item.
extension ScriptPrinter {
  static func text(_ directive: ScriptDirective) -> String {
    switch directive {
    case .pause(let rest): "pause " + LineCursor.duration(rest)
    case .pace(let pace): "pace " + text(pace)
    case .hide: "hide"
    case .show: "show"
    case .stop: "stop"
    case .set(let name, let value): "set \(name) =" + (value.isEmpty ? "" : " " + value)
    case .include(let path): "include " + path
    case .when(let condition): "when " + text(condition)
    case .clockForward(let time): "clock +" + LineCursor.duration(time)
    case .clock(let moment): "clock " + Instant.text(moment)
    case .resize(let size): "resize " + text(size)
    case .shot(let name): "shot " + name
    case .xfail(let why): "xfail " + quoted(why)
    case .answer(let isYes): isYes ? "answer yes" : "answer no"
    }
  }

  static func text(_ condition: ScriptCondition) -> String {
    let subject =
      switch condition.subject {
      case .feature(let name): "feature:" + name
      case .atLeast(let version): "app>=" + text(version)
      case .below(let version): "app<" + text(version)
      }
    return (condition.isNegated ? "!" : "") + subject
  }

  static func text(_ version: [Int]) -> String {
    version.map(String.init).joined(separator: ".")
  }

  static func text(_ size: ScriptSize) -> String { "\(size.columns)x\(size.rows)" }

  static func text(_ pace: ScriptPace) -> String { "\(pace.speed)cps \(pace.jitter)%" }

  static func text(_ status: ExpectedStatus) -> String {
    switch status {
    case .ok: "ok"
    case .silent: "silent"
    case .error(let code): code.map { "error " + $0 } ?? "error"
    case .quit: "quit"
    }
  }

  static func text(_ strokes: KeyStrokes) -> String {
    let content =
      switch strokes.content {
      case .text(let text): quoted(text)
      case .key(let key): text(key)
      }
    let count = strokes.count == 1 ? "" : "*\(strokes.count)"
    return content + count + (strokes.rest.map { "@" + LineCursor.duration($0) } ?? "")
  }

  static func text(_ key: ScriptKey) -> String {
    let modifiers: [(ScriptKey.Modifiers, String)] = [
      (.control, "Ctrl+"), (.alt, "Alt+"), (.shift, "Shift+"),
    ]
    let held = modifiers.filter { key.modifiers.contains($0.0) }.map(\.1).joined()
    switch key.cap {
    case .named(let name): return held + name.rawValue
    case .character(let letter):
      return held + (key.modifiers.isEmpty ? String(letter) : letter.uppercased())
    }
  }
}
