import Diagnostics
import Interpreter
import Terminal
import Text
import World

/// The output of the program: results on standard output, messages and progress on standard error.
///
/// It determines the width, the colors and the format of the run, pages output that is longer than the window, and
/// delays messages until that output is on the screen. It is confined to the shell's thread.
package final class Output {
  /// When to use color: on terminals that support it, always, or never.
  package enum Color: String, Sendable, CaseIterable { case auto, always, never }

  /// The user's preferences for output.
  package struct Preferences: Sendable {
    /// The format of results.
    package var format = Format.table
    package var color = Color.auto
    /// Whether names in results link to the addresses of their rows, on terminals that support it.
    package var linksNames = true
    /// Whether output that is longer than the window is paged.
    package var stopsAtWindow = true
    /// Whether the title of the terminal's window names the feed.
    package var titlesWindow = false
    /// Whether output is plain text in sentences, without escape sequences.
    package var isPlain = false
    /// Whether every question is answered yes.
    package var answersYes = false

    package init() {}
  }

  package var preferences = Preferences()
  /// The source of keys for paging; nil if output is not paged.
  package var pagingKeys: (any PagingKeySource)?
  /// The source of keys for views such as that of `cook`, also in scripts, where output is never paged.
  package var viewKeys: (any PagingKeySource)?
  /// Takes messages that do not wait for the end of paged output, such as that a kitchen timer is over.
  package var newsWhilePaging: () -> [String] = { [] }
  /// Asks a question and returns the answer; nil if nobody can be asked.
  package var ask: ((_ question: String) -> String?)?
  /// Whether the user types at a prompt.
  package let isInteractive: Bool
  /// Whether a script is recorded or played, so that output must not depend on how long work takes.
  package let isStaged: Bool
  /// Removes and returns the lines that other threads have queued, oldest first.
  package var takePending: () -> [StyledText] = { [] }

  /// Whether results could not be written.
  package private(set) var isLost = false
  /// Whether results can no longer be delivered, so that the run ends.
  package private(set) var isClosed = false
  /// Whether a progress line is shown.
  package private(set) var isShowingProgress = false
  /// Whether the terminal did not echo the ^C that ended the last command.
  package private(set) var hasHiddenStop = false

  let world: World
  /// The gate for the output of the current command; nil if it goes directly to the terminal.
  private var gate: (any OutputGate)?
  /// Messages that wait until the output is on the screen, and whether they refer to it.
  private var remarks: [(text: StyledText, isAboutOutput: Bool)] = []
  /// Whether the terminal has colors, according to terminfo; true without an entry.
  private let terminalHasColors: Bool
  /// The parts of the last long output that was plain; nil after other output.
  private(set) var pages: PlainPages?
  /// Whether the window has a title of ours.
  var hasTitledWindow = false
  /// Whether a problem of the user's pager was reported.
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
      // An entry that cannot be read is skipped.
      guard let bytes = try? world.files.contents(of: path, limit: 1 << 16) else { continue }
      if let entry = TerminfoEntry(bytes) { return entry.colorCount > 0 }
    }
    return true
  }

  var console: Console { world.console }

  /// Begins the output of a line.
  ///
  /// - Parameter hidesKeys: Whether the terminal does not echo keys while the line runs.
  package func beginLine(hidesKeys: Bool) { hasHiddenStop = hidesKeys }

  /// Runs code that waits; keys typed meanwhile are not echoed, and remain for the next line.
  package func keepingKeys(_ body: () -> Void) {
    guard isInteractive, console.errors.isTerminal else { return world.whileWaiting(body) }
    console.withoutEcho { world.whileWaiting(body) }
    if world.interruptions.isRaised { hasHiddenStop = true }
  }

  /// Begins a progress line; until it ends, waiting shows no other line.
  package func beginProgress(_ title: String) -> Progress {
    isShowingProgress = console.errors.isTerminal
    return progress(title)
  }

  /// Erases the line of ``beginProgress(_:)``.
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
    if isPlain { return false }
    return switch preferences.color {
    case .always: true
    case .never: false
    case .auto:
      ColorVariables(world.environment).isColored
        ?? (stream.isTerminal && ![nil, "", "dumb"].contains(world.environment["TERM"])
          && terminalHasColors)
    }
  }

  /// Whether names in results link to the addresses of their rows.
  package var showsLinks: Bool {
    preferences.linksNames && format.isStyled && console.output.isTerminal && isColored
      && TerminalHints(world.environment).understandsLinks
  }

  /// The maximum width of a line of results, in cells; nil if they do not go to a terminal.
  package var width: Int? {
    console.output.isTerminal ? max(10, console.size().columns) : nil
  }

  /// Whether further output is discarded.
  package var isUnwanted: Bool { isClosed || hasLeft || world.interruptions.isRaised }
}

