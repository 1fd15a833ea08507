import Diagnostics
import Feeds
import FoundationEssentials
import HTTPCache
import Text
import World

/// The bytes of a feed from the web, and how far they are to be trusted.
package struct Download: Sendable {
  package let file: any ReadableFile
  package var state = LoadedFeed.State.fresh
}

/// How anew a feed is to be.
package enum Freshness: Sendable {
  /// As the cache has it, if it may.
  case asKept
  /// Compared with its server.
  case checked
  /// Fetched, whatever is kept.
  case refetched

  package var mode: CacheMode {
    switch self {
    case .asKept: .standard
    case .checked: .noCache
    case .refetched: .reload
    }
  }
}

/// Getting feeds over the network.
extension FeedLoader {
  /// The most bytes that a feed may have, unpacked.
  package static let feedLimit = 4 << 30

  /// The most bytes to hold in memory of a feed that cannot be read where it lies: its rows want their room, too.
  package var memoryLimit: @Sendable () -> Int {
    // With what is made of it, a list inside another document was seen to take 6 times its room.
    { [memory = world.memory] in min(Self.feedLimit, memory() / 8) }
  }

  /// The most bytes that a feed from the web may have: it lies on the disk while it comes.
  package var downloadLimit: Int { min(Self.feedLimit, max(1 << 30, fetcher.store.limits.bytes)) }

  /// For how many seconds after it went stale a copy of a feed may stand in for a server that fails: a week.
  private static let patience = 7 * 86_400.0

  /// Gets a feed from an address, out of the cache if that will do.
  package func download(
    _ address: String, of origin: FeedOrigin, _ freshness: Freshness
  ) throws -> Download {
    let request = try fetchRequest(address, of: origin, freshness)
    let (fetcher, sent) = (fetcher, request)
    return try observer.receiving("loading \(harmless(WebAddress.shown(address)))") { received in
      var request = sent
      request.progress = received
      return try await Self.download(request, with: fetcher)
    }
  }

  /// A request for a feed, or a page of it.
  ///
  /// - Throws: ``Failure`` if a secret that it needs is not in the environment.
  package func fetchRequest(
    _ address: String, of origin: FeedOrigin, _ freshness: Freshness
  ) throws -> FetchRequest {
    var request = FetchRequest(try WebAddress(address))
    request.limits.bytes = downloadLimit
    request.headers = [.acceptingFeeds]
    request.credentials = try credentials(for: request.address, of: origin)
    request.mode = freshness.mode
    request.purpose = .feed
    request.isKept = settings.storesFeeds
    request.retries = 2
    request.patience = Self.patience
    request.isCheckedBehind = !settings.isInteractive
    let reading = reading(of: origin)
    request.isCredible = { content, kept in
      FeedJudgement.isCredible(content.file, insteadOf: kept, reading)
    }
    return request
  }

  /// What the server of a feed is told of who asks; nothing for any other.
  ///
  /// - Throws: ``Failure`` if a secret is not in the environment.
  package func credentials(for address: WebAddress, of origin: FeedOrigin) throws -> [HTTPField] {
    let named = address.authorization.map { [$0] } ?? []
    // A next page need not be at the same server.
    guard case .web(let text) = origin.place, case let own = try WebAddress(text),
      own.origin == address.origin
    else { return named }
    var fields =
      try origin.headers.map { try field($0) }
      + (try origin.service?.credentials(world.environment) ?? [])
    if let field = address.authorization ?? own.authorization,
      !fields.contains(where: { $0.isNamed(field.name) })
    {
      fields.append(field)
    }
    return fields
  }

  /// Sends a request and takes the whole answer.
  package static func download(
    _ request: FetchRequest, with fetcher: Fetcher
  ) async throws -> Download {
    let response: FetchedResponse
    do throws(HTTPFailure) {
      response = try await fetcher.fetch(request)
    } catch {
      var failure = Failure(catching: error)
      if case .tooLarge(let limit) = error, limit < Self.feedLimit {
        failure.diagnostic.hint = "what disk-limit allows can be loaded: set disk-limit SIZE"
      }
      failure.diagnostic.message =
        "\(harmless(WebAddress.shown(request.address.text))): \(failure.diagnostic.message)"
      throw failure
    }
    // A part that nobody asked for is no feed.
    guard (200..<300).contains(response.status), response.status != 206 else {
      throw refusal(response, of: request)
    }
    let date = Date(timeIntervalSince1970: response.date)
    var state = LoadedFeed.State.fresh
    if response.source == .stale {
      state = .stale(since: date, reason: harmless(response.rule.failure ?? ""))
    }
    if response.source == .offline { state = .offlineCopy(since: date) }
    return Download(file: KnownContent(response), state: state)
  }

