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
      + StyledText("  (\(place))", .faint)
  }
}

extension LintFinding {
  private var place: String {
    isTranslated ? record.map { "record \($0 + 1)" } ?? "the file" : "\(path), byte \(offset)"
  }
}

extension LintedFeed {
  /// The number of findings of a rule that are listed unless all are requested.
  private static let listedCount = 10

  /// Returns a line for each finding, rule by rule and the most severe first.
  ///
  /// - Parameter isWhole: Whether to list more than the first findings of a rule.
  /// - Returns: The lines, with the number of findings that are left out.
  func lines(isWhole: Bool) -> [StyledText] {
    let severities = LintSeverity.allCases
    let byGroup = Dictionary(grouping: findings.elements, by: \.group)
    let groups = severities.flatMap { severity in
      LintRule.allCases.map { LintFinding.Group($0, severity) }
    }
    return groups.flatMap { group -> [StyledText] in
      let count = findings.count { $0 == group }
      let known = byGroup[group] ?? []
      let listed = isWhole ? known[...] : known.prefix(Self.listedCount)
      let lines = listed.map { $0.line(in: source) }
      if listed.count == count { return lines }
      let isShort = listed.count < known.count
      let hint = known.count == count ? "--all lists them" : "--all lists the first \(known.count)"
      return lines + [
        group.line(omitting: count - listed.count, in: source, hint: isShort ? "; \(hint)" : "")
      ]
    }
  }
}

extension LintFinding.Group {
  /// Returns a line with the number of findings that are not listed.
  func line(omitting count: Int, in source: String, hint: String = "") -> StyledText {
    StyledText("\(source): ", .strong) + StyledText("\(severity.rawValue): ", severity.style)
      + StyledText(notListed(count) + hint) + StyledText(" [\(rule.rawValue)]", .faint)
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
  func print(_ feeds: [LintedFeed], _ request: LintRequest) {
    switch (request.form, output.format) {
    case (.text, _), (nil, .table):
      for feed in feeds { output.print(feed.lines(isWhole: request.listsAll)) }
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
            finding.isTranslated ? Cell(optional: nil) : Cell(finding.path),
            finding.isTranslated ? Cell(optional: nil) : Cell(finding.offset),
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
    let found = parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
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
