import Diagnostics
import FeedLoading
import Feeds
import Text
import World

/// A feed with a name, and its source.
package struct NamedSource {
  /// The source of a named feed.
  package enum Origin: Equatable {
    case bundled(BundledFeed)
    /// The user's own recipes.
    case collection
    /// A path or an address.
    case source(String)
    /// A feed of a service, by its path.
    case service(Profile, path: String)
  }

  package var name: String
  package var origin: Origin
  package var profile: String?
  package var headers: [NamedFeed.Header] = []
  package var summary: String
  /// Whether the user defined the name.
  package var isOwn = false
}

/// Resolves names of feeds: the bundled ones, those of known services, and those of the user.
///
/// It resolves the typed text to a source, a profile and header fields, which is all that loading needs.
package struct FeedDirectory {
  private let library: Library
  private let loader: FeedLoader
  package let collection: RecipeCollection
  private let world: World
  /// The address of a service according to the settings.
  private let base: (_ service: String) -> String

  package init(
    _ library: Library, _ loader: FeedLoader, _ collection: RecipeCollection, on world: World,
    base: @escaping (_ service: String) -> String
  ) {
    (self.library, self.loader, self.collection) = (library, loader, collection)
    (self.world, self.base) = (world, base)
  }

  /// All named feeds; one of the user hides a bundled one of the same name.
  package func namedFeeds() throws -> [NamedSource] {
    let own = try ownFeeds()
    var names = Set(own.map(\.name))
    let others = bundledFeeds + mineFeeds + serviceFeeds(of: loader.profiles().all)
    return others.filter { names.insert($0.name).inserted } + own
  }

  /// The feed with a name; nil if there is none.
  ///
  /// - Complexity: Reads the profiles of services last, and only those that may have the name.
  package func namedFeed(_ name: String) throws -> NamedSource? {
    guard isFeedName(name) else { return nil }
    var fault: (any Error)?
    do {
      if let feed = try ownFeeds().first(where: { $0.name == name }) { return feed }
    } catch {
      fault = error
    }
    // The bundled feeds can be found even if the library cannot be read.
    let other =
      (bundledFeeds + mineFeeds).first { $0.name == name }
      ?? serviceFeeds(of: loader.profiles().candidates(feed: name)).first { $0.name == name }
    if other == nil, let fault, world.files.kind(of: name) == nil { throw fault }
    return other
  }

  private var bundledFeeds: [NamedSource] {
    BundledFeed.allCases.map {
      NamedSource(
        name: $0.rawValue, origin: .bundled($0), profile: "recipes", summary: $0.summary)
    }
  }

  private var mineFeeds: [NamedSource] {
    loader.settings.isEphemeral
      ? []
      : [
        NamedSource(name: RecipeCollection.name, origin: .collection, summary: "what you saved")
      ]
  }

  private func serviceFeeds(of profiles: [Profile]) -> [NamedSource] {
    profiles.flatMap { profile in
      (profile.service?.feeds ?? []).map {
        NamedSource(
          name: $0.name, origin: .service(profile, path: $0.path), profile: profile.name,
          summary: $0.summary)
      }
    }
  }

  private func ownFeeds() throws -> [NamedSource] {
    try library.feeds().map {
      let bundled = BundledFeed(rawValue: $0.source)
      return NamedSource(
        name: $0.name, origin: bundled.map { .bundled($0) } ?? .source($0.source),
        profile: $0.profile, headers: $0.headers, summary: "yours", isOwn: true)
    }
  }
}

/// Resolves what the user typed as a feed.
extension FeedDirectory {
  /// The profile with a name.
  package func profile(_ name: String, at word: Range<Int>? = nil, in line: String? = nil) throws
    -> NamedProfile
  {
    let profiles = loader.profiles()
    if let profile = profiles.known(name) { return profile }
    let names = profiles.names + RecipeService.allCases.map(\.rawValue)
    throw Failure(
      "unknown profile `\(name)`",
      hint: nearest(to: name, among: names).map { "did you mean \($0)?" }
        ?? "profiles: " + names.joined(separator: ", "), at: word, in: line)
  }

