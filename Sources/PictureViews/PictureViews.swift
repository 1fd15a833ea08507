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

/// Shows pictures on the terminal: one, the one of a record, a page of them as a grid.
///
/// It decides how the terminal can show them, loads those of the present feed, and draws each as soon as it is there.
/// It belongs to the shell's thread; downloads and decoding run on others.
package final class PictureViews {
  let world: World
  let output: Output
  let session: Session
  let library: Library
  let feedLoader: FeedLoader
  /// Wakes the prompt when a shown picture has changed; any thread may call it.
  package var wake: @Sendable () -> Void = {}
  /// Receives what was typed while the terminal was asked something; nil where nobody types.
  package var typeAhead: ((_ bytes: [UInt8]) -> Void)?
  let options: RunOptions

  /// Receives every exchange with a server, and whether it is the one of the bundled pictures; nil if nobody traces.
  package var observer: (@Sendable (_ event: FetchEvent, _ isBundled: Bool) -> Void)? {
    didSet { observe() }
  }

  /// The loader of the present feed's pictures, once one was requested.
  var current: Current?
  /// How pictures are shown, once that was found out.
  var screen: Known<PictureScreen>?
  /// The abilities of the terminal, once it was asked.
  var display: Known<PictureDisplay>?
  /// The last sheet of the present command, which a new window size draws again.
  var lastSheet: LastSheet?
  /// The pictures that were shown while their servers were still being asked for newer ones.
  var checks: PictureChecks?
  /// Copies that are older are fetched again: in seconds since 1970.
  var newerThan = 0.0
  /// Whether pictures give memory back when the machine has little left.
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

  /// The result of a search, also if nothing was found.
  struct Known<Value> { var value: Value? }

  /// The loader of a feed's pictures.
  struct Current {
    let loader: PictureLoader
    /// The bundled feed whose pictures it loads; nil for pictures from the web.
    let bundled: BundledFeed?
  }

  /// The size of a picture that is wanted.
  package enum Size: String, CaseIterable { case small, large }

  var catalog: Catalog { session.catalog }

  /// The moment, as the cache counts: seconds since 1970.
  var now: Double { world.now().timeIntervalSince1970 }

  /// The fetcher of everything but bundled pictures and those that are cached in memory only.
  var fetcher: Fetcher { feedLoader.fetcher }

  /// The bundled feed that is loaded; nil for any other.
  var bundledFeed: BundledFeed? { session.feed?.bundled }

  /// Begins a line: there is nothing to draw again.
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

  /// Forgets failed requests, so that they are made again.
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

/// How pictures are shown on this terminal, and what it has of them already.
struct PictureScreen {
  var painter: PicturePainter
  /// Whether what is shown can be drawn over, as on a terminal that somebody looks at.
  let isLive: Bool

  var display: PictureDisplay { painter.display }
}

/// How the terminal can show pictures.
extension PictureViews {
  /// For how long the terminal is waited for, in milliseconds.
  private static let answerPatience = 250

  /// How pictures are shown; nil where a line of text stands in for them.
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
    guard setting != .off, output.format.isStyled else { return nil }
    let isColored = output.isColored
    guard world.console.output.isTerminal else {
      return isColored ? setting.display(over: PictureDisplay(mode: .blocks)) : nil
    }
    var display = setting.display(over: terminalDisplay())
    if !isColored { display?.depth = .none }
    return display
  }

  /// The abilities of the terminal; it is asked once, for the first picture.
  private func terminalDisplay() -> PictureDisplay? {
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
      display = answers.display(on: support)
    }
    self.display = Known(value: display)
    return display
  }
}
