import Catalog
import Diagnostics
import FeedLoading
import Feeds
import FoundationEssentials
import Interpreter
import Output
import PictureViews
import SessionStore
import Terminal
import Text
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Loading feeds, and taking what was loaded as the present feed.
extension Shell {
  /// Reads a feed without taking it as the present one.
  func read(_ request: FeedRequest, _ freshness: Freshness = .asKept) throws -> LoadedFeed {
    try loader.read(request, from: directory.origin(of: request), freshness)
  }

  /// Why no feed is loaded; nil if one is, or none was asked for.
  package var feedFault: String? { session.feed == nil ? loader.failed?.reason : nil }

  /// Takes the feed that was on its way, waiting for it if need be.
  ///
  /// - Throws: ``Failure`` if it did not come.
  func settle() throws {
    guard let pending = loader.pending else { return }
    do {
      guard let new = try loader.takePending() else { return }
      adopt(new)
      output.say("\(new.name): \(contents)")
      sayMalformed()
    } catch {
      throw failing(error, pending.request)
    }
  }

  /// Reads one more page of the present feed, and keeps the view.
  ///
  /// - Returns: Whether there was one.
  func loadNextPage() throws -> Bool {
    guard let loaded = session.feed, let pages = loaded.pages,
      let new = try loader.withNextPage(loaded, resolve: directory.origin(of:))
    else { return false }
    adopt(new, .carrying(isReload: false))
    return new.request.pages > pages.files.count
  }

  /// Reports, once, that there is something newer than what is shown.
  func sayRefresh() {
    guard let outcome = loader.takeRefresh() else { return }
    guard let newer = outcome.newer else {
      session.noteFresh()
      return
    }
    output.say("\(newer.name): \(outcome.summary) · reload shows them", .good)
  }

  /// Waits until what goes on behind the prompt is done or waits for the clock.
  ///
  /// - Parameter waitingCount: How many wait for the clock now.
  /// - Returns: Whether something has come that is not said yet.
  package func awaitBackground(_ waitingCount: () -> Int) -> Bool {
    // What was given up may take a moment to notice.
    while pictures.watch.restingCount.map({ $0 > waitingCount() }) ?? true { usleep(300) }
    while true {
      let over = [loader.pending?.promise.isOver, loader.isRefreshOver].compactMap(
        \.self)
      if over.count(where: { !$0 }) <= waitingCount() { return over.contains(true) }
      usleep(300)
    }
  }

  /// Loads a feed; if that fails, the one that was there stays.
  func load(_ request: FeedRequest, _ freshness: Freshness = .asKept) throws {
    loader.dropPending()
    // A person may have changed a profile since the last time.
    loader.forgetProfiles()
    let new: LoadedFeed
    do {
      new = try feedState.keptRows.take() ?? read(request, freshness)
    } catch {
      throw failing(error, request)
    }
    adopt(new)
  }

  /// Loads the present feed again, and keeps the view as far as the new rows allow.
  ///
  /// Rows that were kept are made again; what came from the web is compared with its server.
  func reload(_ freshness: Freshness = .checked) throws {
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
    guard !isOffline, let origin = try? directory.origin(of: request),
      let date = loader.dateOfCopy(of: origin)
    else { return nil }
    let moment = world.minute(of: Date(timeIntervalSince1970: date))
    return options.isInteractive
      ? "offline, then reload shows the copy from \(moment)"
      : "--offline shows the copy from \(moment)"
  }

  func failing(_ error: any Error, _ request: FeedRequest) -> Failure {
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
      loader.doubtCopy(of: origin)
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
  func adopt(_ new: LoadedFeed, _ way: Adoption = .anew, isAsked: Bool = true) {
    let ordering = standardOrdering(new.catalog.schema)
    let feed = loader.withPages(new)
    if case .carrying(let isReload) = way {
      let misfits = session.adoptCarrying(
        feed, ordering: ordering, vocabulary: vocabulary(unknownValues: .warn),
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
    loader.refreshBehind(new)
    pictures.dropChecks()
    feedState.hasSaidEmpty = false
    // What has no lasting place cannot be come back to.
    guard isAsked, options.isInteractive, !options.isEphemeral, let source = new.scope else {
      return
    }
    keepVisit()
    feedState.owedVisit = Visit(source: source, profile: new.request.profile, date: world.now())
    if !feedState.isGreeting { keepVisit() }
  }

  private func report(_ misfit: CarriedView.Misfit) {
    let message =
      switch misfit {
      case .clause(let text): "`\(text)` no longer fits and is left out"
      case .field(let name): "there is no `\(name)` any more, so the order does without it"
      }
    output.say(Diagnostic(message, severity: .warning))
  }

  /// What the parser of filters has to know.
  func vocabulary(unknownValues: FilterVocabulary.UnknownValues? = nil) -> FilterVocabulary {
    FilterVocabulary(
      marks: ["favorite", "noted"], commands: Set(table.commands.map(\.name)),
      unknownValues: unknownValues ?? (options.isInteractive ? .reject : .warn))
  }
}

/// How the view goes on when a feed is adopted.
enum Adoption {
  /// All rows, in the standard order.
  case anew
  /// As far as the new rows allow, whether or not the feed is compared with its state before.
  case carrying(isReload: Bool)
}
