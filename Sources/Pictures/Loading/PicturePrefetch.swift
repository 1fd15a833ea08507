import HTTPCache
import Synchronization
import World

/// Fetches many pictures into the cache, without decoding them.
///
/// Stored pictures need no request; interrupted downloads are resumed.
package final class PicturePrefetch: Sendable {
  /// The result so far.
  package struct Outcome: Sendable, Equatable {
    package var fetched = 0
    package var stored = 0
    package var broken = 0
    package var failed = 0
    /// The number that is not stored while the network is off.
    package var offline = 0
    /// The number of bytes received.
    package var bytes = 0

    /// The number of finished pictures.
    package var done: Int { fetched + stored + broken + failed + offline }

    package init() {}

    /// Adds the result for other pictures.
    package mutating func add(_ other: Outcome) {
      fetched += other.fetched
      stored += other.stored
      broken += other.broken
      failed += other.failed
      offline += other.offline
      bytes += other.bytes
    }
  }

  /// The number of pictures fetched at a time; the fetcher limits the requests to one host.
  private static let width = 12

  private let loader: PictureLoader
  private let requests: [PictureRequest]
  private let state = Mutex(Outcome())

  /// Creates a prefetch.
  ///
  /// - Parameters:
  ///   - requests: A request for each picture; their frames are ignored.
  ///   - loader: The loader.
  package init(_ requests: [PictureRequest], with loader: PictureLoader) {
    self.loader = loader
    self.requests = requests
  }

  package var count: Int { requests.count }

  package var outcome: Outcome { state.withLock { $0 } }

  /// Fetches all pictures, until the task is cancelled.
  package func run() async {
    await withTaskGroup(of: Void.self) { group in
      for (place, request) in requests.enumerated() {
        if Task.isCancelled { break }
        if place >= Self.width { await group.next() }
        group.addTask { await self.fetch(request) }
      }
    }
  }

  private func fetch(_ request: PictureRequest) async {
    let address: WebAddress
    switch request.place {
    case .web(let place): address = place
    case .file(let picture):
      return state.withLock { state in
        if picture.exists() { state.stored += 1 } else { state.broken += 1 }
      }
    }
    var sent = loader.sent(request, to: address)
    sent.priority = .prefetch
    if let stored = loader.fetcher.copies(for: sent).first, stored.responseTime < request.newerThan
    {
      sent.mode = .reload
    }
    do throws(HTTPFailure) {
      let response = try await loader.fetcher.fetch(sent)
      note(response)
    } catch {
      if error != .cancelled { state.withLock { $0.failed += 1 } }
    }
  }

  private func note(_ response: FetchedResponse) {
    let isNew = response.source == .network
    let isWhole = (200..<300).contains(response.status)
    // A copy that cannot be read now is examined again when it is shown.
    let start = isWhole ? (try? response.content.start(16)) ?? [] : []
    let isPicture = PictureFormat(start: start) != nil
    if isWhole, !isPicture { loader.brokenContents.note(response.digest) }
    state.withLock { outcome in
      switch response.status {
      case 200..<300 where !isPicture: outcome.broken += 1
      case 200..<300 where isNew:
        outcome.fetched += 1
        outcome.bytes += response.content.count
      case 200..<300: outcome.stored += 1
      case 404, 410: outcome.broken += 1
      case 504 where response.rule == .offline: outcome.offline += 1
      default: outcome.failed += 1
      }
    }
  }
}
