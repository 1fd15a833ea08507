import Catalog
import Diagnostics
import FeedLoading
import Feeds
import FoundationEssentials
import HTTPCache
import Interpreter
import Output
import PictureViews
import SessionStore
import Terminal
import Text
import World

/// Loads feeds, and makes them the current feed.
package final class FeedOpener {
  package let session: Session
  package let library: Library
  package let loader: FeedLoader
  package let directory: FeedDirectory
  package let output: Output
  package let pictures: PictureViews
  package let views: ViewPrinter
  package let world: World
  package let options: RunOptions
  /// The names of commands, which the parser of filters must know.
  package let commandNames: () -> Set<String>

  /// The stored rows of the feed of this run, if they were looked up already.
  package var storedRows: LoadedFeed?
  /// How to read the feed at the start, if the first command determines that.
  package var startMode: CacheMode?
  /// When the feed is to be loaded again, if it is watched.
  package let watch: FeedWatch
  let seen: SeenRecords
  /// The feed whose rows are compared with those of the last look, and these.
  var lastLook: (scope: String, hashes: Set<UInt64>)?
  /// The number of new rows that was said last.
  var saidNew = 0
  /// The rows whose pages have no complete record.
  var incomplete: Set<RowPlace> = []
  /// Whether the feed of the first prompt is loading.
  private var isStarting = false
  /// The visit to store when there is time.
  private var pendingVisit: Visit?

  package init(
    session: Session, library: Library, loader: FeedLoader, directory: FeedDirectory,
    output: Output, pictures: PictureViews, views: ViewPrinter, world: World, options: RunOptions,
    commandNames: @escaping () -> Set<String>
  ) {
    (self.session, self.library, self.loader) = (session, library, loader)
    (self.directory, self.output, self.pictures) = (directory, output, pictures)
    (self.views, self.world, self.options) = (views, world, options)
    self.commandNames = commandNames
    watch = FeedWatch(loader, on: world)
    seen = SeenRecords(on: world)
  }

  package var catalog: Catalog { session.catalog }

  /// Reads a feed without making it the current one.
  package func read(_ request: FeedRequest, _ mode: CacheMode = .standard) throws -> LoadedFeed {
    try loader.read(request, from: directory.origin(of: request), mode)
  }

  /// Adopts the feed that is loading, after waiting for it if needed.
  ///
  /// - Throws: ``Failure`` if it cannot be loaded.
  package func finishLoading() throws {
    guard let pending = loader.pending else { return }
    do {
      guard let new = try loader.takePending() else { return }
      adopt(new)
      output.say("\(new.name): \(new.contents)")
      sayMalformed()
    } catch {
      throw stopping(error, pending.request)
    }
  }

  /// Loads one more page of the current feed; retains the view.
  ///
  /// - Returns: Whether there was one.
  package func loadNextPage() throws -> Bool {
    guard let loaded = session.feed, let pages = loaded.pages,
      let new = try loader.withNextPage(loaded, resolve: directory.origin(of:))
    else { return false }
    adopt(new, .carrying(isReload: false))
    return new.request.pages > pages.files.count
  }

  /// Reports once that a newer state than the displayed one is available.
  package func sayRefresh() {
    guard let outcome = loader.takeRefresh() else { return }
    guard let newer = outcome.newer else { return noteConfirmed(outcome) }
    if watch.seconds != nil {
      adopt(newer, .carrying(isReload: true), isAsked: false)
      return output.say("\(newer.name): \(outcome.summary)", .good)
    }
    output.say("\(newer.name): \(outcome.summary) · reload shows them", .good)
  }

  /// Records that the server has confirmed the displayed copy, and reports it if the server had failed before.
  private func noteConfirmed(_ outcome: RefreshOutcome) {
    session.noteFresh()
    guard outcome.hadFailed, let name = session.feed?.name else { return }
    output.say("\(name): its server answers again, and nothing is new", .good)
  }

  /// Loads a feed; if that fails, the current one stays.
  package func load(_ request: FeedRequest, _ mode: CacheMode = .standard) throws {
    loader.cancelPending()
    // The response that failed may be cached; a retry needs another one.
    let isRetried = loader.failed?.request.source == request.source
    let mode = isRetried && mode == .standard ? .noCache : mode
    // The user may have changed a profile since the last load.
    loader.forgetProfiles()
    let new: LoadedFeed
    do {
      new = try storedRows.take() ?? read(request, mode)
    } catch {
      throw stopping(error, request)
    }
    adopt(new)
  }

  /// Ends a load from the web when the network is turned off, with the copy if there is one.
  package func endLoadOffline() {
    guard loader.fetcher.isOffline, let pending = loader.pending, pending.isFromWeb else { return }
    loader.cancelPending()
    do {
      let copy = try read(pending.request)
      adopt(copy)
      output.say("\(copy.name): \(copy.contents)")
      sayMalformed()
    } catch {
      output.say(failing(error, pending.request).diagnostic)
    }
  }

  /// Shows the copy of a feed whose load the user has stopped, if there is one and another feed or none is shown.
  ///
  /// - Returns: The failure of the load, with a note on what is displayed.
  private func stopping(_ error: any Error, _ request: FeedRequest) -> Failure {
    var failure = Failure(catching: error)
    guard failure.status == .interrupted, options.isInteractive,
      session.feed?.request != request
    else { return failing(error, request) }
    // The stop was for the download, not for reading the copy.
    world.interruptions.clear()
    // Without a copy, the load ends without a feed.
    guard let origin = try? directory.origin(of: request), loader.dateOfCopy(of: origin) != nil,
      let copy = try? read(request, .onlyIfCached)
    else { return failing(error, request) }
    adopt(copy)
    failure.diagnostic.hint =
      "\(copy.name) is shown from its copy; reload asks the server again"
    return failure
  }

  /// Loads the current feed again; retains the view as far as the new rows allow.
  ///
  /// Stored rows are built again; responses are validated by their server.
  package func reload(_ mode: CacheMode = .noCache) throws {
    guard let loaded = session.feed else {
      guard let failed = loader.failed else {
        throw Failure("there is no feed to reload", hint: "load demo")
      }
      return try load(failed.request, mode)
    }
    loader.forgetProfiles()
    let new: LoadedFeed
    do {
      new = try loader.takeNewer(mode) ?? read(loaded.request, mode)
    } catch {
      throw failing(error, loaded.request)
    }
    adopt(new, .carrying(isReload: true))
  }

  /// Reads the current feed again after files of the collection have changed, if it has them.
  package func reloadCollection() throws {
    guard let loaded = session.feed,
      ([loaded.origin] + loaded.origin.parts).contains(where: { $0.name == RecipeCollection.name })
    else { return }
    try reload()
  }

  /// Reads the current feed again after a setting has changed which rows it has; asks the server only without a copy.
  func readAgain() throws {
    guard let loaded = session.feed else { return }
    do {
      let origin = try directory.origin(of: loaded.request)
      let isStored = loader.dateOfCopy(of: origin) != nil
      let new = try loader.read(loaded.request, from: origin, isStored ? .onlyIfCached : .standard)
      adopt(new, .carrying(isReload: false), isAsked: false)
    } catch {
      throw failing(error, loaded.request)
    }
  }

  /// A hint at how to see the copy of a feed that could not be loaded; nil if no intact one is stored.
  private func hintOfCopy(of request: FeedRequest) -> String? {
    // Errors in finding the feed were reported.
    guard !loader.fetcher.isOffline, let origin = try? directory.origin(of: request),
      let date = loader.dateOfCopy(of: origin)
    else { return nil }
    let moment = world.minute(of: Date(timeIntervalSince1970: date))
    return options.isInteractive
      ? "to see the copy from \(moment), enter: offline; reload"
      : "to see the copy from \(moment), add --offline"
  }

  package func failing(_ error: any Error, _ request: FeedRequest) -> Failure {
    var failure = Failure(catching: error)
    if failure.status == .interrupted {
      // Without a feed, `reload` tries this one again.
      if session.feed == nil { loader.noteFailure(of: request, "it was stopped") }
      let stays = options.isInteractive ? session.feed.map { "\($0.name) remains loaded" } : nil
      failure.diagnostic.hint = stays ?? hintOfCopy(of: request) ?? ""
      return failure
    }
    loader.noteFailure(of: request, failure.diagnostic.message)
    // The same lookup succeeded when the feed was loaded.
    if failure.status == .notAFeed, let origin = try? directory.origin(of: request) {
      loader.invalidateCopy(of: origin)
    }
    ring(times: 2)
    let stays = session.feed.map { "\($0.name) remains loaded" }
    let isCollection = request.source == RecipeCollection.name
    if isCollection, failure.status == .noInput, failure.diagnostic.hint.isEmpty {
      failure.diagnostic.hint = "save ITEM adds a row"
    } else if failure.diagnostic.hint.isEmpty {
      failure.diagnostic.hint = stays ?? hintOfCopy(of: request) ?? ""
    } else if failure.status == .network, let rest = stays ?? hintOfCopy(of: request) {
      failure.diagnostic.hint += "; \(rest)"
    }
    return failure
  }

  /// Rings the bell, if the setting `sound` is on.
  private func ring(times: Int) {
    guard options.isInteractive, library.settings["sound"] == "bell" else { return }
    for _ in 0..<times { world.ring() }
  }

  /// Makes a feed the current one, after every load, reload and start.
  ///
  /// - Parameters:
  ///   - new: The feed.
  ///   - way: Whether the view is reset or retained.
  ///   - isAsked: Whether the user asked for it, so that it is announced, and stored for the next start.
  package func adopt(_ new: LoadedFeed, _ way: Adoption = .anew, isAsked: Bool = true) {
    let ordering = standardOrdering(new.catalog.schema)
    let feed = loader.withPages(new)
    if case .carrying(let isReload) = way {
      let misfits = session.adoptCarrying(
        feed, ordering: ordering,
        vocabulary: FilterVocabulary(
          marks: Session.markNames, commands: commandNames(), unknownValues: .warn),
        isReload: isReload)
      for misfit in misfits { report(misfit) }
    } else {
      session.adopt(feed, ordering: ordering)
    }
    noteNewRows(of: feed, isSaid: way == .anew)
    if let failed = loader.failed, options.isInteractive {
      let isSame = failed.request.source == new.request.source
      output.say("\(new.name) is \(isSame ? "available again" : "loaded")", .good)
    }
    loader.forgetFailure()
    if isAsked { ring(times: new.catalog.count == 0 ? 2 : 1) }
    loader.refreshInBackground(new)
    pictures.dropChecks()
    views.beginFeed()
    // A pipe cannot be loaded again.
    guard isAsked, options.isInteractive, !options.isEphemeral, let source = new.scope else {
      return
    }
    storeVisit()
    pendingVisit = Visit(source: source, profile: new.request.profile, date: world.now())
    if !isStarting { storeVisit() }
  }

  /// The order of rows in a newly loaded feed.
  package func standardOrdering(_ schema: Schema) -> Ordering? {
    let name = library.settings["order"]
    // A field may have that name, too.
    if name == "none" { return nil }
    return schema.index(of: name).map { Ordering(keys: [.init(field: $0, descending: false)]) }
  }

  private func report(_ misfit: CarriedView.Misfit) {
    let message =
      switch misfit {
      case .clause(let text): "the condition `\(text)` no longer fits the feed and was removed"
      case .field(let name):
        "the feed no longer has the field `\(name)`, so rows are not sorted by it"
      }
    output.say(Diagnostic(message, severity: .warning))
  }
}

