import Assistance
import Catalog
import Diagnostics
import FeedLoading
import Feeds
import FoundationEssentials
import HTTPCache
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

extension Command<SourcesContext> {
  static var feeds: Self {
    Self(
      "feeds",
      summary: "List, add or remove named feeds, and check your own profiles.",
      needsFeed: false,
      forms: [
        Form(
          "add", Context.newFeedName, Context.source, Context.feedOptions,
          summary: "Add a named feed."
        ) { sources, name, source, options in
          try sources.addFeed(name, [source] + options.sources, options)
        },
        Form("example", summary: "Print a commented profile to start your own from.") { sources in
          if sources.output.format.isStyled { return sources.output.write(Profile.example) }
          sources.output.print([], ["profile": .string(Profile.example)])
        },
        Form("check", summary: "Check the profiles you wrote.") { try $0.checkProfiles() },
        Form("remove", Context.ownFeed, summary: "Remove a named feed.") { sources, name in
          try sources.removeFeed(name)
        },
        Form { sources in sources.output.print(try sources.feedsReport()) },
      ],
      examples: [
        Example(
          "feeds",
          prints: """
              Name               Source                                                …
              demo                                                                     …
              demo-empty                                                               …
            …
            """),
        Example(
          "feeds example",
          prints: """
            # A profile maps the JSON of a feed to rows. Save it as NAME.toml in the fo…
            # `load SOURCE as NAME` uses it, and Larder recognizes feeds that match it.

            …
            """),
        Example(
          "feeds check",
          prints: """
            there are no profiles in /home/x/.larder/config/feeds: feeds example prints…
            """),
        Example("feeds add dishes demo", prints: "dishes is demo; load dishes loads it"),
        Example(
          "feeds add mine-too ./mine.json as recipes",
          prints: """
            mine-too is ./mine.json; load mine-too loads it
            """),
      ],
      details: [
        "Larder reads JSON, NDJSON, and web pages with recipes. `load SOURCE as PROFILE` chooses "
          + "a profile, and `feeds example` prints one to adapt for a format of your own.",
        "as mealie, tandoor and nextcloud read the recipes of such a server, e.g. feeds add home "
          + "https://recipes.example as mealie -H 'Authorization: Bearer $TOKEN'. Each recipe is read "
          + "when it is needed.",
        "A header's value names an environment variable ($VAR). The variable's value is never "
          + "stored, shown, or sent to another origin.",
      ])
  }
}

extension SourcesContext {
  /// A name for a feed.
  fileprivate static var newFeedName: Parameter<SourcesContext, Argument> {
    Parameter("NAME") { _, argument in
      guard isFeedName(argument.text) else {
        throw Failure(
          "`\(argument.text)` cannot name a feed", hint: "use letters, digits, - _ and .",
          at: argument.range, in: argument.line)
      }
      return argument
    }
  }

  /// The profile and the headers of a feed.
  fileprivate static var feedOptions: Parameter<SourcesContext, FeedOptions> {
    Parameter<SourcesContext, Argument>(
      "SOURCE…] [as PROFILE] [-H 'K: $VAR'",
      complete: {
        $0.assistance.furtherSourceSuggestions(
          $1, [Candidate("-H", "a header whose value is in the environment")])
      }
    ).repeated.map { try $0.feedOptions($1) }
  }

  private func feedOptions(_ arguments: [Argument]) throws -> FeedOptions {
    var options = FeedOptions()
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word.text != "as", word.text != "-H", options.isSourceNext {
        options.sources.append(word)
        continue
      }
      guard let value = rest.popFirst(), word.text == "as" || word.text == "-H" else {
        throw Failure(
          "`as PROFILE` or `-H 'K: $VAR'` was expected", at: word.range, in: word.line)
      }
      if word.text == "as" {
        options.profile =
          try directory.program(value.text)?.rawValue
          ?? directory.profile(value.text, at: value.range, in: value.line).name
      } else {
        options.headers.append(try header(value))
      }
    }
    return options
  }

  /// The name of a feed that the user has added.
  fileprivate static var ownFeed: Parameter<SourcesContext, String> {
    Parameter(
      "NAME",
      complete: { context, request in
        // If the library cannot be read, the command reports that.
        let own = (try? context.library.feeds()) ?? []
        return request.suggestions(own.map { Candidate($0.name, $0.source) })
      },
      parse: { context, argument in
        let own = try context.library.feeds().map(\.name)
        guard own.contains(argument.text) else {
          let isBuiltIn = try context.directory.namedFeeds().contains { $0.name == argument.text }
          throw Failure(
            isBuiltIn
              ? "\(argument.text) is part of Larder"
              : "no feed of yours is called `\(argument.text)`",
            hint: nearest(to: argument.text, among: own).map { "did you mean \($0)?" }
              ?? "see feeds",
            at: argument.range, in: argument.line)
        }
        return argument.text
      })
  }
}

