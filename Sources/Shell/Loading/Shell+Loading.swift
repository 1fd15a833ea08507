import Catalog
import Diagnostics
import Feeds
import FoundationEssentials
import Interpreter
import Output
import SessionStore
import Terminal
import Text
import World

/// Getting feeds.
extension Shell {
  /// How many bytes a file has at least for its rows to be kept for the next time: at the prompt, where somebody waits
  /// for it and comes back, and elsewhere.
  private var snapshotThreshold: Int { options.isInteractive ? 1 << 16 : 1 << 20 }

  /// Reads a feed without taking it as the present one.
  ///
  /// Unless it may be as it was kept, its rows are made again, and kept however few there are.
  func read(_ request: FeedRequest, _ freshness: Freshness = .asKept) throws -> LoadedFeed {
    let origin = try origin(of: request)
    let download = try download(origin, freshness)
    if request.pages > 1 { return try readPages(of: request, origin, from: download, freshness) }
    let file = download.file
    if freshness == .asKept, let kept = try keptFeed(request, origin, file) {
      return kept.in(download.state)
    }
    var snapshot = try snapshot(of: origin, file)
    if freshness == .asKept, file.count < snapshotThreshold { snapshot = nil }
    if let made = snapshot, !hasFolder(of: made) { snapshot = nil }
    var reading = reading(of: origin)
    reading.isStopped = { [world] in world.interruptions.isRaised }
    let (watchedFile, progress) = output.watched(file, "reading \(origin.name)")
    defer { progress?.clear() }
    return try Self.loadedFeed(
      [watchedFile], request, origin, reading, snapshot: snapshot, at: world.now()
    ).in(download.state)
  }

  /// The rows of a feed that were kept; nil if there are none of just its present state.
  func keptFeed(
    _ request: FeedRequest, _ origin: FeedOrigin, _ file: any ReadableFile
  ) throws -> LoadedFeed? {
    guard let snapshot = try snapshot(of: origin, file),
      let feed = Feed(snapshot, of: file, reading(of: origin)),
      !isStrict || feed.malformedCount == 0
    else { return nil }
    return LoadedFeed(request, origin, feed, at: world.now())
  }

  /// Where the rows of a feed are kept; nil where none are.
  private func snapshot(
    of origin: FeedOrigin, _ file: any ReadableFile
  ) throws -> FeedSnapshot? {
    guard !options.isEphemeral, world.files.isOnDisk, settings["keep-feeds"] == "on" else {
      return nil
    }
    let place: String
    switch origin.place {
    case .input: return nil
    case .bundled: place = "\(origin.name)"
    case .file(let path): place = world.files.absolute(path)
    case .web(let address): place = address
    }
    let folder = world.folders.cache + "/feeds"
    let name = FeedSnapshot.fileName(for: place + "\0" + (origin.profile?.name ?? ""))
    return FeedSnapshot("\(folder)/\(name)", of: file, reading(of: origin))
  }

  /// How a feed is to be read.
  func reading(of origin: FeedOrigin) -> FeedReading {
    var reading = FeedReading(named: origin.profile, among: profiles)
    reading.isStrict = isStrict
    reading.repairsText = settings["repair"] == "on"
    reading.limit = memoryLimit
    if case .web(let address) = origin.place {
      reading.address = WebAddress.withoutUserInfo(address)
    }
    return reading
  }

  /// The room on the disk that snapshots leave to what cannot be made again, in bytes.
  private static let sparedBytes = 64 << 20

  /// Makes the folder of a snapshot; where that cannot be done, or room is short, a feed is read anew each time.
  private func hasFolder(of snapshot: FeedSnapshot) -> Bool {
    do {
      let folder = world.folders.cache + "/feeds"
      try world.files.makeFolder(folder)
      return try world.files.disk(of: folder).freeBytes >= Self.sparedBytes
    } catch {
      return false
    }
  }

  /// Reads the bytes of a feed.
  static func loadedFeed(
    _ files: [any ReadableFile], _ request: FeedRequest, _ origin: FeedOrigin,
    _ reading: FeedReading, snapshot: FeedSnapshot? = nil, at date: Date
  ) throws -> LoadedFeed {
    do throws(FeedError) {
      let feed = try Feed(files, reading, snapshot: snapshot)
      // Who asked to stop while the rows were being laid out wants them no more.
      if reading.isStopped() { throw .stopped }
      return LoadedFeed(request, origin, feed, at: date)
    } catch {
      switch error {
      case .stopped: throw Failure.interrupted
      case .unreadable(let error): throw Failure(catching: error)
      case .malformed, .notAFeed, .strict:
        let name = request.source == "-" ? "standard input" : shown(source: request.source)
        throw Failure("\(name): \(error.message)", status: .notAFeed)
      }
    }
  }

  /// Gets the bytes of a feed.
  func download(_ origin: FeedOrigin, _ freshness: Freshness) throws -> Download {
    switch origin.place {
    case .bundled(let bundled):
      return Download(file: try file(of: bundled), state: state(of: bundled))
    case .web(let address): return try download(address, of: origin, freshness)
    case .input, .file: return Download(file: try file(of: origin))
    }
  }

