import Interpreter

/// Reads lines from a person at a terminal, with libedit.
///
/// ``KeyReader`` reads keys, ``Libedit`` edits the line, and ``LineScreen`` draws what libedit does not. This class
/// decides what a key does. Its state of one line is a ``LineState``.
///
/// Use it from one thread. While a line is read, the terminal is in editing mode and no key raises a signal;
/// between lines it is in the mode that a running command expects.
package final class LineEditor: LineSource {
  let options: Options
  let terminal: EditorTerminal
  let libedit: Libedit
  let keys: KeyReader
  let screen: LineScreen
  let adviser: LineAdviser
  let pastLines: PastLines
  let news: NewsSignal
  /// Restores the modes of the process's terminal; nil for a private terminal.
  private let terminalGuard: TerminalGuard?

  /// Called when the window has a new size, to draw again what is above the line.
  ///
  /// - Returns: Whether it was drawn. The cursor is then at the start of an empty row.
  package var onNewSize: () -> Bool = { false }

  /// Called with replies of the terminal that arrive while keys are read.
  package var onReply: ([UInt8]) -> Void {
    get { keys.onReply }
    set { keys.onReply = newValue }
  }
  /// Called after ``wake``, to print news above the line.
  ///
  /// - Returns: The new prompt; nil if it has not changed.
  package var onNews: () -> String? = { nil }

  /// Called after ``wake`` while a question is asked, to print news above it that the running command does not depend on.
  package var onNewsInQuestion: () -> Void = {}

  /// Called once, when the first line is on the screen, for work that can wait until then.
  package var onShown: () -> Void = {}

  /// Called to change a text in the person's own editor.
  ///
  /// - Returns: The new text; nil if it has not changed.
  package var onEdit: (_ text: String) -> String? = { _ in nil }

  /// Whether the terminal can change the shape of its cursor.
  let hasCursorShapes: Bool
  /// The shape that the cursor was given; nil for its own.
  var shownShape: CursorShape?
  /// The preferences as of the start of the line.
  private(set) var preferences: Preferences
  private var isClosed = false
  /// The text that was typed before a function key entered a line of its own.
  private var savedDraft = ""
  /// Whether a command of the last line was interrupted.
  private var wasInterrupted = false
  /// The texts that were cut, in all lines.
  var killRing = KillRing()
  /// The state of the line that is being edited; between lines that of an empty one.
  var state = LineState()

  /// Prepares a terminal.
  ///
  /// - Parameters:
  ///   - assistant: Completes and examines lines.
  ///   - history: The lines entered before.
  ///   - options: What else the editor needs to know.
  ///   - terminal: The terminal to edit lines on.
  ///   - typist: Types in place of a person; nil for the keys of the terminal.
  /// - Throws: ``LineEditorError`` if it is not a terminal, or memory or descriptors run out.
  package init(
    assistant: any LineAssistant, history: any LineHistory, options: Options,
    terminal: EditorTerminal? = .standard, typist: (any Typist)? = nil
  ) throws(LineEditorError) {
    guard let terminal else { throw .outOfResources }
    let terminalGuard = terminal.isPrivate ? nil : TerminalGuard()
    guard terminal.isTerminal, terminal.isPrivate || terminalGuard != nil else {
      throw .notATerminal
    }
    let name = TerminalName(environment: options.environment)
    guard let keys = KeyReader(typist: typist),
      let libedit = Libedit(terminal: terminal, name: name)
    else { throw .outOfResources }
    self.options = options
    self.terminal = terminal
    self.terminalGuard = terminalGuard
    self.keys = keys
    self.libedit = libedit
    screen = LineScreen(terminal: terminal, name: name, libedit: libedit)
    hasCursorShapes = !terminal.isPrivate && name.hasCursorShapes
    pastLines = PastLines(history, compose: options.compose)
    adviser = LineAdviser(assistant, pastLines)
    news = NewsSignal(waking: keys.wakeDescriptor)
    preferences = options.preferences()
    keys.onWake = { [unowned self] in applyTerminalEvents() }
    libedit.onCharacter = { [unowned self] in nextCharacter() }
    libedit.onCommand = { [unowned self] in runCommand(forKey: $0) }
    libedit.bindKeys(preferences.editMode, readsBindings: options.readsBindings)
    if !terminal.isPrivate { TerminalEvents.watch(waking: keys.wakeDescriptor) }
  }

  deinit {
    close()
  }

  /// Restores the terminal.
  ///
  /// No more lines are read after that.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    TerminalEvents.stopWatching(waking: keys.wakeDescriptor)
    news.close()
    hideMode()
    screen.write(BracketedPaste.turn(false))
    screen.flush()
    terminalGuard?.end()
  }

  /// The line as it is edited now.
  ///
  /// Valid while the editor waits for a key.
  package var snapshot: LineSnapshot {
    let line = libedit.line
    return LineSnapshot(
      text: line.text, cursor: line.head.unicodeScalars.count,
      rowsBelowCursor: screen.rowsBelowCursor(in: line))
  }

  /// A function that lets the editor call ``onNews`` soon, while it reads a line; any thread may call it.
  package var wake: @Sendable () -> Void { { [news] in news.post() } }
}

