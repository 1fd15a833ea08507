import Diagnostics
import Interpreter
import Terminal
import Text
import World

/// The one way out: results to standard output, messages and progress to standard error.
///
/// It knows the width, the colors and the format of the run, stops long output at the window's end, and holds messages
/// back while that output is not on the screen. It belongs to the shell's thread.
package final class Output {
  /// Whether to use color: where a terminal shows it, always, or never.
  package enum Color: String, Sendable, CaseIterable { case auto, always, never }

  /// How a person wants output to look.
  package struct Preferences: Sendable {
    /// The format of results.
    package var format = Format.table
    package var color = Color.auto
    /// Whether names in results lead to the links of their rows, in terminals that have that.
    package var linksNames = true
    /// Whether output that is longer than the window stops there.
    package var stopsAtWindow = true
    /// Whether the terminal's window is named after the feed.
    package var titlesWindow = false
    /// Whether every question is answered yes.
    package var answersYes = false

    package init() {}
  }

  package var preferences = Preferences()
  /// Gives the keys that move through long output; nil where it is not stopped.
  package var pagingKeys: (any PagingKeySource)?
  /// Gives the keys of views such as that of `cook`, also in scripts, where output is never stopped.
  package var viewKeys: (any PagingKeySource)?
  /// Asks a question and returns the answer; nil if there is nobody to ask.
  package var ask: ((_ question: String) -> String?)?
  /// Whether a person types at a prompt.
  package let isInteractive: Bool
  /// Whether a script runs, recorded or played, so that nothing is shown of how long something takes.
  package let isStaged: Bool
  /// Takes the lines that other threads have left to be reported, oldest first.
  package var takePending: () -> [StyledText] = { [] }

  /// Whether results could not be written.
  package private(set) var isLost = false
  /// Whether nobody reads results any more, so that the run is over.
  package private(set) var isClosed = false
  /// Whether a line already reports what is waited for.
  package private(set) var isShowingProgress = false
  /// Whether the terminal showed nothing of the ^C that ended the last command.
  package private(set) var hasHiddenStop = false

  let world: World
  /// The gate for the output of the current command; nil if it goes straight to the terminal.
  private var gate: (any OutputGate)?
  /// Reports made before the output reached the screen, and whether they refer to it.
  private var remarks: [(text: StyledText, isAboutOutput: Bool)] = []
  /// Whether the terminal has colors, according to terminfo; true if that has no entry.
  private let terminalHasColors: Bool
  private var hasTitledWindow = false
  /// Whether it was reported what is wrong with the person's pager.
  private var hasSaidNoViewer = false

  package init(on world: World, isInteractive: Bool, isStaged: Bool = false) {
    self.world = world
    self.isInteractive = isInteractive
    self.isStaged = isStaged
    let isShown = world.console.output.isTerminal || world.console.errors.isTerminal
    terminalHasColors = !isShown || isStaged || Self.hasColors(world)
  }

  private static func hasColors(_ world: World) -> Bool {
    for path in TerminfoEntry.paths(world.environment) where world.files.kind(of: path) == .file {
      // An entry that cannot be read says nothing.
      guard let bytes = try? world.files.contents(of: path, limit: 1 << 16) else { continue }
      if let entry = TerminfoEntry(bytes) { return entry.colorCount > 0 }
    }
    return true
  }

  private var console: Console { world.console }

  /// Begins the output of a line.
  ///
  /// - Parameter hidesKeys: Whether the terminal shows nothing of what is typed meanwhile.
  package func beginLine(hidesKeys: Bool) { hasHiddenStop = hidesKeys }

  /// Waits for something; keys typed meanwhile are not shown, and are there for the next line.
  package func keepingKeys(_ body: () -> Void) {
    guard isInteractive, console.errors.isTerminal else { return world.whileWaiting(body) }
    console.withoutEcho { world.whileWaiting(body) }
    if world.interruptions.isRaised { hasHiddenStop = true }
  }

  /// Shows how far something has come on one line, which no other line about waiting joins until it ends.
  package func beginProgress(_ title: String) -> Progress {
    isShowingProgress = console.errors.isTerminal
    return Progress(title, on: world)
  }

  /// Takes the line of ``beginProgress(_:)`` away.
  package func end(_ progress: Progress) {
    progress.clear()
    isShowingProgress = false
  }
}

/// The preferences that depend on the terminal and the user.
extension Output {
  /// The format of results.
  package var format: Format { preferences.format }

  /// Whether results are shown in color.
  package var isColored: Bool { isColored(console.output) }

  private func isColored(_ stream: Console.Stream) -> Bool {
    switch preferences.color {
    case .always: true
    case .never: false
    case .auto:
      stream.isTerminal && (world.environment["NO_COLOR"] ?? "").isEmpty
        && ![nil, "", "dumb"].contains(world.environment["TERM"]) && terminalHasColors
    }
  }