/// Results.
extension Output {
  /// Writes lines.
  package func print(_ lines: [StyledText]) { print { _ in lines } }

  /// Writes lines that are laid out for the width of the window, and again when it changes while they are paged.
  ///
  /// - Parameter make: Returns the lines for a width in cells; nil if they do not go to a terminal.
  package func print(_ make: @escaping (_ width: Int?) -> [StyledText]) { print(layout(make)) }

  private func layout(
    taken: Int = 0, _ make: @escaping (_ width: Int?) -> [StyledText]
  ) -> LineLayout {
    let (colored, linked, isPlain) = (isColored, showsLinks, isPlain)
    let render = { (lines: ArraySlice<StyledText>) -> [UInt8] in
      let texts = lines.map {
        isPlain ? $0.spelledOut : $0.trimmed.rendered(colored: colored, linked: linked)
      }
      return Array(texts.map { $0 + "\n" }.joined().utf8)
    }
    guard let width else { return LineLayout(width: 0, render: render) { _ in make(nil) } }
    return LineLayout(width: width, taken: taken, render: render) { make(max(10, $0)) }
  }

  private func print(_ layout: LineLayout) {
    while !isUnwanted, let some = layout.next(500) {
      note(gate?.take(some, of: layout) ?? console.output.write(some))
    }
    showPrinted()
  }

  /// Writes text unchanged.
  ///
  /// - Parameter text: The text, without control characters from outside of the program.
  package func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes unchanged.
  package func write(_ bytes: [UInt8]) {
    send(bytes)
    showPrinted()
  }

  /// Writes a report in the requested format.
  package func print(_ report: Report) {
    guard format.isStyled else { return write(format.text(of: report)) }
    guard !report.rows.isEmpty else { return }
    if isPlain { return print(report.sentences.map { StyledText($0) }) }
    beginTable()
    let table = report.table
    print { [unowned self] in table.lines(width: $0) { isUnwanted } }
    endTable()
  }

  /// Begins a table that is written in parts; its heading stays visible while it is paged.
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

