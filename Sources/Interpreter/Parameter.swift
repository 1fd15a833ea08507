/// A parameter of a form, which parses into a value.
///
/// - Note: In a list of parameters of a form, a parameter is named with its context, as in `KitchenContext.entry`: Swift 6.3
///   cannot infer `.entry` in a parameter pack.
package struct Parameter<Context, Value>: Sendable {
  /// The parameter without the type of its value.
  package let slot: Slot<Context>
  /// Returns the value of the words that were typed for the parameter.
  let read: @Sendable (Context, TypedArguments) throws -> Value

  init(
    _ slot: Slot<Context>, read: @escaping @Sendable (Context, TypedArguments) throws -> Value
  ) {
    (self.slot, self.read) = (slot, read)
  }

  /// Creates a required parameter.
  ///
  /// - Parameters:
  ///   - name: The name in usage lines, such as `ITEM`.
  ///   - extent: The part of the line that it takes.
  ///   - examine: Examines an argument without running the command.
  ///   - complete: Returns the completions of a text that ends at the cursor.
  ///   - parse: Returns the value, or throws a failure with a range in the line.
  package init(
    _ name: String, _ extent: ParameterExtent = .word,
    examine: @escaping @Sendable (Context, Argument) -> Examination = {
      Examination($1.word, .value)
    },
    complete: @escaping @Sendable (Context, CompletionRequest) -> [Suggestion] = { _, _ in [] },
    parse: @escaping @Sendable (Context, Argument) throws -> Value
  ) {
    slot = Slot(name: name, extent: extent, examine: examine, complete: complete)
    read = { context, typed in
      guard let argument = typed.arguments.first else {
        preconditionFailure("the parser accepted a line without \(name)")
      }
      return try parse(context, argument)
    }
  }

  /// Creates an optional parameter with a flag that ends a statement, such as `--plain`.
  ///
  /// - Parameters:
  ///   - name: The name in usage lines.
  ///   - ending: Finds the words of the parameter at the end of the parameter before it.
  ///   - complete: Returns the completions of a text that ends at the cursor.
  ///   - parse: Returns the value; without an argument, that of a statement without the words.
  package init(
    _ name: String, ending: StatementEnding<Context>,
    complete: @escaping @Sendable (Context, CompletionRequest) -> [Suggestion] = { _, _ in [] },
    parse: @escaping @Sendable (Context, Argument?) throws -> Value
  ) {
    slot = Slot(
      name: name, extent: .word, isOptional: true, ending: ending,
      examine: { Examination($1.word, .keyword) }, complete: complete)
    read = { try parse($0, $1.arguments.first) }
  }

  /// The same parameter, which takes more than one word where these are one name.
  ///
  /// - Parameter end: Returns the UTF-8 offset where the name ends in a text that begins with it and goes on with the next
  ///   argument; nil if it is one word.
  /// - Returns: The parameter.
  package func lengthened(to end: @escaping @Sendable (Context, Argument) -> Int?) -> Parameter {
    var slot = slot
    slot.nameEnd = end
    return Parameter(slot) { try read($0, $1) }
  }

  /// The same parameter, which may be left out.
  package var optional: Parameter<Context, Value?> {
    Parameter<Context, Value?>(slot.optional) { context, typed in
      typed.arguments.isEmpty ? nil : try read(context, typed)
    }
  }

  /// The same parameter, with a value for lines without it.
  ///
  /// - Parameter standard: Returns that value, or throws a failure.
  /// - Returns: The optional parameter.
  package func or(_ standard: @escaping @Sendable (Context) throws -> Value) -> Parameter {
    Parameter(slot.optional) { context, typed in
      typed.arguments.isEmpty ? try standard(context) : try read(context, typed)
    }
  }

  /// The same parameter, which takes all remaining words.
  package var repeated: Parameter<Context, [Value]> {
    var slot = slot.optional
    slot.extent = .words
    return Parameter<Context, [Value]>(slot) { context, typed in
      try typed.arguments.map {
        try read(context, TypedArguments(arguments: [$0], line: typed.line))
      }
    }
  }

  /// A parameter with the same words and another value.
  package func map<Other>(
    _ transform: @escaping @Sendable (Context, Value) throws -> Other
  ) -> Parameter<Context, Other> {
    Parameter<Context, Other>(slot) { try transform($0, try read($0, $1)) }
  }
}

