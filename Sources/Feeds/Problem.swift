import World

/// Something wrong with one record of a feed.
package struct Problem: Equatable, Sendable {
  package enum Severity: String, Sendable {
    /// The record cannot be shown.
    case error
    /// The record is shown, less what is wrong.
    case note
  }

  package var kind: Finding.Kind
  /// Which record, counted from 0.
  package var index: Int
  /// Where in the document, as a JSONPath (RFC 9535).
  package var path: String
  /// How many bytes stand before the place.
  package var offset: Int
  /// The line of the place, counted from 1.
  package var line: Int
  /// The column of the place in characters, counted from 1.
  package var column: Int
  package var severity: Severity
  /// What is wrong, in a clause.
  package var reason: String
  /// What was there; nil if nothing was.
  package var found: String?
  /// Where the record stands, in bytes.
  package var record: Range<Int>
}

/// How many problems of a rule are counted, and not listed.
package struct OmittedProblems: Equatable, Sendable {
  package var rule: LintRule
  package var severity: Problem.Severity
  package var count: Int
}

extension [OmittedFindings] {
  /// The findings by the rules that they break, in the order of the rules.
  var problems: [OmittedProblems] {
    LintRule.allCases.flatMap { rule in
      [Problem.Severity.error, .note].compactMap { severity in
        let count = reduce(0) { count, omitted in
          let isError = omitted.group.isError
          let isMeant = LintRule(omitted.group) == rule && isError == (severity == .error)
          return count + (isMeant ? omitted.count : 0)
        }
        return count == 0 ? nil : OmittedProblems(rule: rule, severity: severity, count: count)
      }
    }
  }
}

/// Why bytes are not a feed at all.
package enum FeedError: Error, Equatable, Sendable {
  /// The bytes stop making sense at a place.
  case malformed(reason: String, offset: Int, line: Int, column: Int)
  /// The bytes are something else.
  case notAFeed(String)
  /// The system could not read the bytes.
  case unreadable(FileError)
  /// Nobody wanted the feed any more.
  case stopped
  /// The feed has a record that its profile does not allow, and no such record was wanted.
  case strict(Problem, count: Int)

  /// What is wrong, in one line, and where.
  package var message: String {
    switch self {
    case .malformed(let reason, let offset, let line, let column):
      "not JSON at line \(line), column \(column) (byte \(offset)): \(reason)"
    case .notAFeed(let reason): reason
    case .unreadable(let error): error.description
    case .stopped: "stopped"
    case .strict(let problem, let count):
      "record \(problem.index) (line \(problem.line), column \(problem.column), byte "
        + "\(problem.offset)) is malformed: \(problem.reason)"
        + (count > 1 ? "; \(count) records are malformed in all" : "")
    }
  }
}
