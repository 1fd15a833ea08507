import Catalog
import Diagnostics
import FeedLoading
import Feeds
import FoundationEssentials
import HTTPCache
import Output
import Pictures
import SessionStore
import Synchronization
import Terminal
import Text
import World

extension PictureViews {
  /// The loader of the current feed's pictures; created on first use.
  package var loader: PictureLoader {
    let bundled = bundledFeed
    let cachePlace = bundled == nil ? pictureCachePlace : .memory
    if let current, current.bundled == bundled, current.loader.cachePlace == cachePlace {
      return current.loader
    }
    current?.loader.stop()
    let ownLimit = cachePlace == .off ? 0 : memory.limit
    let isShared = bundled == nil && cachePlace != .off
    let memory = isShared ? memory : PictureMemory(limit: ownLimit)
    let loader = PictureLoader(
      fetcher: pictureFetcher(bundled, cachePlace), memory: memory, decoder: decoder,
      cachePlace: cachePlace, now: { [world] in world.now().timeIntervalSince1970 })
    current = Current(loader: loader, bundled: bundled)
    watch.follow(loader)
    observe()
    return loader
  }

  /// Where copies of pictures are stored.
  private var pictureCachePlace: PictureLoader.CachePlace {
    PictureLoader.CachePlace(rawValue: library.settings["picture-cache"]) ?? .disk
  }

  private func pictureFetcher(
    _ bundled: BundledFeed?, _ cachePlace: PictureLoader.CachePlace
  ) -> Fetcher {
    if bundled == nil, cachePlace != .memory { return fetcher }
    if let bundled {
      let pictures =
        catalog.count <= 1000 ? (0..<catalog.count).flatMap { pictureLinks(of: $0) } : []
      return DemoServer.fetcher(for: bundled, pictures: pictures, in: world)
    }
    let store = CacheStore(
      folder: nil, files: world.files, now: { [world] in world.now().timeIntervalSince1970 })
    let fetcher = Fetcher(
      store: store, transport: NetworkWithBundledPictures(world.http, wait: world.wait),
      surroundings: .init(world))
    fetcher.isOffline = self.fetcher.isOffline
    return fetcher
  }

  /// The minimum size of pictures in memory, in bytes, for freeing them to be worthwhile.
  private static let muchMemory = 4 << 20

  /// Starts observing memory pressure, which frees most pictures, once they use ``muchMemory``.
  ///
  /// On Linux, observing memory pressure delays the end of the process by 15 milliseconds.
  func watchMemory(for requests: [PictureRequest]) {
    let wanted = requests.reduce(0) { $0 + 4 * $1.frame.width * $1.frame.height }
    guard !watchesMemory, memory.usage.bytes + wanted >= Self.muchMemory
    else { return }
    watchesMemory = true
    let memory = memory
    world.whenMemoryIsShort { memory.shrink(toPart: 0.25) }
  }

  /// Cancels pending downloads.
  ///
  /// Without a prompt, it first waits until one second in total has passed without progress.
  package func finish() {
    guard let loader = current?.loader else { return }
    var waited = 0
    while !options.isInteractive, waited < 1000, loader.phases.contains(where: { !$0.isSettled }) {
      let edition = loader.edition
      if loader.phases.allSatisfy(\.isSettled) { break }
      if !loader.waitForChange(since: edition, milliseconds: 50) { waited += 50 }
    }
    output.sayPending()
    loader.stop()
  }

  /// Makes every picture stale, so that it is fetched again when it is next displayed.
  package func expire() {
    newerThan = now
    // Recent failures may no longer apply.
    fetcher.store.forgetFailures()
    memory.expire()
    current?.loader.stop()
    current = nil
  }
}

