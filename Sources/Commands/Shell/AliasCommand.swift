import Diagnostics
import Interpreter
import Output
import SessionStore
import Terminal
import Text

extension Command<ShellContext> {
  static var alias: Self {
    Self(
      "alias",
      Context.aliasName.optional,
      Context.aliasCommands.optional,
      summary: "Define a name for commands; without arguments, list your aliases.",
      needsFeed: false,
      definition: { _, name, commands in
        defined(by: name, commands).map {
          AliasDefinition(name: $0.name.text.lowercased(), commands: $0.commands)
        }
      },
      examples: [
        Example(
          "alias quick = filter time<30; sort time", prints: "quick is filter time<30; sort time"),
        Example("alias", prints: "no aliases yet: alias NAME = COMMANDS makes one"),
      ],
      details: [
        "`alias NAME =` removes the alias. Words after the name at the prompt are added to the end of its commands."
      ]
    ) { context, name, commands in try context.alias(name, commands) }
  }
}

extension ShellContext {
  /// The commands of an alias.
  fileprivate static var aliasCommands: Parameter<ShellContext, Argument> {
    Parameter("= COMMANDS", .line)
  }

  /// The name of an alias.
  fileprivate static var aliasName: Parameter<ShellContext, Argument> {
    Parameter(
      "NAME",
      complete: { context, request in
        request.suggestions(context.library.aliases.map { Candidate($0.key, $0.value) })
      })
  }
}

extension ShellContext {
  fileprivate func alias(_ typed: Argument?, _ definition: Argument?) throws {
    // Another process may have changed them.
    try library.readAliases()
    guard let typed else {
      if library.aliases.isEmpty { output.say("no aliases yet: alias NAME = COMMANDS makes one") }
      let rows = library.aliases.sorted { $0.key < $1.key }.map { [Cell($0.key), Cell($0.value)] }
      return output.print(Report([.init("name"), .init("commands", isFlexible: true)], rows))
    }
    if let (name, commands) = defined(by: typed, definition) {
      return try define(name.text.lowercased(), as: commands, name, in: typed.line)
    }
    let name = typed.text.lowercased()
    guard let definition else {
      guard let commands = library.aliases[name] else {
        throw Failure("no alias is called `\(name)`", at: typed.range, in: typed.line)
      }
      return output.print(
        [StyledText(commands)], ["name": .string(name), "commands": .string(commands)])
    }
    throw Failure(
      "`=` was expected", hint: "alias NAME = COMMANDS", at: definition.range,
      in: definition.line)
  }

  private func define(_ name: String, as commands: String, _ word: Word, in line: String) throws {
    if commands.isEmpty {
      guard library.aliases[name] != nil else {
        throw Failure("no alias is called `\(name)`", at: word.range, in: line)
      }
      try library.setAlias(name, to: nil)
      return output.say("\(name) is forgotten")
    }
    if table.names.contains(name) {
      throw Failure("`\(name)` is a command already", at: word.range, in: line)
    }
    guard canNameAlias(name) else {
      throw Failure(
        "`\(name)` cannot name an alias", hint: "use letters, digits, - and _", at: word.range,
        in: line)
    }
    try refuseLiteralHeader(in: commands, at: word.range, of: line)
    try library.setAlias(name, to: commands)
    output.say("\(name) is \(commands)")
  }
}

/// Returns the name and the commands of the alias that arguments define; nil if they define none.
private func defined(
  by name: Argument?, _ definition: Argument?
) -> (name: Word, commands: String)? {
  guard let name else { return nil }
  let (word, line) = (name.word, name.line)
  let bytes = line.utf8.enumerated()
  if !word.isQuoted,
    let equals = bytes.first(where: {
      word.range.contains($0.offset) && $0.element == UInt8(ascii: "=")
    })?.offset
  {
    // The commands may follow the name without a space.
    let range = word.range.lowerBound..<equals
    let name = Word(text: slice(line, range), range: range, isQuoted: false)
    let end = definition?.range.upperBound ?? word.range.upperBound
    return (name, trimmingSpace(slice(line, equals + 1..<end)))
  }
  guard let definition, definition.text.hasPrefix("=") else { return nil }
  return (word, String(definition.text.dropFirst().trimmingPrefix { $0 == " " }))
}

/// Whether a word is a valid name of an alias.
package func canNameAlias(_ name: String) -> Bool {
  !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
}
