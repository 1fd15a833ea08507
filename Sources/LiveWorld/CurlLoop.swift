import CCurl
import Synchronization
import World

/// Moves all transfers on one thread, which it keeps until it is told to stop.
struct CurlLoop {
  private let mailbox: CurlMailbox
  private let library: CurlLibrary
  private let multi: CurlMulti
  private var exchanges: [ObjectIdentifier: CurlExchange] = [:]

  init(mailbox: CurlMailbox, library: CurlLibrary, multi: CurlMulti) {
    self.mailbox = mailbox
    self.library = library
    self.multi = multi
  }

  /// Obeys orders until there is one to stop.
  mutating func run() {
    while obey() {
      multi.perform()
      while let (exchange, code) = multi.nextDone() {
        remove(exchange)
        exchange.finish(code)
      }
      for exchange in exchanges.values { exchange.transfer.wake() }
      let deadline = endSlow(at: .now)
      if mailbox.mayWait() { multi.wait(milliseconds: Self.pause(until: deadline)) }
    }
    mailbox.connect(nil)
    for exchange in exchanges.values {
      remove(exchange)
      exchange.transfer.finish(.failure(.cancelled))
    }
  }

  private mutating func obey() -> Bool {
    for order in mailbox.take() {
      switch order {
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

  /// Gives up the transfers that do not get on.
  ///
  /// - Returns: When the next one may be.
  private mutating func endSlow(
    at now: ContinuousClock.Instant
  ) -> ContinuousClock.Instant? {
    var next: ContinuousClock.Instant?
    for exchange in exchanges.values {
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

  /// How long to wait at most, in milliseconds; a bell or a socket ends it earlier.
  private static func pause(until deadline: ContinuousClock.Instant?) -> Int32 {
    let longest = 60_000
    guard let deadline else { return Int32(longest) }
    return Int32(min(longest, max(0, (deadline - .now).milliseconds)))
  }
}

/// What the tasks ask of the thread that moves their transfers.
enum CurlOrder: Sendable {
  case start(CurlTransfer)
  case resume(CurlTransfer)
  case cancel(CurlTransfer)
  case stop
}

/// Carries orders to the thread and wakes it.
final class CurlMailbox: Sendable {
  private struct State {
    var orders: [CurlOrder] = []
    var thread: CurlMulti?
    /// Whether the thread waits, and has not been woken.
    var isWaiting = false
  }

  private let state = Mutex(State())

  /// Leaves an order and wakes the thread, if it still runs and waits.
  ///
  /// It is woken outside the guard, or it would run into it.
  func post(_ order: CurlOrder) {
    let thread = state.withLock { state in
      state.orders.append(order)
      defer { state.isWaiting = false }
      return state.isWaiting ? state.thread : nil
    }
    thread?.ring()
  }

  /// Takes all orders, oldest first.
  func take() -> [CurlOrder] {
    state.withLock { state in
      defer { state.orders = [] }
      state.isWaiting = false
      return state.orders
    }
  }

  /// Whether the thread may wait, as there are no orders; whoever leaves the next one wakes it.
  func mayWait() -> Bool {
    state.withLock { state in
      state.isWaiting = state.orders.isEmpty
      return state.isWaiting
    }
  }

  /// Sets where the thread waits; `nil` when it is gone.
  func connect(_ thread: CurlMulti?) {
    state.withLock { $0.thread = thread }
  }
}