  /// Whether names in results lead to the links of their rows.
  package var showsLinks: Bool {
    preferences.linksNames && format.isStyled && console.output.isTerminal && isColored
      && TerminalHints(world.environment).understandsLinks
  }

  /// The cells that a line of results may take; nil where they are not for a terminal.
  package var width: Int? {
    console.output.isTerminal ? max(10, console.size().columns) : nil
  }

  /// Whether nothing more is to be written.
  package var isUnwanted: Bool { isClosed || hasLeft || world.interruptions.isRaised }
}

/// Results.
extension Output {
  /// Writes lines.
  package func print(_ lines: [StyledText]) {
    let (colored, linked) = (isColored, showsLinks)
    for start in stride(from: 0, to: lines.count, by: 500) {
      if isUnwanted { return }
      let some = lines[start..<min(start + 500, lines.count)]
      send(Array(some.map { $0.rendered(colored: colored, linked: linked) + "\n" }.joined().utf8))
    }
    settle()
  }

  /// Writes text as it is.
  ///
  /// - Parameter text: Free of controls that came from elsewhere.
  package func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes as they are.
  package func write(_ bytes: [UInt8]) {
    send(bytes)
    settle()
  }

  /// Writes a report in the format asked for.
  package func print(_ report: Report) {
    guard format.isStyled else { return write(format.text(of: report)) }
    guard !report.rows.isEmpty else { return }
    beginTable()
    print(report.table.lines(width: width) { isUnwanted })
    endTable()
  }

  /// Begins a table that is written in parts, whose head stays in sight while it is paged.
  package func beginTable() { gate?.beginTable() }

  /// Ends the table.
  package func endTable() { gate?.endTable() }

  /// Writes lines for people, or one object for programs.
  package func print(_ lines: [StyledText], _ members: KeyValuePairs<String, JSONValue>) {
    if format.isStyled { return print(lines) }
    let columns = members.map { Report.Column($0.key) }
    print(
      Report(columns, [members.map { Cell(StyledText($0.value.flat), $0.value) }], isSingle: true))
  }

  /// Writes a part of something.
  private func send(_ bytes: [UInt8]) {
    for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
      if isUnwanted { return }
      let some = Array(bytes[start..<min(start + 1 << 16, bytes.count)])
      note(gate?.take(some) ?? console.output.write(some))
    }
  }

  /// Shows what was written until now where it fits the window.
  private func settle() {
    if let gate, !isUnwanted { note(gate.settle()) }
  }

  private func note(_ writing: Console.Writing) {
    switch writing {
    case .written: break
    case .unread: isClosed = true
    case .failed(let error):
      (isClosed, isLost) = (true, true)
      say(Diagnostic("\(error.description)"))
    }
  }
}

/// Messages.
extension Output {
  /// Reports something that is no result, after the results before it.
  package func say(_ text: StyledText) {
    if gate?.isHolding ?? false {
      remarks.append((text, false))
    } else {
      sayNow(text)
    }
  }

  package func say(_ text: String, _ style: Style = .plain) { say(StyledText(text, style)) }

  /// Reports something about results, unless somebody did not want to see them to their end.
  package func sayBelowOutput(_ text: StyledText) {
    if hasLeft { return }
    if gate?.isHolding ?? false {
      remarks.append((text, true))
    } else {
      sayNow(text)
    }
  }

  /// How many cells a line about a mistake takes at most where it is for no terminal.
  private static let longestExcerpt = 200

  /// Reports what is wrong, and where.
  package func say(_ diagnostic: Diagnostic) {
    let width = console.errors.isTerminal ? console.size().columns : Self.longestExcerpt
    for line in diagnostic.parts(width: width) { say(styled(line, diagnostic.severity)) }
  }

  private func styled(_ line: Diagnostic.Line, _ severity: Diagnostic.Severity) -> StyledText {
    switch line {
    case .message(let label, let text):
      StyledText(label, severity == .error ? .bad : .warning) + StyledText(text)
    case .source(let text), .hint(let text): StyledText(text)
    case .carets(let indent, let carets, let hint):
      StyledText(indent) + StyledText(carets, .bad) + StyledText(hint, .good)
    }
  }

  /// Reports what other threads have left to be reported; a progress line is drawn again after it.
  package func sayPending() {
    let lines = takePending()
    if isShowingProgress, !lines.isEmpty { _ = console.errors.write(Array("\r\u{1B}[K".utf8)) }
    for line in lines { say(line) }
  }