/// Whether the view is reset or retained when a feed is adopted.
package enum Adoption: Equatable {
  /// The view shows all rows, in the standard order.
  case anew
  /// The view is retained as far as the new rows allow; after a reload, `diff` compares with the state before.
  case carrying(isReload: Bool)
}

/// Storing the feed for the next start.
extension FeedOpener {
  /// Loads the feed of the first prompt; its visit is stored after the prompt was drawn.
  package func starting<Value>(_ body: () throws -> Value) rethrows -> Value {
    isStarting = true
    defer { isStarting = false }
    return try body()
  }

  /// Opens the library and stores the first visit, after the prompt was drawn: this takes longer than the rest of a
  /// start.
  package func storeFirstVisit() {
    // A failure is tried again before the next line, where it can be reported, and there is time to wait.
    try? library.withoutWaiting { () throws(LibraryError) in
      try record(pendingVisit)
      pendingVisit = nil
      try library.prepare()
    }
    if !library.notices.isEmpty { loader.wake() }
  }

  /// Stores the pending visit.
  package func storeVisit() {
    do throws(LibraryError) {
      let visit = pendingVisit
      try library.withoutWaiting { () throws(LibraryError) in try record(visit) }
    } catch {
      // It is tried again before the next line.
      if error.isBusy { return }
      output.say(Diagnostic(error.description, severity: .warning))
    }
    pendingVisit = nil
  }

