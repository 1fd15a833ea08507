/// A command as it is declared: the one place that parsing, help, completion and tests read.
package struct Command<Context>: Sendable {
  package let name: String
  /// Old habits that mean the same.
  package let aliases: [String]
  /// What the command does, in one sentence.
  package let summary: String
  /// The ways to write it; the first whose words fit is taken.
  package let forms: [Form<Context>]
  /// Lines that work on the bundled demo.
  package let examples: [Example]
  /// What else there is to know, a paragraph an element.
  package let details: [String]
  /// Whether the command waits for a feed that is still loading.
  package let needsFeed: Bool
  /// How the command relates to the load of the feed at the start of a run.
  package let startLoad: StartLoad
  /// The sensible next line after the command has succeeded; nil if there is none.
  package let followUp: FollowUp?

  /// Finds the sensible next line after a command.
  package typealias FollowUp = @Sendable (Context) -> NextStep?

  package init(
    _ name: String, aliases: [String] = [], summary: String, needsFeed: Bool = true,
    startLoad: StartLoad = .separate, followUp: FollowUp? = nil, forms: [Form<Context>],
    examples: [Example], details: [String] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.summary = summary
    self.needsFeed = needsFeed
    self.startLoad = startLoad
    self.followUp = followUp
    self.forms = forms
    self.examples = examples
    self.details = details
  }

  /// A command that is written in one way only.
  package init(
    _ name: String, _ parameters: Parameter<Context>..., aliases: [String] = [], summary: String,
    needsFeed: Bool = true, startLoad: StartLoad = .separate, changes: Change = .nothing,
    streaming: Form<Context>.Streaming? = nil, followUp: FollowUp? = nil,
    examples: [Example], details: [String] = [],
    run: @escaping @Sendable (Context, Arguments) throws -> Void
  ) {
    self.init(
      name, aliases: aliases, summary: summary, needsFeed: needsFeed, startLoad: startLoad,
      followUp: followUp,
      forms: [Form(parameters: parameters, changes: changes, streaming: streaming, run: run)],
      examples: examples, details: details)
  }

  /// A command that is written in one way only, and asks something of the loop that runs it.
  package static func asking(
    _ name: String, _ parameters: Parameter<Context>..., aliases: [String] = [], summary: String,
    needsFeed: Bool = true, changes: Change = .nothing, examples: [Example],
    details: [String] = [],
    request: @escaping @Sendable (Context, Arguments) throws -> LoopRequest?
  ) -> Command {
    Command(
      name, aliases: aliases, summary: summary, needsFeed: needsFeed,
      forms: [.asking(parameters: parameters, changes: changes, request: request)],
      examples: examples, details: details)
  }

  /// How the command is written, a form an element.
  package var usage: [String] { forms.map { $0.usage(of: name) } }

  /// How the forms with words of their own are written, those of several in short; nil if there are none.
  var literalUsage: String? {
    let literal = forms.filter { !$0.literals.isEmpty }
    if literal.count < 2 { return literal.first?.usage(of: name) }
    return name + " " + literal.map { $0.literals.joined(separator: " ") }.joined(separator: "|")
  }

  /// Whether a form takes the rest of the line as it is, `;` too.
  var takesLine: Bool { forms.contains { $0.takesLine } }

  /// Whether a form takes an expression, in which parentheses hold lines together.
  var takesExpression: Bool { forms.contains { $0.takesExpression } }
}

/// How a command relates to the load of the feed at the start of a run.
package enum StartLoad: Sendable {
  /// It runs after the load.
  case separate
  /// As the first command it is the load itself, so that the feed is read once.
  case joined
  /// It compares the feed with its state before, so that no load may be left out.
  case compared
}

/// What a command changes for the statements after it in a line, about which nothing is known before it has run.
package enum Change: Comparable, Sendable {
  case nothing
  /// Which rows the view has.
  case view
  /// The feed.
  case feed
}

/// What a command asks of the loop that runs it.
package enum LoopRequest: Equatable, Sendable {
  /// Runs no more lines.
  case end
  /// Begins the next line with a text.
  case draft(String)
  /// Turns the network off or on for this run; nil follows the setting.
  case network(isOffline: Bool?)
}

/// A line that a person may want to run next.
package struct NextStep: Sendable {
  package let line: String
  /// What the line does, or what it is about.
  package let reason: String

  package init(_ line: String, _ reason: String) { (self.line, self.reason) = (line, reason) }
}

