import Foundation
import Interpreter

/// Suggests from fixed lists, and knows a few words.
final class FixedAssistant: LineAssistant {
  private let commands = [
    ("filter", "keep matching rows"), ("find", "look for a text"), ("show", "one recipe"),
    ("sort", "order the rows"),
  ]

  private let cuisines = [("Indian", 5), ("Irish", 2), ("Italian", 16), ("料理", 123)]

  func suggestions(for line: String, at cursor: Int) -> [Suggestion] {
    let head = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    if head.hasPrefix("many ") { return many(in: 5..<cursor) }
    if head.hasPrefix("some ") { return some(in: 5..<cursor) }
    if head.hasPrefix("exact ") { return exact(in: 6..<cursor) }
    if let value = head.range(after: "cuisine=") { return values(head, in: value) }
    return commands.filter { $0.0.hasPrefix(head) }.map { command in
      Suggestion(text: command.0, description: command.1, range: 0..<cursor, isWhole: true)
    }
  }

  /// The proposal on an empty line.
  var next = ""

  /// Ends the process in the middle of a line that says so, or thinks until SIGUSR2 comes.
  func advice(on line: String, at cursor: Int) -> LineAdvice {
    if line == "exit now" { exit(3) }
    if line == "think" { waitForSignal() }
    if line.isEmpty {
      let proposal = Proposal(range: 0..<0, text: next, description: "the first row")
      return LineAdvice(proposal: next.isEmpty ? nil : proposal)
    }
    var advice = LineAdvice(spans: spans(of: line))
    let start = line.utf8.count - (line.split(separator: "\n").last?.utf8.count ?? 0)
    if line.utf8.dropFirst(start).starts(with: "filtre".utf8) {
      advice.proposal = Proposal(range: start..<start + 6, text: "filter")
    } else if let first = suggestions(for: line, at: cursor).first, first.range.upperBound == cursor
    {
      let typed = line.utf8.dropFirst(first.range.lowerBound)
      if first.text.utf8.starts(with: typed) {
        let rest = String(decoding: first.text.utf8.dropFirst(typed.count), as: UTF8.self)
        advice.proposal = Proposal(
          range: cursor..<cursor, text: rest, description: first.description)
      }
    }
    if line.hasSuffix("=Italian") { advice.remark = "→ 16 rows" }
    if line.hasPrefix("y "), line.hasSuffix("=It") { advice.remark = "→ 99 rows" }
    return advice
  }

  /// Waits for SIGUSR2, which ``holdSignal()`` holds back from the start.
  private func waitForSignal() {
    var (signals, signal) = (sigset_t(), Int32(0))
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGUSR2)
    unsafe sigwait(&signals, &signal)
  }

  /// Has SIGUSR2 wait until somebody waits for it.
  static func holdSignal() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGUSR2)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// The first word is a command if there is one; `料理` is a value wherever it stands.
  private func spans(of line: String) -> [LineSpan] {
    let word = line.utf8.prefix { $0 != UInt8(ascii: " ") }.count
    let name = String(decoding: line.utf8.prefix(word), as: UTF8.self)
    let isKnown = commands.contains { $0.0 == name }
    var spans = isKnown ? [LineSpan(0..<word, .command)] : []
    if name == "filtre" { spans = [LineSpan(0..<word, .wrong)] }
    if let place = line.range(after: "=") { spans.append(LineSpan(place, .value)) }
    return spans
  }

  func remark(on line: String) -> String { advice(on: line, at: line.utf8.count).remark }

  func isUnfinished(_ line: String) -> Bool { line.count { $0 == "\"" } % 2 == 1 }

  private func values(_ head: String, in range: Range<Int>) -> [Suggestion] {
    let typed = String(decoding: head.utf8.dropFirst(range.lowerBound), as: UTF8.self).lowercased()
    return cuisines.filter { $0.0.lowercased().hasPrefix(typed) }.map { cuisine in
      Suggestion(
        text: cuisine.0, description: "rows from there", count: cuisine.1, range: range,
        isWhole: false)
    }
  }

  private func many(in range: Range<Int>) -> [Suggestion] {
    (1...200).map { Suggestion(text: "\($0) of many", range: range, isWhole: true) }
  }

  /// The first of more that begin otherwise.
  private func some(in range: Range<Int>) -> [Suggestion] {
    ["abc", "abd"].map {
      var suggestion = Suggestion(text: $0, range: range)
      suggestion.hidesOthers = true
      return suggestion
    }
  }

  /// One text that only Unicode could love: a combined family and a decomposed accent.
  private func exact(in range: Range<Int>) -> [Suggestion] {
    [Suggestion(text: "👩\u{200D}🍳 cafe\u{301}", range: range, isWhole: true)]
  }
}

extension String {
  /// The bytes behind the last place where a text occurs.
  fileprivate func range(after text: String) -> Range<Int>? {
    let (bytes, wanted) = (Array(utf8), Array(text.utf8))
    guard bytes.count >= wanted.count else { return nil }
    let start = (0...bytes.count - wanted.count).last { bytes[$0...].starts(with: wanted) }
    return start.map { $0 + wanted.count..<bytes.count }
  }
}
