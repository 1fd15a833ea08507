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

extension Command<CommandContext> {
  static var load: Self {
    Self(
      "load", .source, .loadOptions,
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
    ) { context, arguments in
      guard let source = arguments[.source] else { return }
      try context.feeds.load(try feedRequest(source, arguments))
      context.feeds.sayMalformed()
      context.feeds.sayMisfit()
      context.feeds.sayReading()
      context.views.viewChanged()
      if let failure = context.loader.takePagingFailure() { throw failure }
    }
  }

  static var reload: Self {
    Self(
      "reload", .fresh,
      aliases: ["refresh"], summary: "Load the feed again, and keep the view.",
      startLoad: .joined, changes: .feed, followUp: { $0.assistance.stepAfterListing },
      examples: [
        Example(
          "reload",
          prints: """
            nothing is new
            demo: 64 recipes, 18 cuisines
            """)
      ]
    ) { context, arguments in
      let word = arguments[.fresh]
      if let word, word.text != "fresh" {
        throw Failure("`reload` takes `fresh` or nothing", at: word.range, in: arguments.line)
      }
      if word != nil { context.pictures.expire() }
      let before = context.feeds.startMode == nil ? context.session.feed : nil
      if context.feeds.startMode != nil {
        context.feeds.startMode = nil
      } else {
        try context.feeds.reload(word == nil ? .checked : .refetched)
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

extension Parameter<CommandContext> {
  /// The word `fresh`.
  fileprivate static var fresh: Self {
    choice("fresh", isOptional: true, [Candidate("fresh", "download everything again")])
  }

  /// The words `TEXT`, `all` and `as PROFILE`.
  static var loadOptions: Parameter {
    Parameter(
      "TEXT] [all] [as PROFILE", .words, isOptional: true,
      examine: { _, word in
        Examination(word, ["all", "as"].contains(word.text) ? .keyword : .value)
      }
    ) { context, request in
      context.assistance.profileSuggestions(
        request, [Candidate("all", "every page, if there are several")])
    }
  }
}

/// How to read the feed at the start of a run, so that `reload` as its first command reads it once; nil if that is not
/// its first command, or `diff` compares with the state before.
package func startMode(for invocations: [Invocation<CommandContext>]) -> LoadMode? {
  guard let first = invocations.first, first.command.startLoad == .joined,
    !invocations.contains(where: { $0.command.startLoad == .compared })
  else { return nil }
  return first.arguments[.fresh]?.text == "fresh" ? .refetched : .checked
}

/// The feed that the arguments of `load` name.
private func feedRequest(_ source: Word, _ arguments: Arguments) throws -> FeedRequest {
  var request = FeedRequest(source: source.text)
  var words = arguments.all(.loadOptions)[...]
  if let place = words.lastIndex(where: { $0.text == "as" && !$0.isQuoted }) {
    guard words.count == place + 2 else {
      throw Failure(
        "`as` needs the name of a profile", hint: "e.g. as recipes",
        at: words[place].range, in: arguments.line)
    }
    request.profile = words[place + 1].text
    words = words[..<place]
  }
  if let last = words.last, last.text == "all", !last.isQuoted {
    request.pages = .max
    words.removeLast()
  }
  if !words.isEmpty { request.search = words.map(\.text).joined(separator: " ") }
  return request
}

extension CommandContext {
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
