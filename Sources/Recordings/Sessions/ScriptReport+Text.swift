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
      let others = faults.count == 2 ? "1 later mismatch" : "\(faults.count - 1) later mismatches"
      lines.append(
        "\(path): the first mismatch is in line \(faults[0].line); \(others) may follow from it")
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

  /// The faults as annotations of GitHub's workflow commands.
  package var annotations: [String] {
    func escaped(_ text: String, _ others: String) -> String {
      text.unicodeScalars.map { scalar in
        let isSpecial = ("%\r\n" + others).unicodeScalars.contains(scalar)
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return isSpecial ? "%" + (digits.count < 2 ? "0" : "") + digits : String(scalar)
      }.joined()
    }
    return faults.map { fault in
      let message = escaped(harmless(fault.complaints.joined(separator: "; ")), "")
      return "::error file=\(escaped(fault.path, ":,")),line=\(fault.line)::\(message)"
    }
  }

  /// The outcome of several scripts, as text.
  package static func total(_ reports: [ScriptReport], _ unplayed: [Unplayed]) -> String {
    let right = reports.count { $0.exit == .matched }
    let skipped = unplayed.count { $0.exit == .skipped }
    let parts = [
      (reports.count - right, "not as expected"), (unplayed.count - skipped, "not played"),
      (skipped, "skipped"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let all = counted(reports.count + unplayed.count, "script")
    return ([all + ": \(right) as expected"] + parts).joined(separator: ", ")
  }

  /// The number of steps, as text.
  package var steps: String { counted(stepCount, "step") }

  private var outcome: String {
    let unchecked = uncheckedCount > 0 ? ", \(uncheckedCount) of them without an expectation" : ""
    if case .limit = stop, faults.isEmpty { return "\(steps) played; the last one did not end" }
    if faults.isEmpty { return "\(steps) as expected\(unchecked)" }
    if wrongStepCount == 0 {
      return "\(steps) as expected\(unchecked), but recorded responses were not used"
    }
    return "\(wrongStepCount) of \(steps) not as expected\(unchecked)"
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
    let cases = reports.flatMap(\.junitCases)
    let errors = unplayed.count { $0.exit != .skipped }
    let counts =
      "tests=\"\(cases.count + unplayed.count)\" "
      + "failures=\"\(cases.count { !$0.complaints.isEmpty })\" errors=\"\(errors)\" "
      + "skipped=\"\(unplayed.count - errors)\""
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuites name=\"larder script check\" \(counts)>\n\(suites)</testsuites>\n"
  }

  /// The duration in seconds, with three digits after the point.
  private var seconds: String {
    let (whole, rest) = duration.components
    let digits = String(rest / 1_000_000_000_000_000)
    return "\(whole)." + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }

  private var junit: String {
    let cases = junitCases
    let failures = cases.count { !$0.complaints.isEmpty }
    // The first failure has the differences of the whole script.
    let firstFailure = cases.firstIndex { !$0.complaints.isEmpty }
    let bodies = cases.enumerated().map { number, testCase -> String in
      let (name, complaints) = testCase
      let rest = number == firstFailure ? difference : []
      let start = "  <testcase classname=\"\(xml(path))\" name=\"\(xml(name))\""
      guard let first = complaints.first else { return start + "/>\n" }
      return start + ">\n    <failure message=\"\(xml(first))\">"
        + xml((complaints + rest).joined(separator: "\n")) + "</failure>\n  </testcase>\n"
    }
    return
      "<testsuite name=\"\(xml(path))\" tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\" time=\"\(seconds)\">\n"
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
