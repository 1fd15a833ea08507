import Interpreter
import LineEditor
import Testing
import Text

/// Editors on terminals that nobody sees, one at a time: a process has one window, of whose size all are told.
@Suite(.serialized) enum PrivateEditorTests {}

/// Types keys one by one, and looks at the line before each.
final class TypedKeys: Typist {
  private var keys: [[UInt8]]
  var look: () -> Void = {}
  let isHurried: Bool

  init(_ keys: [String], isHurried: Bool = false) {
    self.keys = keys.map { Array($0.utf8) }
    self.isHurried = isHurried
  }

  func nextKey() -> [UInt8]? {
    look()
    return keys.isEmpty ? nil : keys.removeFirst()
  }
}

private final class NoHistory: LineHistory {
  var count: Int { 0 }
  subscript(number: Int) -> String { "" }
  func refresh() {}
  func latest(startingWith text: String, before number: Int) -> Int? { nil }
  func matches(_ text: String, limit: Int) -> [Int] { [] }
  func add(_ line: String) {}
}

private final class Words: LineAssistant {
  func suggestions(for line: String, at cursor: Int) -> [Suggestion] {
    ["show", "sort"].filter { $0.hasPrefix(line) }
      .map { Suggestion(text: $0, range: 0..<cursor, isWhole: true) }
  }
  func advice(on line: String, at cursor: Int) -> LineAdvice { LineAdvice() }
  func remark(on line: String) -> String { "" }
  func isUnfinished(_ line: String) -> Bool { false }
}

extension LineEditor {
  /// An editor on a terminal that nobody sees, with no past and two words to complete.
  convenience init(
    on terminal: EditorTerminal, typist: any Typist, term: String = "xterm-256color",
    isPlain: Bool = false
  ) throws {
    try self.init(
      assistant: Words(), history: NoHistory(),
      options: .init(
        environment: ["TERM": term], compose: { composed($0, $1) },
        readsBindings: false, preferences: { .init(isPlain: isPlain) }),
      terminal: terminal, typist: typist)
  }
}
