import CEditLine
import Interpreter

/// Reads lines from a person at a terminal, with libedit.
///
/// Use it from one thread. While a line is read the terminal is in editing mode
/// and no key raises a signal; in between it is as a running command expects it.
package final class LineEditor: LineSource {
  let assistant: any LineAssistant
  let history: any LineHistory
  let options: Options
  let libedit: Libedit
  let keys: KeyReader

  /// Draws what stands above the line anew in a window of another size, and tells whether it did.
  ///
  /// If so, the cursor is at the start of an empty line afterwards.
  package var onNewSize: () -> Bool = { false }

  let terminal: EditorTerminal
  let screen: LineScreen
  /// What puts the terminal of the process back as it was found.
  private let keeper: TerminalGuard?
  private(set) var isClosed = false
  /// Whether the commands of the last line were broken off.
  var wasInterrupted = false

  /// Says what there is to say above the line, and gives the prompt as it is then; nil if it is the same.
  package var onNews: () -> String? = { nil }

  /// Does what can wait until the first line is on the screen; called once, before the wait for a key.
  package var onShown: () -> Void = {}

  /// Changes a text in the person's own editor; nil if that came to nothing.
  package var onEdit: (_ text: String) -> String? = { _ in nil }

  var preferences: Preferences
  let news: NewsSignal

  var prompt = Prompt("", usesColor: false)
  /// Whether the line is the answer to a question.
  var isQuestion = false

  /// Characters for libedit that come before any key.
  var injected: [Unicode.Scalar] = []
  /// What is done here for those of them that stand for a command.
  var commands: [EditCommand] = []
  /// The command of the last key, and of the one before; nil for text.
  var (presentCommand, previousCommand): (EditCommand?, EditCommand?) = (nil, nil)
  /// Whether a lone Escape makes an Alt key of the next.
  var isAltPending = false
  /// What happens once the cursor is behind the line.
  var afterMove: AfterMove?
  /// The line that a command wants shown.
  var staged = EditedLine("")
  /// What joins the character before the cursor.
  var mark: Unicode.Scalar = " "
  var changes = UndoHistory()
  var killRing = KillRing()
  var recall = Recall()
  /// How many lines of the history libedit knows.
  var taughtLines = 0
  /// Whether the history was brought up to date for this line.
  var hasFreshHistory = false
  var search: HistorySearch?
  var openMenu: OpenMenu?
  /// What was said about a line last.
  var knownAdvice: (line: EditedLine, advice: LineAdvice)?
  var outcome: LineRead?
  /// Whether the keys answer a question below the line.
  var isPaging = false

  /// Prepares a terminal.
  ///
  /// - Parameters:
  ///   - assistant: What knows about lines.
  ///   - history: The lines of before.
  ///   - options: What else there is to know.
  ///   - terminal: Where lines are edited.
  ///   - typist: Who types in place of the person at the terminal; nil for nobody.
  /// - Throws: ``LineEditorError`` if it is no terminal, or memory or descriptors run out.
  package init(
    assistant: any LineAssistant, history: any LineHistory, options: Options,
    terminal: EditorTerminal? = .standard, typist: (any Typist)? = nil
  ) throws(LineEditorError) {
    guard let terminal else { throw .outOfResources }
    let keeper = terminal.isPrivate ? nil : TerminalGuard()
    guard terminal.isTerminal, terminal.isPrivate || keeper != nil else { throw .notATerminal }
    let name = TerminalName(environment: options.environment)
    guard let keys = KeyReader(typist: typist),
      let libedit = Libedit(terminal: terminal, name: name)
    else { throw .outOfResources }
    self.assistant = assistant
    self.history = history
    self.options = options
    self.terminal = terminal
    self.keeper = keeper
    self.keys = keys
    news = NewsSignal(waking: keys.wakeDescriptor)
    preferences = options.preferences()
    self.libedit = libedit
    screen = LineScreen(terminal: terminal, name: name, libedit: libedit)
    keys.onWake = { [unowned self] in applyTerminalEvents() }
    libedit.onCharacter = { [unowned self] in nextCharacter() }
    libedit.onCommand = { [unowned self] in runCommand(forKey: $0) }
    libedit.bindKeys(preferences.editMode, readsBindings: options.readsBindings)
    if !terminal.isPrivate { TerminalEvents.watch(waking: keys.wakeDescriptor) }
  }

  deinit {
    close()
  }

  package func readLine(prompt: String, draft: String) -> LineRead {
    beginRow()
    if preferences.marks { screen.write(PromptMark.promptStart) }
    if ownsTerminal { DeferredTermination.begin() }
    let read = read(prompt: prompt, draft: draft.isEmpty ? takeTypedAhead() : draft)
    if ownsTerminal { DeferredTermination.end() }
    if case .line(let line) = read { remember(line) }
    // It may have come with the last key.
    if ownsTerminal { DeferredTermination.carryOut() }
    if preferences.marks, case .line = read { screen.write(PromptMark.outputStart) }
    screen.flush()
    return read
  }

  /// Adds bytes that the terminal sent while a command ran to the input of the next line.
  package func typeAhead(_ bytes: [UInt8]) { keys.typeAhead(bytes) }

  /// Prepares the row of the prompt, and erases the echo of typed-ahead keys, which libedit draws again.
  private func beginRow() {
    guard !isClosed else { return }
    libedit.prepareTerminal(editing: true)
    if keys.beginKeys() { screen.write(screen.hasEscapes ? "\r\u{1B}[K" : "\r") }
  }

  /// Takes what was typed while an interrupted command ran, as the draft of the next line.
  ///
  /// It is neither lost nor run: a person who interrupts one command may not want the next ones any more.
  private func takeTypedAhead() -> String {
    defer { wasInterrupted = false }
    return wasInterrupted && !isClosed ? keys.takeTypedAhead() : ""
  }

  /// The line as it is edited now; for use while it waits for a key.
  package var glance: LineGlance {
    let line = libedit.line
    return LineGlance(
      text: line.text, cursor: line.head.unicodeScalars.count,
      rowsBelowCursor: screen.rowsBelowCursor(in: line))
  }

  /// Adds a line to the history, unless it is blank or begins with a space.
  func remember(_ line: String) {
    guard let first = line.first, first != " ", !line.allSatisfy(\.isWhitespace) else { return }
    history.add(line)
  }

  package func readAnswer(prompt: String) -> LineRead {
    isQuestion = true
    defer { isQuestion = false }
    beginRow()
    return read(prompt: prompt, draft: "")
  }

  package func commandsEnded(status: Int32, wasInterrupted: Bool) {
    self.wasInterrupted = wasInterrupted
    if preferences.marks { screen.write(PromptMark.outputEnd(status: status)) }
    screen.flush()
  }

  private func read(prompt: String, draft: String) -> LineRead {
    guard !isClosed else { return .endOfInput }
    beginLine(prompt, draft)
    let text = libedit.readLine()
    screen.endViewport(isAccepted: text != nil, spans: spans(of: libedit.line))
    screen.endUpdate()
    screen.write(BracketedPaste.turn(false))
    screen.flush()
    guard let text else { return outcome ?? .endOfInput }
    let line = Self.cleaned(text)
    let isGarbled = keys.hasReplacedBytes && line.unicodeScalars.contains(KeyDecoder.replacement)
    return isGarbled ? .garbled(line) : .line(line)
  }

  /// Puts the terminal back as it was found; no more lines come after that.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    TerminalEvents.stopWatching(waking: keys.wakeDescriptor)
    news.close()
    screen.write(BracketedPaste.turn(false))
    screen.flush()
    keeper?.end()
  }

  /// Ends the process if it was asked to end; what was typed is there the next time, one line up.
  func endIfAsked() {
    guard ownsTerminal, DeferredTermination.isRequested else { return }
    remember(libedit.line.text)
    DeferredTermination.carryOut()
  }

  /// Whether it is the terminal of the process that lines are read from.
  var ownsTerminal: Bool { keeper != nil }

  /// Gives the terminal to another program, or to the shell that started this process.
  func lendTerminal() {
    if ownsTerminal { DeferredTermination.end() }
    endIfAsked()
    screen.endUpdate()
    screen.write(BracketedPaste.turn(false))
    screen.flush()
    libedit.prepareTerminal(editing: false)
    keeper?.restore()
  }

  /// Takes over what the person likes now.
  private func adoptPreferences() {
    let old = preferences
    preferences = options.preferences()
    if preferences.editMode != old.editMode {
      libedit.bindKeys(preferences.editMode, readsBindings: options.readsBindings)
    }
  }

  private func beginLine(_ text: String, _ draft: String) {
    TerminalEvents.forget()
    (injected, commands, isAltPending, afterMove) = ([], [], false, nil)
    (outcome, search, openMenu, recall, changes) = (nil, nil, nil, Recall(), UndoHistory())
    (knownAdvice, hasFreshHistory, presentCommand) = (nil, false, nil)
    keys.beginLine()
    adoptPreferences()
    screen.beginLine(usesColor: preferences.usesColor)
    takePrompt(text)
    if screen.hasEscapes { screen.write(BracketedPaste.turn(true)) }
    guard !draft.isEmpty else { return }
    staged = EditedLine(insertableLines(draft))
    inject(.show)
  }

  /// Has a text stand before the line; while the history is searched, once that is over.
  func takePrompt(_ text: String) {
    let marked = preferences.marks && !isQuestion ? text + PromptMark.promptEnd : text
    prompt = Prompt(marked, usesColor: preferences.usesColor && screen.hasEscapes)
    if openMenu?.purpose == .history || isInlineSearch { return }
    screen.show(prompt)
  }

  /// A line as it is handed on: no newline at the end, and of control characters only those of a text.
  private static func cleaned(_ text: String) -> String {
    var scalars = text.unicodeScalars
    if scalars.last == "\n" { scalars.removeLast() }
    scalars.removeAll { $0.isControl && $0 != "\n" && $0 != "\t" }
    return String(scalars)
  }
}
