import Catalog
import Diagnostics
import Feeds
import FoundationEssentials
import Interpreter
import SessionStore
import Terminal
import Text
import World

/// Getting feeds.
extension Shell {
  /// The most bytes that a feed may have, unpacked.
  static let feedLimit = 4 << 30

  /// How many bytes a file has at least for its rows to be kept for the next time.
  private static let snapshotThreshold = 1 << 20

  /// Reads a feed without taking it as the present one; `isAnew` makes rows again that were kept.
  ///
  /// What is made anew is kept however few rows there are.
  func read(_ request: FeedRequest, anew isAnew: Bool = false) throws -> LoadedFeed {
    let origin = try origin(of: request)
    let file = try file(of: origin)
    if !isAnew, let kept = try keptFeed(request, origin, file) { return kept }
    var snapshot = try snapshot(of: origin, file)
    if !isAnew, file.count < Self.snapshotThreshold { snapshot = nil }
    if let made = snapshot, !hasFolder(of: made) { snapshot = nil }
    var loaded = try Self.loadedFeed(
      file, request, origin, isStrict: isStrict, snapshot: snapshot, at: world.now(),
      isStopped: { [world] in world.interruptions.isRaised })
    if case .bundled(let bundled) = origin.place { loaded.state = state(of: bundled) }
    return loaded
  }

  /// The rows of a feed that were kept; nil if there are none of just its present state.
  func keptFeed(
    _ request: FeedRequest, _ origin: FeedOrigin, _ file: any ReadableFile
  ) throws -> LoadedFeed? {
    guard let snapshot = try snapshot(of: origin, file), let feed = Feed(snapshot, of: file),
      !isStrict || feed.malformedCount == 0
    else { return nil }
    return LoadedFeed(request, origin, feed, at: world.now())
  }

  /// Where the rows of a feed are kept; nil where none are.
  private func snapshot(
    of origin: FeedOrigin, _ file: any ReadableFile
  ) throws -> FeedSnapshot? {
    guard case .file(let path) = origin.place, !options.isEphemeral,
      settings["keep-feeds"] == "on"
    else { return nil }
    let folder = world.folders.cache + "/feeds"
    let name = FeedSnapshot.fileName(
      for: world.files.absolute(path) + "\0" + (origin.profile?.name ?? ""))
    return FeedSnapshot("\(folder)/\(name)", of: file, as: origin.profile)
  }

  /// Makes the folder of a snapshot; where that cannot be done, a feed is read anew each time.
  private func hasFolder(of snapshot: FeedSnapshot) -> Bool {
    do {
      try world.files.makeFolder(world.folders.cache + "/feeds")
      return true
    } catch {
      return false
    }
  }

  /// Reads the bytes of a feed.
  static func loadedFeed(
    _ file: any ReadableFile, _ request: FeedRequest, _ origin: FeedOrigin, isStrict: Bool,
    snapshot: FeedSnapshot? = nil, at date: Date, isStopped: @escaping @Sendable () -> Bool
  ) throws -> LoadedFeed {
    do throws(FeedError) {
      let feed = try Feed(
        file, as: origin.profile, isStrict: isStrict, snapshot: snapshot, limit: feedLimit,
        isStopped: isStopped)
      return LoadedFeed(request, origin, feed, at: date)
    } catch {
      switch error {
      case .stopped: throw Failure.interrupted
      case .unreadable(let error): throw Failure(catching: error)
      case .malformed, .notAFeed, .strict:
        let name = request.source == "-" ? "standard input" : harmless(request.source)
        throw Failure("\(name): \(error.message)", status: .notAFeed)
      }
    }
  }

  func file(of origin: FeedOrigin) throws -> any ReadableFile {
    switch origin.place {
    case .bundled(let bundled): return HeldBytes(try bytes(of: bundled))
    case .input:
      if options.isInteractive {
        throw Failure(
          "standard input is where you type", hint: "larder - -c COMMANDS reads a feed from it")
      }
      let bytes = try inputBytes ?? world.console.readInput(Self.feedLimit)
      inputBytes = bytes
      return HeldBytes(bytes)
    case .file(let path): return try world.files.open(path, limit: Self.feedLimit)
    case .web(let address): return HeldBytes(try download(address, headers: origin.headers))
    }
  }

