import Text

extension ScriptReport {
  /// The report as text: one line per fault, then a summary.
  package var summary: [String] {
    var lines = remarks.map { "\(path): \($0)" }
    if let stopText { lines.append(stopText) }
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

  /// The reason why the script stopped early; nil if it did not.
  private var stopText: String? {
    switch stop {
    case .limit(let limit): "\(path): stopped at a limit: \(limit)"
    case .problem(let problem, let line, _): "\(path):\(line):1: \(problem)"
    case .unfit(let reason): "\(path): the feed of the script cannot be loaded: \(reason)"
    case .interrupted: "\(path): stopped"
    case .moved, nil: nil
    }
  }

  /// The number of steps, as text.
  package var steps: String { counted(stepCount, "step") }

  private var outcome: String {
    let unchecked = uncheckedCount > 0 ? ", \(uncheckedCount) of them unchecked" : ""
    if case .limit = stop, faults.isEmpty { return "\(steps) played, the last not to its end" }
    if faults.isEmpty { return "\(steps) as the script says\(unchecked)" }
    if wrongStepCount == 0 {
      return "\(steps) as the script says\(unchecked), for which too much is recorded"
    }
    return "\(wrongStepCount) of \(steps) not as the script says\(unchecked)"
  }

  /// The unified diffs of all files.
  package var difference: [String] { files.flatMap(\.difference) }
}

/// Machine-readable reports.
extension ScriptReport {
  /// A script without a report, because it could not be played or is not deterministic.
  package struct Unplayed: Sendable {
    package let path: String
    package let exit: ScriptExit
    package let reason: String

    package init(path: String, exit: ScriptExit, reason: String) {
      (self.path, self.exit, self.reason) = (path, exit, reason)
    }

    fileprivate var json: JSONValue {
      .object([
        .init("path", .string(path)), .init("exit", .number(Double(exit.rawValue))),
        .init("stop", .string(reason)),
      ])
    }

    fileprivate var junit: String {
      let (name, isSkipped) = (xml(path), exit == .skipped)
      let counts = isSkipped ? "errors=\"0\" skipped=\"1\"" : "errors=\"1\" skipped=\"0\""
      return "<testsuite name=\"\(name)\" tests=\"1\" failures=\"0\" \(counts)>\n"
        + "  <testcase classname=\"\(name)\" name=\"\(name)\">\n"
        + "    <\(isSkipped ? "skipped" : "error") message=\"\(xml(reason))\"/>\n"
        + "  </testcase>\n</testsuite>\n"
    }
  }

  /// Returns the reports as a JSON array.
  ///
  /// Scripts without a report are last.
  package static func json(_ reports: [ScriptReport], _ unplayed: [Unplayed] = []) -> String {
    JSONValue.array(reports.map(\.json) + unplayed.map(\.json)).text(isPretty: true) + "\n"
  }

  private var json: JSONValue {
    .object([
      .init("path", .string(path)), .init("exit", .number(Double(exit.rawValue))),
      .init("steps", .number(Double(stepCount))),
      .init("unchecked", .number(Double(uncheckedCount))),
      .init("stop", stopText.map { .string($0) } ?? .null),
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

  /// Returns the reports in JUnit XML, with one test case per chapter.
  package static func junit(_ reports: [ScriptReport], _ unplayed: [Unplayed] = []) -> String {
    let suites = (reports.map(\.junit) + unplayed.map(\.junit)).joined()
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n\(suites)</testsuites>\n"
  }

  private var junit: String {
    let cases = junitCases
    let failures = cases.count { !$0.complaints.isEmpty }
    let bodies = cases.map { name, complaints -> String in
      let start = "  <testcase classname=\"\(xml(path))\" name=\"\(xml(name))\""
      guard let first = complaints.first else { return start + "/>\n" }
      return start + ">\n    <failure message=\"\(xml(first))\">"
        + xml(complaints.joined(separator: "\n")) + "</failure>\n  </testcase>\n"
    }
    return
      "<testsuite name=\"\(xml(path))\" tests=\"\(cases.count)\" failures=\"\(failures)\">\n"
      + bodies.joined() + "</testsuite>\n"
  }

  /// The test cases: the chapters, and one named after the script for steps before the first chapter and for
  /// an early stop.
  private var junitCases: [(name: String, complaints: [String])] {
    var cases = chapters.map { chapter in
      (
        name: chapter.title.isEmpty ? path : chapter.title,
        complaints: chapter.faults.map {
          "\($0.path):\($0.line): \($0.complaints.joined(separator: "; "))"
        }
      )
    }
    if let stopText { cases[0].complaints.append(stopText) }
    if cases.count > 1, cases[0].complaints.isEmpty { cases.removeFirst() }
    return cases
  }
}
