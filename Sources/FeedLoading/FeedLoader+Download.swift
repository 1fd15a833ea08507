import Diagnostics
import Feeds
import FoundationEssentials
import HTTPCache
import Text
import World

/// The bytes of a feed, and how stale they are.
package struct Download: Sendable {
  package let file: any ReadableFile
  package var state = LoadedFeed.Staleness.fresh
}

/// Loading over the network.
extension FeedLoader {
  /// The maximum size of a feed, decompressed, in bytes.
  package static let feedLimit = 4 << 30

  /// The maximum size, in bytes, of a feed that must be held in memory: an eighth of the available memory, which its
  /// rows share.
  package var memoryLimit: @Sendable () -> Int {
    // A feed with a nested list was measured to need 6 times its size, including its rows.
    { [memory = world.memory] in min(Self.feedLimit, memory() / 8) }
  }

  /// The maximum size of a feed from the web, in bytes.
  ///
  /// It is streamed to disk.
  package var downloadLimit: Int { min(Self.feedLimit, max(1 << 30, fetcher.store.limits.bytes)) }

  /// How long after its expiration a copy of a feed may be used if the server fails, in seconds: a week.
  private static let fallbackLimit = 7 * 86_400.0

  /// Downloads a page of a feed, or takes it from the cache.
  ///
  /// Stale copies of pages are checked by the fetcher, since no newer state of a feed with pages is looked for.
  func downloadPage(
    _ address: String, of origin: FeedOrigin, _ mode: CacheMode
  ) throws -> Download {
    var request = try fetchRequest(address, of: origin, mode)
    request.isCheckedBehind = true
    return try download(request, of: origin, with: fetcher)
  }

  /// Downloads a feed or a page of it, or takes it from the cache.
  func download(
    _ request: FetchRequest, of origin: FeedOrigin, with fetcher: Fetcher
  ) throws -> Download {
    let name = Self.shownName(of: request, origin)
    return try observer.receiving("loading \(name)") { received in
      var request = request
      request.progress = received
      return try await Self.download(request, named: name, with: fetcher)
    }
  }

  /// Creates a request for a feed that a server has, and the fetcher to send it with.
  ///
  /// - Parameters:
  ///   - origin: The feed.
  ///   - mode: The use of the cache; the server of a bundled feed decides itself.
  /// - Returns: Both; nil if the feed is a file or an input.
  /// - Throws: ``Failure`` if an environment variable that it needs is not set.
  func fetching(
    _ origin: FeedOrigin, _ mode: CacheMode
  ) throws -> (request: FetchRequest, fetcher: Fetcher)? {
    switch origin.location {
    case .web(let address):
      return (try fetchRequest(address, of: origin, mode), fetcher)
    case .bundled(let bundled) where bundled.isServed:
      var request = try fetchRequest(Demo.address(of: bundled), of: origin, .standard)
      (request.copyUse, request.isCheckedBehind, request.retries) = (.atOnce, false, 0)
      return (request, DemoServer.fetcher(for: bundled, in: world))
    case .bundled, .input, .file, .joined: return nil
    }
  }

  /// The name of a request for a feed in messages: its address, or the name of a bundled feed.
  static func shownName(of request: FetchRequest, _ origin: FeedOrigin) -> String {
    if case .bundled(let bundled) = origin.location { return bundled.rawValue }
    return harmless(WebAddress.shown(request.address.text))
  }

  /// Creates a request for a feed, or for a page of it.
  ///
  /// - Throws: ``Failure`` if an environment variable that it needs is not set.
  package func fetchRequest(
    _ address: String, of origin: FeedOrigin, _ mode: CacheMode
  ) throws -> FetchRequest {
    var request = FetchRequest(try WebAddress(address))
    request.limits.bytes = downloadLimit
    request.headers = [.acceptingFeeds]
    request.credentials = try credentials(for: request.address, of: origin)
    request.mode = mode
    request.purpose = .feed
    request.isStorable = settings.storesFeeds
    request.retries = 2
    request.fallbackLimit = Self.fallbackLimit
    request.copyUse = settings.isInteractive ? .atOnce : .afterPatience
    request.isCheckedBehind = !settings.isInteractive
    let reading = reading(of: origin)
    request.isCredible = { content, stored in
      FeedPlausibility.isPlausible(content.file, insteadOf: stored, reading)
    }
    return request
  }