/// The words after the first source of `feeds add`.
private struct FeedOptions: Sendable {
  /// Further sources.
  var sources: [Argument] = []
  var profile: String?
  var headers: [NamedFeed.Header] = []

  /// Whether a word may be a source: nothing but sources was read.
  var isSourceNext: Bool { profile == nil && headers.isEmpty }
}

extension SourcesContext {
  fileprivate func addFeed(
    _ name: Argument, _ sources: [Argument], _ options: FeedOptions
  ) throws {
    if sources.count > 1 {
      for source in sources { try directory.requireSource(source, among: sources) }
    }
    let feed = NamedFeed(
      name: name.text, source: sources.map(\.text).joined(separator: String(FeedRequest.separator)),
      profile: options.profile, headers: options.headers)
    var new = try absolute(feed)
    new.bindHeaders()
    if let old = try library.feeds().first(where: { $0.name == new.name }), old != new,
      !output.confirms("\(old.name) is \(shown(source: old.source)) already. Replace it?")
    {
      throw Failure(
        "the feed \(old.name) was not replaced", at: name.range, in: name.line)
    }
    let isBuiltIn = try directory.namedFeeds().contains { $0.name == new.name && !$0.isOwn }
    if isBuiltIn, !output.confirms("\(new.name) is a feed that comes with Larder. Replace it?") {
      throw Failure(
        "the feed \(new.name) was not replaced", at: name.range, in: name.line)
    }
    try library.save(new)
    output.say("\(feed.name) is \(shown(source: feed.source)); load \(feed.name) loads it")
    output.warnOfPassword(in: new.source, hint: "use -H 'Authorization: $NAME' instead")
  }

  /// The feed with an absolute path.
  private func absolute(_ feed: NamedFeed) throws -> NamedFeed {
    var feed = feed
    let sources = FeedRequest(source: feed.source).sources
    if sources.count > 1 {
      // Of a named feed, the name is kept, so that a change of it counts.
      feed.source = try sources.map { source in
        if try directory.namedFeed(source) != nil { return source }
        return try absolute(NamedFeed(name: feed.name, source: source, profile: nil, headers: []))
          .source
      }.joined(separator: String(FeedRequest.separator))
      return feed
    }
    if isHTTP(feed.source) { _ = try WebAddress(feed.source) }
    if isHTTP(feed.source) || BundledFeed(rawValue: feed.source) != nil { return feed }
    switch try directory.origin(of: FeedRequest(source: feed.source, profile: nil)).location {
    case .file(let path): feed.source = world.files.absolute(path)
    case .web(let address): feed.source = address
    case .bundled(let bundled): feed.source = bundled.rawValue
    case .input: throw Failure("standard input cannot have a name")
    case .joined: break
    }
    return feed
  }

  private func header(_ word: Argument) throws -> NamedFeed.Header {
    let parts = word.text.split(separator: ":", maxSplits: 1).map {
      String($0.trimmingPrefix { $0 == " " })
    }
    guard parts.count == 2, isToken(String(parts[0])) else {
      throw Failure("a header is `Name: $VAR`", at: word.range, in: word.line)
    }
    guard parts[1].contains("$") else {
      throw literalHeader(parts[0], at: word.range, in: word.line)
    }
    return NamedFeed.Header(name: parts[0], value: parts[1])
  }

  fileprivate func removeFeed(_ name: String) throws {
    try library.removeFeed(name)
    output.say("\(name) is no longer a named feed; its favorites and notes stay")
  }

  /// When the server of a feed last sent or confirmed the stored copy; nil if there is none.
  private func storedAnswer(of feed: NamedSource) -> Date? {
    // A feed whose origin has errors has no copy.
    guard let origin = try? directory.origin(of: feed),
      case .web(let address) = origin.location,
      let request = try? loader.fetchRequest(address, of: origin, .standard),
      let copy = fetcher.copies(for: request).first(where: { $0.status == 200 }),
      !copy.isInvalidated
    else { return nil }
    return Date(timeIntervalSince1970: copy.responseTime)
  }

