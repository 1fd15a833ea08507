import Diagnostics

/// The result of examining a line without running it: highlighting, errors and a remark.
package struct LineAnalysis {
  /// An error, and the end of its statement.
  struct Fault {
    var diagnostic: Diagnostic
    var range: Range<Int>
    var end: Int
  }

  private var known: [LineSpan] = []
  /// Whether there was no earlier statement.
  private var isFirst = true
  /// The combined effect of the earlier statements.
  private var change = Change.nothing
  private var faults: [Fault] = []
  /// Returns the effect of the last statement; nil if it cannot be determined quickly.
  package private(set) var remark: (() -> String)?

  /// The maximum number of errors.
  private static let faultLimit = 8
  /// The maximum number of statements, comments and aliases.
  private static let partLimit = 32
  /// The maximum length of the line with its aliases expanded.
  private static let lengthLimit = 1 << 13

  /// Parses a line with ``LineReader``, and continues after errors.
  package init<Context>(
    of line: String, by table: CommandTable<Context>, aliases: [String: String],
    isExpression: @escaping (String) -> Bool = { _ in false }, in context: Context
  ) {
    var reader = LineReader(
      line, table: table,
      vocabulary: LineVocabulary(aliases: aliases, isExpression: isExpression))
    var left = Self.partLimit
    while left > 0, faults.count < Self.faultLimit, let part = reader.nextPart() {
      left -= 1
      remark = nil
      switch part {
      case .comment(let range): note([LineSpan(range, .comment)], reader)
      case .alias:
        // The number of alias expansions is limited already.
        left += 1
        if reader.line.utf8.count > Self.lengthLimit { return }
        if known.last?.range != reader.alias { known.append(LineSpan(reader.alias, .command)) }
      case .invocation(let invocation, let name):
        note([LineSpan(name.range, .command)], reader)
        take(
          invocation.form, invocation.arguments, end: invocation.range.upperBound, reader, context)
      case .mistake(let mismatch, let form, let name, let end):
        take(mismatch, form, name, end: end, aliases, reader, context)
      }
      if case .invocation(let invocation, _) = part {
        isFirst = false
        change = max(change, invocation.form.change)
      }
    }
  }

  private mutating func take<Context>(
    _ mismatch: FormMismatch, _ form: Form<Context>?, _ name: Word?, end: Int,
    _ aliases: [String: String], _ reader: LineReader<Context>, _ context: Context
  ) {
    var fault = mismatch.diagnostic
    if let name { note([LineSpan(name.range, .command)], reader) }
    if let form, let arguments = mismatch.arguments {
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
    let arguments = arguments.splittingEnd(for: form.slots) { $0.start($1.text) }
    for (place, slot) in form.slots.enumerated() {
      for argument in arguments[place] {
        let examination = slot.examine(context, argument)
        note(examination.spans, reader)
        if !examination.dependsOnView || isFirst {
          for fault in examination.faults { note(fault, end: end, reader) }
        }
        // The result of the earlier statements is unknown.
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
    // The expansion of an alias cannot be corrected in the line.
    if range == nil { (fault.correction, fault.remedy) = (nil, .nothing) }
    let end = reader.typedRange(of: end..<end)?.lowerBound ?? reader.alias.upperBound
    faults.append(Fault(diagnostic: fault, range: range ?? reader.alias, end: end))
  }

  /// Returns the errors that typing at the cursor could not fix, with their ranges.
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

  /// Returns the highlighted ranges in order, with errors taking precedence, for a cursor position.
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

/// The result of examining an argument.
package struct Examination {
  /// The highlighted ranges, in UTF-8 offsets.
  package var spans: [LineSpan]
  /// The errors, with their ranges in the line.
  package var faults: [Diagnostic]
  /// Returns the effect of the line; nil if it cannot be determined quickly.
  package var remark: (() -> String)?
  /// Whether earlier statements could make the errors disappear.
  private(set) var dependsOnView = false

  package init(
    spans: [LineSpan] = [], faults: [Diagnostic] = [], remark: (() -> String)? = nil
  ) {
    self.spans = spans
    self.faults = faults
    self.remark = remark
  }

  /// The same result, marked as dependent on earlier statements.
  package var ofView: Examination {
    var examination = self
    examination.dependsOnView = true
    return examination
  }

  /// Creates the result for a word of one kind, with an optional error.
  package init(_ word: Word, _ kind: LineSpan.Kind, fault: Diagnostic? = nil) {
    let isNumber = kind == .value && !word.isQuoted && Int(word.text) != nil
    spans = [LineSpan(word.range, word.isQuoted ? .quotation : isNumber ? .number : kind)]
    faults = fault.map { [$0] } ?? []
  }
}