  private func sayNow(_ text: StyledText) {
    let colored = isColored(console.errors)
    let lines =
      console.errors.isTerminal ? text.wrapped(to: max(10, console.size().columns)) : [text]
    let rendered = lines.map { $0.rendered(colored: colored) + "\n" }.joined()
    _ = console.errors.write(Array(rendered.utf8))
  }
}

/// Output that is longer than the window.
extension Output {
  /// Runs a command whose output is shown by the screen where a person looks on.
  package func paging<Result>(_ run: () throws -> Result) rethrows -> Result {
    gate = newGate()
    defer { endPaging() }
    return try run()
  }

  /// Shows the rest of the output, so that what comes next stands below it; the command's later output is not stopped.
  package func endPaging() {
    guard let gate else { return }
    gate.finish(isStopped: isClosed || world.interruptions.isRaised)
    self.gate = nil
    if let gate = gate as? ViewedOutput {
      if isInteractive { world.interruptions.clear() }
      if gate.status != 0 { sayOfViewer("ended with status \(gate.status)", "PAGER names it") }
    }
    let remarks = remarks
    self.remarks = []
    for remark in remarks where !(remark.isAboutOutput && gate.hasLeft) { sayNow(remark.text) }
  }

  /// Whether the output of the present command is stopped where the window ends.
  package var isPaging: Bool { gate != nil }

  /// Whether nobody wants to see more of what the command prints.
  private var hasLeft: Bool { gate?.hasLeft ?? false }

  /// Whether long output stops at the window's end until a key, without another program.
  package var stopsOutput: Bool { stopKeys != nil && viewerCommand == nil }

  /// Writes the rest of something that fills the window, which continues with the next key.
  ///
  /// Where output is not stopped, the rest follows at once.
  package func printRest(_ lines: [StyledText]) {
    if lines.isEmpty || isUnwanted { return }
    if stopsOutput, let keys = stopKeys {
      gate = PagedOutput(keys, on: console, continuesScreen: true)
    }
    print(lines)
  }

  /// The keys that move through long output; nil where it is not stopped.
  private var stopKeys: (any PagingKeySource)? {
    guard isInteractive, preferences.stopsAtWindow, console.output.isTerminal,
      !["", "dumb"].contains(world.environment["TERM"] ?? "")
    else { return nil }
    return pagingKeys
  }

  private func newGate() -> (any OutputGate)? {
    guard let pagingKeys = stopKeys else { return nil }
    let console = console
    // It shows texts as they are, and so does the terminal.
    if viewerCommand == "cat" { return nil }
    guard let command = viewerCommand else { return PagedOutput(pagingKeys, on: console) }
    return ViewedOutput(
      on: console, start: { [unowned self] in startViewer(command) },
      replace: { PagedOutput(pagingKeys, on: console) })
  }

  /// The program of the person's that shows long texts.
  private var viewerCommand: String? {
    let command = trimmingSpace(world.environment["PAGER"] ?? "")
    return command.isEmpty ? nil : command
  }

  private func startViewer(_ command: String) -> TextViewer.Running? {
    if let running = world.viewer.start(command) { return running }
    sayOfViewer("cannot be started", "PAGER names it; larder's own is used")
    return nil
  }

  /// Reports once what is wrong with the person's pager.
  private func sayOfViewer(_ fault: String, _ hint: String) {
    defer { hasSaidNoViewer = true }
    guard !hasSaidNoViewer, let viewerCommand else { return }
    say(
      Diagnostic(
        "the pager `\(harmless(viewerCommand))` \(fault)", hint: hint, severity: .warning))
  }
}

/// The title of the terminal's window.
extension Output {
  /// Names the window after the feed, if the person wants that.
  ///
  /// The title that was there is put aside first (xterm's window operations 22 and 23).
  package func titleWindow(_ title: String) {
    guard preferences.titlesWindow, isOnScreen else { return untitleWindow() }
    let name = String(
      String.UnicodeScalarView(title.unicodeScalars.filter { !isHarmful($0) }))
    let first = hasTitledWindow ? "" : "\u{1B}[22;2t"
    hasTitledWindow = true
    // A terminal that is gone is noticed with the next result.
    _ = console.output.write(
      Array("\(first)\u{1B}]2;larder: \(clipped(name, to: 80))\u{7}".utf8))
  }

  /// Gives the window the title that it had, as far as the terminal remembers it.
  package func untitleWindow() {
    guard hasTitledWindow else { return }
    hasTitledWindow = false
    // Likewise.
    _ = console.output.write(Array("\u{1B}[23;2t".utf8))
  }

  /// Whether a person types at a terminal that has more than letters.
  private var isOnScreen: Bool {
    isInteractive && console.output.isTerminal
      && !["", "dumb", "linux"].contains(world.environment["TERM"] ?? "")
  }
}