  fileprivate func feedsReport() throws -> Report {
    let visits = try library.visits()
    let rows = try directory.namedFeeds().map { feed in
      let source = directory.source(of: feed)
      let visit = [visits[feed.name] ?? visits[source], storedAnswer(of: feed)].compactMap { $0 }
        .max()
      return [
        Cell(feed.name), Cell(shown(source: source)),
        Cell(feed.headers.map(\.name).joined(separator: ", ")), Cell(feed.summary),
        visit.map { Cell(world.minute(of: $0)) } ?? Cell(optional: nil),
      ]
    }
    return Report(
      [
        .init("name", title: "Name"), .init("source", title: "Source", isFlexible: true),
        .init("headers", title: "Headers"), .init("summary", title: "What", isFlexible: true),
        .init("answered", title: "Last answer"),
      ], rows)
  }
}

extension SourcesContext {
  /// Reports each profile of the user with its errors.
  ///
  /// - Throws: ``Failure`` if one has errors.
  fileprivate func checkProfiles() throws {
    loader.forgetProfiles()
    let files = loader.userProfiles()
    if files.isEmpty {
      output.say(
        "there are no profiles in \(harmless(loader.profileFolder)): feeds example prints one to start from"
      )
    }
    output.print(
      Report(
        [
          .init("path", title: "File", isFlexible: true), .init("name", title: "Name"),
          .init("fields", title: "Fields", isNumber: true),
          .init("line", title: "Line", isNumber: true),
          .init("column", title: "Column", isNumber: true),
          .init("problem", title: "Problem", isFlexible: true),
        ], rows(of: files)))
    let faults = files.count { if case .failure = $0.result { true } else { false } }
    guard faults > 0 else { return }
    throw Failure(faults == 1 ? "1 profile cannot be used" : "\(faults) profiles cannot be used")
  }

  /// A warning about feeds of a profile whose names are in use; nil if there are none.
  private func remark(onFeedsOf profile: Profile) -> String? {
    let names = profile.service?.feeds.map(\.name) ?? []
    let bundled = names.first { BundledFeed(rawValue: $0) != nil || $0 == RecipeCollection.name }
    if let bundled {
      return "its feed \(bundled) cannot be loaded: a built-in feed has the same name"
    }
    let builtIn = Profile.builtIn.flatMap { $0.service?.feeds.map(\.name) ?? [] }
    return names.first { builtIn.contains($0) }
      .map { "its feed \($0) replaces the built-in one" }
  }

  private func rows(of files: [UserProfile]) -> [[Cell]] {
    var names: Set<String> = []
    return files.map { file in
      switch file.result {
      case .success(let profile):
        let isTwice = !names.insert(profile.name).inserted
        var remark: String?
        if isTwice {
          remark = "not used: an earlier file has the same name"
        } else if Profile.builtInNames.contains(profile.name) {
          remark = "replaces the built-in profile, for its feeds, too"
        } else {
          remark = self.remark(onFeedsOf: profile)
        }
        return [
          Cell(file.path), Cell(profile.name), Cell(profile.mappings.count), Cell(optional: nil),
          Cell(optional: nil), remark.map { Cell($0, .warning) } ?? Cell(optional: nil),
        ]
      case .failure(let fault):
        let hint = fault.hint.isEmpty ? "" : " (\(fault.hint))"
        return [
          Cell(file.path), Cell(optional: nil), Cell(optional: nil), Cell(fault.line),
          Cell(fault.column), Cell(fault.reason + hint, .bad),
        ]
      }
    }
  }
}

/// Refuses commands that add a header with a literal value, which would be stored.
///
/// - Parameters:
///   - commands: The commands of an alias or a key.
///   - range: Their range in the line.
///   - line: The line.
/// - Throws: ``Failure``.
func refuseLiteralHeader(in commands: String, at range: Range<Int>, of line: String) throws {
  if hasLiteralHeader(commands) { throw literalHeader("Name", at: range, in: line) }
}

private func literalHeader(_ name: String, at range: Range<Int>, in line: String) -> Failure {
  Failure(
    "the value of a header comes from an environment variable",
    hint: "write '\(name): $NAME' and export NAME", at: range, in: line)
}

extension Output {
  /// Warns if a stored address contains a password.
  ///
  /// - Parameters:
  ///   - address: The address, or a path.
  ///   - hint: What to do instead.
  func warnOfPassword(in address: String, hint: String) {
    // A path has no password.
    guard (try? WebAddress(address))?.authorization != nil else { return }
    say(
      Diagnostic(
        "the password in the address is stored with it, and written by library export",
        hint: hint, severity: .warning))
  }
}
