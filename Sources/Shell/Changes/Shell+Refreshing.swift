import Catalog
import Diagnostics
import Feeds
import FoundationEssentials
import HTTPCache
import Output
import Terminal
import World

/// A feed that is compared with its server while its copy is shown.
struct Refresh {
  /// What came of it: a newer state of the feed, and how it differs.
  struct Outcome: Sendable {
    /// The newer state; nil if it is the same.
    var newer: LoadedFeed?
    var summary: String
  }

  /// Which feed it is about, by ``RowMemory/feedEdition``.
  let edition: Int
  let promise: Promise<Outcome>
  let task: Task<Void, Never>
}

/// Newer rows are fetched behind the prompt, and shown when the person wants them.
extension Shell {
  /// How long a server that failed a moment ago is left alone.
  private static let pause = Duration.seconds(30)

  /// Begins to compare a stale feed from the web with its server, if a person looks at it.
  func refreshBehind(_ feed: LoadedFeed) {
    dropRefresh()
    guard options.isInteractive, case .stale = feed.state, !isOffline, feed.request.pages == 1,
      // What a feed is read from was found a moment ago.
      let origin = try? origin(of: feed.request), case .web(let address) = origin.place,
      let request = try? fetchRequest(address, of: origin, .asKept)
    else { return }
    let (fetcher, now, wait) = (fetcher, world.now, world.wait)
    var reading = reading(of: origin)
    reading.isStopped = { Task.isCancelled }
    let (settled, wake) = (reading, person.wake)
    let check = mayBeAsked(about: request) ? fetcher.check(request) : nil
    let promise = Promise<Refresh.Outcome>()
    let task = Task {
      let work: @Sendable () async throws -> Refresh.Outcome = {
        if check == nil { try await wait(Shell.pause) }
        let answer = check ?? fetcher.check(request)
        guard let response = await answer.value, response.status == 200,
          [.network, .validated].contains(response.source)
        else { throw Failure("the server has no answer") }
        return try Shell.outcome(response, feed, origin, settled, now)
      }
      await promise.keep(work, tell: wake)
    }
    feedState.refresh = Refresh(edition: rowMemory.feedEdition, promise: promise, task: task)
  }

  /// Whether a server may be asked at once: where a copy stands in for it, it failed a moment ago.
  private func mayBeAsked(about request: FetchRequest) -> Bool {
    if case .serve(_, _, isChecked: true) = fetcher.decision(on: request) { true } else { false }
  }

  /// Compares an answer with the feed that is shown.
  private static func outcome(
    _ response: FetchedResponse, _ feed: LoadedFeed, _ origin: FeedOrigin,
    _ reading: FeedReading, _ now: @Sendable () -> Date
  ) throws -> Refresh.Outcome {
    let file = KnownContent(response)
    if let identity = file.identity, identity == feed.feed.document.identity {
      return Refresh.Outcome(newer: nil, summary: "")
    }
    let newer = try loadedFeed([file], feed.request, origin, reading, at: now())
    let changes = try FeedChanges(from: feed, to: newer, isStopped: { Task.isCancelled })
    return Refresh.Outcome(newer: changes.isEmpty ? nil : newer, summary: changes.summary)
  }

  /// Says, once, that there is something newer than what is shown.
  func sayRefresh() {
    guard let refresh = feedState.refresh, refresh.promise.isKept(withinMilliseconds: 0) else {
      return
    }
    self.feedState.refresh = nil
    // Who is shown a copy knows that it is stale; a server that fails is told of when it is asked for.
    guard refresh.edition == rowMemory.feedEdition, let outcome = try? refresh.promise.value()
    else { return }
    guard let newer = outcome.newer else {
      loaded?.state = .fresh
      return
    }
    feedState.newer = newer
    output.say("\(newer.name): \(outcome.summary) · reload shows them", .good)
  }

  /// How long a newer state of the feed is taken for what its server has, in seconds.
  private static let newFor = 60.0

  /// The newer rows that are there already, once: unless they are old by now, or would not be taken any more.
  func takeNewer(_ freshness: Freshness) -> LoadedFeed? {
    defer { feedState.newer = nil }
    guard freshness == .checked, let newer = feedState.newer,
      0..<Self.newFor ~= world.now().timeIntervalSince(newer.loadedAt),
      !isStrict || newer.feed.malformedCount == 0
    else { return nil }
    return newer
  }

  /// Forgets what is newer than a feed that is shown no more.
  func dropRefresh() {
    feedState.refresh?.task.cancel()
    feedState.refresh = nil
    feedState.newer = nil
  }
}
