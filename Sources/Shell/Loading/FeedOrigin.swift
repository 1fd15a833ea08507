import Diagnostics
import Feeds
import SessionStore
import Text
import World

/// Where the bytes of a feed are.
struct FeedOrigin: Sendable {
  enum Place: Equatable, Sendable {
    case bundled(BundledFeed)
    case input
    case file(String)
    case web(String)
  }

  var place: Place
  /// What the prompt calls the feed.
  var name: String
  /// What ids without a meaning of their own belong to.
  var scope: String?
  var profile: NamedProfile?
  var headers: [NamedFeed.Header] = []
  /// The service that it is published by.
  var service: ServiceAddress?
}

extension Shell {
  /// Where the records that a person saved are kept.
  var minePath: String { world.folders.data + "/mine.json" }

  /// The profile of a name.
  func profile(_ name: String, at word: Range<Int>? = nil, in line: String? = nil) throws
    -> NamedProfile
  {
    let profiles = self.profiles
    if let profile = profiles.known(name) { return profile }
    let names = profiles.names
    throw Failure(
      "unknown profile `\(name)`",
      hint: nearest(to: name, among: names).map { "did you mean \($0)?" }
        ?? "profiles: " + names.joined(separator: ", "), at: word, in: line)
  }

  /// Finds what a request means: a named feed, else a path, else an address.
  func origin(of request: FeedRequest) throws -> FeedOrigin {
    let profile = try request.profile.map { try self.profile($0) }
    let source = request.source
    if source == "-" {
      return FeedOrigin(place: .input, name: "-", scope: nil, profile: profile)
    }
    if let named = try namedFeed(source) {
      return try origin(of: named, as: profile, searching: request.search)
    }
    if let search = request.search {
      throw Failure(
        "`\(harmless(source))` is no service that could be searched for `\(harmless(search))`",
        hint: "search looks in the feed that is loaded")
    }
    if isHTTP(source) {
      return FeedOrigin(
        place: .web(source), name: shortName(of: source), scope: canonical(source),
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
    let path = expandingHome(source)
    if world.files.kind(of: path) == nil, !source.contains("/") {
      if looksLikeHost(source) {
        return FeedOrigin(
          place: .web("https://" + source), name: source, scope: "https://" + source,
          profile: profile)
      }
      throw Failure(
        "there is no feed and no file called `\(source)`",
        hint: nearest(to: source, among: try namedFeeds().map(\.name)).map { "did you mean \($0)?" }
          ?? "see feeds", status: .noInput)
    }
    return FeedOrigin(
      place: .file(path), name: shortName(of: path), scope: world.files.absolute(path),
      profile: profile)
  }

  /// Where a named feed is.
  func origin(
    of named: NamedSource, as wanted: NamedProfile? = nil, searching text: String? = nil
  ) throws -> FeedOrigin {
    let profile = try wanted ?? named.profile.map { try self.profile($0) }
    var origin = FeedOrigin(
      place: .input, name: named.name, scope: named.name, profile: profile, headers: named.headers)
    switch named.origin {
    case .bundled(let bundled): origin.place = .bundled(bundled)
    case .source(let source):
      origin.place = isHTTP(source) ? .web(source) : .file(expandingHome(source))
    case .service(let profile, let path):
      guard let service = profile.service else { break }
      let address = ServiceAddress(
        profile, service, base: settings["base.\(profile.name)"], world.environment)
      origin.service = address
      origin.place = .web(text.flatMap { address.address(searching: $0) } ?? address.address(path))
      if text == nil || service.search != nil { return origin }
    }
    if let text {
      throw Failure(
        "\(named.name) cannot be searched for `\(harmless(text))`",
        hint: "load \(named.name), then search \(harmless(text))")
    }
    return origin
  }

  /// A path with the person's home in place of `~`.
  func expandingHome(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = world.environment["HOME"] else {
      return path
    }
    return home + path.dropFirst()
  }

  private func looksLikeHost(_ source: String) -> Bool {
    let labels = source.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count > 1
      && labels.allSatisfy {
        !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
      }
      && labels[labels.count - 1].allSatisfy(\.isLetter)
      && !["json", "ndjson", "jsonl", "gz", "rcp", "html", "csv", "txt"].contains(
        labels[labels.count - 1])
  }

  /// An address as it is the same however it was typed (RFC 3986, section 6.2.2), without user, password and fragment.
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

  /// The last part of an address or a path, less the endings of feeds.
  private func shortName(of source: String) -> String {
    let isAddress = source.contains("://")
    let path = source.prefix { !isAddress || $0 != "?" && $0 != "#" }
    var name = path.split(separator: "/").last.map(String.init) ?? source
    for ending in [".gz", ".json", ".ndjson", ".jsonl"] where name.hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    return name.isEmpty ? source : harmless(name)
  }
}