extension Parameter where Value == Argument {
  /// Creates a required parameter whose value is the text itself, with its place.
  ///
  /// It is for texts whose meaning depends on another argument or on files when the command runs, such as a value of the
  /// setting before it.
  ///
  /// - Parameters:
  ///   - name: The name in usage lines, such as `FILE`.
  ///   - extent: The part of the line that it takes.
  ///   - examine: Examines an argument without running the command.
  ///   - complete: Returns the completions of a text that ends at the cursor.
  package init(
    _ name: String, _ extent: ParameterExtent = .word,
    examine: @escaping @Sendable (Context, Argument) -> Examination = {
      Examination($1.word, .value)
    },
    complete: @escaping @Sendable (Context, CompletionRequest) -> [Suggestion] = { _, _ in [] }
  ) {
    self.init(name, extent, examine: examine, complete: complete) { $1 }
  }
}

extension Parameter where Value == Bool {
  /// A flag such as `--plain`, the last word of a statement.
  package static func flag(_ name: String) -> Parameter {
    @Sendable func start(_ text: String) -> Int? {
      let words = words(of: text, in: 0..<text.utf8.count).words
      guard let last = words.last, last.text == name, !last.isQuoted else { return nil }
      return last.range.lowerBound
    }
    return Parameter(
      name, ending: StatementEnding(start: start, split: { start($1.text) }), parse: { $1 != nil })
  }
}

extension Parameter where Value == String {
  /// The whole line as it was typed; takes no words from it.
  package static var typedLine: Parameter {
    Parameter(
      Slot(
        name: "", extent: .nothing, isOptional: true, examine: { _, _ in Examination() },
        complete: { _, _ in [] })
    ) { $1.line }
  }
}

/// The part of the line that a parameter takes.
package enum ParameterExtent: Sendable {
  /// No words.
  case nothing
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

/// A parameter without the type of its value, for usage lines, parsing, completion and examination.
package struct Slot<Context>: Sendable {
  /// The name in usage lines, such as `ITEM`.
  package let name: String
  package fileprivate(set) var extent: ParameterExtent
  package fileprivate(set) var isOptional = false
  /// Finds the words of the parameter at the end of the statement; nil for a parameter that takes the next words.
  var ending: StatementEnding<Context>?
  /// Finds the end of a name of several words, before the next argument; nil for a parameter of one word.
  var nameEnd: (@Sendable (Context, Argument) -> Int?)?
  /// Examines an argument without running the command.
  let examine: @Sendable (Context, Argument) -> Examination
  /// Returns the completions of a text that ends at the cursor.
  let complete: @Sendable (Context, CompletionRequest) -> [Suggestion]

  fileprivate var optional: Slot {
    var slot = self
    slot.isOptional = true
    return slot
  }

  /// The same parameter for a context that contains this one.
  func within<Outer>(_ part: @escaping @Sendable (Outer) -> Context) -> Slot<Outer> {
    var slot = Slot<Outer>(
      name: name, extent: extent, isOptional: isOptional, ending: ending?.within(part),
      examine: { examine(part($0), $1) }, complete: { complete(part($0), $1) })
    if let nameEnd { slot.nameEnd = { nameEnd(part($0), $1) } }
    return slot
  }
}

/// Finds the words of a parameter at the end of the rest of a statement, such as `for 6` after a row.
package struct StatementEnding<Context>: Sendable {
  /// Returns the UTF-8 offset where the words seem to begin, without a look at the rows; nil if there are none.
  let start: @Sendable (String) -> Int?
  /// Returns the UTF-8 offset where the words begin; nil if they belong to the parameter before them.
  let split: @Sendable (Context, Argument) throws -> Int?

  package init(
    start: @escaping @Sendable (String) -> Int?,
    split: @escaping @Sendable (Context, Argument) throws -> Int?
  ) {
    (self.start, self.split) = (start, split)
  }

  func within<Outer>(_ part: @escaping @Sendable (Outer) -> Context) -> StatementEnding<Outer> {
    StatementEnding<Outer>(start: start) { try split(part($0), $1) }
  }
}
