import HTTPCache
import Assistance
import Catalog
import Diagnostics
import FeedLoading
import Feeds
import Interpreter
import Output
import PictureViews
import SessionStore
import Terminal
import World

extension Command<SourcesContext> {
  static var load: Self {
    Self(
      "load", Context.source, Context.loadOptions,
      summary: "Load feeds: named ones, files, folders, archives or addresses.",
      needsFeed: false, changes: .feed, followUp: { $0.assistance.stepAfterListing },
      examples: [
        Example(
          "load demo",
          prints: """
               #  Name                      Cuisine         ★  Links
               1  Bánh mì                   Vietnamese         source video
               2  Bigos                     Polish             source
            …
            """),
        Example(
          "load demo-malformed as recipes",
          prints: """
              #  Name                             Cuisine   ★  Links
              1  Bruschetta                       Italian      source video
              2  Raita                            Indian       source video
            …
            """),
      ],
      details: [
        "SOURCE is a named feed, else a path, else an address; ./name forces a path. A path may be a "
          + "folder, an archive (zip, tar, gz, xz, zst) or a pattern such as *.html or **/*.json. If "
          + "nothing can be loaded, the current feed stays.",
        "Several sources are one feed, and the field `from` says where a row is from. A file that "
          + "cannot be read is named by `problems`; with --strict it refuses the whole.",
        "TEXT is a search at a service: load meals apple pie. The word all loads every page of a feed; "
          + "^C stops, and the pages that have arrived stay.",
      ]
    ) { context, source, options in
      try context.feeds.load(options.request(of: source, in: context.directory))
      context.feeds.sayMalformed()
      context.feeds.sayMisfit()
      context.feeds.sayReading()
      context.views.viewChanged()
      if let failure = context.loader.takePagingFailure() { throw failure }
    }
  }

  static var reload: Self {
    Self(
      "reload", Context.fresh,
      aliases: ["refresh"], summary: "Load the feed again, and keep the view.",
      changes: .feed, startLoad: { .joined(isFresh: $1) },
      followUp: { $0.assistance.stepAfterListing },
      examples: [
        Example(
          "reload",
          prints: """
            nothing is new
            demo: 64 recipes, 18 cuisines
            """)
      ]
    ) { context, isFresh in
      if isFresh { context.pictures.expire() }
      let before = context.feeds.startMode == nil ? context.session.feed : nil
      if context.feeds.startMode != nil {
        context.feeds.startMode = nil
      } else {
        try context.feeds.reload(isFresh ? .reload : .noCache)
      }
      if let before, let after = context.session.feed {
        context.output.say(try context.summary(ofChangesFrom: before, to: after))
      }
      context.feeds.sayFiles()
      guard context.options.isInteractive else {
        return context.output.say(
          "\(context.session.feed?.name ?? ""): \(context.session.feed?.contents ?? "")", .faint)
      }
      context.feeds.sayMalformed()
      context.views.viewChanged()
    }
  }
}

extension SourcesContext {
  /// Returns the mistake in a further word of `load`; nil if the word is a source, a search text or a profile.
  fileprivate func fault(ofSource argument: Argument) -> Diagnostic? {
    let start = argument.rest.range.lowerBound
    let before = words(of: argument.line, in: start..<argument.range.lowerBound).words
    guard let first = before.first?.text, before.last?.text != "as",
      // If the library cannot be read, the command reports that.
      (try? directory.isService(first)) == false
    else { return nil }
    guard var fault = mistake({ try directory.require(FeedRequest(source: argument.text)) }) else {
      return nil
    }
    (fault.span, fault.source) = (argument.range, argument.line)
    return fault
  }

  /// The word `fresh`.
  fileprivate static var fresh: Parameter<SourcesContext, Bool> {
    choice("fresh", [Candidate("fresh", "download everything again")]).map { _, argument in
      guard argument.text == "fresh" else {
        throw Failure("`reload` takes `fresh` or nothing", at: argument.range, in: argument.line)
      }
      return true
    }.or { _ in false }
  }

  /// The words `TEXT`, `all` and `as PROFILE`.
  fileprivate static var loadOptions: Parameter<SourcesContext, LoadOptions> {
    Parameter<SourcesContext, Argument>(
      "SOURCE…|TEXT] [all] [as PROFILE",
      examine: { context, argument in
        let isKeyword = ["all", "as"].contains(argument.text)
        return Examination(
          argument.word, isKeyword ? .keyword : .value,
          fault: isKeyword ? nil : context.fault(ofSource: argument))
      },
      complete: { context, request in
        context.assistance.furtherSourceSuggestions(
          request, [Candidate("all", "every page, if there are several")])
      }
    ).repeated.map { try LoadOptions($1) }
  }
}

