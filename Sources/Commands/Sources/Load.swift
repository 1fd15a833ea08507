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
      summary: "Load another feed: a named feed, a file or an address.",
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
        "SOURCE is a named feed, else a path, else an address; ./name forces a path. If it cannot "
          + "be loaded, the current feed stays.",
        "TEXT is a search at a service: load meals apple pie. The word all loads every page of a feed; "
          + "^C stops, and the pages that have arrived stay.",
      ]
    ) { context, source, options in
      try context.feeds.load(options.request(of: source.text))
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
      "TEXT] [all] [as PROFILE",
      examine: { _, argument in
        Examination(argument.word, ["all", "as"].contains(argument.text) ? .keyword : .value)
      },
      complete: { context, request in
        context.assistance.profileSuggestions(
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
  /// The text to search for at a service.
  var search: String?

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
    if !words.isEmpty { search = words.map(\.text).joined(separator: " ") }
  }

  func request(of source: String) -> FeedRequest {
    var request = FeedRequest(source: source)
    request.profile = profile
    if isEveryPage { request.pages = .max }
    request.search = search
    return request
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
