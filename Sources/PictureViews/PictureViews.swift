import Catalog
import FeedLoading
import FoundationEssentials
import HTTPCache
import Output
import Pictures
import SessionStore
import Synchronization
import Terminal
import World

/// Shows pictures on the terminal: a single one, that of a record, or a page of them as a grid.
///
/// It determines how the terminal can show pictures, loads those of the current feed, and draws each as soon as it is
/// loaded. It is confined to the shell's thread; downloads and decoding run on others.
package final class PictureViews {
  let world: World
  let output: Output
  let session: Session
  let library: Library
  let feedLoader: FeedLoader
  /// Wakes the prompt when a displayed picture was validated; any thread may call it.
  package var wake: @Sendable () -> Void = {}
  /// Receives the bytes typed while the terminal answered a query; nil without a prompt.
  package var typeAhead: ((_ bytes: [UInt8]) -> Void)?
  let options: RunOptions

  /// Receives every exchange with a server, and whether it is for a bundled picture; nil while tracing is off.
  package var observer: (@Sendable (_ event: FetchEvent, _ isBundled: Bool) -> Void)? {
    didSet { observe() }
  }

  /// The loader of the current feed's pictures; nil until one is requested.
  var current: Current?
  /// How pictures are shown; nil until it is determined.
  var screen: Known<PictureScreen>?
  /// The capabilities of the terminal; nil until they are determined.
  var display: Known<PictureDisplay>?
  /// The query that the terminal has not answered completely, and its answer so far.
  private var unanswered: (support: PictureSupport, bytes: [UInt8])?
  /// The last sheet of the current command, which is drawn again when the window size changes.
  var lastSheet: LastSheet?
  /// The displayed pictures that are being validated.
  var checks: PictureChecks?
  /// The time before which copies are stale, in seconds since 1970.
  var newerThan = 0.0
  /// Whether memory pressure is observed.
  var watchesMemory = false
  let memory = PictureMemory(limit: 64_000_000)
  let decoder: PictureDecoder
  package let watch = PictureWatch()

  package init(
    world: World, output: Output, session: Session, library: Library, feedLoader: FeedLoader,
    options: RunOptions
  ) {
    (self.world, self.output, self.session, self.library) = (world, output, session, library)
    (self.feedLoader, self.options) = (feedLoader, options)
    decoder = PictureDecoder(now: { world.now().timeIntervalSince1970 })
  }

  /// A value that was determined, and may be nil.
  struct Known<Value> { var value: Value? }

  /// The loader of a feed's pictures.
  struct Current {
    let loader: PictureLoader
    /// The bundled feed whose pictures it loads; nil for pictures from the web.
    let bundled: BundledFeed?
  }

  /// The requested size of a picture.
  package enum Size: String, CaseIterable { case small, large }

  var catalog: Catalog { session.catalog }

  /// The current time in seconds since 1970, as in the cache.
  var now: Double { world.now().timeIntervalSince1970 }

  /// The fetcher of everything except bundled pictures and those that are cached in memory only.
  var fetcher: Fetcher { feedLoader.fetcher }

  /// The bundled feed that is loaded; nil for any other.
  var bundledFeed: BundledFeed? { session.feed?.bundled }

  /// Begins a line; the sheet of the previous one is not drawn again.
  package func beginLine() { lastSheet = nil }

  /// The number and the bytes of the decoded pictures in memory, and their limit in bytes.
  package var memoryUse: (count: Int, bytes: Int, limit: Int) {
    let usage = memory.usage
    return (usage.count, usage.bytes, memory.limit)
  }

  /// Applies the settings for pictures.
  package func applySettings() {
    if let limit = byteCount(of: library.settings["memory-limit"]) { memory.limit = limit }
    if let current, current.bundled == nil, current.loader.fetcher !== fetcher {
      current.loader.fetcher.isOffline = fetcher.isOffline
    }
    screen = nil
  }

  /// Forgets failed requests, so that they are sent again.
  package func forgetFailures() { current?.loader.fetcher.store.forgetFailures() }

  /// Drops the pictures in memory, and the other copies that are cached for this run only.
  ///
  /// - Returns: The number of bytes freed.
  package func forget() -> Int {
    current?.loader.stop()
    current?.loader.forgetBroken()
    if let known = screen?.value, known.isLive {
      var painter = known.painter
      output.write(painter.forget())
      screen?.value?.painter = painter
    }
    let freed = memory.shrink(toPart: 0)
    guard let loader = current?.loader, loader.fetcher !== fetcher else { return freed }
    current = nil
    return freed + loader.memory.shrink(toPart: 0) + loader.fetcher.store.clear(CacheSelection())
  }

  func observe() {
    guard let current, current.loader.fetcher !== fetcher else { return }
    guard let observer else { return current.loader.fetcher.observe(nil) }
    let isBundled = current.bundled == .demo
    current.loader.fetcher.observe { observer($0, isBundled) }
  }
}