/// How to read the feed at the start of a run, so that `reload` as its first command reads it once; nil if that is not
/// its first command, or `diff` compares with the state before.
package func startMode(
  for invocations: [Invocation<CommandOwners>], in owners: CommandOwners
) -> CacheMode? {
  guard let first = invocations.first, case .joined(let isFresh) = first.startLoad(in: owners),
    !invocations.contains(where: { $0.startLoad(in: owners) == .compared })
  else { return nil }
  return isFresh ? .reload : .noCache
}

/// The words after the source of `load`.
private struct LoadOptions: Sendable {
  var profile: String?
  var isEveryPage = false
  /// The text to search for at a service, or further sources.
  var words: [Argument] = []

  init(_ arguments: [Argument]) throws {
    var words = arguments[...]
    if let place = words.lastIndex(where: { $0.text == "as" && !$0.word.isQuoted }) {
      guard words.count == place + 2 else {
        throw Failure(
          "`as` needs the name of a profile", hint: "e.g. as recipes",
          at: words[place].range, in: words[place].line)
      }
      profile = words[place + 1].text
      words = words[..<place]
    }
    if let last = words.last, last.text == "all", !last.word.isQuoted {
      isEveryPage = true
      words.removeLast()
    }
    self.words = Array(words)
  }

  /// Returns the request: behind a service that searches, the words are its text; otherwise each is a source.
  ///
  /// - Throws: ``Failure`` for a word that is no source.
  func request(of source: Argument, in directory: FeedDirectory) throws -> FeedRequest {
    var request = FeedRequest(source: source.text)
    request.profile = profile
    if isEveryPage { request.pages = .max }
    if words.isEmpty { return request }
    if try directory.isService(source.text) {
      request.search = words.map(\.text).joined(separator: " ")
      return request
    }
    let sources = [source] + words
    for word in sources { try directory.requireSource(word, among: sources) }
    request.source = sources.map(\.text).joined(separator: String(FeedRequest.separator))
    return request
  }
}

extension FeedDirectory {
  /// Whether a word names a feed of a service.
  fileprivate func isService(_ word: String) throws -> Bool {
    guard let named = try namedFeed(word) else { return false }
    if case .service = named.origin { return true }
    return false
  }

  /// Checks that a word is a source, if it is one of several.
  ///
  /// - Throws: ``Failure``, which offers the name of a file with blanks in quotes.
  func requireSource(_ word: Argument, among words: [Argument]) throws {
    do {
      try require(FeedRequest(source: word.text))
    } catch {
      var failure = Failure(catching: error)
      (failure.diagnostic.span, failure.diagnostic.source) = (word.range, word.line)
      let joined = words.map(\.text).joined(separator: " ")
      if (try? require(FeedRequest(source: joined))) != nil {
        failure.diagnostic.hint = "did you mean \"\(joined)\"?"
      } else if words.first?.range != word.range, let first = words.first?.text,
        (try? namedFeed(first)) != nil
      {
        let text = words.dropFirst().map(\.text).joined(separator: " ")
        failure.diagnostic.hint = "to search it: load \(first); search \(text)"
      }
      throw failure
    }
  }
}

extension SourcesContext {
  /// The maximum number of rows that are compared value by value.
  private static let comparisonLimit = 200_000

  /// The numbers of new, gone and changed rows; changes only if the rows are few.
  fileprivate func summary(
    ofChangesFrom before: LoadedFeed, to after: LoadedFeed
  ) throws -> String {
    // A copy that was not validated may differ from the server's state.
    let unchanged = after.state == .fresh ? "nothing is new" : "not compared with its server"
    if max(before.catalog.count, after.catalog.count) <= Self.comparisonLimit {
      let changes = try FeedChanges(
        from: before, to: after, isStopped: { [world] in world.interruptions.isRaised })
      return changes.isEmpty ? unchanged : changes.summary
    }
    let (new, gone) = after.handles.value.changes(since: before.handles.value)
    return new + gone == 0 ? unchanged : "\(new) new, \(gone) gone"
  }
}
