import HTTPCache
import Assistance
import Catalog
import Commands
import Diagnostics
import FeedLoading
import Feeds
import FoundationEssentials
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

/// Starting a run.
extension Shell {
  /// The version of the program.
  package static let version = "0.1"

  /// The text that stands for some sources; nil for none.
  package static func request(for sources: [String]) -> String? {
    sources.isEmpty ? nil : sources.joined(separator: String(FeedRequest.separator))
  }

  /// Whether the editor uses the keys of vi.
  package var editModeIsVi: Bool { library.settings["edit-mode"] == "vi" }

  /// Whether the editor proposes continuations of a line.
  package var suggests: Bool { library.settings["suggestions"] == "on" }

  /// Whether the terminal receives marks around prompts and results (`OSC 133`).
  package var marksPrompts: Bool {
    world.console.output.isTerminal && !output.isPlain
      && TerminalHints(world.environment).understandsMarks
  }

  /// Whether lines and results are plain, without escape sequences.
  package var isPlain: Bool { output.isPlain }

  /// Whether the terminal shows color.
  package var usesColor: Bool { output.isColored }

  /// The lines that function keys enter at the prompt, by their numbers.
  package var functionKeys: [Int: String] {
    let line = library.settings["f5"]
    return line == "off" ? [:] : [5: line]
  }

  /// Loads the feed of a run without a prompt; without a name, loads `demo`, and reports that.
  package func start(_ feed: String?) -> RunStatus {
    if feed == nil { output.say("the feed is demo; larder FEED takes another", .faint) }
    do {
      try feeds.load(FeedRequest(source: feed ?? "demo"), feeds.startMode ?? .standard)
      views.skipPrinting()
      feeds.sayFiles()
      feeds.sayMalformed()
      if catalog.count == 0, let loaded = session.feed {
        output.say("\(loaded.name): \(loaded.emptiness)", .warning)
        views.noteReportedEmpty()
      }
      return .success
    } catch {
      let failure = Failure(catching: error)
      output.say(failure.diagnostic)
      return failure.status
    }
  }

  /// Loads the feed of a prompt, runs the user's `larderrc`, and prints which feed this is.
  ///
  /// - Parameters:
  ///   - feed: The feed; nil for that of the last prompt, or the demo.
  ///   - welcomesNewcomers: Whether a new user's first prompt also introduces Larder.
  package func greet(_ feed: String?, welcomesNewcomers: Bool = false) {
    let isNewcomer = welcomesNewcomers && isFirstStart
    do {
      try feeds.starting {
        guard let feed else { return try loadLast() }
        let request = FeedRequest(source: feed)
        if try !loader.beginLoading(request, from: directory.origin(of: request)) {
          try feeds.load(request)
        }
      }
    } catch {
      output.report(error)
    }
    sayGreeting()
    sayHiddenCommands()
    if isNewcomer { sayWelcome() }
    feeds.sayFiles()
    feeds.sayMalformed()
    runStartFile()
    sayNotices()
    // Only typed lines feed suggestions.
    assistance.forgetCommand()
  }

  /// Reports once which commands are hidden by aliases from an older version of Larder.
  private func sayHiddenCommands() {
    for name in library.aliases.keys.sorted()
    where Shell.commandNames().contains(name) && library.settings["alias.\(name)"] == "new" {
      output.say(
        "Your alias \(name) comes before the command of that name; `alias \(name) =` removes it.")
      // A library that cannot be changed reports that itself, and the next start repeats the message.
      try? library.set("alias.\(name)", to: "known")
    }
  }

  /// Whether no feed was visited before: a visit is stored once its prompt is drawn.
  private var isFirstStart: Bool {
    if options.isEphemeral || library.isUnavailable { return false }
    // An error of the library is reported when the last feed is looked up, or in its notices.
    do throws(LibraryError) { return try library.lastVisit() == nil } catch { return false }
  }

  /// Prints what Larder is and what to try, for a new user.
  private func sayWelcome() {
    output.say("Welcome. Larder finds, reads and stores recipes and other records of feeds.")
    output.say("Try `\(firstExample)`; `tour` is a guided tour, and `help` lists the commands.")
  }

