import HTTPCache
import Terminal
import World

/// Has pictures come, each through its phases, and gives those up that nobody wants to see any more.
///
/// A picture in memory is there at once; what a server has to be asked about is shown as it was until
/// the answer is there.
package final class PictureLoader: Sendable {
  /// Where copies of pictures are kept.
  package enum Keeping: String, Sendable { case disk, memory, off }

  package let fetcher: Fetcher
  package let keeping: Keeping
  let decoder: PictureDecoder
  let now: @Sendable () -> Double
  package let memory: PictureMemory
  let board = PictureBoard()
  let workshop = Workshop()
  let brokenContents: BrokenContents

  /// A loader that has asked for nothing yet.
  ///
  /// - Parameters:
  ///   - fetcher: What gets the bytes, and keeps them as it does.
  ///   - memory: What holds decoded pictures; several loaders may share it.
  ///   - decoder: What makes pixels of bytes.
  ///   - keeping: Where copies are kept; the fetcher has to keep them there.
  ///   - now: The time, in seconds since 1970.
  package init(
    fetcher: Fetcher, memory: PictureMemory, decoder: PictureDecoder, keeping: Keeping = .disk,
    now: @escaping @Sendable () -> Double
  ) {
    self.fetcher = fetcher
    self.memory = memory
    self.decoder = decoder
    self.keeping = keeping
    self.now = now
    brokenContents = BrokenContents(store: keeping == .disk ? fetcher.store : nil)
  }

  /// Has these pictures come, and gives up all others that are still on their way.
  ///
  /// One that is there already is looked at anew: it may have changed.
  package func want(_ requests: [PictureRequest]) {
    board.keepOnly(Set(requests.map(\.key)))
    fetcher.hold(requests.map(\.fetch))
    for request in requests { begin(request) }
  }

  /// The phase of a picture; nil if it is not wanted.
  package func phase(of request: PictureRequest) -> PicturePhase? {
    board.entry(request.key)?.phase
  }

  /// The phases of all pictures that are wanted.
  package var phases: [PicturePhase] { board.phases }

  /// The picture, as soon as it can be shown.
  package func pixels(of request: PictureRequest) -> Pixels? { board.entry(request.key)?.pixels }

  /// A number that changes whenever a phase does.
  package var edition: Int { board.edition }

  /// Waits until a phase is other than at an edition, a span at the longest; one thread may.
  ///
  /// - Returns: Whether one is.
  package func waitForChange(since edition: Int, milliseconds: Int) -> Bool {
    board.waitForChange(since: edition, milliseconds: milliseconds)
  }

  /// Waits until nothing more happens to some pictures, or they are wanted no more.
  package func finish(_ requests: [PictureRequest]) async {
    for request in requests { await board.entry(request.key)?.task?.value }
  }

  /// Gives up what is still on its way.
  package func stop() {
    board.keepOnly([])
    fetcher.hold([])
  }

  /// Forgets which pictures could not even be kept, as when the cache is cleared.
  package func forgetBroken() { brokenContents.forgetAddresses() }

  func begin(_ request: PictureRequest) {
    let key = request.key
    if let entry = board.entry(key), !entry.phase.isSettled {
      fetcher.raise(request.address, to: request.priority)
      return
    }
    if let (pixels, facts) = memory.fresh(key, at: now()) {
      _ = board.begin(key, .ready(facts, isChecking: false), pixels)
      return
    }
    let number = board.begin(key, .queued)
    if showMade(request, number) { return }
    board.attach(Task { await load(request, number) }, to: key, number)
  }
}

/// Makes one picture at a time, so that several large ones do not take memory together.
actor Workshop {
  func make<Value: Sendable, Failure>(
    _ work: @Sendable () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try work()
  }
}
