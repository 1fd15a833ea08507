import Assistance
import Catalog
import Commands
import Diagnostics
import FeedLoading
import HTTPCache
import Interpreter
import Kitchen
import Output
import PictureViews
import Recordings
import SessionStore
import Terminal
import Text
import World

/// The error that a mistake in a line follows valid commands.
private struct HalfReadLine: Error { let mistake: Diagnostic }

/// Reading and running lines.
extension Shell {
  /// Runs the commands of a line.
  ///
  /// - Returns: The status; the first failure ends the line.
  package func run(_ line: String) -> RunStatus {
    // A byte order mark begins the file that the line comes from, not the line.
    let line = line.first == "\u{FEFF}" ? String(line.dropFirst()) : line
    world.interruptions.clear()
    output.beginLine(hidesKeys: hidesKeys)
    pictures.beginLine()
    lastFailure = nil
    assistance.beginLine(isBlank: line.allSatisfy(\.isWhitespace))
    defer {
      output.sayPending()
      sayNotices()
    }
    do {
      let status = try carryOut(line)
      if world.interruptions.isRaised { throw Failure.interrupted }
      return status
    } catch {
      let halfRead = error as? HalfReadLine
      var failure = Failure(catching: halfRead?.mistake ?? error)
      if let hint = hint(forShellSyntaxIn: line, after: failure) { failure.diagnostic.hint = hint }
      lastFailure = failure.code
      assistance.note(failure.diagnostic)
      // The terminal has echoed ^C at the cursor.
      if failure.status == .interrupted, options.isInteractive, !output.hasHiddenStop {
        output.say("")
      }
      // Notices may explain the failure, and are printed before it.
      sayNotices()
      // The failed command has not listed the view, so its postponed list is printed now.
      views.endPostponement(lists: failure.status != .interrupted)
      output.say(failure.diagnostic)
      if halfRead != nil { output.say("nothing of this line was run") }
      return failure.status
    }
  }

  /// Forgets the last command, so that no next line is proposed for it.
  package func forgetCommand() { assistance.forgetCommand() }

  /// Runs lines one after another, as from a pipe or the command line.
  ///
  /// If the last command changed the view, the whole view is listed.
  ///
  /// - Returns: The status of the first line that failed; later lines run only with `--keep-going`.
  package func runBatch(_ lines: some Sequence<String>) -> RunStatus {
    var lines = lines.makeIterator()
    return runBatch { lines.next().map { .success($0) } }
  }

  /// Runs the lines of standard input.
  package func runInput() -> RunStatus {
    runBatch { try self.world.console.readLine()?.text }
  }

  private func runBatch(_ next: () throws -> Result<String, UnreadableText>?) -> RunStatus {
    var status = RunStatus.success
    defer { views.reportUnshownState() }
    do {
      while !isOver, let line = try next() {
        let outcome =
          switch line {
          case .success(let line): run(line)
          case .failure(let error): output.report(error)
          }
        if outcome != .success, status == .success { status = outcome }
        if outcome != .success, outcome == .interrupted || !options.keepsGoing { return status }
      }
    } catch {
      let failure = Failure(catching: error)
      output.say(failure.diagnostic)
      return failure.status
    }
    views.printIfOutdated()
    if world.interruptions.isRaised {
      output.say(Failure.interrupted.diagnostic)
      return .interrupted
    }
    return output.isLost && status == .success ? .disk : status
  }

  /// Runs lines as the user types them, until the user quits.
  package func runPrompt(_ source: any LineSource) -> RunStatus {
    var status = RunStatus.success
    defer { output.untitleWindow() }
    if let field = options.picks {
      do {
        try beginPicking(field)
      } catch {
        return output.report(error)
      }
    }
    while !isOver {
      output.titleWindow(session.feed?.name ?? "no feed")
      timers.sayOver()
      timers.sayRunning()
      let draft = draft
      self.draft = ""
      takeBackgroundResults()
      let read = source.readLine(prompt: prompt, draft: draft)
      let stops = world.interruptions.count
      feeds.storeVisit()
      switch read {
      case .line(let line):
        status = run(options.picks != nil && ordinal(line) != nil ? "pick \(line)" : line)
        if status == .interrupted, recorder?.isPaused == false {
          output.say("the interrupted command is not in the recording, but its changes stay")
        }
        source.commandsEnded(
          status: status.rawValue, wasInterrupted: world.interruptions.count != stops)
        // The interrupt was for that line, and must not stop work for the next one.
        world.interruptions.clear()
      case .garbled(let line): refuse(garbled: line)
      case .interrupted:
        world.interruptions.clear()
        if options.picks != nil { return .interrupted }
      case .endOfInput: return options.picks == nil ? .success : .failure
      }
    }
    if options.picks != nil, choice == nil { return .failure }
    return status == .interrupted ? .interrupted : .success
  }

