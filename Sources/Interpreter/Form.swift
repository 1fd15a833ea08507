/// A form of a command: its literals and parameters, and the function that they run.
package struct Form<Context>: Sendable {
  /// The words that must follow the command's name.
  package let literals: [String]
  /// The parameters, without the types of their values.
  package let slots: [Slot<Context>]
  /// The description of this form; nil if that of the command applies.
  package let summary: String?
  /// The effect on later statements.
  package let change: Change
  /// Whether the rows of the view are listed afterwards, so that an earlier statement of the line need not list them.
  package let lists: Bool
  /// The functions of the form, which read the values of its parameters.
  let functions: Functions

  /// The functions of a form, which get the typed words.
  struct Functions: Sendable {
    let run: @Sendable (Context, Arguments) throws -> LoopRequest?
    /// Adds the form to a streaming query; returns false if the form requires the whole feed.
    let stream: @Sendable (Context, Arguments) -> Bool
    let startLoad: @Sendable (Context, Arguments) -> StartLoad
    let definition: @Sendable (Context, Arguments) -> AliasDefinition?
  }

  /// Creates a form that returns a request to the run loop.
  ///
  /// - Parameters:
  ///   - literals: The words that must follow the command's name, with spaces between them.
  ///   - parameters: The parameters.
  ///   - summary: The description of this form; nil if that of the command applies.
  ///   - change: The effect on later statements.
  ///   - lists: Whether the rows of the view are listed afterwards.
  ///   - streaming: Adds the form to a query that is evaluated while the feed is read, and returns whether that is
  ///     possible; nil if the form requires the whole feed.
  ///   - startLoad: Returns the relation to the load of the feed at startup; nil if the form runs after it.
  ///   - definition: Returns the alias that the form defines; nil if it defines none.
  ///   - request: Runs the form with the values of its parameters.
  /// - Returns: The form.
  package static func asking<each Value>(
    _ literals: String = "", _ parameters: repeat Parameter<Context, each Value>,
    summary: String? = nil, changes change: Change = .nothing, lists: Bool = false,
    streaming: (@Sendable (Context, repeat each Value) -> Bool)? = nil,
    startLoad: (@Sendable (Context, repeat each Value) -> StartLoad)? = nil,
    definition: (@Sendable (Context, repeat each Value) -> AliasDefinition?)? = nil,
    request: @escaping @Sendable (Context, repeat each Value) throws -> LoopRequest?
  ) -> Form {
    var slots: [Slot<Context>] = []
    for parameter in repeat each parameters { slots.append(parameter.slot) }
    let all = slots
    @Sendable func values(_ context: Context, _ arguments: Arguments) throws -> (repeat each Value)
    {
      let arguments = try arguments.lengtheningName(for: all, context)
        .splittingEnd(for: all) { try $0.split(context, $1) }
      var place = 0
      func next<One>(_ parameter: Parameter<Context, One>) throws -> One {
        defer { place += 1 }
        return try parameter.read(
          context, TypedArguments(arguments: arguments[place], line: arguments.line))
      }
      return (repeat try next(each parameters))
    }
    // All but `run` ignore errors of arguments, which are reported when the form runs.
    return Form(
      literals: literals.split(separator: " ").map(String.init), slots: slots, summary: summary,
      change: change, lists: lists,
      functions: Functions(
        run: { context, arguments in
          let values = try values(context, arguments)
          return try request(context, repeat each values)
        },
        stream: { context, arguments in
          guard let streaming, let values = try? values(context, arguments) else { return false }
          return streaming(context, repeat each values)
        },
        startLoad: { context, arguments in
          guard let startLoad, let values = try? values(context, arguments) else {
            return .separate
          }
          return startLoad(context, repeat each values)
        },
        definition: { context, arguments in
          guard let definition, let values = try? values(context, arguments) else { return nil }
          return definition(context, repeat each values)
        }))
  }

  /// Creates a form; see ``asking(_:_:summary:changes:lists:streaming:startLoad:definition:request:)``.
  package init<each Value>(
    _ literals: String = "", _ parameters: repeat Parameter<Context, each Value>,
    summary: String? = nil, changes change: Change = .nothing, lists: Bool = false,
    streaming: (@Sendable (Context, repeat each Value) -> Bool)? = nil,
    startLoad: (@Sendable (Context, repeat each Value) -> StartLoad)? = nil,
    definition: (@Sendable (Context, repeat each Value) -> AliasDefinition?)? = nil,
    run: @escaping @Sendable (Context, repeat each Value) throws -> Void
  ) {
    self = .asking(
      literals, repeat each parameters, summary: summary, changes: change, lists: lists,
      streaming: streaming, startLoad: startLoad, definition: definition
    ) { (context: Context, values: repeat each Value) in
      try run(context, repeat each values)
      return nil
    }
  }

  private init(
    literals: [String], slots: [Slot<Context>], summary: String?, change: Change, lists: Bool,
    functions: Functions
  ) {
    (self.literals, self.slots, self.summary) = (literals, slots, summary)
    (self.change, self.lists, self.functions) = (change, lists, functions)
  }

  var takesLine: Bool { slots.last?.extent == .line }

  /// Whether a line feed in parentheses does not end the statement.
  var takesExpression: Bool { slots.last?.extent == .expression }

  /// The usage line of the form; words at the end of a statement are in the brackets of those before them.
  func usage(of name: String) -> String {
    var words = [name] + literals
    for slot in slots where slot.extent != .nothing {
      if slot.ending != nil, words[words.count - 1].hasSuffix("]") {
        words[words.count - 1] = "\(words[words.count - 1].dropLast()) [\(slot.name)]]"
      } else {
        words.append(slot.isOptional ? "[\(slot.name)]" : slot.name)
      }
    }
    return words.joined(separator: " ")
  }

  /// The same form for a context that contains this one.
  func within<Outer>(_ part: @escaping @Sendable (Outer) -> Context) -> Form<Outer> {
    let functions = functions
    return Form<Outer>(
      literals: literals, slots: slots.map { $0.within(part) }, summary: summary, change: change,
      lists: lists,
      functions: Form<Outer>.Functions(
        run: { try functions.run(part($0), $1) }, stream: { functions.stream(part($0), $1) },
        startLoad: { functions.startLoad(part($0), $1) },
        definition: { functions.definition(part($0), $1) }))
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
  /// - Throws: Errors from the command, and of its arguments.
  package func run(in context: Context) throws -> LoopRequest? {
    try form.functions.run(context, arguments)
  }

  /// Adds the command to a query that is evaluated while the feed is read.
  ///
  /// - Returns: Whether that is possible; otherwise the command requires the whole feed.
  package func stream(in context: Context) -> Bool { form.functions.stream(context, arguments) }

  /// Returns the relation of the command to the load of the feed at startup.
  package func startLoad(in context: Context) -> StartLoad {
    form.functions.startLoad(context, arguments)
  }

  /// Returns the alias that the command defines; nil if it defines none.
  ///
  /// Runs without a prompt take these, and nothing else, from the start file.
  package func definition(in context: Context) -> AliasDefinition? {
    form.functions.definition(context, arguments)
  }
}

/// The effect of a command on later statements of a line, which makes their examination unreliable.
package enum Change: Comparable, Sendable {
  case nothing
  /// The rows of the view change.
  case view
  /// The feed changes.
  case feed
}

/// The relation of a command to the load of the feed at startup.
package enum StartLoad: Equatable, Sendable {
  /// The command runs after the load.
  case separate
  /// As the first command, it performs the load itself, so that the feed is read once; `isFresh` downloads it again.
  case joined(isFresh: Bool)
  /// The command compares the feed with its previous version, so that the load cannot be skipped.
  case compared
}

/// An alias and the commands that it stands for.
package struct AliasDefinition: Equatable, Sendable {
  package let name: String
  /// The commands; empty to remove the alias.
  package let commands: String

  package init(name: String, commands: String) { (self.name, self.commands) = (name, commands) }
}

/// A request of a command to the run loop.
package enum LoopRequest: Equatable, Sendable {
  /// Ends the loop.
  case end
  /// Prefills the next line with a text.
  case draft(String)
  /// Ends the loop with a text for the program that asked for it.
  case choose(String)
  /// Turns the network off or on for this run; nil follows the setting.
  case network(isOffline: Bool?)
}
