import Synchronization
import World

/// One request on its way, shared by the task that reads it and the thread that moves it.
final class CurlTransfer: Sendable {
  /// How many bytes may wait unread before the sender has to pause: 1 MiB.
  static let unreadLimit = 1 << 20

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

  /// Ends the transfer now; what is unread is lost.
  func cancel() {
    if finish(.failure(.cancelled)) { mailbox.post(.cancel(self)) }
  }

  /// Waits for the head.
  func head() async throws(HTTPFailure) -> HTTPHead {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (reader: CheckedContinuation<HeadResult, Never>) in
        let known: HeadResult? = state.withLock { state in
          if let head = state.head { return .success(head) }
          if let end = state.end { return end.flatMap { .failure(Self.noHead) } }
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
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (reader: CheckedContinuation<ChunkResult, Never>) in
        let (known, wasPaused) = state.withLock { state in
          let known = Self.take(&state)
          precondition(state.chunkReader == nil, "two tasks read one body")
          if known == nil { state.chunkReader = reader }
          defer { state.isPaused = false }
          return (known, state.isPaused)
        }
        if wasPaused { mailbox.post(.resume(self)) }
        if let known { reader.resume(returning: known) }
      }
    } onCancel: {
      cancel()
    }
    return try result.get()
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
extension CurlTransfer {
  /// Hands over the head.
  func deliver(_ head: HTTPHead) {
    let reader = state.withLock { state in
      state.head = head
      defer { state.headReader = nil }
      return state.headReader
    }
    reader?.resume(returning: .success(head))
  }

  /// Hands over bytes of the body.
  ///
  /// - Returns: `false` if too much is unread; the same bytes are to be offered again on resuming.
  func offer(_ bytes: [UInt8]) -> Bool {
    let (isTaken, reader) = state.withLock { state in
      guard state.unread.count < Self.unreadLimit else {
        state.isPaused = true
        return (false, nil as CheckedContinuation<ChunkResult, Never>?)
      }
      defer { state.chunkReader = nil }
      if state.chunkReader == nil { state.unread += bytes }
      return (true, state.chunkReader)
    }
    reader?.resume(returning: .success(bytes))
    return isTaken
  }

  /// Closes the transfer.
  ///
  /// - Returns: `false` if it was closed before; then nothing changes.
  @discardableResult
  func finish(_ end: Result<Void, HTTPFailure>) -> Bool {
    let (isFirst, headReader, chunkReader) = state.withLock { state in
      defer { (state.headReader, state.chunkReader) = (nil, nil) }
      let isFirst = state.end == nil
      state.end = state.end ?? end
      return (isFirst, state.headReader, state.chunkReader)
    }
    headReader?.resume(returning: end.flatMap { .failure(Self.noHead) })
    chunkReader?.resume(returning: end.map { nil })
    return isFirst
  }
}
