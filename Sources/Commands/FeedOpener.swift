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

/// Loads feeds, and makes what was loaded the present feed.
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
  /// The words of commands, which a filter tells from its own.
  package let commandNames: () -> Set<String>

  /// The rows of the feed of this run, if they were stored and looked for already.
  package var storedRows: LoadedFeed?
  /// How anew the feed is read at the start, if the first command asks for it.
  package var startFreshness: Freshness?
  /// Whether the feed of the first prompt is being loaded.
  private var isStarting = false
  /// The visit that is still to be stored, once there is time.
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
  }

  package var catalog: Catalog { session.catalog }

  /// Reads a feed without taking it as the present one.
  package func read(_ request: FeedRequest, _ freshness: Freshness = .cached) throws -> LoadedFeed {
    try loader.read(request, from: directory.origin(of: request), freshness)
  }

  /// Takes the feed that was on its way, waiting for it if need be.
  ///
  /// - Throws: ``Failure`` if it did not come.
  package func settle() throws {
    guard let pending = loader.pending else { return }
    do {
      guard let new = try loader.takePending() else { return }
      adopt(new)
      output.say("\(new.name): \(new.contents)")
      sayMalformed()
    } catch {
      throw failing(error, pending.request)
    }
  }

  /// Reads one more page of the present feed, and keeps the view.
  ///
  /// - Returns: Whether there was one.
  package func loadNextPage() throws -> Bool {
    guard let loaded = session.feed, let pages = loaded.pages,
      let new = try loader.withNextPage(loaded, resolve: directory.origin(of:))
    else { return false }
    adopt(new, .carrying(isReload: false))
    return new.request.pages > pages.files.count
  }

  /// Reports, once, that there is something newer than what is shown.
  package func sayRefresh() {
    guard let outcome = loader.takeRefresh() else { return }
    guard let newer = outcome.newer else { return noteConfirmed() }
    output.say("\(newer.name): \(outcome.summary) · reload shows them", .good)
  }

  /// Notes that the server has confirmed the copy that is shown, and reports it if the server had failed before.
  private func noteConfirmed() {
    let hadFailed =
      if case .stale(_, let reason)? = session.feed?.state { !reason.isEmpty } else { false }
    session.noteFresh()
    guard hadFailed, let name = session.feed?.name else { return }
    output.say("\(name): its server answers again, and nothing is new", .good)
  }

  /// Loads a feed; if that fails, the one that was there stays.
  package func load(_ request: FeedRequest, _ freshness: Freshness = .cached) throws {
    loader.cancelPending()
    // The answer that failed may be cached; a person who tries again wants another one.
    let isRetried = loader.failed?.request.source == request.source
    let freshness = isRetried && freshness == .cached ? .checked : freshness
    // A person may have changed a profile since the last time.
    loader.forgetProfiles()
    let new: LoadedFeed
    do {
      new = try storedRows.take() ?? read(request, freshness)
    } catch {
      throw failing(error, request)
    }
    adopt(new)
  }

  /// Loads the present feed again, and keeps the view as far as the new rows allow.
  ///
  /// Rows that were kept are made again; what came from the web is compared with its server.
  package func reload(_ freshness: Freshness = .checked) throws {
    guard let loaded = session.feed else {
      guard let failed = loader.failed else {
        throw Failure("there is no feed to reload", hint: "load demo")
      }
      return try load(failed.request, freshness)
    }
    loader.forgetProfiles()
    let new: LoadedFeed
    do {
      new = try loader.takeNewer(freshness) ?? read(loaded.request, freshness)
    } catch {
      throw failing(error, loaded.request)
    }
    adopt(new, .carrying(isReload: true))
  }

  /// How to see the copy of a feed that could not be had; nil if no good one is stored.
  private func hintOfCopy(of request: FeedRequest) -> String? {
    // What keeps the feed from being found at all has been said.
    guard !loader.fetcher.isOffline, let origin = try? directory.origin(of: request),
      let date = loader.dateOfCopy(of: origin)
    else { return nil }
    let moment = world.minute(of: Date(timeIntervalSince1970: date))
    return options.isInteractive
      ? "offline, then reload shows the copy from \(moment)"
      : "--offline shows the copy from \(moment)"
  }

  package func failing(_ error: any Error, _ request: FeedRequest) -> Failure {
    var failure = Failure(catching: error)
    if failure.status == .interrupted {
      // Without a feed it is what reload tries again.
      if session.feed == nil { loader.noteFailure(of: request, "it was stopped") }
      let stays = options.isInteractive ? session.feed.map { "\($0.name) stays as it is" } : nil
      failure.diagnostic.hint = stays ?? hintOfCopy(of: request) ?? ""
      return failure
    }
    loader.noteFailure(of: request, failure.diagnostic.message)
    // It was found a moment ago.
    if failure.status == .notAFeed, let origin = try? directory.origin(of: request) {
      loader.invalidateCopy(of: origin)
    }
    ring(times: 2)
    let stays = session.feed.map { "\($0.name) stays as it is" }
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
    guard options.isInteractive, library.settings["sound"] == "bell" else { return }
    for _ in 0..<times { world.ring() }
  }

  /// Takes a feed as the present one: what every load, reload and start does with what it has read.
  ///
  /// - Parameters:
  ///   - new: The feed.
  ///   - way: Whether the view starts anew or is kept.
  ///   - isAsked: Whether a person asked for it, so that it is announced, and remembered for the next start.
  package func adopt(_ new: LoadedFeed, _ way: Adoption = .anew, isAsked: Bool = true) {
    let ordering = standardOrdering(new.catalog.schema)
    let feed = loader.withPages(new)
    if case .carrying(let isReload) = way {
      let misfits = session.adoptCarrying(
        feed, ordering: ordering,
        vocabulary: FilterVocabulary(
          marks: ["favorite", "noted", "cookable"], commands: commandNames(), unknownValues: .warn),
        isReload: isReload)
      for misfit in misfits { report(misfit) }
    } else {
      session.adopt(feed, ordering: ordering)
    }
    if let failed = loader.failed, options.isInteractive {
      let isSame = failed.request.source == new.request.source
      output.say("\(new.name) is \(isSame ? "here again" : "loaded")", .good)
    }
    loader.forgetFailure()
    if isAsked { ring(times: new.catalog.count == 0 ? 2 : 1) }
    loader.refreshInBackground(new)
    pictures.dropChecks()
    views.beginFeed()
    // What has no lasting place cannot be come back to.
    guard isAsked, options.isInteractive, !options.isEphemeral, let source = new.scope else {
      return
    }
    storeVisit()
    pendingVisit = Visit(source: source, profile: new.request.profile, date: world.now())
    if !isStarting { storeVisit() }
  }

  /// The order in which the rows of a newly loaded feed are shown.
  package func standardOrdering(_ schema: Schema) -> Ordering? {
    let name = library.settings["order"]
    // A field may have that name as well.
    if name == "none" { return nil }
    return schema.index(of: name).map { Ordering(keys: [.init(field: $0, descending: false)]) }
  }

  private func report(_ misfit: CarriedView.Misfit) {
    let message =
      switch misfit {
      case .clause(let text): "`\(text)` no longer fits and is left out"
      case .field(let name): "there is no `\(name)` any more, so the order does without it"
      }
    output.say(Diagnostic(message, severity: .warning))
  }
}