  /// Returns the credentials for the server of a feed; empty for another server.
  ///
  /// - Throws: ``Failure`` if an environment variable is not set.
  package func credentials(for address: WebAddress, of origin: FeedOrigin) throws -> [HTTPField] {
    let origin = origin.part(for: address)
    let named = address.authorization.map { [$0] } ?? []
    // A next page may be at another server.
    guard case .web(let text) = origin.location, case let own = try WebAddress(text),
      own.origin == address.origin
    else { return named }
    var fields =
      try origin.headers.map { try field($0, to: own.origin) }
      + (try origin.service?.credentials(world.environment) ?? [])
    if let field = address.authorization ?? own.authorization,
      !fields.contains(where: { $0.isNamed(field.name) })
    {
      fields.append(field)
    }
    return fields
  }

  /// Sends a request, and receives the whole response.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - name: The name of the feed in messages.
  ///   - fetcher: The fetcher to send it with.
  /// - Returns: The content, and how stale it is.
  /// - Throws: ``Failure`` if the server cannot be reached, or answers with an error.
  static func download(
    _ request: FetchRequest, named name: String, with fetcher: Fetcher
  ) async throws -> Download {
    let response: FetchedResponse
    do throws(HTTPFailure) {
      response = try await fetcher.fetch(request)
    } catch {
      var failure = Failure(catching: error)
      if case .tooLarge(let limit) = error, limit < Self.feedLimit {
        failure.diagnostic.hint = "to load it, raise the limit: set disk-limit SIZE"
      }
      failure.diagnostic.message = "\(name): \(failure.diagnostic.message)"
      // Without a copy, a server that does not answer was asked each time.
      if case .timedOut = error, request.retries > 0 {
        failure.diagnostic.message += " Larder tried \(request.retries + 1) times."
      }
      throw failure
    }
    // Partial content was not requested, and is not a feed.
    guard (200..<300).contains(response.status), response.status != 206 else {
      throw refusal(response, of: request, named: name)
    }
    let date = Date(timeIntervalSince1970: response.date)
    var state = LoadedFeed.Staleness.fresh
    if response.source == .stale {
      state = .stale(since: date, reason: harmless(response.rule.failure ?? ""))
    }
    if response.source == .offline { state = .offlineCopy(since: date) }
    return Download(file: IdentifiedContent(response), state: state)
  }

  /// Returns the stored copy of a feed, if it is plausibly one.
  private func validCopy(of origin: FeedOrigin) -> StoredResponse? {
    // Errors of the origin were reported before.
    guard case .web(let address) = origin.location,
      let request = try? fetchRequest(address, of: origin, .standard),
      let copy = fetcher.copies(for: request).first(where: { $0.status == 200 }),
      let content = fetcher.content(of: copy),
      FeedPlausibility.isPlausible(content.file, insteadOf: copy.headers, reading(of: origin))
    else { return nil }
    return copy
  }

  /// The time at which the stored copy of a feed was fetched or last validated, in seconds since 1970.
  ///
  /// - Returns: The time; nil if no stored copy can be read as a feed.
  package func dateOfCopy(of origin: FeedOrigin) -> Double? {
    let now = world.now().timeIntervalSince1970
    return validCopy(of: origin).map { now - CachePolicy.facts(of: $0, at: now).age }
  }

  /// Invalidates the stored copy of a feed that could not be read, so that it is validated before its next use.
  package func invalidateCopy(of origin: FeedOrigin) {
    // The error may be that of a new response, in which case a valid copy remains usable, except for strict reading.
    if !settings.isStrict, validCopy(of: origin) != nil { return }
    guard case .web(let text) = origin.location,
      let address = try? WebAddress(text)
    else { return }
    fetcher.store.invalidate(address: address.text)
  }

