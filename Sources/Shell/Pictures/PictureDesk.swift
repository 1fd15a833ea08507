import Catalog
import Diagnostics
import FeedLoading
import Feeds
import FoundationEssentials
import HTTPCache
import Pictures
import SessionStore
import Synchronization
import Terminal
import World

/// What gets the pictures of the present feed, and how they are shown here.
struct PictureDesk {
  let loader: PictureLoader
  /// The bundled feed that its pictures are of; nil for those of the web.
  let bundled: BundledFeed?
}

/// Knows, on any thread, how many pictures are on their way.
package final class PictureWatch: Sendable {
  private let loader = Mutex<PictureLoader?>(nil)

  func follow(_ loader: PictureLoader) { self.loader.withLock { $0 = loader } }

  /// How many exchanges have to wait for nothing to go on: so many are asked of one server at a time.
  ///
  /// Nil while something goes on that waits for nobody, such as decoding.
  package var restingCount: Int? {
    guard let loader = loader.withLock({ $0 }) else { return 0 }
    let flights = loader.fetcher.flightCount
    return loader.phases.count { !$0.isSettled } == flights ? min(flights, 6) : nil
  }
}

extension Shell {
  /// What gets the pictures of the present feed; made when first needed.
  var pictures: PictureLoader {
    let bundled = bundledFeed
    let keeping = bundled == nil ? pictureKeeping : .memory
    if let desk = pictureState.desk, desk.bundled == bundled, desk.loader.keeping == keeping {
      return desk.loader
    }
    pictureState.desk?.loader.stop()
    let ownLimit = keeping == .off ? 0 : pictureState.memory.limit
    let isShared = bundled == nil && keeping != .off
    let memory = isShared ? pictureState.memory : PictureMemory(limit: ownLimit)
    let loader = PictureLoader(
      fetcher: pictureFetcher(bundled, keeping), memory: memory, decoder: pictureState.decoder,
      keeping: keeping, now: { [world] in world.now().timeIntervalSince1970 })
    pictureState.desk = PictureDesk(loader: loader, bundled: bundled)
    pictureWatch.follow(loader)
    if isTracing { trace(true) }
    return loader
  }

  /// Where copies of pictures are kept.
  private var pictureKeeping: PictureLoader.Keeping {
    PictureLoader.Keeping(rawValue: library.settings["picture-cache"]) ?? .disk
  }

  /// The bundled feed that is loaded; nil for any other.
  var bundledFeed: BundledFeed? {
    if case .bundled(let feed)? = session.feed?.origin.place { feed } else { nil }
  }

  private func pictureFetcher(
    _ bundled: BundledFeed?, _ keeping: PictureLoader.Keeping
  ) -> Fetcher {
    if bundled == nil, keeping != .memory { return fetcher }
    let now: @Sendable () -> Double = { [world] in world.now().timeIntervalSince1970 }
    let store = CacheStore(folder: nil, files: world.files, now: now)
    guard let bundled else {
      let fetcher = Fetcher(store: store, transport: world.http, surroundings: .init(world))
      fetcher.isOffline = isOffline
      return fetcher
    }
    let addresses =
      catalog.count <= 1000 ? (0..<catalog.count).flatMap { pictureLinks(of: $0) } : []
    DemoNetwork.fill(store, for: bundled, addresses: addresses, at: now())
    let fetcher = Fetcher(
      store: store, transport: DemoNetwork(feed: bundled, wait: world.wait),
      surroundings: .init(world))
    fetcher.isOffline = bundled == .demoOffline
    return fetcher
  }

  /// What pictures take at least, in bytes, for it to help that they are given back.
  private static let muchMemory = 4 << 20

  /// Gives most of the memory back when the machine has little left, once pictures take much.
  ///
  /// A run whose end Linux has to tell its watchers of ends 15 milliseconds later.
  func watchMemory(for requests: [PictureRequest]) {
    let wanted = requests.reduce(0) { $0 + 4 * $1.frame.width * $1.frame.height }
    guard !pictureState.watchesMemory, pictureState.memory.usage.bytes + wanted >= Self.muchMemory
    else { return }
    pictureState.watchesMemory = true
    let memory = pictureState.memory
    world.whenMemoryIsShort { memory.shrink(toPart: 0.25) }
  }

  /// Gives what is on its way a second, unless a person waits for the end, and then gives it up.
  func finishPictures() {
    guard let loader = pictureState.desk?.loader else { return }
    var waited = 0
    while !options.isInteractive, waited < 1000, loader.phases.contains(where: { !$0.isSettled }) {
      let edition = loader.edition
      if loader.phases.allSatisfy(\.isSettled) { break }
      if !loader.waitForChange(since: edition, milliseconds: 50) { waited += 50 }
    }
    sayTrace()
    loader.stop()
  }

  /// Has every picture fetched anew when it is shown the next time.
  func expirePictures() {
    pictureState.newerThan = fetcherNow
    // What failed lately may be mended by now.
    fetcher.store.forgetFailures()
    pictureState.memory.expire()
    pictureState.desk?.loader.stop()
    pictureState.desk = nil
  }

  /// Has pictures kept and shown as the settings say.
  func settlePictures() {
    if let limit = byteCount(of: library.settings["memory-limit"]) {
      pictureState.memory.limit = limit
    }
    if pictureState.desk?.bundled == nil { pictureState.desk?.loader.fetcher.isOffline = isOffline }
    pictureState.screen = nil
  }
}

/// Which links of a row are pictures.
extension Shell {
  /// How large a picture is wanted.
  enum PictureSize: String, CaseIterable { case small, large }

  /// The address of a row's picture, of the other size where there is only one; nil if it has none.
  func pictureAddress(_ row: Int, _ size: PictureSize) -> WebAddress? {
    let roles: [Field.Role] = size == .small ? [.thumbnail, .photo] : [.photo, .thumbnail]
    for role in roles {
      guard let field = catalog.schema.index(of: role), let link = catalog.value(field, row),
        isWebLink(link.text)
      else { continue }
      // What is no address is one of the feed's mistakes, which lint tells of.
      if let address = try? WebAddress(link.text) { return address }
    }
    return nil
  }

  /// Whether rows of the feed can have pictures.
  var hasPictures: Bool {
    catalog.schema.index(of: .photo) != nil || catalog.schema.index(of: .thumbnail) != nil
  }

  /// The addresses of a row's pictures of all sizes.
  func pictureLinks(of row: Int) -> [String] {
    PictureSize.allCases.compactMap { pictureAddress(row, $0)?.text }
  }

  /// The request for a picture in a frame.
  func pictureRequest(_ address: WebAddress, in frame: PixelFrame) -> PictureRequest {
    var credentials: [HTTPField] = []
    if let origin = session.feed?.origin {
      // Without its secret a server refuses the picture, and says so.
      credentials = (try? loader.credentials(for: address, of: origin)) ?? []
    }
    var request = PictureRequest(address, in: frame, credentials: credentials)
    request.newerThan = pictureState.newerThan
    return request
  }
}
