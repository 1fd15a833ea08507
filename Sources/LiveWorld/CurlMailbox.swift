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
