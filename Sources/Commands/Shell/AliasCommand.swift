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
        // The command reports a wrong definition when it runs.
        guard case .define(let name, let commands, _)? = try? AliasRequest(name, commands) else {
          return nil
        }
        return AliasDefinition(name: name.text.lowercased(), commands: commands)
      },
      examples: [
        Example(
          "alias quick = filter time<30; sort time", prints: "quick is filter time<30; sort time"),
        Example("alias", prints: "no aliases yet: alias NAME = COMMANDS makes one"),
      ],
      details: [
        "`alias NAME =` removes the alias. Words after the name at the prompt are added to the end of its commands."
      ]
    ) { context, name, commands in try context.answer(try AliasRequest(name, commands)) }
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
  fileprivate func answer(_ request: AliasRequest) throws {
    // Another process may have changed them.
    try library.readAliases()
    switch request {
    case .list:
      if library.aliases.isEmpty { output.say("no aliases yet: alias NAME = COMMANDS makes one") }
      let rows = library.aliases.sorted { $0.key < $1.key }.map { [Cell($0.key), Cell($0.value)] }
      output.print(Report([.init("name"), .init("commands", isFlexible: true)], rows))
    case .show(let typed):
      let name = typed.text.lowercased()
      guard let commands = library.aliases[name] else {
        throw Failure("no alias is called `\(name)`", at: typed.range, in: typed.line)
      }
      output.print([StyledText(commands)], ["name": .string(name), "commands": .string(commands)])
    case .define(let name, let commands, let line):
      try define(name.text.lowercased(), as: commands, name, in: line)
    }
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

/// The meaning of the arguments of `alias`.
private enum AliasRequest {
  case list
  /// To print the commands of the alias with a name.
  case show(Argument)
  /// To give a name, a part of a line, to commands; without commands, to remove it.
  case define(name: Word, commands: String, line: String)

  /// Reads the arguments of `alias`: the sign `=` can follow the name with or without a space.
  ///
  /// - Throws: ``Failure`` if the sign is missing.
  init(_ name: Argument?, _ definition: Argument?) throws {
    guard let name else {
      self = .list
      return
    }
    let (word, line) = (name.word, name.line)
    let equals = line.utf8.enumerated().first { offset, byte in
      word.range.contains(offset) && byte == UInt8(ascii: "=")
    }
    if !word.isQuoted, let equals {
      let range = word.range.lowerBound..<equals.offset
      let end = definition?.range.upperBound ?? word.range.upperBound
      self = .define(
        name: Word(text: slice(line, range), range: range, isQuoted: false),
        commands: trimmingSpace(slice(line, equals.offset + 1..<end)), line: line)
    } else if let definition {
      guard definition.text.hasPrefix("=") else {
        throw Failure(
          "`=` was expected", hint: "alias NAME = COMMANDS", at: definition.range,
          in: definition.line)
      }
      let commands = definition.text.dropFirst().trimmingPrefix { $0 == " " }
      self = .define(name: word, commands: String(commands), line: line)
    } else {
      self = .show(name)
    }
  }
}

/// Whether a word is a valid name of an alias.
package func canNameAlias(_ name: String) -> Bool {
  !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
}
