import Diagnostics
import Text

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

  func invocation(
    of command: Command<Context>, _ name: Word, in line: String
  ) throws(Diagnostic) -> Invocation<Context> {
    let start = name.range.upperBound
    let ends = (
      line: endOfLine(in: line, from: start), statement: endOfStatement(in: line, from: start)
    )
    var best: Misfit?
    for form in command.forms {
      let end = form.takesLine ? ends.line : ends.statement
      let rest = trimmed(line, start..<end)
      do throws(Misfit) {
        let arguments = try arguments(for: form, of: command, in: line, rest: rest)
        return Invocation(
          command: command, form: form, arguments: arguments,
          range: name.range.lowerBound..<end)
      } catch {
        if error.fit > best?.fit ?? -1 { best = error }
      }
    }
    throw best?.diagnostic
      ?? Diagnostic("`\(command.name)` cannot be written so", at: name.range, in: line)
  }

  private func arguments(
    for form: Form<Context>, of command: Command<Context>, in line: String, rest: Range<Int>
  ) throws(Misfit) -> Arguments {
    let usage = "usage: \(form.usage(of: command.name))"
    let (words, isUnclosed) = words(of: line, in: rest)
    guard words.count >= form.literals.count,
      zip(words, form.literals).allSatisfy({ !$0.isQuoted && $0.text.lowercased() == $1 })
    else {
      throw Misfit(
        diagnostic: Diagnostic(
          "`\(command.name)` needs `\(form.literals.joined(separator: " "))`", at: rest, in: line,
          hint: usage), fit: 0)
    }
    func misfit(_ message: String, _ range: Range<Int>, _ hint: String) -> Misfit {
      Misfit(
        diagnostic: Diagnostic(message, at: range, in: line, hint: hint),
        fit: form.literals.count + 1)
    }
    var left = words.dropFirst(form.literals.count)
    var values: [String: [Word]] = [:]
    for parameter in form.parameters {
      guard let next = left.first else {
        if parameter.isOptional { continue }
        let end = line.utf8.count
        throw misfit(
          "`\(([command.name] + form.literals).joined(separator: " "))` needs \(parameter.name)",
          min(rest.upperBound + 1, end)..<min(rest.upperBound + 1, end), usage)
      }
      switch parameter.extent {
      case .word:
        values[parameter.name] = [next]
        left = left.dropFirst()
      case .words:
        values[parameter.name] = Array(left)
        left = []
      case .statement, .line:
        let range = next.range.lowerBound..<rest.upperBound
        values[parameter.name] = [Word(text: slice(line, range), range: range, isQuoted: false)]
        return Arguments(line: line, rest: rest, values: values)
      }
    }
    if let extra = left.first {
      throw misfit("`\(command.name)` takes no more words", extra.range, usage)
    }
    if isUnclosed, let last = words.last {
      throw misfit("quote is never closed", last.range, "add a quote at the end")
    }
    return Arguments(line: line, rest: rest, values: values)
  }
}

/// Why a form does not fit.
private struct Misfit: Error {
  var diagnostic: Diagnostic
  /// How nearly it does: 0 if its literal words are not there, else one more than there are.
  var fit: Int
}