  /// Waits for the feed, makes sure that it has the field, and lists the rows to choose from.
  private func beginPicking(_ field: String) throws {
    try feeds.finishLoading()
    _ = try session.pickedField(field)
    views.listPage(from: 0)
    output.say("pick ITEM chooses a row, and so does its number; ^C leaves", .faint)
  }

  /// Reports timers that have ended; changes nothing else, so that it can be called while a command asks a question.
  package func sayTimersThatAreOver() { timers.sayOver() }

  /// Exchanges changes with other machines, if a folder is shared with them, and says what arrived.
  package func exchangeChanges() {
    if let message = synchronizer.exchangeIfNeeded() { output.say(message) }
  }

  /// Says what other machines have done to the recipes of a shared folder.
  private func saySharedRecipes() {
    guard synchronizer.folder != nil else { return }
    let news = collection.takeFileChanges()
    if news.isEmpty { return }
    let isLoaded = session.feed?.name == RecipeCollection.name
    output.say("mine: \(news.text)" + (isLoaded ? "; reload reads it again" : ""))
  }

  /// Adopts a feed that has finished loading, and reports events, before a prompt is shown.
  package func takeBackgroundResults() {
    if loader.pending?.promise.isKept(withinMilliseconds: 0) ?? false {
      do { try feeds.finishLoading() } catch { output.say(Failure(catching: error).diagnostic) }
    }
    for notice in recorder?.takeNotices() ?? [] { output.say(notice, .warning) }
    exchangeChanges()
    saySharedRecipes()
    feeds.reloadWatched()
    session.takeOwnValues()
    feeds.sayRefresh()
    pictures.reportChanges()
    timers.sayOver()
    sayNotices()
  }

  /// The prompt: the feed, the number of its rows in view, and its state.
  package var prompt: String {
    let name = clipped(loader.pending?.name ?? session.feed?.name ?? "larder", to: 30)
    let counts =
      session.rows.count == catalog.count
      ? grouped(catalog.count) : "\(grouped(session.rows.count))/\(grouped(catalog.count))"
    var text = StyledText(name, .accent)
    if session.feed != nil { text = text + StyledText(" " + counts, .strong) }
    if let mark = stateMark { text = text + StyledText(" " + mark, .warning) }
    if fetcher.isOffline { text = text + StyledText(" offline", .warning) }
    let isPlain = output.isPlain || ["dumb", ""].contains(world.environment["TERM"] ?? "")
    return (text + StyledText(isPlain ? " > " : " ❯ ")).rendered(
      colored: output.isColored)
  }

  private var stateMark: String? {
    if loader.pending != nil { return "…" }
    // The current feed is not affected by a failure to load another one.
    if let failed = loader.failed,
      failed.request.source == session.feed?.request.source ?? failed.request.source
    {
      return "failed"
    }
    switch session.feed?.state {
    case .stale: return "stale"
    case .offlineCopy: return "copy"
    case .fresh, nil: return nil
    }
  }

  /// Reports a line with bytes that are not UTF-8, and returns it to the editor without running it.
  private func refuse(garbled line: String) {
    let place = String(line.unicodeScalars.prefix { $0 != "\u{FFFD}" }).utf8.count
    output.say(
      Diagnostic(
        "the terminal sent bytes that are not UTF-8, shown as \u{FFFD}; nothing was run",
        at: place..<place + 3, in: line,
        hint: "set the terminal to UTF-8, then correct the line"
      ))
    draft = line
  }