  /// A line to try first: a filter by the most frequent value of the facet, or a list.
  private var firstExample: String {
    let fields = catalog.schema.fields
    guard let facet = fields.firstIndex(where: { $0.role == .facet }) else { return "list" }
    let counts = catalog.counts(facet, in: catalog.all).rankedByCount()
    guard let value = counts.first?.value, value.allSatisfy({ $0.isLetter || $0.isNumber }) else {
      return "list"
    }
    return "filter \(fields[facet].name)=\(value)"
  }

  /// Prints the version, the feed and a hint; in a narrow window, on two lines.
  private func sayGreeting() {
    let title = "Larder \(Self.version)"
    let feed =
      loader.pending.map { "loading \($0.name)" } ?? session.feed.map {
        "\($0.name): \($0.contents)"
      }
      ?? "no feed"
    let hint = "help for help, Tab completes, Ctrl-D leaves"
    let rest = " · \(feed) · \(hint)"
    if output.isPlain {
      output.say(
        "\(title). \(feed). Plain mode: \(hint), next and previous go through long output.")
      return
    }
    if displayWidth(of: title + rest) <= world.console.size().columns {
      return output.say(StyledText(title, .strong) + StyledText(rest))
    }
    output.say(StyledText(title, .strong) + StyledText(" · " + feed))
    output.say(hint, .faint)
  }

  /// Loads the feed of the last prompt, whose visit is stored already, or the demo.
  private func loadLast() throws {
    let last = library.isUnavailable ? nil : try library.lastVisit()
    let request = FeedRequest(source: last?.source ?? "demo", profile: last?.profile)
    let new: LoadedFeed
    do {
      if try loader.beginLoading(request, from: directory.origin(of: request)) { return }
      new = try feeds.read(request)
    } catch {
      throw feeds.failing(error, request)
    }
    feeds.adopt(new, isAsked: last == nil)
  }

  /// Runs the commands of `larderrc`.
  private func runStartFile() {
    do {
      let lines = try startLines()
      if lines.isEmpty { return }
      feeds.storeVisit()
      for (number, line) in lines.enumerated() {
        switch line {
        case .success(let line):
          for part in line.split(whereSeparator: \.isNewline) where run(String(part)) != .success {
            output.say("  in \(harmless(startPath)), line \(number + 1)", .faint)
          }
        case .failure(let error): output.report(error)
        }
      }
    } catch {
      output.say(Failure(catching: error).diagnostic)
    }
  }

  /// Reads the aliases of `larderrc` for a run without a prompt, which does not run its commands.
  package func readStartAliases() {
    // Errors in the file are reported at a prompt.
    for case .success(let line) in (try? startLines()) ?? [] {
      for invocation in (try? table.parse(line)) ?? [] {
        guard let new = invocation.definition(in: owners) else { continue }
        startAliases[new.name] = new.commands.isEmpty ? nil : new.commands
      }
    }
  }

  private var startPath: String { world.folders.configuration + "/larderrc" }

  /// Returns the lines of `larderrc`; none if there is no such file.
  private func startLines() throws(FileError) -> [Result<String, UnreadableText>] {
    let path = startPath
    guard !options.isEphemeral, world.files.kind(of: path) == .file else { return [] }
    for message in try world.files.claimFile(path, for: .reading) { output.say(message, .warning) }
    return try world.files.contents(of: path, limit: 1 << 20)
      .split(separator: 0x0A, omittingEmptySubsequences: false).enumerated().map { number, line in
        readableText(line, from: "line \(number + 1) of \(path)")
      }
  }

  /// Prints the completions of a line as JSON.
  ///
  /// - Returns: ``RunStatus/disk`` if they could not be written, otherwise success.
  package func printSuggestions(for line: String) -> RunStatus {
    let items = suggestions(for: line, at: line.utf8.count).map { suggestion in
      JSONValue.object([
        .init("text", .string(suggestion.text)),
        .init("description", .string(suggestion.description)),
        .init("count", suggestion.count.map { .number(Double($0)) } ?? .null),
        .init("from", .number(Double(suggestion.range.lowerBound))),
        .init("to", .number(Double(suggestion.range.upperBound))),
      ])
    }
    let lines = items.map { "  " + $0.text() }.joined(separator: ",\n")
    output.write(items.isEmpty ? "[]\n" : "[\n\(lines)\n]\n")
    return output.isLost ? .disk : .success
  }
}
