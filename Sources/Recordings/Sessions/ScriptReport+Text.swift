import Text

extension ScriptReport {
  /// What a person reads: one line for each fault, and one that sums up.
  package var summary: [String] {
    var lines = remarks.map { "\(path): \($0)" }
    switch stop {
    case .limit(let limit): lines.append("\(path): stopped at a limit: \(limit)")
    case .problem(let problem, let line, _): lines.append("\(path):\(line):1: \(problem)")
    case .interrupted: lines.append("\(path): stopped")
    case .moved, nil: break
    }
    for fault in faults.prefix(1) {
      lines.append("\(fault.path):\(fault.line): \(fault.complaints.joined(separator: "; "))")
    }
    if faults.count > 1 {
      lines.append(
        "\(path): first mismatch line \(faults[0].line); \(faults.count - 1) later ones may follow from it"
      )
    }
    return lines + ["\(path): \(outcome)"]
  }

  private var outcome: String {
    let steps = stepCount == 1 ? "1 step" : "\(stepCount) steps"
    let unchecked = uncheckedCount > 0 ? ", \(uncheckedCount) of them unchecked" : ""
    if faults.isEmpty { return "\(steps) as the script says\(unchecked)" }
    if wrongStepCount == 0 {
      return "\(steps) as the script says\(unchecked), for which too much is recorded"
    }
    return "\(wrongStepCount) of \(steps) not as the script says\(unchecked)"
  }

  /// The differences of all files.
  package var difference: [String] { files.flatMap(\.difference) }
}

/// Reports for programs.
extension ScriptReport {
  /// The reports as one JSON document.
  package static func json(_ reports: [ScriptReport]) -> String {
    JSONValue.array(reports.map(\.json)).text(isPretty: true) + "\n"
  }

  private var json: JSONValue {
    .object([
      .init("path", .string(path)), .init("exit", .number(Double(exit.rawValue))),
      .init("steps", .number(Double(stepCount))),
      .init("unchecked", .number(Double(uncheckedCount))),
      .init(
        "faults",
        .array(
          faults.map { fault in
            .object([
              .init("path", .string(fault.path)), .init("line", .number(Double(fault.line))),
              .init("complaints", .array(fault.complaints.map { .string($0) })),
            ])
          })),
      .init("difference", .string(difference.map { $0 + "\n" }.joined())),
    ])
  }

  /// The reports in the form of JUnit, a case for each chapter.
  package static func junit(_ reports: [ScriptReport]) -> String {
    let suites = reports.map(\.junit).joined()
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n\(suites)</testsuites>\n"
  }

  private var junit: String {
    let cases = chapters.enumerated().filter { $0.offset > 0 || !$0.element.faults.isEmpty }
    let bodies = cases.map { number, chapter -> String in
      let name = chapter.title.isEmpty ? "chapter \(number)" : chapter.title
      let start = "  <testcase classname=\"\(escaped(path))\" name=\"\(escaped(name))\""
      guard let fault = chapter.faults.first else { return start + "/>\n" }
      let text = chapter.faults.map {
        "\($0.path):\($0.line): \($0.complaints.joined(separator: "; "))"
      }
      return start + ">\n    <failure message=\"line \(fault.line)\">"
        + escaped(text.joined(separator: "\n")) + "</failure>\n  </testcase>\n"
    }
    let failures = cases.count { !$0.element.faults.isEmpty }
    return
      "<testsuite name=\"\(escaped(path))\" tests=\"\(cases.count)\" failures=\"\(failures)\">\n"
      + bodies.joined() + "</testsuite>\n"
  }

  private func escaped(_ text: String) -> String {
    harmless(text, keepingLines: true).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}
