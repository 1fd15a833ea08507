import Diagnostics

/// What a line says, as far as that can be told without running it.
package struct LineReading {
  /// Something that is wrong, and where the statement ends that it is in.
  struct Fault {
    var diagnostic: Diagnostic
    var range: Range<Int>
    var end: Int
  }

  private var known: [LineSpan] = []
  /// Whether no statement stands before.
  private var isFirst = true
  /// What the statements before change.
  private var change = Change.nothing
  private var faults: [Fault] = []
  /// Says what the last statement would do, if that is quickly found out.
  package private(set) var remark: (() -> String)?

  /// The most mistakes that are looked for in a line.
  private static let faultLimit = 8
  /// The most statements, comments and aliases that are looked at.
  private static let partLimit = 32
  /// How long a line may become as its aliases are written out.
  private static let lengthLimit = 1 << 13

  /// Reads a line as ``LineReader`` does, and goes on behind mistakes.
  package init<Context>(
    of line: String, by table: CommandTable<Context>, aliases: [String: String],
    in context: Context
  ) {
    var reader = LineReader(
      line, table: table, vocabulary: LineVocabulary(aliases: aliases))
    var left = Self.partLimit
    while left > 0, faults.count < Self.faultLimit, let part = reader.nextPart() {
      left -= 1
      remark = nil
      switch part {
      case .comment(let range): note([LineSpan(range, .comment)], reader)
      case .alias:
        // How many aliases may follow one another is limited already.
        left += 1
        if reader.line.utf8.count > Self.lengthLimit { return }
        if known.last?.range != reader.alias { known.append(LineSpan(reader.alias, .command)) }
      case .invocation(let invocation, let name):
        note([LineSpan(name.range, .command)], reader)
        take(
          invocation.form, invocation.arguments, end: invocation.range.upperBound, reader, context)
      case .mistake(let misfit, let form, let name, let end):
        take(misfit, form, name, end: end, aliases, reader, context)
      }
      if case .invocation(let invocation, _) = part {
        isFirst = false
        change = max(change, invocation.form.change)
      }
    }
  }

  private mutating func take<Context>(
    _ misfit: Misfit, _ form: Form<Context>?, _ name: Word?, end: Int,
    _ aliases: [String: String], _ reader: LineReader<Context>, _ context: Context
  ) {
    var fault = misfit.diagnostic
    if let name { note([LineSpan(name.range, .command)], reader) }
    if let form, let arguments = misfit.arguments {
      take(form, arguments, end: end, reader, context)
    }
    if name == nil, let span = fault.span {
      let typed = slice(reader.line, span.clamped(to: 0..<reader.line.utf8.count)).lowercased()
      if aliases.keys.contains(where: { $0.hasPrefix(typed) }) { fault.remedy = .letters }
    }
    if fault.span?.isEmpty ?? true, let name { fault.span = name.range }
    note(fault, end: end, reader)
    remark = nil
  }

  private mutating func take<Context>(
    _ form: Form<Context>, _ arguments: Arguments, end: Int, _ reader: LineReader<Context>,
    _ context: Context
  ) {
    note(arguments.literals.map { LineSpan($0.range, .keyword) }, reader)
    if change == .feed { return }
    for parameter in form.parameters {
      for word in arguments.words(of: parameter) {
        let examination = parameter.examine(context, word, arguments)
        note(examination.spans, reader)
        if !examination.dependsOnView || isFirst {
          for fault in examination.faults { note(fault, end: end, reader) }
        }
        // What the statements before leave is not known.
        if change == .nothing, let remark = examination.remark, examination.faults.isEmpty {
          self.remark = remark
        }
      }
    }
  }

  private mutating func note<Context>(_ spans: [LineSpan], _ reader: LineReader<Context>) {
    for span in spans where !span.range.isEmpty {
      if let range = reader.typedRange(of: span.range) { known.append(LineSpan(range, span.kind)) }
    }
  }

  private mutating func note<Context>(
    _ fault: Diagnostic, end: Int, _ reader: LineReader<Context>
  ) {
    guard let span = fault.span else { return }
    let range = reader.typedRange(of: span)
    var fault = fault
    // What an alias stands for cannot be mended in the line.
    if range == nil { (fault.correction, fault.remedy) = (nil, .nothing) }
    let end = reader.typedRange(of: end..<end)?.lowerBound ?? reader.alias.upperBound
    faults.append(Fault(diagnostic: fault, range: range ?? reader.alias, end: end))
  }

  /// What cannot stay as it is, whatever is typed at a cursor: the mistakes with their places.
  package func mistakes(at cursor: Int) -> [(diagnostic: Diagnostic, range: Range<Int>)] {
    faults.filter { fault in
      switch fault.diagnostic.remedy {
      case .nothing: true
      case .letters: cursor != fault.range.upperBound
      case .words:
        !(fault.range.upperBound...max(fault.range.upperBound, fault.end)).contains(cursor)
      }
    }.map { ($0.diagnostic, $0.range) }
  }

  /// The pieces of the line from left to right, what is wrong over all else, while a cursor stands somewhere.
  package func spans(at cursor: Int) -> [LineSpan] {
    let wrong = mistakes(at: cursor).map { LineSpan($0.range, .wrong) }.filter { !$0.range.isEmpty }
    var spans = known.filter { span in !wrong.contains { $0.range.overlaps(span.range) } } + wrong
    spans.sort {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    }
    var end = 0
    return spans.filter { span in
      defer { end = max(end, span.range.upperBound) }
      return span.range.lowerBound >= end
    }
  }
}

/// What is known about a piece of a line, without running anything.
package struct Examination {
  /// The words in it that are known: UTF-8 offsets into the line.
  package var spans: [LineSpan]
  /// What is wrong with it, each with its place in the line.
  package var faults: [Diagnostic]
  /// Says what the line would do, if that is quickly found out.
  package var remark: (() -> String)?
  /// Whether what is wrong may be right once the statements before have run.
  private(set) var dependsOnView = false

  package init(
    spans: [LineSpan] = [], faults: [Diagnostic] = [], remark: (() -> String)? = nil
  ) {
    self.spans = spans
    self.faults = faults
    self.remark = remark
  }

  /// The same, of which what is wrong may be right once the statements before have run.
  package var ofView: Examination {
    var examination = self
    examination.dependsOnView = true
    return examination
  }

  /// A word that is all of one kind, and what is wrong with it.
  package init(_ word: Word, _ kind: LineSpan.Kind, fault: Diagnostic? = nil) {
    let isNumber = kind == .value && !word.isQuoted && Int(word.text) != nil
    spans = [LineSpan(word.range, word.isQuoted ? .quotation : isNumber ? .number : kind)]
    faults = fault.map { [$0] } ?? []
  }
}
