import Diagnostics
import Terminal
import Text
import World

/// The one door by which text leaves.
extension Shell {
  /// The format of results.
  var format: Format { options.format ?? Format(rawValue: settings["format"]) ?? .table }

  /// Whether a stream is shown in color.
  func isColored(_ stream: Console.Stream) -> Bool {
    switch options.color ?? Options.Color(rawValue: settings["color"]) ?? .auto {
    case .always: true
    case .never: false
    case .auto:
      stream.isTerminal && (world.environment["NO_COLOR"] ?? "").isEmpty
        && ![nil, "", "dumb"].contains(world.environment["TERM"])
    }
  }

  /// Whether names in results lead to the links of their rows.
  var showsLinks: Bool {
    settings["links"] == "auto" && format == .table && world.console.output.isTerminal
      && isColored(world.console.output) && TerminalHints(world.environment).understandsLinks
  }

  /// The cells that a line of results may take; nil where they are not for a terminal.
  var width: Int? { world.console.output.isTerminal ? max(10, world.console.size().columns) : nil }

  /// Writes results.
  func print(_ lines: [StyledText]) {
    let (colored, linked) = (isColored(world.console.output), showsLinks)
    for start in stride(from: 0, to: lines.count, by: 500) {
      if isUnwanted { return }
      let some = lines[start..<min(start + 500, lines.count)]
      send(Array(some.map { $0.rendered(colored: colored, linked: linked) + "\n" }.joined().utf8))
    }
    settleOutput()
  }

  /// Writes text as it is.
  ///
  /// - Parameter text: Free of controls that came from elsewhere.
  func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes as they are.
  func write(_ bytes: [UInt8]) {
    send(bytes)
    settleOutput()
  }

  /// Writes a part of something.
  private func send(_ bytes: [UInt8]) {
    for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
      if isUnwanted { return }
      let some = Array(bytes[start..<min(start + 1 << 16, bytes.count)])
      note(outputState.gate?.take(some) ?? world.console.output.write(some))
    }
  }

  /// Shows what was written until now where it fits the window.
  private func settleOutput() {
    if let gate = outputState.gate, !isUnwanted { note(gate.settle()) }
  }

  /// Whether nothing more is to be written.
  var isUnwanted: Bool { isOver || hasLeftOutput || world.interruptions.isRaised }

  private func note(_ writing: Console.Writing) {
    switch writing {
    case .written: break
    case .unread: isOver = true
    case .failed(let error):
      (isOver, outputState.isLost) = (true, true)
      say(Diagnostic("\(error.description)"))
    }
  }

  /// Writes a report in the format asked for.
  func print(_ report: Report) {
    guard format == .table else { return write(report.text(format)) }
    guard !report.rows.isEmpty else { return }
    print(report.table.lines(width: width) { isUnwanted })
  }

  /// Writes lines for people, or one object for programs.
  func print(_ lines: [StyledText], _ members: KeyValuePairs<String, JSONValue>) {
    if format == .table { return print(lines) }
    let columns = members.map { Report.Column($0.key) }
    print(
      Report(columns, [members.map { Cell(StyledText($0.value.flat), $0.value) }], isSingle: true))
  }

  /// Says something that is no result, behind the results before it.
  func say(_ text: StyledText) {
    if outputState.gate?.isHolding ?? false {
      outputState.remarks.append((text, false))
    } else {
      sayNow(text)
    }
  }

  /// Says something about results, unless somebody did not want to see them to their end.
  func sayBelowOutput(_ text: StyledText) {
    if hasLeftOutput { return }
    if outputState.gate?.isHolding ?? false {
      outputState.remarks.append((text, true))
    } else {
      sayNow(text)
    }
  }

  func sayNow(_ text: StyledText) {
    let colored = isColored(world.console.errors)
    let lines =
      world.console.errors.isTerminal
      ? text.wrapped(to: max(10, world.console.size().columns)) : [text]
    let rendered = lines.map { $0.rendered(colored: colored) + "\n" }.joined()
    _ = world.console.errors.write(Array(rendered.utf8))
  }

  func say(_ text: String, _ style: Style = .plain) { say(StyledText(text, style)) }

  /// How many cells a line about a mistake takes at most where it is for no terminal.
  private static let longestExcerpt = 200

  /// Says what is wrong, and where.
  func say(_ diagnostic: Diagnostic) {
    let width =
      world.console.errors.isTerminal ? world.console.size().columns : Self.longestExcerpt
    for (number, line) in diagnostic.lines(width: width).enumerated() {
      say(styled(line, number, diagnostic))
    }
  }

  private func styled(_ line: String, _ number: Int, _ diagnostic: Diagnostic) -> StyledText {
    if number == 0 {
      let label = diagnostic.severity.rawValue + ":"
      let style: Style = diagnostic.severity == .error ? .bad : .warning
      return StyledText(label, style) + StyledText(String(line.dropFirst(label.count)))
    }
    guard number == 2, let first = line.firstIndex(of: "^") else { return StyledText(line) }
    let end = line[first...].firstIndex { $0 != "^" } ?? line.endIndex
    return StyledText(String(line[..<first])) + StyledText(String(line[first..<end]), .bad)
      + StyledText(String(line[end...]), .good)
  }
}