// MARK: - Reading a line

extension LineEditor {
  package func readLine(prompt: String, draft: String) -> LineRead {
    beginRow()
    if preferences.marks { screen.write(PromptMark.promptStart) }
    if ownsTerminal { DeferredTermination.begin() }
    let read = read(prompt: prompt, draft: draft.isEmpty ? takeDraft() : draft)
    if ownsTerminal { DeferredTermination.end() }
    if case .line(let line) = read { pastLines.add(line) }
    // The signal may have come together with the last key.
    if ownsTerminal { DeferredTermination.carryOut() }
    if preferences.marks, case .line = read { screen.write(PromptMark.outputStart) }
    screen.flush()
    return read
  }

  package func readAnswer(prompt: String) -> LineRead {
    beginRow()
    return read(prompt: prompt, draft: "", isQuestion: true)
  }

  package func commandsEnded(status: Int32, wasInterrupted: Bool) {
    self.wasInterrupted = wasInterrupted
    if preferences.marks { screen.write(PromptMark.outputEnd(status: status)) }
    screen.flush()
  }

  /// Adds bytes that the terminal sent while a command ran to the input of the next line.
  package func typeAhead(_ bytes: [UInt8]) { keys.typeAhead(bytes) }

  private func read(prompt: String, draft: String, isQuestion: Bool = false) -> LineRead {
    guard !isClosed else { return .endOfInput }
    beginLine(prompt, draft, isQuestion: isQuestion)
    defer { state = LineState() }
    let text = libedit.readLine()
    screen.endViewport(isAccepted: text != nil, spans: spans(of: libedit.line))
    screen.endUpdate()
    hideMode()
    screen.write(BracketedPaste.turn(false))
    screen.flush()
    guard let text else { return state.outcome ?? .endOfInput }
    let line = Self.cleaned(text)
    let isGarbled = keys.hasReplacedBytes && line.unicodeScalars.contains(KeyDecoder.replacement)
    return isGarbled ? .garbled(line) : .line(line)
  }

  private func beginLine(_ prompt: String, _ draft: String, isQuestion: Bool) {
    TerminalEvents.forget()
    state = LineState(isQuestion: isQuestion)
    adviser.beginLine()
    keys.beginLine()
    screen.beginLine(usesColor: preferences.usesColor, isPlain: preferences.isPlain)
    setPrompt(prompt)
    if screen.hasEscapes { screen.write(BracketedPaste.turn(true)) }
    if !draft.isEmpty { stage(EditedLine(insertableLines(draft))) }
  }

  private func adoptPreferences() {
    let old = preferences
    preferences = options.preferences()
    if preferences.editMode != old.editMode {
      libedit.bindKeys(preferences.editMode, readsBindings: options.readsBindings)
    }
  }

  /// Prepares the row of the prompt, and erases the echo of typed-ahead keys, which libedit draws again.
  private func beginRow() {
    guard !isClosed else { return }
    adoptPreferences()
    libedit.prepareTerminal(editing: true)
    if keys.beginKeys() { screen.write(screen.hasEscapes ? "\r\u{1B}[K" : "\r") }
  }

