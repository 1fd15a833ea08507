import Diagnostics
import Interpreter
import Output
import SessionStore
import Terminal
import Text

extension Command<Shell> {
  static var alias: Self {
    Self(
      "alias",
      Parameter("NAME", isOptional: true) { shell, request in
        request.suggestions(shell.library.aliases.map { Candidate($0.key, $0.value) })
      },
      Parameter("= COMMANDS", .line, isOptional: true),
      summary: "Give commands a name of your own; without commands, show what has one.",
      examples: ["alias quick = filter time<30; sort time", "alias"],
      details: [
        "`alias NAME =` forgets it. What follows the name at the prompt is added at the end."
      ]
    ) { shell, arguments in
      try shell.alias(arguments)
    }
  }
}

extension Shell {
  /// Whether a word can be an alias.
  func canNameAlias(_ name: String) -> Bool {
    !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
  }

  /// Reads the aliases anew, and tells whether another shell has changed them.
  func learnsAliases() -> Bool {
    // A library that cannot be read says so elsewhere.
    options.isInteractive && (try? library.readAliases()) ?? false
  }

  fileprivate func alias(_ arguments: Arguments) throws {
    // Another shell may have changed them.
    try library.readAliases()
    guard let word = arguments["NAME"] else {
      if library.aliases.isEmpty { output.say("no aliases yet: alias NAME = COMMANDS makes one") }
      let rows = library.aliases.sorted { $0.key < $1.key }.map { [Cell($0.key), Cell($0.value)] }
      return output.print(Report([.init("name"), .init("commands", isFlexible: true)], rows))
    }
    if !word.isQuoted,
      let equals = arguments.line.utf8
        .enumerated().first(where: {
          word.range.contains($0.offset) && $0.element == UInt8(ascii: "=")
        })?.offset
    {
      // What is defined may be written right behind the name.
      let name = Word(
        text: slice(arguments.line, word.range.lowerBound..<equals),
        range: word.range.lowerBound..<equals, isQuoted: false)
      let end = arguments["= COMMANDS"]?.range.upperBound ?? word.range.upperBound
      let commands = trimmingSpace(slice(arguments.line, equals + 1..<end))
      return try define(name.text.lowercased(), as: commands, name, in: arguments.line)
    }
    let name = word.text.lowercased()
    guard let definition = arguments["= COMMANDS"] else {
      guard let commands = library.aliases[name] else {
        throw Failure("no alias is called `\(name)`", at: word.range, in: arguments.line)
      }
      return output.print(
        [StyledText(commands)], ["name": .string(name), "commands": .string(commands)])
    }
    guard definition.text.hasPrefix("=") else {
      throw Failure(
        "`=` was expected", hint: "alias NAME = COMMANDS", at: definition.range, in: arguments.line)
    }
    let commands = String(definition.text.dropFirst().trimmingPrefix { $0 == " " })
    try define(name, as: commands, word, in: arguments.line)
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
    try library.setAlias(name, to: commands)
    output.say("\(name) is \(commands)")
  }
}
