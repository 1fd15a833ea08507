import Synchronization
import World

/// One request on its way, shared by the task that reads it and the thread that moves it.
final class CurlTransfer: Sendable {
  /// How many bytes may wait unread before the sender has to pause: 1 MiB.
  static let unreadLimit = 1 << 20
  /// For how many bytes there is room at once at most, where more are announced: 64 KiB.
  private static let firstRoom = 64 << 10

  private static let noHead = HTTPFailure.dropped(reason: "there was no response in it")

  private typealias HeadResult = Result<HTTPHead, HTTPFailure>
  private typealias ChunkResult = Result<[UInt8]?, HTTPFailure>

  private struct State {
    var head: HTTPHead?
    var unread: [UInt8] = []
    var isPaused = false
    var end: Result<Void, HTTPFailure>?
    var headReader: CheckedContinuation<HeadResult, Never>?
    var chunkReader: CheckedContinuation<ChunkResult, Never>?
  }

  let request: CurlRequest
  private let mailbox: CurlMailbox
  private let state = Mutex(State())

  init(_ request: CurlRequest, mailbox: CurlMailbox) {
    self.request = request
    self.mailbox = mailbox
  }

  /// Has the thread begin with it when its turn comes.
  func start() {
    guard let turn = request.turn else { return mailbox.post(.start(self)) }
    turn.whenItComes { [self] mayGo in
      if mayGo { mailbox.post(.start(self)) } else { finish(.failure(.cancelled)) }
    }
  }

  /// Ends the transfer now; what is unread is lost.
  func cancel() {
    if finish(.failure(.cancelled)) { mailbox.post(.cancel(self)) }
  }

  /// Waits for the head.
  func head() async throws(HTTPFailure) -> HTTPHead {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (reader: CheckedContinuation<HeadResult, Never>) in
        let known: HeadResult? = state.withLock { state in
          if let known = Self.head(in: state) { return known }
          precondition(state.headReader == nil, "two tasks wait for one head")
          state.headReader = reader
          return nil
        }
        if let known { reader.resume(returning: known) }
      }
    } onCancel: {
      cancel()
    }
    return try result.get()
  }

  /// Waits for bytes and takes all there are; `nil` is the end.
  func chunk() async throws(HTTPFailure) -> [UInt8]? {
    if Task.isCancelled { cancel() }
    // What is short has mostly come with its head.
    if let known = takeChunk(for: nil) { return try known.get() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (reader: CheckedContinuation<ChunkResult, Never>) in
        if let known = takeChunk(for: reader) { reader.resume(returning: known) }
      }
    } onCancel: {
      cancel()
    }
    return try result.get()
  }

  /// Takes all there is, or has a reader wait for it; a sender that paused goes on.
  private func takeChunk(for reader: CheckedContinuation<ChunkResult, Never>?) -> ChunkResult? {
    let (known, wasPaused) = state.withLock { state in
      let known = Self.take(&state)
      precondition(state.chunkReader == nil, "two tasks read one body")
      if known == nil { state.chunkReader = reader }
      defer { state.isPaused = false }
      return (known, state.isPaused)
    }
    if wasPaused { mailbox.post(.resume(self)) }
    return known
  }

  private static func take(_ state: inout State) -> ChunkResult? {
    if case .failure(.cancelled) = state.end { return .failure(.cancelled) }
    guard state.unread.isEmpty else {
      defer { state.unread = [] }
      return .success(state.unread)
    }
    return state.end.map { end in end.map { nil } }
  }
}

/// The thread's side.
///
/// What it hands over is there at once for who asks; who waits already is woken by ``wake()``, once for all that
/// came in the meantime.
extension CurlTransfer {
  /// Whether it has ended, as when it was cancelled before its turn came.
  var hasEnded: Bool { state.withLock { $0.end != nil } }

  /// Hands over the head.
  func deliver(_ head: HTTPHead) { state.withLock { $0.head = head } }

  /// Hands over bytes of the body.
  ///
  /// - Parameters:
  ///   - bytes: What came next.
  ///   - announced: How many come in all; negative if that is not known.
  /// - Returns: `false` if too much is unread; the same bytes are to be offered again on resuming.
  func offer(_ bytes: Span<UInt8>, of announced: Int) -> Bool {
    state.withLock { state in
      guard state.unread.count < Self.unreadLimit else {
        state.isPaused = true
        return false
      }
      if state.unread.isEmpty {
        state.unread.reserveCapacity(min(max(announced, bytes.count), Self.firstRoom))
      }
      unsafe bytes.withUnsafeBufferPointer { unsafe state.unread.append(contentsOf: $0) }
      return true
    }
  }

  /// Closes the transfer and wakes who waits.
  ///
  /// - Returns: `false` if it was closed before; then nothing changes.
  @discardableResult
  func finish(_ end: Result<Void, HTTPFailure>) -> Bool {
    let isFirst = state.withLock { state in
      defer { state.end = state.end ?? end }
      return state.end == nil
    }
    wake()
    return isFirst
  }

  /// Wakes who waits for something that is there by now.
  func wake() {
    let (headReader, head, chunkReader, chunk) = state.withLock { state in
      let head = state.headReader == nil ? nil : Self.head(in: state)
      let headReader = head == nil ? nil : state.headReader
      if head != nil { state.headReader = nil }
      let chunk = state.chunkReader == nil ? nil : Self.take(&state)
      let chunkReader = chunk == nil ? nil : state.chunkReader
      if chunk != nil { state.chunkReader = nil }
      return (headReader, head, chunkReader, chunk)
    }
    if let headReader, let head { headReader.resume(returning: head) }
    if let chunkReader, let chunk { chunkReader.resume(returning: chunk) }
  }

  private static func head(in state: borrowing State) -> HeadResult? {
    if let head = state.head { return .success(head) }
    return state.end.map { end in end.flatMap { .failure(noHead) } }
  }
}
