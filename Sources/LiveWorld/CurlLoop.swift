import CCurl
import Synchronization
import World

/// The event loop that runs all transfers on one thread.
struct CurlLoop {
  private let messageQueue: CurlMessageQueue
  private let library: CurlLibrary
  private let multi: CurlMulti
  private var exchanges: [ObjectIdentifier: CurlExchange] = [:]

  init(messageQueue: CurlMessageQueue, library: CurlLibrary, multi: CurlMulti) {
    self.messageQueue = messageQueue
    self.library = library
    self.multi = multi
  }

  /// Runs until a stop message arrives.
  mutating func run() {
    while handleMessages() {
      multi.perform()
      while let (exchange, code) = multi.nextDone() {
        remove(exchange)
        exchange.finish(code)
      }
      for exchange in exchanges.values { exchange.transfer.wake() }
      let deadline = endSlow(at: .now)
      if messageQueue.mayWait() { multi.wait(milliseconds: Self.pause(until: deadline)) }
    }
    messageQueue.connect(nil)
    for exchange in exchanges.values {
      remove(exchange)
      exchange.transfer.finish(.failure(.cancelled))
    }
  }

  private mutating func handleMessages() -> Bool {
    for message in messageQueue.take() {
      switch message {
      case .start(let transfer): start(transfer)
      case .resume(let transfer): resume(transfer)
      case .cancel(let transfer):
        if let exchange = exchanges[ObjectIdentifier(transfer)] { remove(exchange) }
      case .stop: return false
      }
    }
    return true
  }

  private mutating func start(_ transfer: CurlTransfer) {
    if transfer.hasEnded { return }
    do throws(HTTPFailure) {
      let exchange = try CurlExchange(transfer, library: library)
      try multi.add(exchange.easy)
      exchanges[ObjectIdentifier(transfer)] = exchange
    } catch {
      transfer.finish(.failure(error))
    }
  }

  private mutating func resume(_ transfer: CurlTransfer) {
    guard let exchange = exchanges[ObjectIdentifier(transfer)],
      let code = exchange.resume()
    else { return }
    remove(exchange)
    exchange.finish(code)
  }

  private mutating func remove(_ exchange: CurlExchange) {
    multi.remove(exchange.easy)
    exchanges[ObjectIdentifier(exchange.transfer)] = nil
    exchange.transfer.request.turn?.end()
  }

  /// Ends the transfers that have timed out, or of which too much was sent.
  ///
  /// - Returns: The earliest deadline of the others.
  private mutating func endSlow(
    at now: ContinuousClock.Instant
  ) -> ContinuousClock.Instant? {
    var next: ContinuousClock.Instant?
    for exchange in exchanges.values {
      if exchange.isWasteful() {
        remove(exchange)
        exchange.refuse()
        continue
      }
      guard let deadline = exchange.deadline(at: now) else { continue }
      if deadline <= now {
        remove(exchange)
        exchange.giveUp(at: now)
      } else {
        next = min(next ?? deadline, deadline)
      }
    }
    return next
  }

  /// Returns the maximum wait in milliseconds.
  ///
  /// A wakeup or a socket event ends it earlier.
  private static func pause(until deadline: ContinuousClock.Instant?) -> Int32 {
    let longest = 60_000
    guard let deadline else { return Int32(longest) }
    return Int32(min(longest, max(0, (deadline - .now).milliseconds)))
  }
}

/// A message to the event loop.
enum CurlMessage: Sendable {
  case start(CurlTransfer)
  case resume(CurlTransfer)
  case cancel(CurlTransfer)
  case stop
}

/// A queue of messages to the event loop, which wakes it.
final class CurlMessageQueue: Sendable {
  private struct State {
    var messages: [CurlMessage] = []
    var thread: CurlMulti?
    /// Whether the event loop is waiting and was not woken.
    var isWaiting = false
  }

  private let state = Mutex(State())

  /// Enqueues a message and wakes the event loop if it is waiting.
  ///
  /// It is woken outside the lock, so that it does not contend for it.
  func post(_ message: CurlMessage) {
    let thread = state.withLock { state in
      state.messages.append(message)
      defer { state.isWaiting = false }
      return state.isWaiting ? state.thread : nil
    }
    thread?.wake()
  }

  /// Dequeues all messages in order.
  func take() -> [CurlMessage] {
    state.withLock { state in
      defer { state.messages = [] }
      state.isWaiting = false
      return state.messages
    }
  }

  /// Whether the queue is empty, so that the event loop can wait.
  ///
  /// The next message wakes it.
  func mayWait() -> Bool {
    state.withLock { state in
      state.isWaiting = state.messages.isEmpty
      return state.isWaiting
    }
  }

  /// Sets the event loop to wake; `nil` after it has ended.
  func connect(_ thread: CurlMulti?) {
    state.withLock { $0.thread = thread }
  }
}
