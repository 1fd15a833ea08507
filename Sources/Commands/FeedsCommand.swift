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

extension Command<CommandContext> {
  static var feeds: Self {
    Self(
      "feeds",
      summary: "List, add or remove named feeds, and check your own profiles.",
      needsFeed: false,
      forms: [
        Form(
          "add",
          parameters: [
            Parameter("NAME"), .source,
            .feedOptions,
          ], summary: "Add a named feed."
        ) { try $0.addFeed($1) },
        Form("example", summary: "Print a commented profile to start your own from.") {
          context, _ in
          if context.output.format.isStyled { return context.output.write(Profile.example) }
          context.output.print([], ["profile": .string(Profile.example)])
        },
        Form("check", summary: "Check the profiles you wrote.") { context, _ in
          try context.checkProfiles()
        },
        Form("remove", parameters: [.ownFeed], summary: "Remove a named feed.") {
          try $0.removeFeed($1)
        },
        Form { context, _ in context.output.print(try context.feedsReport()) },
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
        "A header's value names an environment variable ($VAR). The variable's value is never "
          + "stored, shown, or sent to another origin.",
      ])
  }
}

extension Parameter<CommandContext> {
  /// The profile and the headers of a feed.
  fileprivate static var feedOptions: Self {
    Parameter("as PROFILE] [-H 'K: $VAR'", .words, isOptional: true) {
      $0.assistance.profileSuggestions(
        $1, [Candidate("-H", "a header whose value is in the environment")])
    }
  }

  fileprivate static var ownFeed: Parameter {
    Parameter("NAME") { context, request in
      // If the library cannot be read, the command reports that.
      let own = (try? context.library.feeds()) ?? []
      return request.suggestions(own.map { Candidate($0.name, $0.source) })
    }
  }
}

extension CommandContext {
  fileprivate func addFeed(_ arguments: Arguments) throws {
    guard let name = arguments[.ownFeed], let source = arguments[.source] else { return }
    guard isFeedName(name.text) else {
      throw Failure(
        "`\(name.text)` cannot name a feed", hint: "use letters, digits, - _ and .",
        at: name.range, in: arguments.line)
    }
    var feed = NamedFeed(name: name.text, source: source.text, profile: nil, headers: [])
    var rest = arguments.all(.feedOptions)[...]
    while let word = rest.popFirst() {
      guard let value = rest.popFirst(), word.text == "as" || word.text == "-H" else {
        throw Failure(
          "`as PROFILE` or `-H 'K: $VAR'` was expected", at: word.range, in: arguments.line)
      }
      if word.text == "as" {
        feed.profile = try directory.profile(value.text, at: value.range, in: arguments.line).name
      } else {
        feed.headers.append(try header(value, in: arguments.line))
      }
    }
    var new = try absolute(feed)
    new.bindHeaders()
    if let old = try library.feeds().first(where: { $0.name == new.name }), old != new,
      !output.confirms("\(old.name) is \(shown(source: old.source)) already. Replace it?")
    {
      throw Failure(
        "the feed \(old.name) was not replaced", at: name.range, in: arguments.line)
    }
    let isBuiltIn = try directory.namedFeeds().contains { $0.name == new.name && !$0.isOwn }
    if isBuiltIn, !output.confirms("\(new.name) is a feed that comes with Larder. Replace it?") {
      throw Failure(
        "the feed \(new.name) was not replaced", at: name.range, in: arguments.line)
    }
    try library.save(new)
    output.say("\(feed.name) is \(shown(source: feed.source)); load \(feed.name) loads it")
    warnOfPassword(in: new.source, hint: "use -H 'Authorization: $NAME' instead")
  }

  /// Warns if a stored address contains a password.
  func warnOfPassword(in address: String, hint: String) {
    // A path has no password.
    guard (try? WebAddress(address))?.authorization != nil else { return }
    output.say(
      Diagnostic(
        "the password in the address is stored with it, and written by library export",
        hint: hint, severity: .warning))
  }

  /// The feed with an absolute path.
  private func absolute(_ feed: NamedFeed) throws -> NamedFeed {
    var feed = feed
    if isHTTP(feed.source) { _ = try WebAddress(feed.source) }
    if isHTTP(feed.source) || BundledFeed(rawValue: feed.source) != nil { return feed }
    switch try directory.origin(of: FeedRequest(source: feed.source, profile: nil)).location {
    case .file(let path): feed.source = world.files.absolute(path)
    case .web(let address): feed.source = address
    case .bundled(let bundled): feed.source = bundled.rawValue
    case .input: throw Failure("standard input cannot have a name")
    }
    return feed
  }

  private func header(_ word: Word, in line: String) throws -> NamedFeed.Header {
    let parts = word.text.split(separator: ":", maxSplits: 1).map {
      String($0.trimmingPrefix { $0 == " " })
    }
    guard parts.count == 2, isToken(String(parts[0])) else {
      throw Failure("a header is `Name: $VAR`", at: word.range, in: line)
    }
    guard parts[1].contains("$") else {
      throw Failure(
        "the value of a header comes from an environment variable",
        hint: "write '\(parts[0]): $NAME' and export NAME", at: word.range, in: line)
    }
    return NamedFeed.Header(name: parts[0], value: parts[1])
  }

  fileprivate func removeFeed(_ arguments: Arguments) throws {
    guard let name = arguments[.ownFeed] else { return }
    let own = try library.feeds().map(\.name)
    guard own.contains(name.text) else {
      let isBuiltIn = try directory.namedFeeds().contains { $0.name == name.text }
      throw Failure(
        isBuiltIn ? "\(name.text) is part of Larder" : "no feed of yours is called `\(name.text)`",
        hint: nearest(to: name.text, among: own).map { "did you mean \($0)?" } ?? "see feeds",
        at: name.range, in: arguments.line)
    }
    try library.removeFeed(name.text)
    output.say("\(name.text) is no longer a named feed; its favorites and notes stay")
  }

  /// When the server of a feed last sent or confirmed the stored copy; nil if there is none.
  private func keptAnswer(of feed: NamedSource) -> Date? {
    // A feed whose origin has errors has no copy.
    guard let origin = try? directory.origin(of: feed),
      case .web(let address) = origin.location,
      let request = try? loader.fetchRequest(address, of: origin, .cached),
      let copy = fetcher.copies(for: request).first(where: { $0.status == 200 }),
      !copy.isInvalidated
    else { return nil }
    return Date(timeIntervalSince1970: copy.responseTime)
  }

  fileprivate func feedsReport() throws -> Report {
    let visits = try library.visits()
    let rows = try directory.namedFeeds().map { feed in
      let source = directory.source(of: feed)
      let visit = [visits[feed.name] ?? visits[source], keptAnswer(of: feed)].compactMap { $0 }
        .max()
      return [
        Cell(feed.name), Cell(withoutUser(source: source)),
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

extension CommandContext {
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
    let bundled = names.first { BundledFeed(rawValue: $0) != nil || $0 == FeedDirectory.mine }
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