  /// Makes a text the draft of the next line.
  func saveDraft(_ text: String) { savedDraft = text }

  private func takeDraft() -> String {
    defer { savedDraft = "" }
    let typed = takeTypedAhead()
    return savedDraft + typed
  }

  /// Takes what was typed while an interrupted command ran, as the draft of the next line.
  ///
  /// It is neither lost nor run: a person who interrupts one command may not want the next ones any more.
  private func takeTypedAhead() -> String {
    defer { wasInterrupted = false }
    return wasInterrupted && !isClosed ? keys.takeTypedAhead() : ""
  }

  /// Removes the newline at the end, and control characters other than newlines and tabs.
  private static func cleaned(_ text: String) -> String {
    var scalars = text.unicodeScalars
    if scalars.last == "\n" { scalars.removeLast() }
    scalars.removeAll { $0.isControl && $0 != "\n" && $0 != "\t" }
    return String(scalars)
  }
}

// MARK: - The terminal between two users

extension LineEditor {
  /// Whether lines are read from the terminal of the process.
  var ownsTerminal: Bool { terminalGuard != nil }

  /// Gives the terminal to another program, or to the shell that started this process.
  func lendTerminal() {
    if ownsTerminal { DeferredTermination.end() }
    endIfRequested()
    screen.endUpdate()
    hideMode()
    screen.write(BracketedPaste.turn(false))
    screen.flush()
    libedit.prepareTerminal(editing: false)
    terminalGuard?.restore()
  }

  /// Ends the process if a signal has requested that, and saves the unfinished line to the history first.
  func endIfRequested() {
    guard ownsTerminal, DeferredTermination.isRequested else { return }
    pastLines.add(libedit.line.text)
    DeferredTermination.carryOut()
  }
}

// MARK: - Options

extension LineEditor {
  /// The set of keys, named after the editor that they come from.
  package enum EditMode: String, Sendable, CaseIterable {
    case emacs, vi
  }

  /// The surroundings of a line editor.
  package struct Options {
    /// `TERM`, and the variables that locate its terminfo entry: `TERMINFO`, `TERMINFO_DIRS`, `HOME`.
    package var environment: [String: String]
    /// Composes a character and a combining mark.
    package var compose: ScalarComposition
    /// Whether to read the person's `.editrc`.
    package var readsBindings: Bool
    /// Returns the person's preferences; called before each line.
    package var preferences: () -> Preferences

    package init(
      environment: [String: String], compose: @escaping ScalarComposition,
      readsBindings: Bool = true, preferences: @escaping () -> Preferences
    ) {
      self.environment = environment
      self.compose = compose
      self.readsBindings = readsBindings
      self.preferences = preferences
    }
  }

  /// The user's preferences.
  package struct Preferences: Equatable, Sendable {
    /// The set of keys; nil for the one of `.editrc`, or else emacs.
    package var editMode: EditMode?
    /// Whether to send color sequences.
    package var usesColor: Bool
    /// Whether to show ghost text and open menus.
    package var suggests: Bool
    /// Whether to print lines without escape sequences, for screen readers.
    package var isPlain: Bool
    /// Whether to mark the start of prompts, lines and results for the terminal (OSC 133).
    package var marks: Bool
    /// The lines that function keys enter, by their numbers.
    package var functionKeys: [Int: String]

    package init(
      editMode: EditMode? = nil, usesColor: Bool = true, suggests: Bool = true,
      isPlain: Bool = false, marks: Bool = false, functionKeys: [Int: String] = [:]
    ) {
      self.functionKeys = functionKeys
      self.editMode = editMode
      self.usesColor = usesColor
      self.suggests = suggests
      self.isPlain = isPlain
      self.marks = marks
    }
  }
}

/// Why lines cannot be edited.
package enum LineEditorError: Error, Equatable {
  /// Standard input or output is a file or a pipe.
  case notATerminal
  /// The system has no more memory or descriptors.
  case outOfResources
}