  private static func refusal(
    _ response: FetchedResponse, of request: FetchRequest, named name: String
  ) -> Failure {
    if response.source == .none {
      if response.rule == .offline {
        return Failure(
          "\(name) needs the network, which is off, and no copy of it is stored",
          hint: "online turns it on", status: .network)
      }
      return Failure("\(name): \(response.rule)", status: .network)
    }
    let reason = response.reason.isEmpty ? "" : " \(harmless(response.reason))"
    let retryDelay = response.headers.first { $0.isNamed("Retry-After") }.flatMap {
      Double($0.value)
    }
    var hint = retryDelay.map { "it can be retried in \(spanText($0))" } ?? ""
    if [401, 403].contains(response.status), hint.isEmpty {
      if request.credentials.isEmpty {
        hint =
          "feeds add NAME ADDRESS -H 'Authorization: $TOKEN' sends it a secret from the environment"
      } else if response.address.origin == request.address.origin {
        hint = "the server rejected the credentials; check them"
      } else {
        let other = harmless(WebAddress.shown(response.address.text))
        hint =
          "the request was redirected to \(other); credentials are not sent to another server"
      }
    }
    return Failure(
      "\(name): the server answered \(response.status)\(reason)", hint: hint,
      status: [404, 410].contains(response.status) ? .noInput : .network)
  }

  /// Returns a header field with environment variables expanded.
  ///
  /// - Throws: ``Failure`` if the header was added for another server, or a variable is not set or empty.
  private func field(
    _ header: NamedFeed.Header, to origin: WebAddress.Origin
  ) throws -> HTTPField {
    guard header.origin == origin.text else {
      throw Failure(
        "the header \(header.name) was added for \(header.origin ?? "no server"), "
          + "and is not sent to \(origin.text)",
        hint: "to send it there, add that address: feeds add NAME ADDRESS -H 'NAME: $VAR'")
    }
    var value = ""
    var rest = header.value[...]
    while let dollar = rest.firstIndex(of: "$") {
      value += rest[..<dollar]
      rest = rest[rest.index(after: dollar)...]
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      // An empty value would be sent as no credential at all.
      guard let secret = world.environment[String(name)], !secret.isEmpty else {
        throw Failure(
          "the header \(header.name) needs the environment variable \(name)",
          hint: settings.isStaged
            ? "recordings do not read environment variables, so that no secret is recorded"
            : "export \(name)=… before starting larder")
      }
      value += secret
      rest = rest[name.endIndex...]
    }
    return HTTPField(header.name, value + rest)
  }
}

/// Returns the source of a feed for display, without a user name and password.
package func shown(source: String) -> String {
  FeedRequest(source: source).sources.map { harmless(withoutUser(source: $0)) }.joined(
    separator: " ")
}

/// Returns the source of a feed without a user name and password.
package func withoutUser(source: String) -> String {
  source.contains("://") ? WebAddress.withoutUserInfo(source) : source
}

/// The content of a response as a file, whose identity is its digest.
package struct IdentifiedContent: ReadableFile {
  private let file: any ReadableFile
  package let identity: [UInt8]?
  package let declaredCharset: String?

  package init(_ response: FetchedResponse) {
    self.init(
      response.content.file, response.headers, identity: response.digest.map { Array($0.utf8) })
  }

  /// Creates the content of a response with header fields.
  init(_ file: any ReadableFile, _ headers: [HTTPField], identity: [UInt8]? = nil) {
    (self.file, self.identity) = (file, identity)
    let type = headers.first { $0.isNamed("Content-Type") }?.value
    declaredCharset = type.flatMap { charsetLabel(in: $0) }
  }

  package var count: Int { file.count }
  package var hasChanged: Bool { file.hasChanged }

  package func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    try file.read(at: offset, into: &buffer, range)
  }
}