/// Counts pending requests for pictures, on any thread.
package final class PictureWatch: Sendable {
  private let loader = Mutex<PictureLoader?>(nil)

  func follow(_ loader: PictureLoader) { self.loader.withLock { $0 = loader } }

  /// The number of requests that must wait for loading to be idle: those in flight, up to 6, the limit for a server.
  ///
  /// nil while work that does not wait for a server is in progress, such as decoding.
  package var restingCount: Int? {
    guard let loader = loader.withLock({ $0 }) else { return 0 }
    let flights = loader.fetcher.flightCount
    return loader.phases.count { !$0.isSettled } == flights ? min(flights, 6) : nil
  }
}

/// How pictures are shown on this terminal, and which of them it has already.
struct PictureScreen {
  var painter: PicturePainter
  /// Whether pictures can be redrawn in place, as on a terminal outside of scripts.
  let isLive: Bool

  var display: PictureDisplay { painter.display }
}

/// How the terminal can show pictures.
extension PictureViews {
  /// The time limit for the answer of the terminal, in milliseconds.
  private static let answerPatience = 250
  /// The time limit for the answer at the end of the run, in milliseconds.
  private static let lastPatience = 2000

  /// How pictures are shown; nil if a line of text replaces them.
  func pictureScreen() -> PictureScreen? {
    if let screen { return screen.value }
    let found = pictureDisplay().map {
      PictureScreen(
        painter: PicturePainter($0),
        isLive: world.console.output.isTerminal && !options.isStaged)
    }
    screen = Known(value: found)
    return found
  }

  private func pictureDisplay() -> PictureDisplay? {
    let setting = PictureSetting(rawValue: library.settings["pictures"]) ?? .auto
    guard setting != .off, output.format.isStyled, !output.isPlain else { return nil }
    let isColored = output.isColored
    guard world.console.output.isTerminal else {
      return isColored ? setting.display(over: PictureDisplay(mode: .blocks)) : nil
    }
    var display = setting.display(over: terminalDisplay())
    if !isColored { display?.depth = .none }
    return display
  }

  /// The capabilities of the terminal, which is queried once, for the first picture.
  private func terminalDisplay() -> PictureDisplay? {
    if let display = options.display { return display }
    if let known = display { return known.value }
    let size = world.console.size()
    let cell = size.cellWidth.flatMap { width in
      size.cellHeight.map { PixelSize(width: width, height: $0) }
    }
    let support = PictureSupport(environment: world.environment, cell: cell)
    let display: PictureDisplay?
    switch support.hint(isTerminal: true) {
    case .off: display = nil
    case .known(let known): display = known
    case .ask:
      let bytes = world.console.query(support.query, support.isComplete, Self.answerPatience)
      let answers = PictureAnswers(bytes)
      if !answers.rest.isEmpty { typeAhead?(answers.rest) }
      if !support.isComplete(bytes) { unanswered = (support, bytes) }
      display = answers.display(on: support)
    }
    self.display = Known(value: display)
    return display
  }

  /// Takes an answer of the terminal that came late; it serves the next picture.
  package func takeReply(_ bytes: [UInt8]) {
    guard let (support, earlier) = unanswered else { return }
    let all = earlier + bytes
    unanswered = support.isComplete(all) ? nil : (support, all)
    display = Known(value: PictureAnswers(all).display(on: support))
    screen = nil
  }

  /// Reads the answers of the terminal that are still to come, so that they do not reach the program behind this one.
  package func awaitReplies() {
    guard let (support, earlier) = unanswered else { return }
    unanswered = nil
    _ = world.console.query([], { support.isComplete(earlier + $0) }, Self.lastPatience)
  }
}
