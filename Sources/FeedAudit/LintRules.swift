import Feeds
import Output

extension FeedAudit {
  /// A line for each rule that feeds are held to.
  package static var lintRules: [String] {
    LintRule.allCases.map { rule in
      let name = rule.rawValue + String(repeating: " ", count: 26 - rule.rawValue.count)
      return "\(name)\(rule.severity.rawValue): \(rule.summary)"
    }
  }

  /// Lists the rules that feeds are held to.
  package func printLintRules() {
    output.print(
      Report(
        [
          .init("rule"), .init("severity"), .init("finds", isFlexible: true),
        ],
        LintRule.allCases.map { rule in
          [Cell(rule.rawValue), Cell(rule.severity.rawValue), Cell(rule.summary)]
        }))
  }
}