  private func bytes(of bundled: BundledFeed) throws -> [UInt8] {
    switch bundled {
    case .demoFailing:
      throw Failure("demo-failing: the server answered 503 Service Unavailable", status: .network)
    case .demoSlow:
      let wait = world.wait
      try waiting(for: "loading demo-slow") { try await wait(.seconds(3)) }
    case .demo, .demoEmpty, .demoMalformed, .demoStale, .demoOffline: break
    }
    return Demo.bytes(of: bundled)
  }

  private func state(of bundled: BundledFeed) -> LoadedFeed.State {
    switch bundled {
    case .demoStale: .stale(since: world.now().addingTimeInterval(-3 * 86_400))
    case .demoOffline: .offlineCopy(since: world.now().addingTimeInterval(-86_400))
    case .demo, .demoEmpty, .demoMalformed, .demoSlow, .demoFailing: .fresh
    }
  }

  /// Loads a feed; if that fails, the one that was there stays.
  ///
  /// `isAnew` makes rows again that were kept.
  func load(_ request: FeedRequest, anew isAnew: Bool = false) throws {
    dropPending()
    let new: LoadedFeed
    do {
      new = try keptRows.take() ?? read(request, anew: isAnew)
    } catch {
      throw failing(error, request)
    }
    take(new)
  }

  /// Loads the present feed again, and keeps the view as far as the new rows allow.
  ///
  /// Rows that were kept are made again.
  func reload() throws {
    guard let loaded else {
      guard let failedLoad else { throw Failure("there is no feed to reload", hint: "load demo") }
      return try load(FeedRequest(source: failedLoad.source))
    }
    let new: LoadedFeed
    do {
      new = try read(loaded.request, anew: true)
    } catch {
      throw failing(error, loaded.request)
    }
    let view = carried(session.view, to: new.catalog)
    take(new)
    session.carry(view, rows: rows(of: view))
  }

  func failing(_ error: any Error, _ request: FeedRequest) -> Failure {
    var failure = Failure(catching: error)
    if failure.status == .interrupted { return failure }
    failedLoad = (request.source, failure.diagnostic.message)
    if let loaded, failure.diagnostic.hint.isEmpty {
      failure.diagnostic.hint = "\(loaded.name) stays as it is"
    }
    return failure
  }

  func take(_ new: LoadedFeed) {
    if let failedLoad, options.isInteractive {
      let isSame = failedLoad.source == new.request.source
      say("\(new.name) is \(isSame ? "here again" : "loaded")", .good)
    }
    failedLoad = nil
    loaded = new
    feedEdition += 1
    hasSaidEmpty = false
    session.load(new.catalog, ordering: standardOrdering(new.catalog.schema))
    // What has no lasting place cannot be come back to.
    guard options.isInteractive, !options.isEphemeral, let source = new.scope else { return }
    do {
      try library.recordVisit(source, profile: new.request.profile, at: world.now())
    } catch {
      say(Diagnostic(error.description, severity: .warning))
    }
  }

  /// The view with its clauses read anew for another catalogue; clauses that no longer fit are left out and said.
  private func carried(_ view: View, to catalog: Catalog) -> View {
    var carried = View(ordering: view.ordering)
    carried.search = view.search
    for clause in view.clauses {
      do {
        let filter = try Filter(
          clause.text, for: catalog, vocabulary: vocabulary(unknownValues: .warn))
        _ = carried.add(filter.clauses)
      } catch {
        say(Diagnostic("`\(clause.text)` no longer fits and is left out", severity: .warning))
      }
    }
    if let ordering = view.ordering {
      let names = ordering.keys.map { self.catalog.schema.fields[$0.field].name }
      let keys = zip(names, ordering.keys).compactMap { name, key in
        catalog.schema.index(of: name).map { Ordering.Key(field: $0, descending: key.descending) }
      }
      carried.ordering = keys.isEmpty ? nil : Ordering(keys: keys)
    }
    return carried
  }

  /// What the parser of filters has to know.
  func vocabulary(unknownValues: FilterVocabulary.UnknownValues? = nil) -> FilterVocabulary {
    FilterVocabulary(
      marks: ["favorite", "noted"], commands: Set(table.commands.map(\.name)),
      unknownValues: unknownValues ?? (options.isInteractive ? .reject : .warn))
  }
}
