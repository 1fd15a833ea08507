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

extension Command<Shell> {
  static var load: Self {
    Self(
      "load", .source, .loadOptions, summary: "Take another feed: a named one, a file, an address.",
      examples: ["load demo", "load demo-malformed as recipes"],
      details: [
        "SOURCE is a named feed, else a path, else an address; ./name forces a path. If it cannot "
          + "be loaded, the feed you had stays.",
        "Other words are what a service is searched for: load meals apple pie. With all, every page "
          + "of a feed is loaded that comes in pages; ^C stops, and what came is kept.",
      ]
    ) { shell, arguments in
      guard let source = arguments["SOURCE"] else { return }
      try shell.feeds.load(try feedRequest(source, arguments))
      shell.feeds.sayMalformed()
      shell.feeds.sayMisfit()
      shell.feeds.sayReading()
      shell.views.viewChanged()
      if let failure = shell.loader.takeBreakOff() { throw failure }
    }
  }

  static var reload: Self {
    Self(
      "reload", .choice("fresh", isOptional: true, [Candidate("fresh", "fetch all of it anew")]),
      aliases: ["refresh"], summary: "Get the feed again and keep the view.", examples: ["reload"]
    ) { shell, arguments in
      let word = arguments["fresh"]
      if let word, word.text != "fresh" {
        throw Failure("`reload` takes `fresh` or nothing", at: word.range, in: arguments.line)
      }
      if word != nil { shell.pictures.expire() }
      let before = shell.feeds.startFreshness == nil ? shell.session.feed : nil
      if shell.feeds.startFreshness != nil {
        shell.feeds.startFreshness = nil
      } else {
        try shell.feeds.reload(word == nil ? .checked : .refetched)
      }
      if let before, let after = shell.session.feed {
        shell.output.say(try shell.summary(ofChangesFrom: before, to: after))
      }
      guard shell.options.isInteractive else {
        return shell.output.say(
          "\(shell.session.feed?.name ?? ""): \(shell.session.feed?.contents ?? "")", .faint)
      }
      shell.feeds.sayMalformed()
      shell.views.viewChanged()
    }
  }
}

extension Invocation<Shell> {
  /// How anew the feed is to be, if this is `reload`.
  var reloadFreshness: Freshness? {
    guard command.name == "reload" else { return nil }
    return arguments["fresh"]?.text == "fresh" ? .refetched : .checked
  }
}

extension Parameter<Shell> {
  /// The words `TEXT`, `all` and `as PROFILE`.
  static var loadOptions: Parameter {
    Parameter(
      "TEXT] [all] [as PROFILE", .words, isOptional: true,
      examine: { _, word in
        Examination(word, ["all", "as"].contains(word.text) ? .keyword : .value)
      }
    ) { shell, request in
      shell.profileSuggestions(request, [Candidate("all", "every page, if there are several")])
    }
  }
}

/// The feed that the words of `load` ask for.
private func feedRequest(_ source: Word, _ arguments: Arguments) throws -> FeedRequest {
  var request = FeedRequest(source: source.text)
  var words = arguments.all("TEXT] [all] [as PROFILE")[...]
  if let place = words.lastIndex(where: { $0.text == "as" && !$0.isQuoted }) {
    guard words.count == place + 2 else {
      throw Failure(
        "the name of a profile was expected behind `as`", hint: "e.g. as recipes",
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

extension Shell {
  /// Profiles behind `as`; elsewhere that word, and others.
  func profileSuggestions(
    _ request: CompletionRequest, _ others: [Candidate] = []
  ) -> [Suggestion] {
    let before = words(of: request.line, in: 0..<request.range.lowerBound).words.last?.text
    let profiles = loader.profiles().names.map { Candidate($0, "a form that feeds have") }
    let words = others + [Candidate("as", "say which form the feed has")]
    return request.suggestions(before == "as" ? profiles : words, isWhole: true)
  }

  /// The most rows of which every value is compared while a person waits.
  private static let comparisonLimit = 200_000

  /// How many rows are new, gone and, if it takes no time to find out, changed.
  fileprivate func summary(
    ofChangesFrom before: LoadedFeed, to after: LoadedFeed
  ) throws -> String {
    // Of a copy nobody knows whether it is still what its server has.
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
