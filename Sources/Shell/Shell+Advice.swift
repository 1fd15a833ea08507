import Assistance
import Catalog
import Diagnostics
import Interpreter
import Output
import SessionStore
import Text

/// Help while a line is typed.
extension Shell: LineAssistant {
  /// The maximum length of a line that is analyzed, in bytes.
  private static let adviceLimit = 4096

  package func suggestions(for line: String, at cursor: Int) -> [Suggestion] {
    suggestions(for: line, at: cursor, isHasty: false).map {
      $0.replacingTail(of: line, behind: cursor)
    }
  }

  package func advice(on line: String, at cursor: Int) -> LineAdvice {
    if line.utf8.count > Self.adviceLimit { return LineAdvice() }
    if line.isEmpty { return LineAdvice(proposal: assistance.nextStep) }
    let reading = analysis(of: line)
    let mistakes = reading.mistakes(at: cursor)
    let proposal = proposal(for: line, at: cursor, mistakes)
    // A mistake without a correction is described, and not only colored.
    let complaint = proposal == nil ? mistakes.first?.diagnostic.message ?? "" : ""
    let remark = mistakes.isEmpty ? reading.remark?() ?? "" : harmless(complaint)
    // The proposal may already show the same number of rows.
    let isSaid = proposal.map { remark == "→ \($0.description)" } ?? false
    return LineAdvice(
      spans: reading.spans(at: cursor), proposal: proposal, remark: isSaid ? "" : remark)
  }

  package func remark(on line: String) -> String {
    if line.utf8.count > Self.adviceLimit { return "" }
    let reading = analysis(of: line)
    return reading.mistakes(at: line.utf8.count).isEmpty ? reading.remark?() ?? "" : ""
  }

  private func analysis(of line: String) -> LineAnalysis {
    LineAnalysis(
      of: line, by: table, aliases: aliases, isExpression: catalog.beginsCondition(_:),
      in: owners)
  }

  package func isUnfinished(_ line: String) -> Bool {
    table.isUnfinished(line, aliases: aliases)
  }

  /// Splits a text into lines that can be run one by one.
  package func lines(of text: String) -> [String] {
    table.lines(of: text, aliases: aliases)
  }

  private func suggestions(
    for line: String, at cursor: Int, isHasty: Bool
  ) -> [Suggestion] {
    var before = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    // A bare condition is completed as if its command preceded it.
    let implied = impliedStart(of: before)
    before = implied + before
    let names = library.aliases.map { Candidate($0.key, $0.value) }
    assistance.readHistory()
    return table.suggestions(
      for: before, in: owners, extra: names, isHasty: isHasty,
      usage: { assistance.usage(of: $0) }, expressions: { assistance.conditions($0) }
    ).filter { $0.range.lowerBound >= implied.utf8.count }.map { suggestion in
      var safe = suggestion
      safe.range =
        suggestion.range.lowerBound - implied.utf8.count..<suggestion.range.upperBound
        - implied.utf8.count
      safe.text = harmless(suggestion.text)
      safe.description = harmless(suggestion.description)
      safe.plainText = suggestion.plainText.map { harmless($0) }
      return safe
    }
  }

  /// The command that a bare condition implies, with a space; empty for other lines.
  private func impliedStart(of line: String) -> String {
    let word = String(line.prefix { !$0.isWhitespace })
    guard (try? table.command(word)) == nil, catalog.beginsCondition(line),
      let command = table.expressionCommand
    else { return "" }
    return command.name + " "
  }

  /// Returns the correction of the first mistake that has one, otherwise the best completion.
  private func proposal(
    for line: String, at cursor: Int, _ mistakes: [(diagnostic: Diagnostic, range: Range<Int>)]
  ) -> Proposal? {
    for (diagnostic, range) in mistakes {
      if let correction = diagnostic.correction {
        return Proposal(
          range: range, text: harmless(correction), description: harmless(diagnostic.message))
      }
    }
    guard cursor == line.utf8.count else { return nil }
    let suggestions = suggestions(for: line, at: cursor, isHasty: true)
    guard let best = suggestions.first else { return nil }
    let typed = slice(line, best.range)
    if typed.isEmpty, suggestions.count > 1, assistance.usage(of: best.text) == 0 { return nil }
    // A poor match is offered only in place of a mistake.
    if best.fit > .start, !mistakes.contains(where: { $0.range == best.range }) { return nil }
    return proposal(best, after: typed, at: cursor)
  }

  private func proposal(_ best: Suggestion, after typed: String, at cursor: Int) -> Proposal? {
    let end = best.isWhole ? " " : ""
    let description = best.count.map { counted($0, "row") } ?? best.description
    for text in [best.text, best.plainText ?? best.text] where text.utf8.starts(with: typed.utf8) {
      let rest = String(decoding: text.utf8.dropFirst(typed.utf8.count), as: UTF8.self)
      if rest.isEmpty { return nil }
      return Proposal(range: cursor..<cursor, text: rest + end, description: description)
    }
    return Proposal(range: best.range, text: best.text + end, description: description)
  }
}
