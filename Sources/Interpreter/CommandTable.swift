import Diagnostics
import Text

/// The commands of a shell, with lookup by name.
package struct CommandTable<Context>: Sendable {
  package let commands: [Command<Context>]
  private let byName: [String: Int]

  /// - Precondition: Names and aliases are unique.
  package init(_ commands: [Command<Context>]) {
    self.commands = commands
    var byName: [String: Int] = [:]
    for number in commands.indices {
      for name in [commands[number].name] + commands[number].aliases {
        precondition(byName[name] == nil, "two commands are called \(name)")
        byName[name] = number
      }
    }
    self.byName = byName
  }

  /// The command that runs an expression without a command: the first one with a form that is an expression.
  package var expressionCommand: Command<Context>? {
    commands.first { $0.forms.contains { $0.literals.isEmpty && $0.takesExpression } }
  }

  /// All names and aliases.
  package var names: [String] { Array(byName.keys) }

  /// The names and aliases that are proposed for a mistyped word: without short forms such as `sho` for `show`.
  private var proposedNames: [String] {
    commands.flatMap { command in
      [command.name] + command.aliases.filter { $0 != "?" && !command.name.hasPrefix($0) }
    }
  }

  /// Returns the command for a name, an alias, or an unambiguous prefix of a name.
  ///
  /// - Throws: A ``Diagnostic`` without a position, with the possible commands as a hint.
  package func command(_ word: String) throws(Diagnostic) -> Command<Context> {
    let key = word.lowercased()
    if let number = byName[key] { return commands[number] }
    let matches = commands(beginning: key)
    if matches.count == 1 { return matches[0] }
    if matches.count > 1 {
      let names = matches.map(\.name).joined(separator: ", ")
      throw Diagnostic(
        "`\(word)` could be several commands", hint: "one of: \(names)", remedy: .letters
      ).coded("unknown-command")
    }
    let meant = key.count > 1 ? nearest(to: key, among: proposedNames) : nil
    throw Diagnostic(
      "no command `\(clipped(word, to: 40))`",
      hint: meant.map { "did you mean \($0)?" } ?? "help lists all commands",
      correction: meant, remedy: names.contains { $0.hasPrefix(key) } ? .letters : .nothing
    ).coded("unknown-command")
  }
}

extension CommandTable {
  /// The commands whose names begin with a text.
  private func commands(beginning text: String) -> [Command<Context>] {
    commands.filter { $0.name.hasPrefix(text.lowercased()) }
  }

  /// Parses the commands of a line, in order; empty for a blank line or a comment.
  ///
  /// The whole line is parsed before a command runs, so that an error at its end has no partial effects.
  ///
  /// - Parameters:
  ///   - line: One or several lines.
  ///   - vocabulary: Aliases and hints.
  /// - Returns: The commands.
  /// - Throws: A ``Diagnostic`` with a range in the line.
  package func parse(
    _ line: String, vocabulary: LineVocabulary = LineVocabulary()
  ) throws(Diagnostic) -> [Invocation<Context>] {
    var reader = LineReader(line, table: self, vocabulary: vocabulary)
    var invocations: [Invocation<Context>] = []
    while let invocation = try reader.next() { invocations.append(invocation) }
    return invocations
  }

  func command(
    _ word: Word, in line: String, hint: (String) -> String?
  ) throws(Diagnostic) -> Command<Context> {
    do {
      return try command(word.text)
    } catch {
      var located = error
      located.span = word.range
      located.source = line
      let isAmbiguous = commands(beginning: word.text).count > 1
      if !isAmbiguous, let better = hint(word.text) {
        (located.hint, located.correction) = (better, nil)
      }
      throw located
    }
  }
}
