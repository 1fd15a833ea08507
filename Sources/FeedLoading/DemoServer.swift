import FoundationEssentials
import HTTPCache
import World

/// The server of the bundled feeds and their pictures, which is the program itself.
///
/// It imitates the state of its feed, such as slow or stale, so that every state of a feed and of a picture can be
/// displayed.
package struct DemoServer: HTTPTransport {
  let feed: BundledFeed
  let wait: @Sendable (Duration) async throws -> Void

  /// Returns a fetcher with this server, and with the copies that its feed has in a store of its own, in memory.
  ///
  /// - Parameters:
  ///   - feed: The feed.
  ///   - pictures: The addresses of the feed's pictures, two for each record.
  ///   - world: The surroundings.
  /// - Returns: The fetcher.
  package static func fetcher(
    for feed: BundledFeed, pictures: [String] = [], in world: World
  ) -> Fetcher {
    let now = { @Sendable [now = world.now] in now().timeIntervalSince1970 }
    let store = CacheStore(folder: nil, files: world.files, now: now)
    fill(store, for: feed, pictures, at: now())
    let server = DemoServer(feed: feed, wait: world.wait)
    let fetcher = Fetcher(store: store, transport: server, surroundings: .init(world))
    fetcher.isOffline = feed == .demoOffline
    return fetcher
  }

  package func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    try await request.waitForTurn()
    if request.url == Demo.address(of: feed) { return try await document(at: request.url) }
    guard let name = Demo.pictureName(in: request.url), let bytes = Demo.picture(named: name) else {
      return HTTPResponse(status: 404, reason: "Not Found", url: request.url)
    }
    switch feed {
    case .demoSlow: return try await slowly(bytes, name, request)
    case .demoStale:
      try await pause(.milliseconds(600))
      return HTTPResponse(status: 304, reason: "Not Modified", url: request.url, headers: headers)
    case .demo, .demoEmpty, .demoMalformed, .demoFailing, .demoOffline:
      return HTTPResponse(
        status: 200, reason: "OK", url: request.url, headers: headers, body: HTTPBody(bytes))
    }
  }

  /// Returns the response with the feed's document, after three seconds if it is slow.
  private func document(at url: String) async throws(HTTPFailure) -> HTTPResponse {
    if feed == .demoFailing {
      return HTTPResponse(status: 503, reason: "Service Unavailable", url: url)
    }
    if feed == .demoSlow { try await pause(.seconds(3)) }
    let type = HTTPField("Content-Type", "application/json")
    return HTTPResponse(
      status: 200, reason: "OK", url: url, headers: [type], body: HTTPBody(Demo.dishes))
  }

  /// Returns a response that arrives in pieces, except for two pictures that fail.
  private func slowly(
    _ bytes: [UInt8], _ name: String, _ request: HTTPRequest
  ) async throws(HTTPFailure) -> HTTPResponse {
    try await pause(.milliseconds(400))
    if name == "bigos" {
      return HTTPResponse(status: 404, reason: "Not Found", url: request.url)
    }
    if name == "carbonara" {
      return HTTPResponse(status: 503, reason: "Service Unavailable", url: request.url)
    }
    let pieces = Pieces(bytes)
    let body = HTTPBody { () async throws(HTTPFailure) -> [UInt8]? in
      try await pause(.milliseconds(150))
      return await pieces.next()
    }
    let length = HTTPField("Content-Length", "\(bytes.count)")
    return HTTPResponse(
      status: 200, reason: "OK", url: request.url, headers: headers + [length], body: body)
  }

  private func pause(_ span: Duration) async throws(HTTPFailure) {
    do { try await wait(span) } catch { throw .cancelled }
  }

  private var headers: [HTTPField] {
    [HTTPField("Content-Type", "image/png"), HTTPField("Cache-Control", "max-age=86400")]
  }

  /// Fills a store with the document and the pictures of a stale or offline feed.
  private static func fill(
    _ store: CacheStore, for feed: BundledFeed, _ pictures: [String], at now: Double
  ) {
    let age: Double
    switch feed {
    case .demoStale: age = 3 * 86_400
    case .demoOffline: age = 86_400
    case .demo, .demoEmpty, .demoMalformed, .demoSlow, .demoFailing: return
    }
    func keep(_ bytes: [UInt8], at address: String, type: String) {
      let response = StoredResponse(
        key: CacheKey(address: address), status: 200, reason: "OK",
        headers: [
          HTTPField("Content-Type", type), HTTPField("Cache-Control", "max-age=86400"),
          HTTPField("ETag", "\"\(bytes.count)\""),
        ], requestTime: now - age, responseTime: now - age)
      let intake = store.intake(isStorable: true)
      intake.append(bytes)
      _ = store.keep(response, intake, replacing: [])
    }
    keep(Demo.dishes, at: Demo.address(of: feed), type: "application/json")
    // Offline, every third record has no copy of either picture.
    for (place, address) in pictures.enumerated() where feed == .demoStale || place / 2 % 3 != 1 {
      if let bytes = Demo.pictureName(in: address).flatMap({ Demo.picture(named: $0) }) {
        keep(bytes, at: address, type: "image/png")
      }
    }
  }
}

/// The pieces of a body, of 1024 bytes each.
private actor Pieces {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  func next() -> [UInt8]? {
    if rest.isEmpty { return nil }
    defer { rest = rest.dropFirst(1024) }
    return Array(rest.prefix(1024))
  }
}

/// A transport that serves bundled pictures to every feed, such as one with rows saved from `demo`.
package struct NetworkWithBundledPictures: HTTPTransport {
  private let network: any HTTPTransport
  private let pictures: DemoServer

  package init(
    _ network: any HTTPTransport, wait: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.network = network
    pictures = DemoServer(feed: .demo, wait: wait)
  }

  package var origin: HTTPOrigin { network.origin }

  package func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    Demo.pictureName(in: request.url) == nil
      ? try await network.response(to: request) : try await pictures.response(to: request)
  }
}