  /// Runs the commands of a line; nothing runs if one of them cannot be parsed, and the first failure ends the line.
  ///
  /// With `--keep-going`, mistakes and failures are reported, and the next commands run.
  ///
  /// - Returns: The status of the first failure with `--keep-going`; otherwise success.
  /// - Throws: ``Failure`` for an interruption, and for the first failure without `--keep-going`.
  private func carryOut(_ line: String) throws -> RunStatus {
    let vocabulary = LineVocabulary(
      aliases: aliases, isExpression: catalog.beginsCondition(_:),
      hint: hint(forUnknown:))
    guard options.keepsGoing else {
      let invocations: [Invocation<CommandOwners>]
      do {
        invocations = try self.invocations(of: line, vocabulary)
      } catch {
        let mistake = (error as? HalfReadLine)?.mistake ?? error
        guard Failure(catching: mistake).code == .unknownCommand, hasNewAliases() else {
          throw error
        }
        return try carryOut(line)
      }
      for (place, invocation) in invocations.enumerated() where !isOver {
        let next = place + 1 < invocations.count ? invocations[place + 1] : nil
        try carryOut(invocation, isBeforeListing: next?.form.lists ?? false)
      }
      return .success
    }
    var status = RunStatus.success
    var reader = LineReader(line, table: table, vocabulary: vocabulary)
    while !isOver {
      do {
        guard let invocation = try reader.next() else { break }
        try carryOut(invocation)
      } catch {
        let failure = Failure(catching: error)
        if failure.status == .interrupted { throw failure }
        output.say(failure.diagnostic)
        if status == .success { status = failure.status }
      }
    }
    return status
  }

  /// Reads the aliases again, which another shell may have changed.
  ///
  /// - Returns: Whether they were changed.
  private func hasNewAliases() -> Bool {
    // A library that cannot be read is reported elsewhere.
    options.isInteractive && (try? library.readAliases()) ?? false
  }

  /// Parses the commands of a line.
  ///
  /// - Throws: ``HalfReadLine`` for a mistake after valid commands, which are not run either.
  private func invocations(
    of line: String, _ vocabulary: LineVocabulary
  ) throws -> [Invocation<CommandOwners>] {
    var reader = LineReader(line, table: table, vocabulary: vocabulary)
    var invocations: [Invocation<CommandOwners>] = []
    do {
      while let invocation = try reader.next() { invocations.append(invocation) }
    } catch {
      // A mistyped recording command does not belong in the script.
      if reader.command?.controlsRecording == true { recorder?.refuse() }
      if invocations.isEmpty { throw error }
      throw HalfReadLine(mistake: error)
    }
    return invocations
  }

  /// Runs a command.
  ///
  /// - Parameters:
  ///   - invocation: The command and its arguments.
  ///   - isBeforeListing: Whether the next command of the line lists the view.
  /// - Throws: ``Failure`` if the command fails.
  private func carryOut(
    _ invocation: Invocation<CommandOwners>, isBeforeListing: Bool = false
  ) throws {
    if world.interruptions.isRaised { throw Failure.interrupted }
    if invocation.command.controlsRecording { recorder?.refuse() }
    if invocation.command.needsFeed { try feeds.finishLoading() }
    views.beginCommand(isBeforeListing: isBeforeListing)
    let owners = owners
    assistance.note(LastCommand(invocation, in: owners))
    if let request = try output.paging({ try invocation.run(in: owners) }) { carryOut(request) }
    feeds.endLoadOffline()
    if catalog.isDamaged { try readDamagedAgain() }
  }

  private func carryOut(_ request: LoopRequest) {
    switch request {
    case .end: hasQuit = true
    case .choose(let text): (choice, hasQuit) = (text, true)
    case .draft(let text): draft = text
    case .network(let isOffline): setNetwork(isOffline: isOffline)
    }
  }

  /// Reads the current feed again, because its stored rows turned out to be damaged.
  private func readDamagedAgain() throws {
    output.say(
      Diagnostic(
        "the stored rows of \(session.feed?.name ?? "the feed") are damaged",
        hint: "the feed was read again; do not rely on the last answer", severity: .warning))
    try feeds.reload()
    // Damaged rows cannot be compared with the new ones.
    session.forgetPrevious()
  }

  /// Returns a hint for a first word that is not a command, but begins JSON, or is found in rows.
  private func hint(forUnknown word: String) -> String? {
    if word.first == "{" || word.first == "[" {
      return "to read a feed: load FILE, or pipe it to larder - -c COMMANDS"
    }
    if let meant = commandInstead(of: word) { return meant }
    let found = catalog.search(word).count
    guard word.count >= 3, found > 0, nearest(to: word, among: table.names) == nil else {
      return nil
    }
    return found == 1
      ? "1 row contains it; to list it: search \(word)"
      : "\(found) rows contain it; to list them: search \(word)"
  }
}
