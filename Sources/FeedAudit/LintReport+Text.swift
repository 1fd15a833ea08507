import Feeds
import Output
import Terminal
import Text

extension LintFinding {
  /// Returns the finding in the format of compilers, which editors recognize.
  func line(in source: String) -> StyledText {
    StyledText("\(source):\(line):\(column): ", .strong)
      + StyledText("\(severity.rawValue): ", severity.style) + StyledText(message)
      + StyledText(" [\(rule.rawValue)]", .faint)
      + StyledText("  (\(path), byte \(offset))", .faint)
  }
}

extension LintFinding.Group {
  /// Returns a line with the number of findings that are not listed.
  func line(omitting count: Int, in source: String) -> StyledText {
    StyledText("\(source): ", .strong) + StyledText("\(severity.rawValue): ", severity.style)
      + StyledText(notListed(count)) + StyledText(" [\(rule.rawValue)]", .faint)
  }
}

extension LintSeverity {
  fileprivate var style: Style {
    switch self {
    case .error: .bad
    case .warning: .warning
    case .note: .accent
    }
  }
}

extension FeedAudit {
  /// Prints an audit in the requested form, or in the format of results.
  func print(_ feeds: [LintedFeed], _ form: LintForm?) {
    switch (form, output.format) {
    case (.text, _), (nil, .table):
      for feed in feeds {
        output.print(
          feed.findings.elements.map { $0.line(in: feed.source) }
            + feed.findings.omitted.map { $0.group.line(omitting: $0.count, in: feed.source) })
      }
    case (.json, _), (nil, .json):
      output.write(Self.document(feeds).bytes(isPretty: true) + [0x0A])
    case (.junit, _): output.write(JUnitReport(feeds: feeds, isStrict: options.isStrict).text)
    case (nil, _): output.print(rows(feeds))
    }
  }

  /// Returns the findings as rows, for tabular formats.
  private func rows(_ feeds: [LintedFeed]) -> Report {
    var report = Report(
      [
        .init("source"), .init("line", isNumber: true), .init("column", isNumber: true),
        .init("severity"), .init("rule"), .init("message"), .init("path"),
        .init("offset", isNumber: true),
      ],
      feeds.flatMap { feed in
        feed.findings.elements.map { finding in
          [
            Cell(feed.source), Cell(finding.line), Cell(finding.column),
            Cell(finding.severity.rawValue), Cell(finding.rule.rawValue), Cell(finding.message),
            Cell(finding.path), Cell(finding.offset),
          ]
        }
      })
    let none = Cell(optional: nil)
    report.addOmitted(
      feeds.flatMap { feed in
        feed.findings.omitted.map { group, count in
          let cells = [
            Cell(feed.source), none, none, Cell(group.severity.rawValue), Cell(group.rule.rawValue),
            Cell(notListed(count)), none, none,
          ]
          return (cells, count)
        }
      })
    return report
  }

  /// Prints a summary of an audit.
  func printSummary(of feeds: [LintedFeed]) {
    let (errors, warnings, notes) = (
      feeds.total { $0.count(.error) }, feeds.total { $0.count(.warning) },
      feeds.total { $0.count(.note) }
    )
    let records = feeds.total { $0.outline?.records ?? 0 }
    let place = feeds.count == 1 ? feeds[0].source : counted(feeds.count, "feed")
    let parts = [(errors, "error"), (warnings, "warning"), (notes, "note")]
      .filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    let found = parts.isEmpty ? "nothing to complain about" : parts.joined(separator: ", ")
    let unread = feeds.count { $0.outline == nil }
    let read = unread == feeds.count ? "" : " in \(counted(records, "record"))"
    let style: Style = errors > 0 ? .bad : warnings > 0 ? .warning : .good
    // Reading errors were reported before.
    if parts.isEmpty, unread > 0 { return }
    output.say("\(place): \(found)\(read)", style)
  }
}

extension Array {
  fileprivate func total(_ number: (Element) -> Int) -> Int { reduce(0) { $0 + number($1) } }
}
