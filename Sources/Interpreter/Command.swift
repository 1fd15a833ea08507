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
  /// Whether the command controls a recording, so that its lines are not recorded.
  package let controlsRecording: Bool
  /// Suggests the next line after the command has succeeded; nil for none.
  package let followUp: FollowUp?

  /// Returns a suggestion for the next line.
  package typealias FollowUp = @Sendable (Context) -> NextStep?

  package init(
    _ name: String, aliases: [String] = [], summary: String, needsFeed: Bool = true,
    controlsRecording: Bool = false, followUp: FollowUp? = nil, forms: [Form<Context>],
    examples: [Example], details: [String] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.summary = summary
    self.needsFeed = needsFeed
    self.controlsRecording = controlsRecording
    self.followUp = followUp
    self.forms = forms
    self.examples = examples
    self.details = details
  }

  /// Creates a command with a single form.
  package init<each Value>(
    _ name: String, _ parameters: repeat Parameter<Context, each Value>, aliases: [String] = [],
    summary: String, needsFeed: Bool = true, changes: Change = .nothing, lists: Bool = false,
    streaming: (@Sendable (Context, repeat each Value) -> Bool)? = nil,
    startLoad: (@Sendable (Context, repeat each Value) -> StartLoad)? = nil,
    definition: (@Sendable (Context, repeat each Value) -> AliasDefinition?)? = nil,
    followUp: FollowUp? = nil, examples: [Example], details: [String] = [],
    run: @escaping @Sendable (Context, repeat each Value) throws -> Void
  ) {
    let form = Form<Context>(
      "", repeat each parameters, changes: changes, lists: lists, streaming: streaming,
      startLoad: startLoad, definition: definition, run: run)
    self.init(
      name, aliases: aliases, summary: summary, needsFeed: needsFeed, followUp: followUp,
      forms: [form], examples: examples, details: details)
  }

  /// Creates a command with a single form that returns a request to the run loop.
  package static func asking<each Value>(
    _ name: String, _ parameters: repeat Parameter<Context, each Value>, aliases: [String] = [],
    summary: String, needsFeed: Bool = true, changes: Change = .nothing, examples: [Example],
    details: [String] = [],
    request: @escaping @Sendable (Context, repeat each Value) throws -> LoopRequest?
  ) -> Command {
    Command(
      name, aliases: aliases, summary: summary, needsFeed: needsFeed,
      forms: [.asking("", repeat each parameters, changes: changes, request: request)],
      examples: examples, details: details)
  }

  /// The same command for a context that contains this one.
  ///
  /// - Parameter part: Returns the context of the command.
  /// - Returns: The command.
  package func within<Outer>(
    _ part: @escaping @Sendable (Outer) -> Context
  ) -> Command<Outer> {
    var outerFollowUp: Command<Outer>.FollowUp?
    if let followUp { outerFollowUp = { followUp(part($0)) } }
    let outerForms: [Form<Outer>] = forms.map { $0.within(part) }
    return Command<Outer>(
      name, aliases: aliases, summary: summary, needsFeed: needsFeed,
      controlsRecording: controlsRecording, followUp: outerFollowUp, forms: outerForms,
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

/// A suggestion for the next line.
package struct NextStep: Sendable {
  package let line: String
  /// The effect or subject of the line.
  package let reason: String

  package init(_ line: String, _ reason: String) { (self.line, self.reason) = (line, reason) }
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
