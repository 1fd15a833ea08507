/// A declared command, from which parsing, help, completion and tests are derived.
package struct Command<Context>: Sendable {
  package let name: String
  /// Alternative names.
  package let aliases: [String]
  /// A one-sentence description.
  package let summary: String
  /// The forms of the command; the first one that matches is used.
  package let forms: [Form<Context>]
  /// Example lines for the bundled demo feed.
  package let examples: [Example]
  /// Further paragraphs of help.
  package let details: [String]
  /// Whether the command waits for a feed that is still loading.
  package let needsFeed: Bool
  /// The relation of the command to the load of the feed at startup.
  package let startLoad: StartLoad
  /// Whether the command controls a recording, so that its lines are not recorded.
  package let controlsRecording: Bool
  /// Returns the alias that the command defines; nil for commands that define none.
  ///
  /// Runs without a prompt take these, and nothing else, from the start file.
  package let definition: (@Sendable (Arguments) -> AliasDefinition?)?
  /// Suggests the next line after the command has succeeded; nil for none.
  package let followUp: FollowUp?

  /// Returns a suggestion for the next line.
  package typealias FollowUp = @Sendable (Context) -> NextStep?

  package init(
    _ name: String, aliases: [String] = [], summary: String, needsFeed: Bool = true,
    startLoad: StartLoad = .separate, controlsRecording: Bool = false,
    definition: (@Sendable (Arguments) -> AliasDefinition?)? = nil,
    followUp: FollowUp? = nil, forms: [Form<Context>],
    examples: [Example], details: [String] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.summary = summary
    self.needsFeed = needsFeed
    self.startLoad = startLoad
    self.controlsRecording = controlsRecording
    self.definition = definition
    self.followUp = followUp
    self.forms = forms
    self.examples = examples
    self.details = details
  }

  /// Creates a command with a single form.
  package init(
    _ name: String, _ parameters: Parameter<Context>..., aliases: [String] = [], summary: String,
    needsFeed: Bool = true, startLoad: StartLoad = .separate, changes: Change = .nothing,
    lists: Bool = false, streaming: Form<Context>.Streaming? = nil,
    definition: (@Sendable (Arguments) -> AliasDefinition?)? = nil, followUp: FollowUp? = nil,
    examples: [Example], details: [String] = [],
    run: @escaping @Sendable (Context, Arguments) throws -> Void
  ) {
    self.init(
      name, aliases: aliases, summary: summary, needsFeed: needsFeed, startLoad: startLoad,
      definition: definition, followUp: followUp,
      forms: [
        Form(
          parameters: parameters, changes: changes, lists: lists, streaming: streaming, run: run)
      ],
      examples: examples, details: details)
  }

  /// Creates a command with a single form that returns a request to the run loop.
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

  /// The usage lines, one for each form.
  package var usage: [String] { forms.map { $0.usage(of: name) } }

  /// The usage of the forms with literals, abbreviated if there are several; nil if there are none.
  var literalUsage: String? {
    let literal = forms.filter { !$0.literals.isEmpty }
    if literal.count < 2 { return literal.first?.usage(of: name) }
    return name + " " + literal.map { $0.literals.joined(separator: " ") }.joined(separator: "|")
  }

  /// Whether a form takes the rest of the line verbatim, including `;`.
  var takesLine: Bool { forms.contains { $0.takesLine } }

  /// Whether a form takes an expression, in which parentheses can span lines.
  var takesExpression: Bool { forms.contains { $0.takesExpression } }
}

/// An alias and the commands that it stands for.
package struct AliasDefinition: Equatable, Sendable {
  package let name: String
  /// The commands; empty to remove the alias.
  package let commands: String

  package init(name: String, commands: String) { (self.name, self.commands) = (name, commands) }
}

/// The relation of a command to the load of the feed at startup.
package enum StartLoad: Sendable {
  /// The command runs after the load.
  case separate
  /// As the first command, it performs the load itself, so that the feed is read once.
  case joined
  /// The command compares the feed with its previous version, so that the load cannot be skipped.
  case compared
}

/// The effect of a command on later statements of a line, which makes their examination unreliable.
package enum Change: Comparable, Sendable {
  case nothing
  /// The rows of the view change.
  case view
  /// The feed changes.
  case feed
}

/// A request of a command to the run loop.
package enum LoopRequest: Equatable, Sendable {
  /// Ends the loop.
  case end
  /// Prefills the next line with a text.
  case draft(String)
  /// Turns the network off or on for this run; nil follows the setting.
  case network(isOffline: Bool?)
}

/// A suggestion for the next line.
package struct NextStep: Sendable {
  package let line: String
  /// The effect or subject of the line.
  package let reason: String

  package init(_ line: String, _ reason: String) { (self.line, self.reason) = (line, reason) }
}

