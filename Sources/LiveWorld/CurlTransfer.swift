import Synchronization
import World

/// A request in progress, shared by the task that reads it and the event loop.
final class CurlTransfer: Sendable {
  /// The maximum number of unread bytes before the transfer is paused: 1 MiB.
  static let unreadLimit = 1 << 20
  /// The maximum capacity to reserve for an announced body: 64 KiB.
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
  private let messageQueue: CurlMessageQueue
  private let state = Mutex(State())

  init(_ request: CurlRequest, messageQueue: CurlMessageQueue) {
    self.request = request
    self.messageQueue = messageQueue
  }

  /// Starts the transfer when its turn in the queue comes.
  func start() {
    guard let turn = request.turn else { return messageQueue.post(.start(self)) }
    turn.whenReady { [self] mayGo in
      if mayGo { messageQueue.post(.start(self)) } else { finish(.failure(.cancelled)) }
    }
  }

  /// Cancels the transfer and discards unread bytes.
  func cancel() {
    if finish(.failure(.cancelled)) { messageQueue.post(.cancel(self)) }
  }

  /// Waits for the header.
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

  /// Waits for bytes and returns all that are available; `nil` at the end.
  func chunk() async throws(HTTPFailure) -> [UInt8]? {
    if Task.isCancelled { cancel() }
    // A short body has usually arrived with its header.
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

  /// Returns the available bytes, or registers a reader for them, and resumes a paused transfer.
  private func takeChunk(for reader: CheckedContinuation<ChunkResult, Never>?) -> ChunkResult? {
    let (known, wasPaused) = state.withLock { state in
      let known = Self.take(&state)
      precondition(state.chunkReader == nil, "two tasks read one body")
      if known == nil { state.chunkReader = reader }
      defer { state.isPaused = false }
      return (known, state.isPaused)
    }
    if wasPaused { messageQueue.post(.resume(self)) }
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

/// The side of the event loop. Delivered data is available immediately to new readers; waiting readers are
/// resumed by ``wake()``, once for all data of an iteration.
extension CurlTransfer {
  /// Whether the transfer has ended, for example because it was cancelled in the queue.
  var hasEnded: Bool { state.withLock { $0.end != nil } }

  /// Delivers the header.
  func deliver(_ head: HTTPHead) { state.withLock { $0.head = head } }

  /// Delivers bytes of the body.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - announced: The length of the body; negative if it is unknown.
  /// - Returns: `false` if too much is unread. The same bytes must be delivered again after the transfer is
  ///   resumed.
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

  /// Ends the transfer and resumes waiting readers.
  ///
  /// - Returns: `false` if the transfer has already ended, in which case nothing changes.
  @discardableResult
  func finish(_ end: Result<Void, HTTPFailure>) -> Bool {
    let isFirst = state.withLock { state in
      defer { state.end = state.end ?? end }
      return state.end == nil
    }
    wake()
    return isFirst
  }

  /// Resumes the readers whose data has arrived.
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
