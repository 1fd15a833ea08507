import Interpreter

/// The state of one line that is being edited, from its prompt to its end.
///
/// ``LineEditor`` makes a new one for each line. The text and the cursor are in libedit's buffer; see
/// ``Libedit/line``.
struct LineState {
  /// The prompt of the line.
  ///
  /// While the history is searched, the screen shows another one.
  var prompt = Prompt("", usesColor: false)
  /// Whether the line answers a question of a command.
  var isQuestion = false
  /// How the line ended, unless it was entered.
  var outcome: LineRead?

  /// The characters that libedit reads before the next key.
  var injected = InjectedInput()
  /// The line that the command ``EditCommand/show`` shows.
  var staged = EditedLine("")
  /// The character that the command ``EditCommand/join`` adds to the one before the cursor.
  var mark: Unicode.Scalar = " "
  /// The action to do once libedit has moved the cursor to the end of the line.
  var endAction: EndAction?

  /// The mode of vi's keys.
  var viMode = ViMode()

  /// Whether an Escape was typed that makes an Alt key of the next one.
  var isAltPending = false
  /// The command of the last key; nil if it was text.
  private(set) var lastCommand: EditCommand?
  /// The command of the key before the last; nil if it was text.
  private(set) var previousCommand: EditCommand?

  /// The earlier states of the line.
  var changes = UndoHistory()
  /// The position in the history.
  var walk = HistoryWalk()
  /// The menu below the line, if one is open.
  var menu: OpenMenu?
  /// The search through the history that is drawn in the line itself, where there are no menus.
  var inlineSearch: HistorySearch?
  /// The suggestions that were listed with numbers above the line, and the line; nil if none were.
  var listed: (suggestions: [Suggestion], line: EditedLine)?
  /// The number of the suggestion that the command ``EditCommand/takeListed`` takes.
  var listedNumber = 0
  /// Whether the prompt was taken off a line that was pasted.
  var hasLostPrompt = false
  /// Whether a long list below the line waits for a key.
  var isListing = false

  /// Whether the history is searched, so that the line is the text to search for or a match.
  var isSearching: Bool { menu?.purpose == .history || inlineSearch != nil }

  /// Whether the line is a command, which the assistant can advise on.
  var isCommand: Bool { !isQuestion && !isSearching }

  /// Records the command of a new key; nil for text.
  mutating func beginKey() { (previousCommand, lastCommand) = (lastCommand, nil) }

  /// Records the command of the present key.
  mutating func note(_ command: EditCommand) { lastCommand = command }
}

/// An action below the line, done after libedit has moved the cursor to its end.
enum EndAction {
  case interrupt, suspend, endInput, editElsewhere
  case list([Suggestion], cursor: Int)
}

/// A menu that is open below the line.
struct OpenMenu {
  /// The contents of the menu.
  enum Purpose { case completion, history }

  let purpose: Purpose
  var menu: Menu
  /// The line to return to if the menu is cancelled.
  let original: EditedLine
  /// The line as the menu has left it.
  ///
  /// If the line differs, the person has gone on typing.
  var line: EditedLine
}

/// The characters that libedit reads before the next key, and the commands that some of them stand for.
struct InjectedInput {
  private var characters: [Unicode.Scalar] = []
  private var commands: [EditCommand] = []

  /// Whether libedit has read all characters.
  var isEmpty: Bool { characters.isEmpty }

  /// Adds the character of a command.
  mutating func append(_ command: EditCommand) {
    let character = command.character
    if character == EditCommand.own { commands.append(command) }
    characters.append(character)
  }

  /// Adds characters that are text, or keys of the person's own bindings.
  mutating func append(_ scalars: Unicode.Scalar...) { characters += scalars }

  /// Removes the next character.
  mutating func nextCharacter() -> Unicode.Scalar { characters.removeFirst() }

  /// Removes the command of the character that libedit has just read; nil if that was a key of vi.
  mutating func nextCommand() -> EditCommand? {
    commands.isEmpty ? nil : commands.removeFirst()
  }

  /// Drops the commands whose characters libedit read without running them, as after Ctrl-X.
  mutating func dropUnrunCommands() {
    if characters.isEmpty { commands.removeAll() }
  }
}
