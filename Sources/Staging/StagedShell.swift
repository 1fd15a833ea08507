import Diagnostics
import FoundationEssentials
import HTTPCache
import Interpreter
import LineEditor
import Output
import PictureViews
import Recordings
import SessionStore
import Shell
import Terminal
import Text
import World

/// The state that persists between the program runs of a script, as files on disk would.
final class StagedHome {
  let world: World
  let library: Library
  let cache: CacheStore
  /// Whether no program has run with it yet.
  var isNew = true

  /// - Throws: ``LibraryError`` if SQLite runs out of memory.
  init(_ world: World, images: ScriptHeader.Images) throws {
    let now = world.now
    self.world = world
    library = Library(path: nil, files: world.files, now: now)
    // Pixels are what the terminal of the script says that it can show.
    try library.set("pictures", to: images == .pixels ? "auto" : images.rawValue)
    cache = CacheStore(folder: nil, files: world.files, now: { now().timeIntervalSince1970 })
  }
}

extension PictureDisplay {
  /// The terminal of a script with pictures in pixels: that of its films at scale 1, which get enough pixels for scale 2.
  ///
  /// Placeholders make pictures part of the text, which scrolls and can be overwritten.
  static var films: PictureDisplay {
    let measures = SceneMeasures.standard
    return PictureDisplay(
      mode: .kitty, cell: PixelSize(width: measures.cellWidth, height: measures.cellHeight),
      usesPlaceholders: true, density: 2)
  }
}

/// The shell with a line editor on a virtual terminal, as a script plays it.
final class StagedShell: PlayedProgram {
  private let shell: Shell
  private let editor: LineEditor
  private let terminal: EditorTerminal
  private let player: Player
  private let session: ScriptSession
  private let home: StagedHome

  /// - Throws: ``LineEditorError`` if no pseudo-terminal is available.
  init(
    _ home: StagedHome, _ session: ScriptSession, player: Player, terminal: EditorTerminal,
    display: PictureDisplay
  ) throws {
    var options = RunOptions()
    options.isInteractive = true
    options.isStaged = true
    if session.plan.header.images == .pixels { options.display = display }
    let world = home.world
    let history = HistoryFile(
      path: world.folders.state + "/history", files: world.files, now: world.now)
    let shell = Shell(
      world: world, library: home.library, history: history, cache: home.cache, options: options)
    editor = try LineEditor(
      assistant: shell, history: ShownHistory(history, player),
      options: LineEditor.Options(
        environment: world.environment, compose: { composed($0, $1) }, readsBindings: false,
        preferences: { [unowned shell] in
          LineEditor.Preferences(
            editMode: shell.editModeIsVi ? .vi : nil, usesColor: shell.usesColor,
            suggests: shell.suggests, isPlain: shell.isPlain, marks: false)
        }),
      terminal: terminal, typist: player)
    (self.shell, self.terminal, self.player) = (shell, terminal, player)
    (self.session, self.home) = (session, home)
  }

  func run() {
    let lines = StagedLines(editor, player) { [unowned self] in
      // Waits for background results, so that the next prompt does not depend on timing.
      _ = awaitIdle()
      // Hidden commands lead to nothing that is shown.
      if player.isHidden { shell.forgetCommand() }
      return shell.lastFailure?.rawValue
    }
    shell.wake(by: editor.wake)
    shell.output.viewKeys = editor
    player.clock.expect { [watch = shell.pictures.watch] waitingCount in
      guard let pictures = watch.restingCount else { return .max }
      return pictures > 0 ? pictures : waitingCount
    }
    editor.onNews = { [player, shell] in
      player.takeDrawing()
      defer { player.takeOutput() }
      shell.takeBackgroundResults()
      return shell.prompt
    }
    shell.output.ask = { question in
      if case .line(let answer) = lines.readAnswer(prompt: question) { answer } else { nil }
    }
    shell.recorder = player.recorder
    player.recorder?.onNotice = editor.wake
    if home.isNew { initialize(shell) }
    shell.greet(session.feed)
    _ = awaitIdle()
    // Bundled feeds may fail on purpose.
    if !session.hasBundledFeed, let fault = shell.feedFault { player.end(.unfit(fault)) }
    _ = shell.runPrompt(lines)
    shell.finishFetching()
    editor.close()
  }

  /// Initializes the home from the script's attached library.
  private func initialize(_ shell: Shell) {
    home.isNew = false
    if let state = session.plan.header.state { _ = shell.importLibrary(from: state, .all) }
  }

  var snapshot: LineSnapshot { editor.snapshot }

  func takeDrawing() -> [UInt8] { terminal.takeDrawing() }

  func resize(_ size: ScriptSize) { terminal.resize(columns: size.columns, rows: size.rows) }

  func awaitIdle() -> Bool {
    shell.awaitBackground { [clock = player.clock] in clock.waitingCount }
  }
}

/// A line source that reports lines to the player.
private final class StagedLines: LineSource {
  private let editor: LineEditor
  private let player: Player
  /// Waits for background work of the line, and returns its error code; nil on success.
  private let failure: () -> String?

  init(_ editor: LineEditor, _ player: Player, _ failure: @escaping () -> String?) {
    (self.editor, self.player, self.failure) = (editor, player, failure)
  }

  func readLine(prompt: String, draft: String) -> LineRead {
    player.takeOutput()
    let read = editor.readLine(prompt: prompt, draft: draft)
    if case .line(let line) = read { player.entered(line) } else { player.droppedLine() }
    return read
  }

  func readAnswer(prompt: String) -> LineRead {
    player.asked(prompt)
    let read = editor.readAnswer(prompt: prompt)
    if case .line(let answer) = read { player.answered(answer) } else { player.answered("") }
    return read
  }

  func commandsEnded(status: Int32, wasInterrupted: Bool) { player.ended(failure()) }
}

extension HistoryFile: LineHistory {}

/// The history of a script, without hidden lines, which nothing that is shown later may offer.
private final class ShownHistory: LineHistory {
  private let history: HistoryFile
  private let player: Player

  init(_ history: HistoryFile, _ player: Player) { (self.history, self.player) = (history, player) }

  func refresh() { history.refresh() }

  var count: Int { history.count }

  subscript(number: Int) -> String { history[number] }

  func latest(startingWith text: String, before number: Int) -> Int? {
    history.latest(startingWith: text, before: number)
  }

  func matches(_ text: String, limit: Int) -> [Int] { history.matches(text, limit: limit) }

  func add(_ line: String) {
    if !player.isHidden { history.add(line) }
  }
}
