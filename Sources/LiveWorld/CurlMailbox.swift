import Synchronization

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
  }

  private let state = Mutex(State())

  /// Leaves an order and wakes the thread, if it still runs.
  ///
  /// It is woken outside the guard, or it would run into it; and not again while it has yet to look.
  func post(_ order: CurlOrder) {
    let thread = state.withLock { state in
      state.orders.append(order)
      return state.orders.count == 1 ? state.thread : nil
    }
    thread?.ring()
  }

  /// Takes all orders, oldest first.
  func take() -> [CurlOrder] {
    state.withLock { state in
      defer { state.orders = [] }
      return state.orders
    }
  }

  /// Sets where the thread waits; `nil` when it is gone.
  func connect(_ thread: CurlMulti?) {
    state.withLock { $0.thread = thread }
  }
}