/// Reports on the feed that was loaded.
extension FeedOpener {
  /// Says how many records are malformed, if any are.
  package func sayMalformed() { sayMalformed(session.feed?.feed.malformedCount ?? 0) }

  /// Says that so many records are malformed.
  package func sayMalformed(_ count: Int) {
    if count == 0 { return }
    output.say(
      "\(count == 1 ? "1 record is" : "\(count) records are") malformed: see problems", .warning)
  }

  /// Says that a profile that was named may be the wrong one, if nothing fits it.
  package func sayMisfit() {
    guard let loaded = session.feed, let profile = loaded.request.profile,
      loaded.catalog.count == 0,
      loaded.feed.malformedCount > 0
    else { return }
    output.say(
      "no record is as \(profile) wants it; without `as \(profile)` the form is recognised",
      .warning)
  }

  /// Reports what the feed that was loaded is not: all there is, or as it was published.
  package func sayReading() {
    if let repeats = session.feed?.feed.repeatCount, repeats > 0 {
      output.say(
        repeats == 1 ? "1 repeated record is left out" : "\(repeats) repeated records are left out",
        .faint)
    }
    // At a prompt the listing that follows reports it.
    views.reportPages()
  }

  /// Says what the cache has to say, once.
  package func sayCacheNotice() {
    if let notice = loader.fetcher.store.takeNotice() {
      output.say(Diagnostic(notice, severity: .warning))
    }
  }
}

/// How the view goes on when a feed is adopted.
package enum Adoption {
  /// All rows, in the standard order.
  case anew
  /// As far as the new rows allow, whether or not the feed is compared with its state before.
  case carrying(isReload: Bool)
}

/// Remembering the feed for the next start.
extension FeedOpener {
  /// Loads the feed of the first prompt; what is to be stored about that waits until the prompt is on the screen.
  package func starting<Value>(_ body: () throws -> Value) rethrows -> Value {
    isStarting = true
    defer { isStarting = false }
    return try body()
  }

  /// Opens the library, and stores the feed of the first prompt, once that is on the screen: it takes longer than all
  /// before.
  package func storeFirstVisit() {
    // A failure is tried again before a line is run, where it can be reported, and there is time to wait.
    try? library.withoutWaiting { () throws(LibraryError) in
      try record(pendingVisit)
      pendingVisit = nil
      try library.prepare()
    }
    if !library.notices.isEmpty { loader.wake() }
  }

  /// Stores the visit that is still to be stored.
  package func storeVisit() {
    do throws(LibraryError) {
      let visit = pendingVisit
      try library.withoutWaiting { () throws(LibraryError) in try record(visit) }
    } catch {
      // Nobody asked for it: it is tried again before the next line.
      if error.isBusy { return }
      output.say(Diagnostic(error.description, severity: .warning))
    }
    pendingVisit = nil
  }

  private func record(_ visit: Visit?) throws(LibraryError) {
    guard let visit, !library.isDoneWithout else { return }
    try library.recordVisit(visit.source, profile: visit.profile, at: visit.date)
  }
}

/// A source that answered, and how it was read.
private struct Visit {
  let source: String
  let profile: String?
  let date: Date
}

/// Shows the progress and the events of loads on the shell's output.
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
    case .partLoaded(let failure): output.say(failure.diagnostic.message, .warning)
    }
  }
}
