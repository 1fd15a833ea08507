import Diagnostics
import Text

/// The commands that a shell knows, and how lines are read by them.
package struct CommandTable<Context>: Sendable {
  package let commands: [Command<Context>]
  private let byName: [String: Int]

  /// - Precondition: No two commands share a name or an alias.
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

  /// Every word that a command can be called by.
  package var names: [String] { Array(byName.keys) }

  /// The command that a word means: by name, by alias, or by a prefix of a single command's name.
  ///
  /// - Throws: A ``Diagnostic`` without a place, naming what the word could mean.
  package func command(_ word: String) throws(Diagnostic) -> Command<Context> {
    let key = word.lowercased()
    if let number = byName[key] { return commands[number] }
    let matches = commands.filter { $0.name.hasPrefix(key) }
    if matches.count == 1 { return matches[0] }
    if matches.count > 1 {
      let names = matches.map(\.name).joined(separator: ", ")
      throw Diagnostic(
        "`\(word)` could be several commands", hint: "one of: \(names)", remedy: .letters
      ).coded("unknown-command")
    }
    let meant = key.count > 1 ? nearest(to: key, among: names.filter { $0 != "?" }) : nil
    throw Diagnostic(
      "unknown command `\(clipped(word, to: 40))`",
      hint: meant.map { "did you mean \($0)?" } ?? "try help",
      correction: meant, remedy: names.contains { $0.hasPrefix(key) } ? .letters : .nothing
    ).coded("unknown-command")
  }
}

/// A command with what was filled in, ready to run.
package struct Invocation<Context>: Sendable {
  package let command: Command<Context>
  package let form: Form<Context>
  package let arguments: Arguments
  /// Where the statement stands in the line.
  package let range: Range<Int>

  /// - Returns: What the command asks of the loop; nil for nothing.
  package func run(in context: Context) throws -> LoopRequest? {
    try form.run(context, arguments)
  }
}

