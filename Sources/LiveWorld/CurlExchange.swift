import CCurl
import World

/// A transfer in the hands of libcurl; it stays on libcurl's thread.
final class CurlExchange {
  private static let pause = Int(CURL_WRITEFUNC_PAUSE)

  let transfer: CurlTransfer
  private(set) var easy: CurlEasy
  private var reader = HTTPHeadReader()
  private var received = 0
  private var failure: HTTPFailure?
  private var isPaused = false
  private var lastCount = -1
  private var lastSign: ContinuousClock.Instant

  /// Prepares a transfer.
  ///
  /// - Throws: ``HTTPFailure/unavailable(reason:)`` if this libcurl cannot do it.
  init(
    _ transfer: CurlTransfer, library: CurlLibrary, now: ContinuousClock.Instant
  ) throws(HTTPFailure) {
    self.transfer = transfer
    lastSign = now
    easy = try CurlEasy(library: library)
    try easy.prepare(for: transfer.request)
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    try unsafe easy.setPointer(CURLOPT_PRIVATE, context)
    try unsafe easy.setPointer(CURLOPT_HEADERDATA, context)
    try unsafe easy.setPointer(CURLOPT_WRITEDATA, context)
    try unsafe easy.setReceiver(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      unsafe CurlExchange.receive(bytes, size * count, context) { $0.receive(line: $1) }
    }
    try unsafe easy.setReceiver(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      unsafe CurlExchange.receive(bytes, size * count, context) { $0.receive(body: $1) }
    }
  }

  /// Lets a paused transfer go on.
  ///
  /// - Returns: How libcurl failed at that, if it did.
  func resume(at now: ContinuousClock.Instant) -> CURLcode? {
    guard isPaused else { return nil }
    isPaused = false
    lastSign = now
    let code = easy.unpause()
    return code == CURLE_OK ? nil : code
  }

  /// When the transfer is to be given up, unless something happens until then.
  ///
  /// A transfer that is still connecting has libcurl's own limit; one that waits for its reader
  /// has none.
  func deadline(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    let isConnected = easy.count(CURLINFO_PRETRANSFER_TIME_T) > 0
    let count = easy.count(CURLINFO_SIZE_DOWNLOAD_T) + easy.count(CURLINFO_SIZE_UPLOAD_T)
    if isPaused || !isConnected || count != lastCount { lastSign = now }
    lastCount = count
    return isPaused || !isConnected ? nil : lastSign + transfer.request.limits.stall
  }

  /// Ends the transfer because of its silence.
  func giveUp() {
    let wait: HTTPFailure.Wait = reader.isComplete ? .body : .answer
    transfer.finish(.failure(.timedOut(after: transfer.request.limits.stall, what: wait)))
  }

  /// Ends the transfer with libcurl's result.
  func finish(_ code: CURLcode) {
    if let failure {
      transfer.finish(.failure(failure))
    } else if code == CURLE_OK {
      transfer.finish(.success(()))
    } else {
      let request = transfer.request
      transfer.finish(.failure(HTTPFailure(code, easy.explain(code), request: request)))
    }
  }

  private static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ take: (CurlExchange, [UInt8]) -> Int
  ) -> Int {
    guard let context = unsafe context else { return 0 }
    let exchange = unsafe Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
    let chunk = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    return take(exchange, unsafe Array(chunk))
  }

  private func receive(line: [UInt8]) -> Int {
    lastSign = .now
    if let head = reader.read(line) { transfer.deliver(head) }
    return line.count
  }

  private func receive(body chunk: [UInt8]) -> Int {
    guard !chunk.isEmpty else { return 0 }
    lastSign = .now
    let limit = transfer.request.limits.bytes
    let announced = easy.count(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
    guard received + chunk.count <= limit, announced <= limit else {
      failure = .tooLarge(limit: limit)
      return 0
    }
    guard transfer.offer(chunk) else {
      isPaused = true
      return Self.pause
    }
    received += chunk.count
    return chunk.count
  }
}