  /// The copy of a feed that is kept, if it is one.
  private func goodCopy(of origin: FeedOrigin) -> StoredResponse? {
    // What keeps the feed from being found at all has been said.
    guard case .web(let address) = origin.place,
      let request = try? fetchRequest(address, of: origin, .asKept),
      let copy = fetcher.copies(for: request).first(where: { $0.status == 200 }),
      let content = fetcher.content(of: copy),
      FeedJudgement.isCredible(content.file, insteadOf: copy.headers, reading(of: origin))
    else { return nil }
    return copy
  }

  /// The time at which the stored copy of a feed was fetched or last validated, in seconds since 1970.
  ///
  /// - Returns: The time; nil if no stored copy can be read as a feed.
  package func dateOfCopy(of origin: FeedOrigin) -> Double? {
    let now = world.now().timeIntervalSince1970
    return goodCopy(of: origin).map { now - CachePolicy.facts(of: $0, at: now).age }
  }

  /// Has what is kept of a feed checked before it is read again, as it turned out to be none.
  package func doubtCopy(of origin: FeedOrigin) {
    // What came from the server and is no feed says nothing against a copy that is one, unless one bad record is too many.
    if !settings.isStrict, goodCopy(of: origin) != nil { return }
    guard case .web(let text) = origin.place,
      let address = try? WebAddress(text)
    else { return }
    fetcher.store.invalidate(address: address.text)
  }

  private static func refusal(_ response: FetchedResponse, of request: FetchRequest) -> Failure {
    let address = harmless(WebAddress.shown(request.address.text))
    if response.source == .none {
      if response.rule == .offline {
        return Failure(
          "\(address) needs the network, which is off, and no copy of it is kept",
          hint: "online turns it on", status: .network)
      }
      return Failure("\(address): \(response.rule)", status: .network)
    }
    let reason = response.reason.isEmpty ? "" : " \(harmless(response.reason))"
    let pause = response.headers.first { $0.isNamed("Retry-After") }.flatMap { Double($0.value) }
    var hint = pause.map { "it wants to be asked again in \(spanText($0))" } ?? ""
    if [401, 403].contains(response.status), hint.isEmpty {
      if request.credentials.isEmpty {
        hint =
          "feeds add NAME ADDRESS -H 'Authorization: $TOKEN' sends it a secret from the environment"
      } else if response.address.origin == request.address.origin {
        hint = "it was sent a secret, and refuses it"
      } else {
        let other = harmless(WebAddress.shown(response.address.text))
        hint = "it leads to \(other), which is another server and gets no secret"
      }
    }
    return Failure(
      "\(address): the server answered \(response.status)\(reason)", hint: hint,
      status: [404, 410].contains(response.status) ? .noInput : .network)
  }

  /// A header field whose value is made from environment variables.
  private func field(_ header: NamedFeed.Header) throws -> HTTPField {
    var value = ""
    var rest = header.value[...]
    while let dollar = rest.firstIndex(of: "$") {
      value += rest[..<dollar]
      rest = rest[rest.index(after: dollar)...]
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      guard let secret = world.environment[String(name)] else {
        throw Failure(
          "the header \(header.name) needs the environment variable \(name)",
          hint: settings.isStaged
            ? "a recording knows no variables, so that no secret gets into it"
            : "export \(name)=… before starting larder")
      }
      value += secret
      rest = rest[name.endIndex...]
    }
    return HTTPField(header.name, value + rest)
  }
}

/// The source of a feed as it is shown: without a user and a password, if it is an address that has them.
package func shown(source: String) -> String { harmless(withoutUser(source: source)) }

/// The source of a feed without a user and a password, if it is an address that has them.
package func withoutUser(source: String) -> String {
  source.contains("://") ? WebAddress.withoutUserInfo(source) : source
}

/// Content from the web as a file, which its digest tells from any other.
package struct KnownContent: ReadableFile {
  private let file: any ReadableFile
  package let identity: [UInt8]?

  package init(_ response: FetchedResponse) {
    file = response.content.file
    identity = response.digest.map { Array($0.utf8) }
  }

  package var count: Int { file.count }
  package var hasChanged: Bool { file.hasChanged }

  package func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    try file.read(at: offset, into: &buffer, range)
  }
}
