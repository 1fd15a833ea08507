import Diagnostics
import Feeds
import FoundationEssentials
import HTTPCache
import Output
import SessionStore
import Text
import World

/// The bytes of a feed from the web, and how far they are to be trusted.
struct Download: Sendable {
  let file: any ReadableFile
  var state = LoadedFeed.State.fresh
}

/// How anew a feed is to be.
enum Freshness: Sendable {
  /// As the cache has it, if it may.
  case asKept
  /// Compared with its server.
  case checked
  /// Fetched, whatever is kept.
  case refetched

  var mode: CacheMode {
    switch self {
    case .asKept: .standard
    case .checked: .noCache
    case .refetched: .reload
    }
  }
}

/// Getting feeds over the network.
extension Shell {
  /// For how many seconds after it went stale a copy of a feed may stand in for a server that fails: a week.
  private static let patience = 7 * 86_400.0

  /// Gets a feed from an address, out of the cache if that will do.
  func download(
    _ address: String, of origin: FeedOrigin, _ freshness: Freshness
  ) throws -> Download {
    var request = try fetchRequest(address, of: origin, freshness)
    let fetcher = fetcher
    let progress =
      output.isShowingProgress ? nil : Progress("  received", on: world, countsBytes: true)
    defer { progress?.clear() }
    request.progress = { received, total in progress?.note(received, of: total) }
    let sent = request
    return try waiting(for: "loading \(harmless(WebAddress.shown(address)))", showing: progress) {
      try await Self.download(sent, with: fetcher)
    }
  }

  /// A request for a feed, or a page of it.
  ///
  /// - Throws: ``Failure`` if a secret that it needs is not in the environment.
  func fetchRequest(
    _ address: String, of origin: FeedOrigin, _ freshness: Freshness
  ) throws -> FetchRequest {
    var request = FetchRequest(try WebAddress(address))
    request.limits.bytes = downloadLimit
    request.headers = [.acceptingFeeds]
    request.credentials = try credentials(for: request.address, of: origin)
    request.mode = freshness.mode
    request.purpose = .feed
    request.isKept = settings["keep-feeds"] == "on"
    request.retries = 2
    request.patience = Self.patience
    request.isCheckedBehind = !options.isInteractive
    let reading = reading(of: origin)
    request.isCredible = { content, kept in
      FeedJudgement.isCredible(content.file, insteadOf: kept, reading)
    }
    return request
  }

  /// What the server of a feed is told of who asks; nothing for any other.
  ///
  /// - Throws: ``Failure`` if a secret is not in the environment.
  func credentials(for address: WebAddress, of origin: FeedOrigin) throws -> [HTTPField] {
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

  /// Why no feed is loaded; nil if one is, or none was asked for.
  package var feedFault: String? { loaded == nil ? feedState.failed?.reason : nil }

  /// The source of a feed as it is shown: without a user and a password, if it is an address that has them.
  func shown(source: String) -> String { Self.shown(source: source) }

  /// The same for who is not on the main thread.
  static func shown(source: String) -> String { harmless(withoutUser(source: source)) }

  /// The source of a feed without a user and a password, if it is an address that has them.
  static func withoutUser(source: String) -> String {
    source.contains("://") ? WebAddress.withoutUserInfo(source) : source
  }

  /// Sends a request and takes the whole answer.
  static func download(
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

  /// How to see the copy of a feed that could not be had; nil if no good one is kept.
  func hintOfCopy(of request: FeedRequest) -> String? {
    guard !isOffline, let copy = goodCopy(of: request) else { return nil }
    let age = CachePolicy.facts(of: copy, at: fetcherNow).age
    let date = world.minute(of: Date(timeIntervalSince1970: fetcherNow - age))
    return options.isInteractive
      ? "offline, then reload shows the copy from \(date)"
      : "--offline shows the copy from \(date)"
  }

  /// The copy of a feed that is kept, if it is one.
  private func goodCopy(of request: FeedRequest) -> StoredResponse? {
    // What keeps the feed from being found at all has been said.
    guard let origin = try? origin(of: request), case .web(let address) = origin.place,
      let request = try? fetchRequest(address, of: origin, .asKept),
      let copy = fetcher.copies(for: request).first(where: { $0.status == 200 }),
      let content = fetcher.content(of: copy),
      FeedJudgement.isCredible(content.file, insteadOf: copy.headers, reading(of: origin))
    else { return nil }
    return copy
  }

  /// Has what is kept of a feed checked before it is read again, as it turned out to be none.
  func doubtCopy(of request: FeedRequest) {
    // What came from the server and is no feed says nothing against a copy that is one, unless one bad record is too many.
    if !isStrict, goodCopy(of: request) != nil { return }
    // It was found a moment ago.
    guard let origin = try? origin(of: request), case .web(let text) = origin.place,
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
          hint: options.isStaged
            ? "a recording knows no variables, so that no secret gets into it"
            : "export \(name)=… before starting larder")
      }
      value += secret
      rest = rest[name.endIndex...]
    }
    return HTTPField(header.name, value + rest)
  }
}

/// Content from the web as a file, which its digest tells from any other.
struct KnownContent: ReadableFile {
  private let file: any ReadableFile
  let identity: [UInt8]?

  init(_ response: FetchedResponse) {
    file = response.content.file
    identity = response.digest.map { Array($0.utf8) }
  }

  var count: Int { file.count }
  var hasChanged: Bool { file.hasChanged }

  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    try file.read(at: offset, into: &buffer, range)
  }
}