extension CommandTable {
  /// The commands that a line asks for, in order; none for a blank line or a comment.
  ///
  /// The line is read whole before anything runs, so a mistake at its end leaves nothing half done.
  ///
  /// - Parameters:
  ///   - line: One line, or several.
  ///   - vocabulary: Aliases and hints.
  /// - Returns: The commands, ready to run.
  /// - Throws: A ``Diagnostic`` that points into the line.
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
      if !error.message.hasPrefix("`"), let better = hint(word.text) { located.hint = better }
      throw located
    }
  }

  /// The command with what stands behind its name.
  ///
  /// - Throws: How the form fails that fits best.
  func invocation(
    of command: Command<Context>, _ name: Word, in line: String
  ) throws(Misfit) -> Invocation<Context> {
    let start = name.range.upperBound
    let plainEnd = StatementEnd(in: line, from: start).offset
    var best: Misfit?
    for (place, form) in command.forms.enumerated() {
      let end =
        form.takesLine
        ? endOfLine(in: line, from: start)
        : form.takesExpression
          ? StatementEnd(in: line, from: start, isExpression: true).offset : plainEnd
      do throws(Misfit) {
        let rest = trimmed(line, start..<end)
        let arguments = try arguments(for: form, of: command, in: line, rest: rest)
        return Invocation(
          command: command, form: form, arguments: arguments,
          range: name.range.lowerBound..<end)
      } catch {
        if error.fit > best?.fit ?? -1 {
          best = error
          best?.form = place
        }
      }
    }
    if best?.fit == 0, let word = words(of: line, in: start..<plainEnd).words.first {
      best?.diagnostic = unknown(word, of: command, in: line)
    }
    throw best
      ?? Misfit(
        Diagnostic("`\(command.name)` cannot be written so", at: name.range, in: line), fit: 0)
  }

  /// What to say about a word that is none of those that have to follow a command's name.
  private func unknown(
    _ word: Word, of command: Command<Context>, in line: String
  ) -> Diagnostic {
    let choices = command.forms.compactMap(\.literals.first)
    let typed = word.text.lowercased()
    let meant = nearest(to: typed, among: choices)
    return Diagnostic(
      "`\(command.name)` has no `\(word.text)`", at: word.range, in: line,
      hint: meant.map { "did you mean \($0)?" } ?? "usage: \(command.literalUsage ?? command.name)",
      correction: meant, remedy: choices.contains { $0.hasPrefix(typed) } ? .letters : .nothing)
  }

  private func arguments(
    for form: Form<Context>, of command: Command<Context>, in line: String, rest: Range<Int>
  ) throws(Misfit) -> Arguments {
    let usage = "usage: \(form.usage(of: command.name))"
    let (words, isUnclosed) = words(of: line, in: rest)
    let literals = Array(words.prefix(form.literals.count))
    guard words.count >= form.literals.count,
      zip(words, form.literals).allSatisfy({ !$0.isQuoted && $0.text.lowercased() == $1 })
    else {
      throw Misfit(
        Diagnostic(
          "`\(command.name)` needs `\(form.literals.joined(separator: " "))`", at: rest, in: line,
          hint: usage, remedy: .words), fit: 0)
    }
    var left = words.dropFirst(form.literals.count)
    var values: [String: [Word]] = [:]
    func misfit(_ diagnostic: Diagnostic) -> Misfit {
      let known = Arguments(line: line, rest: rest, literals: literals, values: values)
      return Misfit(diagnostic, fit: form.literals.count + 1, known)
    }
    for parameter in form.parameters {
      guard let next = left.first else {
        if parameter.isOptional { continue }
        if isUnclosed, let last = words.last { throw misfit(neverClosed(last, in: line)) }
        let end = min(rest.upperBound + 1, line.utf8.count)
        let name = ([command.name] + form.literals).joined(separator: " ")
        throw misfit(
          Diagnostic(
            "`\(name)` needs \(parameter.name)", at: end..<end, in: line, hint: usage,
            remedy: .words))
      }
      switch parameter.extent {
      case .word:
        values[parameter.name] = [next]
        left = left.dropFirst()
      case .words:
        values[parameter.name] = Array(left)
        left = []
      case .statement, .expression, .line:
        let range = next.range.lowerBound..<rest.upperBound
        var text = slice(line, range)
        if parameter.extent == .expression { text = withoutLineFeeds(text) }
        values[parameter.name] = [Word(text: text, range: range, isQuoted: false)]
        return Arguments(line: line, rest: rest, literals: literals, values: values)
      }
    }
    if let extra = left.first {
      throw misfit(tooMuch(extra, isFirst: values.isEmpty, of: command, in: line, usage))
    }
    if isUnclosed, let last = words.last {
      throw misfit(neverClosed(last, in: line))
    }
    return Arguments(line: line, rest: rest, literals: literals, values: values)
  }

  private func neverClosed(_ word: Word, in line: String) -> Diagnostic {
    Diagnostic(
      "quote is never closed", at: word.range, in: line, hint: "add a quote at the end",
      remedy: .words)
  }

  /// What to say about a word that no form has a place for: it may be meant for a literal one.
  private func tooMuch(
    _ extra: Word, isFirst: Bool, of command: Command<Context>, in line: String, _ usage: String
  ) -> Diagnostic {
    let choices = isFirst ? command.forms.compactMap(\.literals.first) : []
    let typed = extra.text.lowercased()
    let meant = nearest(to: typed, among: choices)
    return Diagnostic(
      "`\(command.name)` takes no more words", at: extra.range, in: line,
      hint: meant.map { "did you mean \($0)?" }
        ?? [usage, isFirst ? command.literalUsage : nil].compactMap(\.self).joined(
          separator: ", or "),
      correction: meant,
      remedy: choices.contains { $0.hasPrefix(typed) } ? .letters : .nothing)
  }
}

/// The text with spaces for its line feeds, as long as before.
private func withoutLineFeeds(_ text: String) -> String {
  guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
  return String(
    decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
}

/// Why a form does not fit.
///
/// It is not generic: Swift 6.3 cannot optimize functions that throw a generic error.
struct Misfit: Error {
  var diagnostic: Diagnostic
  /// How nearly it does: 0 if its literal words are not there, else one more than there are.
  var fit: Int
  /// The place of the form among those of the command.
  var form: Int?
  /// What could be filled in, if the literal words are there.
  var arguments: Arguments?

  init(_ diagnostic: Diagnostic, fit: Int, _ arguments: Arguments? = nil) {
    self.diagnostic = diagnostic
    self.fit = fit
    self.arguments = arguments
  }
}
