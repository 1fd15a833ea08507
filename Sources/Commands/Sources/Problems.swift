import Diagnostics
import FeedLoading
import Feeds
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<SourcesContext> {
  static var problems: Self {
    Self(
      "problems", Context.problem.optional,
      summary: "List the problems of the feed's records, or show one of them.",
      examples: [
        Example("problems", prints: "no problems"),
        Example(
          "load demo-malformed; problems 1",
          prints: """
            record 2 has no `name`
              $.recipes[2].name, line 53, column 5, byte 1513
            {
            …
            """),
      ],
      details: [
        "K is the number of a problem, the first column of the list. Index is that of the record, from 0."
      ]
    ) { context, problem in
      guard let problem else { return try context.listProblems() }
      try context.show(problem)
    }
  }
}

extension SourcesContext {
  /// A problem by its number.
  fileprivate static var problem: Parameter<SourcesContext, Problem> {
    Parameter("K") { context, argument in
      let problems = try context.problems()
      let omitted = context.session.feed?.feed.omittedProblems ?? []
      guard let number = ordinal(argument.text), problems.indices.contains(number - 1) else {
        throw Failure(
          "there is no problem \(argument.text)",
          hint: problems.isEmpty
            ? "there are none"
            : omitted.isEmpty ? "there are \(problems.count)" : "\(problems.count) are listed",
          at: argument.range, in: argument.line)
      }
      return problems[number - 1]
    }
  }

  private func problems() throws -> [Problem] {
    try session.feed?.lookingUp { (feed) throws(FileError) in try feed.problems() } ?? []
  }
}

extension SourcesContext {
  fileprivate func listProblems() throws {
    let problems = try problems()
    let omitted = session.feed?.feed.omittedProblems ?? []
    if problems.isEmpty { output.say("no problems") }
    // People see equal notes once.
    var report = output.format.isStyled ? groupedReport(problems) : report(problems)
    // For people, a line below the table has these numbers.
    if !output.format.isStyled { report.addOmitted(omitted.map { ($0.cells, $0.count) }) }
    output.print(report)
    if let text = omitted.text { output.sayBelowOutput(StyledText(text, .warning)) }
  }

  /// The number of equal notes from which they are listed as one.
  private static let manyNotes = 4

  /// Returns a report in which equal notes of many records are one line, with the number of the first.
  private func groupedReport(_ problems: [Problem]) -> Report {
    var counts: [String: Int] = [:]
    for problem in problems where problem.severity == .note {
      counts[problem.reason, default: 0] += 1
    }
    var report = report(problems)
    let column = report.columns.firstIndex { $0.key == "reason" } ?? 0
    var said: Set<String> = []
    report.rows = zip(problems, report.rows).compactMap { problem, row in
      guard let count = counts[problem.reason], problem.severity == .note, count >= Self.manyNotes
      else { return row }
      guard said.insert(problem.reason).inserted else { return nil }
      var row = row
      row[column] = Cell("\(problem.reason) (\(grouped(count)) times)")
      return row
    }
    return report
  }

  private func report(_ problems: [Problem]) -> Report {
    var report = Report(
      [
        .init("k", title: "K", isNumber: true),
        .init("index", title: "Index", isNumber: true),
        .init("path", title: "Path", isFlexible: true, need: .extra),
        .init("offset", isNumber: true, isShown: false),
        .init("line", title: "Line", isNumber: true),
        .init("column", title: "Column", isNumber: true, need: .extra),
        .init("severity", title: "Severity", need: .extra),
        .init("reason", title: "Reason", isWrapped: true, need: .essential),
        .init("found", title: "Found", isFlexible: true, need: .extra),
      ],
      problems.enumerated().map { number, problem in
        [
          Cell(number + 1), problem.index.map { Cell($0) } ?? Cell(optional: nil),
          Cell(problem.path), Cell(problem.offset), Cell(problem.line), Cell(problem.column),
          Cell(problem.severity.rawValue, problem.severity == .error ? .bad : .warning),
          Cell(problem.reason), Cell(optional: problem.found),
        ]
      })
    // The file is of interest if there are several.
    if problems.contains(where: { $0.source != nil }) {
      report.columns.append(.init("file", title: "File", isFlexible: true, need: .essential))
      for (number, problem) in problems.enumerated() {
        report.rows[number].append(Cell(optional: problem.source))
      }
    }
    return report
  }

  fileprivate func show(_ problem: Problem) throws {
    guard output.format.isStyled else {
      var report = report([problem])
      report.isSingle = true
      return output.print(report)
    }
    let file = problem.source.map { harmless($0) + ", " } ?? ""
    guard let index = problem.index else {
      return output.print([
        StyledText(file.dropLast(2) + " ", .strong) + StyledText(problem.reason)
      ])
    }
    output.print([
      StyledText("record \(index) ", .strong) + StyledText(problem.reason),
      StyledText(
        "  \(file)\(problem.path), line \(problem.line), column \(problem.column), byte \(problem.offset)",
        .faint),
    ])
    let record = try session.feedOfRows.lookingUp { (feed) throws(FileError) in
      try feed.record(of: problem)
    }
    output.write(printable(record) + "\n")
  }
}

extension [OmittedProblems] {
  /// The number of problems that are counted but not listed, by rule; nil if there are none.
  var text: String? {
    if isEmpty { return nil }
    let parts = map { "\(grouped($0.count)) \($0.rule.rawValue)" }
    return notListed(reduce(0) { $0 + $1.count }) + ": " + parts.joined(separator: ", ")
  }
}

extension OmittedProblems {
  /// The cells of the omitted problems.
  fileprivate var cells: [Cell] {
    let none = Cell(optional: nil)
    let reason = "\(notListed(count)): \(rule.rawValue)"
    return [none, none, none, none, none, none, Cell(severity.rawValue), Cell(reason), none]
  }
}
