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
  let handle: EditLineHandle
  let pastLines: HistoryHandle
  let input: TerminalInput
  let decoder: KeyDecoder

  /// Draws what stands above the line anew in a window of another size, and tells whether it did.
  ///
  /// If so, the cursor is at the start of an empty line afterwards.
  package var onNewSize: () -> Bool = { false }

  private let terminal: TerminalGuard
  private var isClosed = false

  /// Whether the terminal can move its cursor and erase.
  let hasEscapes: Bool

  var prompt = Prompt("", usesColor: false)
  var promptBox = CStringBox("")
  /// What is seen before the line.
  var shownPrompt = ""

  /// Keys that were read too early, to be read again.
  var pushedBack: [Key] = []
  /// Characters for libedit that come before any key.
  var injected: [Unicode.Scalar] = []
  /// Whether a lone Escape makes an Alt key of the next.
  var isAltPending = false
  /// What happens once the cursor is behind the line.
  var afterMove: AfterMove?
  /// The line that a command wants shown.
  var staged = EditedLine("")
  var mark: Unicode.Scalar = " "
  var recall = Recall()
  /// How many lines of the history libedit knows.
  var taughtLines = 0
  var search: HistorySearch?
  var outcome: LineRead?
  /// Whether the keys answer a question below the line.
  var isPaging = false

  /// Prepares the terminal that is standard input and output.
  ///
  /// - Throws: ``LineEditorError`` if they are no terminal, or memory or descriptors run out.
  package init(
    assistant: any LineAssistant,
    history: any LineHistory,
    options: Options
  ) throws(LineEditorError) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
      let terminal = TerminalGuard()
    else { throw .notATerminal }
    let name = TerminalName(environment: options.environment)
    guard let input = TerminalInput(), let pastLines = HistoryHandle(),
      let handle = Self.start(on: name)
    else { throw .outOfResources }
    self.assistant = assistant
    self.history = history
    self.options = options
    self.terminal = terminal
    self.input = input
    self.handle = handle
    self.pastLines = pastLines
    decoder = KeyDecoder(read: input.nextByte(within:), unread: input.unread)
    hasEscapes = !name.isDumb
    input.onWake = { [unowned self] in applyTerminalEvents() }
    configure()
    TerminalEvents.watch(waking: input.wakeDescriptor)
  }

  deinit {
    close()
  }

  package func readLine(prompt: String) -> LineRead {
    let read = readAnswer(prompt: prompt)
    if case .line(let line) = read, let first = line.first, first != " ",
      !line.allSatisfy(\.isWhitespace)
    {
      history.add(line)
    }
    return read
  }

  package func readAnswer(prompt: String) -> LineRead {
    guard !isClosed else { return .endOfInput }
    beginLine(prompt)
    let text = handle.readLine()
    write(BracketedPaste.turn(false))
    flush()
    guard let text else { return outcome ?? .endOfInput }
    return .line(Self.cleaned(text))
  }

  /// Puts the terminal back as it was found; no more lines come after that.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    TerminalEvents.stopWatching(waking: input.wakeDescriptor)
    write(BracketedPaste.turn(false))
    flush()
    terminal.end()
  }

  /// Takes bytes that the terminal sent while a command ran as the first of what comes next.
  package func typeAhead(_ bytes: [UInt8]) { input.putBack(bytes) }

  /// Gives the terminal to the shell that started this process.
  func lendTerminal() {
    write(BracketedPaste.turn(false))
    flush()
    handle.prepareTerminal(editing: false)
    terminal.restore()
  }

  private func beginLine(_ text: String) {
    TerminalEvents.forget()
    injected = []
    (outcome, search, recall, isAltPending, afterMove) = (nil, nil, Recall(), false, nil)
    prompt = Prompt(text, usesColor: options.usesColor && hasEscapes)
    showPrompt(prompt.encoded, seen: prompt.visible)
    if hasEscapes { write(BracketedPaste.turn(true)) }
    handle.prepareTerminal(editing: true)
  }

  /// A line as it is handed on: no newline at the end, and of control characters only those of a text.
  private static func cleaned(_ text: String) -> String {
    var scalars = text.unicodeScalars
    if scalars.last == "\n" { scalars.removeLast() }
    scalars.removeAll { $0.isControl && $0 != "\n" && $0 != "\t" }
    return String(scalars)
  }
}
