/// What a person at a prompt can be asked and told; nothing of it where there is none.
package final class Person {
  /// Asks a question and gives the answer; nil where nobody can be asked.
  package var ask: ((_ question: String) -> String?)?
  /// Has what there is to say said soon, while a line is read; any thread may call it.
  package var wake: @Sendable () -> Void = {}
  /// Hands on what was typed while the terminal was asked something; nil where nobody types.
  package var typeAhead: ((_ bytes: [UInt8]) -> Void)?
  /// Whether the terminal shows nothing of what is typed while a command runs.
  package var hidesKeys = false
  /// What the next line begins as.
  package var draft = ""

  package init() {}
}