  /// Writes bytes, until the output is no longer wanted.
  private func send(_ bytes: [UInt8]) {
    for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
      if isUnwanted { return }
      let some = Array(bytes[start..<min(start + 1 << 16, bytes.count)])
      note(gate?.take(some) ?? console.output.write(some))
    }
  }

  /// Shows the output so far, if it fits into the window.
  private func showPrinted() {
    if let gate, !isUnwanted { note(gate.showPrinted()) }
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
  private var pagedNews: () -> [String] { { [unowned self] in takePagedNews() } }

  /// Takes news to show while output is paged; they are said again behind it.
  private func takePagedNews() -> [String] {
    let texts = newsWhilePaging()
    remarks += texts.map { (StyledText($0, .warning), false) }
    return texts
  }

  /// Prints a message, after the results before it.
  package func say(_ text: StyledText) {
    if gate?.isHolding ?? false {
      remarks.append((text, false))
    } else {
      sayNow(text)
    }
  }

  package func say(_ text: String, _ style: Style = .plain) { say(StyledText(text, style)) }

  /// Prints a message about results, unless the user has left them before their end.
  package func sayBelowOutput(_ text: StyledText) {
    if hasLeft { return }
    if gate?.isHolding ?? false {
      remarks.append((text, true))
    } else {
      sayNow(text)
    }
  }

  /// The maximum width of a line of a diagnostic without a terminal, in cells.
  private static let longestExcerpt = 200

  /// Prints a diagnostic.
  package func say(_ diagnostic: Diagnostic) {
    if isPlain { return Self.plainLines(of: diagnostic).forEach { say($0) } }
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

  /// Prints the lines that other threads have queued; a progress line is drawn again after them.
  package func sayPending() {
    let lines = takePending()
    if isShowingProgress, !isPlain, !lines.isEmpty {
      _ = console.errors.write(Array("\r\u{1B}[K".utf8))
    }
    for line in lines { say(line) }
  }

  private func sayNow(_ text: StyledText) {
    let colored = isColored(console.errors)
    if isPlain {
      _ = console.errors.write(Array((text.spelledOut + "\n").utf8))
      return
    }
    let lines =
      console.errors.isTerminal ? text.wrapped(to: max(10, console.size().columns)) : [text]
    let rendered = lines.map { $0.rendered(colored: colored) + "\n" }.joined()
    _ = console.errors.write(Array(rendered.utf8))
  }
}

/// Output that is longer than the window.
extension Output {
  /// Runs a command, and pages its output if the user is at a prompt.
  package func paging<Result>(_ run: () throws -> Result) rethrows -> Result {
    gate = newGate()
    defer { endPaging() }
    return try run()
  }

  /// Shows the rest of the output; later output of the command is not paged.
  package func endPaging() {
    guard let gate else { return }
    gate.finish(isStopped: isClosed || world.interruptions.isRaised)
    self.gate = nil
    if let new = gate as? PlainPages, !new.isEmpty {
      pages = new.part.upperBound < new.count ? new : nil
      if let pages { sayPart(of: pages) }
    }
    if let gate = gate as? ViewedOutput {
      if isInteractive { world.interruptions.clear() }
      if gate.status != 0 {
        sayOfViewer("ended with status \(gate.status)", "check the variable PAGER")
      }
    }
    let remarks = remarks
    self.remarks = []
    for remark in remarks where !(remark.isAboutOutput && gate.hasLeft) { sayNow(remark.text) }
  }

  /// Whether the output of the current command is paged.
  package var isPaging: Bool { gate != nil }

  /// Whether the user has left the output of the command.
  private var hasLeft: Bool { gate?.hasLeft ?? false }

  /// Whether long output is paged by Larder, rather than by the user's pager.
  package var stopsOutput: Bool { stopKeys != nil && viewerCommand == nil }

  /// Prints lines whose first ones are on the screen already; the others follow when a key is pressed.
  ///
  /// If output is not paged, they follow at once.
  ///
  /// - Parameters:
  ///   - shown: How many lines are on the screen, the picture included.
  ///   - picture: The picture among them, which is in no line.
  ///   - make: Returns all lines for a width, with empty ones for the picture.
  package func printRest(
    after shown: Int, _ picture: PagedPicture, _ make: @escaping (_ width: Int?) -> [StyledText]
  ) {
    let layout = self.layout(taken: shown, make)
    if layout.isTaken || isUnwanted { return }
    if stopsOutput, let keys = stopKeys {
      gate = PagedOutput(keys, on: console, after: layout, picture, news: pagedNews)
    }
    print(layout)
  }

  /// Whether plain output that is longer than the window stops, until `next`.
  package var stopsInParts: Bool {
    isPlain && isInteractive && !isStaged && preferences.stopsAtWindow && console.output.isTerminal
      && viewerCommand != "cat"
  }

  /// The source of keys for paging; nil if output is not paged.
  private var stopKeys: (any PagingKeySource)? {
    guard isInteractive, preferences.stopsAtWindow, console.output.isTerminal, !isPlain,
      !["", "dumb"].contains(world.environment["TERM"] ?? "")
    else { return nil }
    return pagingKeys
  }

  private func newGate() -> (any OutputGate)? {
    if stopsInParts { return PlainPages(on: console) }
    guard let pagingKeys = stopKeys else { return nil }
    let console = console
    // `cat` does not page, so output goes directly to the terminal.
    if viewerCommand == "cat" { return nil }
    guard let command = viewerCommand else {
      return PagedOutput(pagingKeys, on: console, news: pagedNews)
    }
    return ViewedOutput(
      on: console, start: { [unowned self] in startViewer(command) },
      replace: { [pagedNews] in PagedOutput(pagingKeys, on: console, news: pagedNews) })
  }

  /// The user's pager; nil if there is none.
  private var viewerCommand: String? {
    let command = trimmingSpace(world.environment["PAGER"] ?? "")
    return command.isEmpty ? nil : command
  }

  private func startViewer(_ command: String) -> TextViewer.Running? {
    if let running = world.viewer.start(command) { return running }
    sayOfViewer("cannot be started", "check the variable PAGER; Larder uses its own pager")
    return nil
  }

  /// Reports a problem of the user's pager once.
  private func sayOfViewer(_ fault: String, _ hint: String) {
    defer { hasSaidNoViewer = true }
    guard !hasSaidNoViewer, let viewerCommand else { return }
    say(
      Diagnostic(
        "the pager `\(harmless(viewerCommand))` \(fault)", hint: hint, severity: .warning))
  }
}
