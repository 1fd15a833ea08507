import HTTPCache
import Terminal
import World

/// Loads pictures through their phases, and cancels those that are not requested any more.
///
/// A picture in memory is shown at once; a stale one is shown until the server has answered.
package final class PictureLoader: Sendable {
  /// The place where copies of pictures are stored.
  package enum CachePlace: String, Sendable { case disk, memory, off }

  package let fetcher: Fetcher
  package let cachePlace: CachePlace
  let decoder: PictureDecoder
  let now: @Sendable () -> Double
  package let memory: PictureMemory
  let board = PictureBoard()
  let decodingQueue = DecodingQueue()
  let brokenContents: BrokenContents

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - fetcher: Fetches and stores the bytes.
  ///   - memory: Retains decoded pictures; several loaders may share it.
  ///   - decoder: Decodes the bytes.
  ///   - cachePlace: The place where copies are stored; must match the fetcher's.
  ///   - now: Returns the time in seconds since 1970.
  package init(
    fetcher: Fetcher, memory: PictureMemory, decoder: PictureDecoder,
    cachePlace: CachePlace = .disk,
    now: @escaping @Sendable () -> Double
  ) {
    self.fetcher = fetcher
    self.memory = memory
    self.decoder = decoder
    self.cachePlace = cachePlace
    self.now = now
    brokenContents = BrokenContents(store: cachePlace == .disk ? fetcher.store : nil)
  }

  /// Requests pictures, and cancels all others.
  ///
  /// A picture that was requested before is examined again: it may have changed.
  package func want(_ requests: [PictureRequest]) {
    board.keepOnly(Set(requests.map(\.key)))
    fetcher.hold(requests.compactMap(\.fetch))
    for request in requests { begin(request) }
  }

  /// The phase of a picture; nil if it is not requested.
  package func phase(of request: PictureRequest) -> PicturePhase? {
    board.entry(request.key)?.phase
  }

  /// The phases of all requested pictures.
  package var phases: [PicturePhase] { board.phases }

  /// The pixels of a picture, as soon as it can be shown.
  package func pixels(of request: PictureRequest) -> Pixels? { board.entry(request.key)?.pixels }

  /// A number that changes with each change of a phase.
  package var edition: Int { board.edition }

  /// Waits until the edition changes, up to a timeout; only one thread may wait.
  ///
  /// - Returns: Whether it has changed.
  package func waitForChange(since edition: Int, milliseconds: Int) -> Bool {
    board.waitForChange(since: edition, milliseconds: milliseconds)
  }

  /// Waits until pictures are settled, or not requested any more.
  package func finish(_ requests: [PictureRequest]) async {
    for request in requests { await board.entry(request.key)?.task?.value }
  }

  /// Cancels all downloads.
  package func stop() {
    board.keepOnly([])
    fetcher.hold([])
  }

  /// Forgets the errors of pictures that are not stored, as when the cache is cleared.
  package func forgetBroken() { brokenContents.forgetAddresses() }

  func begin(_ request: PictureRequest) {
    let key = request.key
    if let entry = board.entry(key), !entry.phase.isSettled {
      if case .web(let address) = request.place { fetcher.raise(address, to: request.priority) }
      return
    }
    if request.exists, let (pixels, facts) = memory.fresh(key, at: now()) {
      _ = board.begin(key, .ready(facts, isChecking: false), pixels)
      return
    }
    let number = board.begin(key, .queued)
    if showMade(request, number) { return }
    board.attach(Task { await load(request, number) }, to: key, number)
  }
}

/// Decodes one picture at a time, so that several large ones do not need memory at once.
actor DecodingQueue {
  func make<Value: Sendable, Failure>(
    _ work: @Sendable () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try work()
  }
}
