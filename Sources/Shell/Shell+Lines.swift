import Assistance
import Catalog
import Commands
import Diagnostics
import FeedLoading
import HTTPCache
import Interpreter
import Output
import PictureViews
import Recordings
import SessionStore
import Terminal
import Text
import World

/// A line in which a mistake stands behind commands that can be run.
private struct HalfReadLine: Error { let mistake: Diagnostic }

/// Reading and running lines.
extension Shell {
  /// Runs what a line says.
  ///
  /// - Returns: How it went; the first failure ends the line.
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
      // The terminal has written ^C where the cursor was.
      if failure.status == .interrupted, options.isInteractive, !output.hasHiddenStop {
        output.say("")
      }
      // A cause comes before its effect.
      sayNotices()
      // A failed command does not list the view that the one before it has changed.
      views.endPostponement(lists: failure.status != .interrupted)
      output.say(failure.diagnostic)
      if halfRead != nil { output.say("nothing of this line was run") }
      return failure.status
    }
  }

  /// Forgets the last command, so that no next line is proposed because of it.
  package func forgetCommand() { assistance.forgetCommand() }

  /// Runs lines one after another, as from a pipe or the command line.
  ///
  /// If the last command changed the view, the whole of it is listed.
  ///
  /// - Returns: How the first line that failed failed; later lines run only under `--keep-going`.
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
    defer { views.sayUnsaidState() }
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
    return output.isLost && status == .success ? .disk : status
  }

  /// Runs lines as a person types them, until they leave.
  package func runPrompt(_ source: any LineSource) -> RunStatus {
    var status = RunStatus.success
    defer { output.untitleWindow() }
    while !isOver {
      output.titleWindow(session.feed?.name ?? "no feed")
      timers.sayOver()
      timers.sayRunning()
      let draft = draft
      self.draft = ""
      takeNews()
      let read = source.readLine(prompt: prompt, draft: draft)
      let stops = world.interruptions.count
      feeds.storeVisit()
      switch read {
      case .line(let line):
        status = run(line)
        if status == .interrupted, recorder?.isPaused == false {
          output.say("the interrupted command is not in the recording, but its changes stay")
        }
        source.commandsEnded(
          status: status.rawValue, wasInterrupted: world.interruptions.count != stops)
        // The stop was for that line; what is read for the next one must not be stopped by it.
        world.interruptions.clear()
      case .garbled(let line): refuse(garbled: line)
      case .interrupted: world.interruptions.clear()
      case .endOfInput: return .success
      }
    }
    return status == .interrupted ? .interrupted : .success
  }

  /// Reports the timers that are over; nothing else changes, so that it can be done while a command asks a question.
  package func sayTimersThatAreOver() { timers.sayOver() }

  /// Adopts a feed that has arrived, and reports news, before a prompt is shown.
  package func takeNews() {
    if loader.pending?.promise.isKept(withinMilliseconds: 0) ?? false {
      do { try feeds.settle() } catch { output.say(Failure(catching: error).diagnostic) }
    }
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
    let isPlain = ["dumb", ""].contains(world.environment["TERM"] ?? "")
    return (text + StyledText(isPlain ? " > " : " ❯ ")).rendered(
      colored: output.isColored)
  }

  private var stateMark: String? {
    if loader.pending != nil { return "…" }
    // A feed that could not be loaded in place of the present one does not affect it.
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

  /// Says where such bytes are seen, and has the line come back to be edited; nothing of it is run.
  private func refuse(garbled line: String) {
    let place = String(line.unicodeScalars.prefix { $0 != "\u{FFFD}" }).utf8.count
    output.say(
      Diagnostic(
        "the terminal sent bytes that are not UTF-8, shown as \u{FFFD}; nothing was run",
        at: place..<place + 3, in: line,
        hint: "have the terminal send UTF-8; the line can be edited"
      ))
    draft = line
  }

  /// Runs the commands of a line; nothing runs if one of them cannot be read, and the first failure ends it.
  ///
  /// Under `--keep-going` mistakes and failures are passed over.
  ///
  /// - Returns: How the first failure that was passed over ended.
  private func carryOut(_ line: String) throws -> RunStatus {
    let vocabulary = LineVocabulary(
      aliases: aliases, isExpression: catalog.beginsCondition(_:),
      hint: hint(forUnknown:))
    guard options.keepsGoing else {
      let invocations: [Invocation<CommandContext>]
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

  /// The commands of a line; a mistake behind some of them says that those were not run either.
  private func invocations(
    of line: String, _ vocabulary: LineVocabulary
  ) throws -> [Invocation<CommandContext>] {
    var reader = LineReader(line, table: table, vocabulary: vocabulary)
    var invocations: [Invocation<CommandContext>] = []
    do {
      while let invocation = try reader.next() { invocations.append(invocation) }
    } catch {
      // A mistyped command of a recording would not belong to its script.
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
    _ invocation: Invocation<CommandContext>, isBeforeListing: Bool = false
  ) throws {
    if world.interruptions.isRaised { throw Failure.interrupted }
    if invocation.command.controlsRecording { recorder?.refuse() }
    if invocation.command.needsFeed { try feeds.settle() }
    views.beginCommand(isBeforeListing: isBeforeListing)
    let context = context
    assistance.note(LastCommand(invocation, in: context))
    if let request = try output.paging({ try invocation.run(in: context) }) { carryOut(request) }
    feeds.endLoadOffline()
    if catalog.isDamaged { try readDamagedAgain() }
  }

  private func carryOut(_ request: LoopRequest) {
    switch request {
    case .end: hasQuit = true
    case .draft(let text): draft = text
    case .network(let isOffline): setNetwork(isOffline: isOffline)
    }
  }

  /// Reads a feed again whose kept rows turned out to be damaged while they were looked at.
  private func readDamagedAgain() throws {
    output.say(
      Diagnostic(
        "the stored rows of \(session.feed?.name ?? "the feed") are damaged",
        hint: "the feed was read again; do not rely on the last answer", severity: .warning))
    try feeds.reload()
    // What is damaged is nothing to compare with.
    session.forgetPrevious()
  }

  /// A hint for a first word that is not a command, but begins the name of a feed, or is the name of a row.
  private func hint(forUnknown word: String) -> String? {
    if word.first == "{" || word.first == "[" {
      return "for a feed: load FILE, or larder - -c COMMANDS where it is standard input"
    }
    let found = catalog.search(word).count
    guard word.count >= 3, found > 0, nearest(to: word, among: table.names) == nil else {
      return nil
    }
    return "\(found == 1 ? "1 row has" : "\(found) rows have") it: search \(word)"
  }
}