  private func record(_ visit: Visit?) throws(LibraryError) {
    guard let visit, !library.isUnavailable else { return }
    try library.recordVisit(visit.source, profile: visit.profile, at: visit.date)
  }
}

/// A loaded source, with its profile.
private struct Visit {
  let source: String
  let profile: String?
  let date: Date
}

/// Prints the progress and the events of loads.
package final class LoadDisplay: LoadObserver {
  private let output: Output

  package init(_ output: Output) { self.output = output }

  package func waiting<Value: Sendable>(
    for what: String, _ promise: Promise<Value>, _ task: Task<Void, Never>
  ) throws -> Value {
    try output.waiting(for: what, promise, task)
  }

  package func receiving<Value: Sendable>(
    _ what: String,
    _ work:
      @escaping @Sendable (_ received: @escaping @Sendable (Int, Int?) -> Void) async throws
      -> Value
  ) throws -> Value {
    try output.receiving(what, work)
  }

  package func watched(
    _ file: any ReadableFile, _ title: String
  ) -> (file: any ReadableFile, end: () -> Void) {
    let (watched, progress) = output.watched(file, title)
    return (watched, { progress?.clear() })
  }

  package func countingRows(_ title: String) -> (show: (Int, Int?) -> Void, end: () -> Void) {
    let progress = output.beginProgress(title)
    return ({ progress.show($0, of: $1) }, { [output] in output.end(progress) })
  }

  package func note(_ event: LoadEvent) {
    switch event {
    case .unusableProfile(let path, let fault):
      output.say(
        Diagnostic(
          "\(harmless(path)):\(fault.line):\(fault.column): \(harmless(fault.reason))",
          hint: "the profile is not used; feeds check says more", severity: .warning))
    case .claimed(let message): output.say(message, .warning)
    case .partLoaded(let failure): output.say(failure.diagnostic.message, .warning)
    }
  }
}