  /// The recipe program that a word after `as` names; nil for a profile, also for one of the user with such a name.
  package func program(_ name: String) -> RecipeService? {
    RecipeService(rawValue: name).flatMap { loader.profiles().known(name) == nil ? $0 : nil }
  }

  /// Resolves a request: a named feed, otherwise a path, otherwise an address.
  package func origin(of request: FeedRequest) throws -> FeedOrigin {
    if let name = request.profile, let program = program(name) {
      var plain = request
      plain.profile = nil
      return try origin(of: plain).as(program)
    }
    let profile = try request.profile.map { try self.profile($0) }
    if request.sources.count > 1 { return try origin(joining: request.sources, profile) }
    let source = request.source
    if source == "-" {
      return FeedOrigin(location: .input, name: "-", scope: nil, profile: profile)
    }
    if let named = try namedFeed(source) {
      return try origin(of: named, as: profile, searching: request.search)
    }
    if let search = request.search {
      throw Failure(
        "`\(harmless(source))` is not a service that can be searched for `\(harmless(search))`",
        hint: "to search the loaded feed: search TEXT")
    }
    if isHTTP(source) {
      return FeedOrigin(
        location: .web(source), name: shortName(of: source), scope: canonical(source),
        profile: profile)
    }
    if source.isEmpty {
      throw Failure(
        "a feed's name, path or address was expected", hint: "see feeds", code: .badArguments)
    }
    if let end = source.utf8.firstIndex(of: UInt8(ascii: ":")),
      source[end...].utf8.starts(with: "://".utf8), source[..<end].allSatisfy(\.isLetter)
    {
      throw Failure(
        "\(harmless(source)): only http and https addresses can be loaded", status: .noInput)
    }
    var path = world.expandingHome(source)
    if world.files.kind(of: path) == nil, let file = world.file(shownAs: path) { path = file }
    if world.files.kind(of: path) == nil, !source.contains("/"), !isPattern(path) {
      if looksLikeHost(source) {
        return FeedOrigin(
          location: .web("https://" + source), name: source, scope: "https://" + source,
          profile: profile)
      }
      throw Failure(
        "there is no feed and no file called `\(source)`",
        hint: nearest(to: source, among: try namedFeeds().map(\.name)).map { "did you mean \($0)?" }
          ?? "see feeds", status: .noInput)
    }
    return FeedOrigin(
      location: .file(path), name: shortName(of: path), scope: world.files.absolute(path),
      profile: profile)
  }

  /// The origin of several sources.
  private func origin(
    joining sources: [String], _ profile: NamedProfile?, name: String? = nil
  ) throws -> FeedOrigin {
    var parts: [FeedOrigin] = []
    for source in sources {
      var part = try origin(of: FeedRequest(source: source))
      if let profile { part.profile = profile }
      parts.append(contentsOf: part.parts.isEmpty ? [part] : part.parts)
    }
    let scopes = parts.map(\.scope)
    var joined = FeedOrigin(
      location: .joined, name: name ?? "\(parts[0].name)+\(parts.count - 1)",
      scope: scopes.contains(nil)
        ? nil : scopes.compactMap(\.self).joined(separator: String(FeedRequest.separator)),
      profile: profile)
    joined.parts = parts
    return joined
  }

  /// The origin of a named feed.
  package func origin(
    of named: NamedSource, as wanted: NamedProfile? = nil, searching text: String? = nil
  ) throws -> FeedOrigin {
    if wanted == nil, let program = named.profile.flatMap(program) {
      var plain = named
      plain.profile = nil
      return try origin(of: plain, searching: text).as(program)
    }
    let profile = try wanted ?? named.profile.map { try self.profile($0) }
    if case .source(let source) = named.origin, text == nil,
      case let sources = FeedRequest(source: source).sources, sources.count > 1
    {
      var joined = try origin(joining: sources, profile, name: named.name)
      joined.scope = named.name
      return joined
    }
    var origin = FeedOrigin(
      location: .input, name: named.name, scope: named.name, profile: profile,
      headers: named.headers)
    switch named.origin {
    case .bundled(let bundled): origin.location = .bundled(bundled)
    case .collection:
      try collection.prepare()
      origin = collection.origin
      origin.profile = profile
    case .source(let source):
      origin.location = isHTTP(source) ? .web(source) : .file(world.expandingHome(source))
    case .service(let profile, let path):
      guard let service = profile.service else { break }
      let address = ServiceAddress(
        profile, service, base: base(profile.name), world.environment)
      origin.service = address
      origin.location = .web(
        text.flatMap { address.address(searching: $0) } ?? address.address(path))
      if text == nil || service.search != nil { return origin }
    }
    if let text {
      throw Failure(
        "\(named.name) cannot be searched for `\(harmless(text))`",
        hint: "load \(named.name), then search \(harmless(text))")
    }
    return origin
  }