  /// The file of a feed that is one.
  func file(of origin: FeedOrigin) throws -> any ReadableFile {
    if case .file(let path) = origin.place {
      return try world.files.open(path, limit: Self.feedLimit)
    }
    if options.isInteractive {
      throw Failure(
        "standard input is where you type", hint: "larder - -c COMMANDS reads a feed from it")
    }
    let bytes = try feedState.inputBytes ?? world.console.readInput(memoryLimit())
    feedState.inputBytes = bytes
    return HeldBytes(bytes)
  }

  /// How long the bundled feed takes that is slow.
  static let slowness = Duration.seconds(3)

  private func file(of bundled: BundledFeed) throws -> any ReadableFile {
    switch bundled {
    case .demoFailing:
      throw Failure("demo-failing: the server answered 503 Service Unavailable", status: .network)
    case .demoSlow:
      let wait = world.wait
      try waiting(for: "loading demo-slow") { try await wait(Self.slowness) }
    case .demo, .demoEmpty, .demoMalformed, .demoStale, .demoOffline: break
    }
    return Demo.file(of: bundled)
  }

  private func state(of bundled: BundledFeed) -> LoadedFeed.State {
    switch bundled {
    case .demoStale: .stale(since: world.now().addingTimeInterval(-3 * 86_400))
    case .demoOffline: .offlineCopy(since: world.now().addingTimeInterval(-86_400))
    case .demo, .demoEmpty, .demoMalformed, .demoSlow, .demoFailing: .fresh
    }
  }

  /// Loads a feed; if that fails, the one that was there stays.
  func load(_ request: FeedRequest, _ freshness: Freshness = .asKept) throws {
    dropPending()
    // A person may have changed a profile since the last time.
    feedState.profiles = nil
    let new: LoadedFeed
    do {
      new = try feedState.keptRows.take() ?? read(request, freshness)
    } catch {
      throw failing(error, request)
    }
    take(new)
  }

  /// Loads the present feed again, and keeps the view as far as the new rows allow.
  ///
  /// Rows that were kept are made again; what came from the web is compared with its server.
  func reload(_ freshness: Freshness = .checked) throws {
    guard let loaded else {
      guard let failed = feedState.failed else {
        throw Failure("there is no feed to reload", hint: "load demo")
      }
      return try load(failed.request, freshness)
    }
    feedState.profiles = nil
    let new: LoadedFeed
    do {
      new = try takeNewer(freshness) ?? read(loaded.request, freshness)
    } catch {
      throw failing(error, loaded.request)
    }
    takeCarrying(new)
    feedState.previous = loaded
  }

  func failing(_ error: any Error, _ request: FeedRequest) -> Failure {
    var failure = Failure(catching: error)
    if failure.status == .interrupted {
      // Without a feed it is what reload tries again.
      if loaded == nil { feedState.failed = (request, "it was stopped") }
      let stays = options.isInteractive ? loaded.map { "\($0.name) stays as it is" } : nil
      failure.diagnostic.hint = stays ?? hintOfCopy(of: request) ?? ""
      return failure
    }
    feedState.failed = (request, failure.diagnostic.message)
    if failure.status == .notAFeed { doubtCopy(of: request) }
    ring(times: 2)
    let stays = loaded.map { "\($0.name) stays as it is" }
    if request.source == "mine", failure.status == .noInput, failure.diagnostic.hint.isEmpty {
      failure.diagnostic.hint = "save ITEM keeps a row there"
    } else if failure.diagnostic.hint.isEmpty {
      failure.diagnostic.hint = stays ?? hintOfCopy(of: request) ?? ""
    } else if failure.status == .network, let rest = stays ?? hintOfCopy(of: request) {
      failure.diagnostic.hint += "; \(rest)"
    }
    return failure
  }

  /// Rings the bell, if the person wants to hear of feeds.
  private func ring(times: Int) {
    guard options.isInteractive, settings["sound"] == "bell" else { return }
    for _ in 0..<times { world.ring() }
  }

  func take(_ new: LoadedFeed) {
    if let failed = feedState.failed, options.isInteractive {
      let isSame = failed.request.source == new.request.source
      output.say("\(new.name) is \(isSame ? "here again" : "loaded")", .good)
    }
    feedState.failed = nil
    feedState.setAside = nil
    loaded = withPages(new)
    ring(times: new.catalog.count == 0 ? 2 : 1)
    feedState.previous = nil
    rowMemory.feedEdition += 1
    refreshBehind(new)
    dropChecks()
    feedState.hasSaidEmpty = false
    session.load(new.catalog, ordering: standardOrdering(new.catalog.schema))
    // What has no lasting place cannot be come back to.
    guard options.isInteractive, !options.isEphemeral, let source = new.scope else { return }
    keepVisit()
    feedState.owedVisit = Visit(source: source, profile: new.request.profile, date: world.now())
    if !feedState.isGreeting { keepVisit() }
  }
}