/// A form of a command: its literals and parameters.
package struct Form<Context>: Sendable {
  /// The words that must follow the command's name.
  package let literals: [String]
  package let parameters: [Parameter<Context>]
  /// The description of this form; nil if that of the command applies.
  package let summary: String?
  /// The effect on later statements.
  package let change: Change
  /// Whether the rows of the view are listed afterwards, so that an earlier statement of the line need not list them.
  package let lists: Bool
  /// Adds the form to a streaming query; nil if the form requires the whole feed.
  package let streaming: Streaming?
  package let run: @Sendable (Context, Arguments) throws -> LoopRequest?

  /// Adds the command to a query that is evaluated while the feed is read.
  ///
  /// Returns false if the command requires the whole feed.
  package typealias Streaming = @Sendable (Context, Arguments) -> Bool

  package init(
    _ literals: String..., parameters: [Parameter<Context>] = [], summary: String? = nil,
    changes: Change = .nothing, lists: Bool = false, streaming: Streaming? = nil,
    run: @escaping @Sendable (Context, Arguments) throws -> Void
  ) {
    self.init(literals, parameters, summary, changes, lists, streaming) { context, arguments in
      try run(context, arguments)
      return nil
    }
  }

  private init(
    _ literals: [String], _ parameters: [Parameter<Context>], _ summary: String?, _ change: Change,
    _ lists: Bool, _ streaming: Streaming?,
    _ run: @escaping @Sendable (Context, Arguments) throws -> LoopRequest?
  ) {
    (self.literals, self.parameters, self.summary) = (literals, parameters, summary)
    (self.change, self.lists) = (change, lists)
    (self.streaming, self.run) = (streaming, run)
  }

  /// Creates a form that returns a request to the run loop.
  package static func asking(
    _ literals: String..., parameters: [Parameter<Context>] = [], summary: String? = nil,
    changes: Change = .nothing,
    request: @escaping @Sendable (Context, Arguments) throws -> LoopRequest?
  ) -> Form {
    Form(literals, parameters, summary, changes, false, nil, request)
  }

  var takesLine: Bool { parameters.last?.extent == .line }

  /// Whether a line feed in parentheses does not end the statement.
  var takesExpression: Bool { parameters.last?.extent == .expression }

  func usage(of name: String) -> String {
    ([name] + literals + parameters.map(\.usage)).joined(separator: " ")
  }
}

/// A parameter of a form.
package struct Parameter<Context>: Sendable {
  /// The part of the line that a parameter takes.
  package enum Extent: Sendable {
    /// One word without its quotes.
    case word
    /// All remaining words.
    case words
    /// The rest of the statement, verbatim.
    case statement
    /// The rest of the statement, with line feeds in quotes and parentheses replaced by spaces.
    case expression
    /// The rest of the line, verbatim, including `;`.
    case line
  }

  /// The name in usage lines, such as `ITEM`.
  package let name: String
  package let extent: Extent
  package let isOptional: Bool
  /// Returns the completions of a text that ends at the cursor.
  package let complete: @Sendable (Context, CompletionRequest) -> [Suggestion]
  /// Examines an argument together with the others, without running the command.
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

  /// Creates a parameter whose examination does not depend on other arguments.
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

  /// Creates a parameter that accepts any text.
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

/// The arguments of a command.
package struct Arguments: Sendable {
  /// The whole line as typed.
  package let line: String
  /// The text after the command's name, verbatim.
  package let rest: Word
  /// The literals of the form.
  let literals: [Word]
  private let values: [String: [Word]]

  init(line: String, rest: Range<Int>, literals: [Word], values: [String: [Word]]) {
    self.line = line
    self.literals = literals
    self.rest = Word(text: slice(line, rest), range: rest, isQuoted: false)
    self.values = values
  }

  /// Returns the word or text of a parameter; nil if it was omitted.
  package func word<Context>(of parameter: Parameter<Context>) -> Word? {
    values[parameter.name]?.first
  }

  /// Returns the words of a parameter.
  package func words<Context>(of parameter: Parameter<Context>) -> [Word] {
    values[parameter.name] ?? []
  }
}

/// A parsed command with its arguments.
package struct Invocation<Context>: Sendable {
  package let command: Command<Context>
  package let form: Form<Context>
  package let arguments: Arguments
  /// The range of the statement in the line.
  package let range: Range<Int>

  /// Runs the command.
  ///
  /// - Parameter context: The context of the command.
  /// - Returns: The request to the run loop; nil for none.
  /// - Throws: Errors from the command.
  package func run(in context: Context) throws -> LoopRequest? {
    try form.run(context, arguments)
  }
}

/// An example line for the bundled demo feed, with its output.
package struct Example: Sendable, ExpressibleByStringLiteral {
  package let line: String
  /// The expected output, with results before messages; nil if it depends on more than the demo feed.
  ///
  /// `…` matches the rest of a line at its end, and all further lines if it is a line of its own. Trailing
  /// spaces are ignored.
  package let prints: String?

  package init(_ line: String, prints: String?) { (self.line, self.prints) = (line, prints) }

  package init(stringLiteral line: String) { self.init(line, prints: nil) }

  /// Whether a text matches the expected output.
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
