import Text
import World

/// A problem with a record of a feed.
package struct Problem: Equatable, Sendable {
  package enum Severity: String, Sendable {
    /// The record cannot be shown.
    case error
    /// The record is shown without the offending value.
    case note
  }

  package var kind: Finding.Kind
  /// The index of the record, counted from 0; nil if a source could not be read at all.
  package var index: Int?
  /// What the user calls the file; nil if the feed has one document.
  package var source: String?
  /// The location in the document, as a JSONPath (RFC 9535); of a file among many, in the record.
  package var path: String
  /// The offset in the document, in bytes; of a file among many, in the record.
  package var offset: Int
  /// The line, counted from 1.
  package var line: Int
  /// The column in characters, counted from 1.
  package var column: Int
  package var severity: Severity
  /// A description, as a clause.
  package var reason: String
  /// The offending JSON text; nil if a value is missing.
  package var found: String?
  /// The byte range of the record.
  package var record: Range<Int>
}

extension Problem {
  /// Gives the path and the offset in the record instead of those in the gathered document, which nobody sees.
  mutating func placeInRecord() {
    let record = path.firstIndex(of: "]").map { path.index(after: $0) }
    if path.hasPrefix("$["), let record { path = "$" + path[record...] }
    offset = max(0, offset - self.record.lowerBound)
  }

  /// Creates the problem of a source that could not be read.
  init(unread source: UnreadSource) {
    self.init(
      kind: .notJSON, index: nil, source: source.name, path: "$", offset: 0, line: 0, column: 0,
      severity: .error, reason: "is not read: " + source.reason, found: nil, record: 0..<0)
  }
}

/// The number of problems of a rule that are counted, but not listed.
package struct OmittedProblems: Equatable, Sendable {
  package var rule: LintRule
  package var severity: Problem.Severity
  package var count: Int
}

extension [OmittedFindings] {
  /// The number of findings by the rules they violate, in the order of the rules.
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

/// An error that prevents bytes from being read as a feed.
package enum FeedError: Error, Equatable, Sendable {
  /// The bytes are not JSON.
  case malformed(reason: String, offset: Int, line: Int, column: Int)
  /// The bytes are in another format, or contain no records.
  case notAFeed(String)
  /// The file could not be read.
  case unreadable(FileError)
  /// Reading was canceled.
  case stopped
  /// A record is malformed, and reading was strict.
  case strict(Problem, count: Int)

  /// A description with the location, in one line.
  package var message: String {
    switch self {
    case .malformed(let reason, let offset, let line, let column):
      "not JSON at line \(line), column \(column) (byte \(offset)): \(reason)"
    case .notAFeed(let reason): reason
    case .unreadable(let error): error.description
    case .stopped: "stopped"
    case .strict(let problem, let count):
      (problem.source.map { harmless($0) + ": " } ?? "")
        + "record \(problem.index ?? 0) (line \(problem.line), column \(problem.column), byte "
        + "\(problem.offset)) is malformed: \(problem.reason)"
        + (count > 1 ? "; \(count) records are malformed in all" : "")
    }
  }
}