/// One way to write a command.
package struct Form<Context>: Sendable {
  /// Words that have to follow the command's name literally.
  package let literals: [String]
  package let parameters: [Parameter<Context>]
  /// What this form does, where the command's own sentence does not say it.
  package let summary: String?
  /// What it changes for the statements after it.
  package let change: Change
  /// Takes part in an answer that is found while the feed is read; nil if it cannot.
  package let streaming: Streaming?
  package let run: @Sendable (Context, Arguments) throws -> LoopRequest?

  /// Adds what a command wants of the rows to a question that is answered while the feed is read.
  ///
  /// Returns false if the feed must be read as a whole.
  package typealias Streaming = @Sendable (Context, Arguments) -> Bool

  package init(
    _ literals: String..., parameters: [Parameter<Context>] = [], summary: String? = nil,
    changes: Change = .nothing, streaming: Streaming? = nil,
    run: @escaping @Sendable (Context, Arguments) throws -> Void
  ) {
    self.init(literals, parameters, summary, changes, streaming) { context, arguments in
      try run(context, arguments)
      return nil
    }
  }

  private init(
    _ literals: [String], _ parameters: [Parameter<Context>], _ summary: String?, _ change: Change,
    _ streaming: Streaming?,
    _ run: @escaping @Sendable (Context, Arguments) throws -> LoopRequest?
  ) {
    (self.literals, self.parameters, self.summary) = (literals, parameters, summary)
    (self.change, self.streaming, self.run) = (change, streaming, run)
  }

  /// A way to write a command that asks something of the loop that runs it.
  package static func asking(
    _ literals: String..., parameters: [Parameter<Context>] = [], summary: String? = nil,
    changes: Change = .nothing,
    request: @escaping @Sendable (Context, Arguments) throws -> LoopRequest?
  ) -> Form {
    Form(literals, parameters, summary, changes, nil, request)
  }

  var takesLine: Bool { parameters.last?.extent == .line }

  /// Whether a line feed in parentheses does not end the statement.
  var takesExpression: Bool { parameters.last?.extent == .expression }

  func usage(of name: String) -> String {
    ([name] + literals + parameters.map(\.usage)).joined(separator: " ")
  }
}

/// A place in a command that a person fills in.
package struct Parameter<Context>: Sendable {
  /// How much of the line goes here.
  package enum Extent: Sendable {
    /// One word, its quotes taken away.
    case word
    /// All words that are left.
    case words
    /// The rest of the statement as it was typed.
    case statement
    /// The rest of the statement; line feeds in its quotes and parentheses are spaces.
    case expression
    /// The rest of the line as it was typed, `;` too.
    case line
  }

  /// How help writes it, such as `ITEM`.
  package let name: String
  package let extent: Extent
  package let isOptional: Bool
  /// What Tab offers for a piece of text that ends at the cursor.
  package let complete: @Sendable (Context, CompletionRequest) -> [Suggestion]
  /// What is known about a word, or a text, that was filled in among others, without running anything.
  package let examine: @Sendable (Context, Word, Arguments) -> Examination

  package init(
    _ name: String, _ extent: Extent = .word, isOptional: Bool = false,
    examineAmong: @escaping @Sendable (Context, Word, Arguments) -> Examination,
    complete: @escaping @Sendable (Context, CompletionRequest) -> [Suggestion] = { _, _ in [] }
  ) {
    self.name = name
    self.extent = extent
    self.isOptional = isOptional
    self.complete = complete
    examine = examineAmong
  }

  /// A place where what is known does not depend on the others.
  package init(
    _ name: String, _ extent: Extent = .word, isOptional: Bool = false,
    examine: @escaping @Sendable (Context, Word) -> Examination,
    complete: @escaping @Sendable (Context, CompletionRequest) -> [Suggestion] = { _, _ in [] }
  ) {
    self.init(
      name, extent, isOptional: isOptional,
      examineAmong: { context, word, _ in examine(context, word) },
      complete: complete)
  }

  /// A place for whatever a person says: what it is tells only running the command.
  package init(
    _ name: String, _ extent: Extent = .word, isOptional: Bool = false,
    complete: @escaping @Sendable (Context, CompletionRequest) -> [Suggestion] = { _, _ in [] }
  ) {
    self.init(
      name, extent, isOptional: isOptional, examine: { Examination($1, .value) },
      complete: complete)
  }

  var usage: String {
    isOptional ? "[\(name)]" : name
  }
}

/// What a person filled in.
package struct Arguments: Sendable {
  /// The whole line as typed.
  package let line: String
  /// All that follows the command's name, as it was typed.
  package let rest: Word
  /// The words that a form asks for literally.
  let literals: [Word]
  private let values: [String: [Word]]

  init(line: String, rest: Range<Int>, literals: [Word], values: [String: [Word]]) {
    self.line = line
    self.literals = literals
    self.rest = Word(text: slice(line, rest), range: rest, isQuoted: false)
    self.values = values
  }

  /// The word, or the text, of a parameter; nil if it was left out.
  package func word<Context>(of parameter: Parameter<Context>) -> Word? {
    values[parameter.name]?.first
  }

  /// The words of a parameter.
  package func words<Context>(of parameter: Parameter<Context>) -> [Word] {
    values[parameter.name] ?? []
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

/// A line that works on the bundled demo, and what it prints there.
package struct Example: Sendable, ExpressibleByStringLiteral {
  package let line: String
  /// The lines that are printed, results before messages; nil if that depends on more than the demo.
  ///
  /// `…` stands for the rest of a line at its end, and for all further lines where it is a line. Spaces at the ends of
  /// lines are left out.
  package let prints: String?

  package init(_ line: String, prints: String?) { (self.line, self.prints) = (line, prints) }

  package init(stringLiteral line: String) { self.init(line, prints: nil) }

  /// Whether a text is what the example prints.
  package func matches(_ text: String) -> Bool {
    guard let prints else { return true }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    for wanted in prints.split(separator: "\n", omittingEmptySubsequences: false) {
      if wanted == "…" { return true }
      guard var line = lines.popFirst() else { return false }
      while line.last == " " { line.removeLast() }
      let isRight =
        wanted.hasSuffix("…") ? line.hasPrefix(wanted.dropLast()) || line == wanted : line == wanted
      if !isRight { return false }
    }
    return lines.allSatisfy(\.isEmpty)
  }
}
