import CCurl
import CPlatform
import World

/// A transfer in progress, which is confined to libcurl's thread.
final class CurlExchange {
  private static let pause = Int(CURL_WRITEFUNC_PAUSE)

  let transfer: CurlTransfer
  private(set) var easy: CurlEasy
  private var reader = HTTPHeadReader()
  private var received = 0
  private var failure: HTTPFailure?
  private var isPaused = false
  private var sentBefore: Int?
  /// The connection, and what it had received when it was found; nil until then.
  private var connection: (file: Int32, before: Int)?
  private var hasLookedForConnection = false
  private var lineBytes = 0
  private var stallDetector: CurlStallDetector
  private let startedAt = ContinuousClock.now
  private let decodesLate: Bool
  private var unpacking: CurlUnpacking?

  /// Prepares a transfer.
  ///
  /// - Throws: ``HTTPFailure/unavailable(reason:)`` if this libcurl does not support an option.
  init(_ transfer: CurlTransfer, library: CurlLibrary) throws(HTTPFailure) {
    self.transfer = transfer
    stallDetector = CurlStallDetector(limits: transfer.request.limits)
    decodesLate = library.decodesLate
    easy = try CurlEasy(library: library)
    try easy.prepare(for: transfer.request)
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    try unsafe easy.setPointer(CURLOPT_PRIVATE, context)
    try unsafe easy.setPointer(CURLOPT_HEADERDATA, context)
    try unsafe easy.setPointer(CURLOPT_WRITEDATA, context)
    try unsafe easy.setPointer(CURLOPT_PREREQDATA, context)
    try unsafe easy.setBeforeSending { context, _, _, _, _ in
      guard let context = unsafe context else { return Int32(CURL_PREREQFUNC_ABORT) }
      let exchange = unsafe Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
      return Int32(exchange.maySend() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT)
    }
    try unsafe easy.setReceiver(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      unsafe CurlExchange.receive(bytes, size * count, context) { $0.receive(line: $1) }
    }
    try unsafe easy.setReceiver(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      unsafe CurlExchange.receive(bytes, size * count, context) { $0.receive(body: $1) }
    }
  }

  /// Resumes a paused transfer.
  ///
  /// - Returns: The error of libcurl; nil on success.
  func resume() -> CURLcode? {
    guard isPaused else { return nil }
    isPaused = false
    let code = easy.unpause()
    return code == CURLE_OK ? nil : code
  }

  /// Returns the time at which the transfer times out, unless it makes progress.
  ///
  /// While connecting, libcurl's own time limit and that of the answer apply. A transfer that waits for its reader has
  /// no time limit.
  func deadline(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    let isConnected = easy.count(CURLINFO_PRETRANSFER_TIME_T) > 0
    guard isConnected, !isPaused else {
      stallDetector.pause(at: now)
      return answerDeadline
    }
    let own = lineBytes + easy.count(CURLINFO_SIZE_UPLOAD_T)
    let content = easy.count(CURLINFO_SIZE_DOWNLOAD_T)
    let stall = stallDetector.deadline(
      count: own + content, useful: own + min(content, received), hasHead: reader.isComplete,
      at: now)
    return answerDeadline.map { min($0, stall) } ?? stall
  }

  /// The time at which the first byte of the answer must have arrived; nil if it has, or there is no limit.
  private var answerDeadline: ContinuousClock.Instant? {
    lineBytes > 0 ? nil : transfer.request.limits.answer.map { startedAt + $0 }
  }

  /// Whether the server has sent more than the limits allow, although the content is smaller.
  ///
  /// Packed content and framing can be without an end and contain nothing. Framing is counted only where the connection
  /// belongs to this transfer.
  func isWasteful() -> Bool {
    let limits = transfer.request.limits
    if easy.count(CURLINFO_SIZE_DOWNLOAD_T) > limits.bytes { return true }
    guard reader.isComplete, !easy.isMultiplexed else { return false }
    if let connection {
      return Int(cplatform_received(connection.file)) - connection.before > limits.connectionBytes
    }
    if !hasLookedForConnection, let file = easy.connection() {
      connection = (file, Int(cplatform_received(file)))
    }
    hasLookedForConnection = true
    return false
  }