/// The places of pictures.
extension PictureViews {
  /// The place of a row's picture, in the other size if only that exists; nil if the row has none.
  package func picturePlace(_ row: Int, _ size: Size) -> PicturePlace? {
    let roles: [Field.Role] = size == .small ? [.thumbnail, .photo] : [.photo, .thumbnail]
    for role in roles {
      guard let field = catalog.schema.index(of: role), let link = catalog.value(field, row)
      else { continue }
      if let place = session.feed?.picture(link.text, of: row) { return place }
    }
    return nil
  }

  /// The place of the picture to display for a row; offline, that of the other size if only that is stored.
  func shownPlace(_ row: Int, _ size: Size) -> PicturePlace? {
    guard let wanted = picturePlace(row, size) else { return nil }
    let loader = self.loader
    guard loader.fetcher.isOffline, wanted.address != nil,
      !loader.hasCopy(of: pictureRequest(wanted)),
      let other = picturePlace(row, size == .small ? .large : .small),
      loader.hasCopy(of: pictureRequest(other))
    else { return wanted }
    return other
  }

  /// Whether rows of the feed can have pictures.
  package var hasPictures: Bool {
    catalog.schema.index(of: .photo) != nil || catalog.schema.index(of: .thumbnail) != nil
  }

  /// The addresses of a row's pictures of all sizes.
  func pictureLinks(of row: Int) -> [String] {
    Size.allCases.compactMap { picturePlace(row, $0)?.address?.text }
  }

  /// The request for a picture in a frame.
  func pictureRequest(_ place: PicturePlace, in frame: PixelFrame) -> PictureRequest {
    var credentials: [HTTPField] = []
    if case .web(let address) = place, let origin = session.feed?.origin {
      // Without credentials, the server refuses the picture, which is reported.
      credentials = (try? feedLoader.credentials(for: address, of: origin)) ?? []
    }
    var request = PictureRequest(place, in: frame, credentials: credentials)
    request.newerThan = newerThan
    return request
  }
}

/// Displayed copies of pictures, which their servers are validating.
struct PictureChecks {
  struct Check {
    let request: PictureRequest
    let row: Int
    /// The displayed pictures, by ``PictureRequest/number(of:)``.
    let shown: UInt64
  }

  let loader: PictureLoader
  let checks: [Check]
  let task: Task<Void, Never>
}

extension PictureViews {
  /// Wakes the prompt when displayed pictures have been validated after the end of their command.
  ///
  /// Without a prompt, nothing is observed.
  func watchChecks(of pictures: [(request: PictureRequest, row: Int)]) {
    dropChecks()
    let loader = self.loader
    let found = pictures.compactMap { request, row -> PictureChecks.Check? in
      guard case .ready(let facts, isChecking: true)? = loader.phase(of: request) else {
        return nil
      }
      return .init(request: request, row: row, shown: request.number(of: facts))
    }
    guard options.isInteractive, !found.isEmpty else { return }
    let wake = self.wake
    let task = Task {
      await loader.finish(found.map(\.request))
      if !Task.isCancelled { wake() }
    }
    checks = PictureChecks(loader: loader, checks: found, task: task)
  }

  /// Reports, once, which pictures have changed since they were displayed.
  package func reportChanges() {
    guard let checking = checks else { return }
    let phases = checking.checks.map { checking.loader.phase(of: $0.request) }
    // A picture that is no longer requested has no phase, and is not waited for.
    guard phases.allSatisfy({ $0?.isSettled ?? true }) else { return }
    checks = nil
    let changed = zip(checking.checks, phases).filter { check, phase in
      guard case .ready(let facts, _)? = phase else { return false }
      return check.request.number(of: facts) != check.shown
    }
    guard let first = changed.first?.0 else { return }
    let item = session.number(of: first.row).map { "\($0)" } ?? session.shortHandle(first.row)
    output.say(
      changed.count == 1
        ? "the picture of \(harmless(catalog.name(first.row))) has changed · picture \(item) shows the new one"
        : "\(changed.count) pictures have changed · pictures shows the new ones", .good)
  }

  /// Stops observing displayed pictures, such as those of the previous feed.
  package func dropChecks() {
    checks?.task.cancel()
    checks = nil
  }
}