  /// Checks that a request names a feed, and a path a file that is there.
  ///
  /// - Throws: ``Failure`` if not.
  package func require(_ request: FeedRequest) throws {
    guard case .file(let path) = try origin(of: request).location, !isPattern(path),
      world.files.kind(of: path) == nil
    else { return }
    throw FileError(path: harmless(path), reason: .missing).failure
  }

  /// The path or the address of a named feed; empty if it is bundled.
  package func source(of feed: NamedSource) -> String {
    switch feed.origin {
    case .bundled: ""
    case .collection: collection.folder
    case .source(let source): source
    case .service(let profile, let path):
      profile.service.map {
        ServiceAddress(profile, $0, base: base(profile.name), world.environment).address(path)
      } ?? ""
    }
  }

  /// The endings of files that are no domains.
  private static let fileEndings: Set<Substring> = [
    "cook", "csv", "gz", "htm", "html", "json", "jsonl", "mmf", "ndjson", "paprikarecipe",
    "paprikarecipes", "rcp", "tar", "tsv", "txt", "xml", "xz", "yaml", "yml", "zip", "zst",
  ]

  private func looksLikeHost(_ source: String) -> Bool {
    let labels = source.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count > 1
      && labels.allSatisfy {
        !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
      }
      && labels[labels.count - 1].allSatisfy(\.isLetter)
      && !Self.fileEndings.contains(labels[labels.count - 1])
  }

  /// The normalized form of an address (RFC 3986, section 6.2.2), without user, password and fragment.
  private func canonical(_ address: String) -> String {
    guard let mark = address.firstRange(of: "://") else { return address }
    let scheme = address[..<mark.lowerBound].lowercased()
    let rest = address[mark.upperBound...].prefix { $0 != "#" }
    let end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
    var host =
      rest[..<end].split(separator: "@", omittingEmptySubsequences: false).last?.lowercased() ?? ""
    let standard = scheme == "https" ? ":443" : ":80"
    if host.hasSuffix(standard) { host.removeLast(standard.count) }
    let path = rest[end...]
    return "\(scheme)://\(host)\(path.hasPrefix("/") ? "" : "/")\(path)"
  }

  /// The last component of an address or a path, without the usual extensions of feeds.
  private func shortName(of source: String) -> String {
    let isAddress = source.contains("://")
    let path = source.prefix { !isAddress || $0 != "?" && $0 != "#" }
    var name = path.split(separator: "/").last.map(String.init) ?? source
    for ending in [
      ".gz", ".xz", ".zst", ".zip", ".tar", ".json", ".ndjson", ".jsonl", ".csv", ".tsv",
      ".paprikarecipes",
    ] where name.hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    return name.isEmpty ? source : harmless(name)
  }
}

extension FeedOrigin {
  /// Returns the list of a recipe program at the address of its server.
  ///
  /// - Throws: ``Failure`` if the origin is no address.
  fileprivate func `as`(_ program: RecipeService) throws -> FeedOrigin {
    guard case .web(let address) = location else {
      throw Failure(
        "`as \(program.rawValue)` reads \(program.summary), which has an address",
        hint: "e.g. feeds add home https://recipes.example as \(program.rawValue)",
        code: .badArguments)
    }
    var origin = self
    origin.location = .web(program.list(of: address))
    origin.program = program
    return origin
  }
}