  /// Ends the transfer because the server has sent too much.
  func refuse() {
    transfer.finish(.failure(.tooMuchSent(limit: transfer.request.limits.bytes)))
  }

  /// Ends the transfer with a timeout.
  func giveUp(at now: ContinuousClock.Instant) {
    if let answerDeadline, answerDeadline <= now, let limit = transfer.request.limits.answer {
      transfer.finish(.failure(.timedOut(after: limit, what: .answer)))
    } else {
      transfer.finish(.failure(stallDetector.failure(at: now)))
    }
  }

  /// Ends the transfer with libcurl's result.
  func finish(_ code: CURLcode) {
    if let failure {
      transfer.finish(.failure(failure))
    } else if code == CURLE_OK {
      let isCut = unpacking?.isCut ?? false
      transfer.finish(
        isCut ? .failure(.dropped(reason: "its packed content is cut off")) : .success(()))
    } else if code == CURLE_OUT_OF_MEMORY {
      // libcurl reports a header line over its length limit, and a decoded piece that it has to buffer and is
      // too large, as out of memory.
      let limit = Int(CURL_MAX_HTTP_HEADER)
      transfer.finish(
        .failure(reader.isComplete ? .packedTooDensely : .headTooLarge(limit: limit)))
    } else if let status = easy.refusalOfProxy {
      transfer.finish(.failure(.proxyRefuses(status: status)))
    } else {
      let request = transfer.request
      transfer.finish(.failure(HTTPFailure(code, easy.explain(code), request: request)))
    }
  }

  private static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ take: (CurlExchange, Span<UInt8>) -> Int
  ) -> Int {
    guard let context = unsafe context else { return 0 }
    let exchange = unsafe Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    return unsafe buffer.withMemoryRebound(to: UInt8.self) { bytes in
      take(exchange, unsafe bytes.span)
    }
  }

  /// Whether the request can be sent.
  ///
  /// libcurl also calls this before it repeats a request.
  ///
  /// libcurl repeats a request by itself if a reused connection turns out to be closed. This is safe only if
  /// no byte was sent. After that, only the caller knows whether the request can be repeated: RFC 9112,
  /// section 9.3.1.
  private func maySend() -> Bool {
    let sent = easy.sentCount
    if let sentBefore, sent > sentBefore {
      failure = .dropped(reason: "the server closed the connection and gave no answer")
      return false
    }
    sentBefore = sent
    return true
  }

  private func receive(line: Span<UInt8>) -> Int {
    lineBytes += line.count
    let limit = transfer.request.limits.headBytes
    do throws(HTTPFailure) {
      guard lineBytes <= limit else { throw .headTooLarge(limit: limit) }
      if let head = try reader.read(line) {
        if transfer.request.acceptsCompression, decodesLate, CurlCodings.isGzip(head) {
          unpacking = try CurlUnpacking()
        }
        if unpacking != nil || !CurlCodings.areKnown(to: head) {
          easy.prefer(CURLOPT_HTTP_CONTENT_DECODING, 0)
        }
        transfer.deliver(head)
      }
      return line.count
    } catch {
      failure = error
      return 0
    }
  }

  private func receive(body chunk: Span<UInt8>) -> Int {
    guard !chunk.isEmpty else { return 0 }
    do throws(HTTPFailure) {
      let isTaken =
        if let unpacking {
          try unpacking.take(chunk) { piece throws(HTTPFailure) in try hand(piece) }
        } else {
          try hand(chunk)
        }
      if isTaken { return chunk.count }
      isPaused = true
      return Self.pause
    } catch {
      failure = error
      return 0
    }
  }

  /// Delivers a piece of the body, unless too much is unread.
  private func hand(_ piece: Span<UInt8>) throws(HTTPFailure) -> Bool {
    let limit = transfer.request.limits.bytes
    let announced = easy.count(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
    guard received + piece.count <= limit, announced <= limit else {
      throw .tooLarge(limit: limit)
    }
    guard transfer.offer(piece, of: announced) else { return false }
    received += piece.count
    return true
  }
}
