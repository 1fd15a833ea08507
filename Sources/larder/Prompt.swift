import ArgumentParser
import Diagnostics
import FeedLoading
import HTTPCache
import Interpreter
import LineEditor
import LiveWorld
import Output
import PictureViews
import SessionStore
import Shell
import Text
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Run {
  /// Runs, and ends the program with the exit status.
  func start() throws {
    if let feed, feed.hasSuffix(".rcp"), commands.isEmpty { return try playScript(feed) }
    let (status, fetcher) = try runToEnd()
    if fetcher.store.mayStayOpen { withExtendedLifetime(fetcher) { exit(status.rawValue) } }
    try leave(status)
  }

  /// Replays a script on a terminal; without one, prints its output.
  private func playScript(_ path: String) throws {
    let isSeen = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let words = [isSeen ? "replay" : "run", path] + (choices.options.isPlain ? ["--plain"] : [])
    var command = try ScriptCommand.parseAsRoot(words)
    try command.run()
  }

  /// Runs the prompt at a terminal, otherwise the commands.
  private func runToEnd() throws -> (RunStatus, Fetcher) {
    let isTerminal = isatty(STDIN_FILENO) == 1
    let shell: Shell
    let status: RunStatus
    if commands.isEmpty && isTerminal && feed != "-" {
      shell = try choices.shell(isInteractive: true)
      status = try runPrompt(shell)
    } else {
      shell = try choices.shell(isInteractive: false)
      shell.exchangeChanges()
      status = runBatch(shell, readsCommands: commands.isEmpty)
    }
    shell.exchangeChanges()
    shell.finishFetching()
    // Closing the library merges its log, so that the next start is fast.
    shell.library.close()
    shell.history.keep()
    return (status, shell.fetcher)
  }

  /// Runs commands from the command line, or line by line from standard input.
  private func runBatch(_ shell: Shell, readsCommands: Bool) -> RunStatus {
    shell.readStartAliases()
    if !readsCommands {
      return shell.run(commands.flatMap { shell.lines(of: $0) }, on: feed)
    }
    let status = shell.start(feed)
    if status != .success, !shell.goesOn(after: status) { return status }
    let rest = feed == "-" ? shell.runBatch(["list"]) : shell.runInput()
    return status == .success ? rest : status
  }

  /// Lets the user choose a row at the terminal, and prints a field of it on standard output.
  func pick(_ field: String) throws {
    var run = self
    run.choices.options.picks = field
    let terminal: BorrowedTerminal
    do {
      if feed == "-" {
        run.choices.options.hasInput = true
        run.choices.input = try Console.live(environment: [:]).readInput(FeedLoader.feedLimit)
      }
      terminal = try BorrowedTerminal()
    } catch let error as FileError {
      throw ValidationError("\(error)")
    } catch {
      throw ValidationError("--pick asks at a terminal, and there is none: \(error)")
    }
    let shell = try run.choices.shell(isInteractive: true)
    var status = try run.runPrompt(shell)
    shell.finishFetching()
    shell.library.close()
    shell.history.keep()
    if let choice = shell.choice, !terminal.write(choice + "\n") { status = .disk }
    try leave(status)
  }

  private func runPrompt(_ shell: Shell) throws -> RunStatus {
    let editor: any LineSource
    do {
      let lines = try shell.editor()
      shell.pictures.typeAhead = { lines.typeAhead($0) }
      lines.onReply = { shell.pictures.takeReply($0) }
      lines.onNewSize = { shell.redrawPictures() }
      lines.onNews = {
        shell.takeBackgroundResults()
        return shell.prompt
      }
      lines.onNewsInQuestion = { shell.sayTimersThatAreOver() }
      lines.onEdit = { shell.edited($0) }
      lines.onShown = { shell.keepFirstVisit() }
      shell.wake(by: lines.wake)
      shell.hidesKeys = true
      if lines.canPage {
        shell.output.pagingKeys = lines
        shell.output.viewKeys = lines
      }
      editor = lines
    } catch {
      editor = PlainLines(shell.world.console)
      shell.keepFirstVisit()
    }
    shell.output.ask = { question in
      if case .line(let answer) = editor.readAnswer(prompt: question) { answer } else { nil }
    }
    shell.greet(feed, welcomesNewcomers: choices.options.picks == nil)
    return shell.runPrompt(editor)
  }
}

extension Shell {
  /// Returns a line editor on this terminal, with completion and history.
  fileprivate func editor() throws -> LineEditor {
    let options = LineEditor.Options(
      environment: world.environment, compose: { composed($0, $1) },
      readsBindings: !self.options.isEphemeral,
      preferences: { [unowned self] in
        LineEditor.Preferences(
          editMode: editModeIsVi ? .vi : nil, usesColor: usesColor, suggests: suggests,
          isPlain: isPlain, marks: marksPrompts, functionKeys: functionKeys)
      })
    return try LineEditor(assistant: self, history: history, options: options)
  }
}

extension Shell {
  /// Makes questions read their answers from the terminal, if there is one.
  func askAtTerminal() {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return }
    let lines = PlainLines(world.console)
    output.ask = { question in
      if case .line(let answer) = lines.readAnswer(prompt: question) { answer } else { nil }
    }
  }
}

/// Lines typed without the line editor, such as when results go to a file.
private final class PlainLines: LineSource {
  private let console: Console

  init(_ console: Console) { self.console = console }

  func readLine(prompt: String, draft: String) -> LineRead {
    _ = console.errors.write(Array(prompt.utf8))
    do {
      while let line = try console.readLine() {
        switch line.text {
        case .success(let text): return .line(text)
        case .failure(let error): _ = console.errors.write(Array("error: \(error)\n\(prompt)".utf8))
        }
      }
      return .endOfInput
    } catch {
      return error.reason == .stopped ? .interrupted : .endOfInput
    }
  }
}
