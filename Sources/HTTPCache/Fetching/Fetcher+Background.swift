import Synchronization
import World

/// What goes on behind answers that were given.
struct Background: Sendable {
  var tasks: [Int: Task<FetchedResponse?, Never>] = [:]
  var begun = 0
}

/// Comparing copies with their servers behind an answer.
extension Fetcher {
  /// Asks the server whether a copy is still good, and takes what is new.
  ///
  /// - Returns: What gives the answer; nil if there is none.
  @discardableResult
  package func check(_ request: FetchRequest) -> Task<FetchedResponse?, Never> {
    var request = request
    request.mode = .noCache
    request.priority = .prefetch
    request.headers.removeAll { $0.isNamed("Range") || $0.isNamed("If-Range") }
    return background.withLock { [request] background in
      background.begun += 1
      let number = background.begun
      // It cannot come to its end before it is noted here.
      let task = Task {
        // Whoever follows along is told of a failure; the answer was given already.
        let response = try? await self.fetch(request)
        self.background.withLock { $0.tasks[number] = nil }
        return response
      }
      background.tasks[number] = task
      return task
    }
  }

  /// Waits for what goes on behind answers that were given, a span at the longest; what is not done then is given up.
  package func finishChecks(within limit: Duration) async {
    let tasks = background.withLock { Array($0.tasks.values) }
    if tasks.isEmpty { return }
    let wait = surroundings.wait
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for task in tasks { _ = await task.value } }
      // It ends early only by being cancelled, when all is done.
      group.addTask { try? await wait(limit) }
      await group.next()
      for task in tasks { task.cancel() }
      group.cancelAll()
    }
  }

  /// Has whatever is under way end now, and waits until what came of it is kept to be gone on with.
  package func endFlights() async {
    let tasks = flights.withLock { $0.values.compactMap(\.task) }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }

  /// Whether anything goes on behind answers that were given.
  package var isChecking: Bool { background.withLock { !$0.tasks.isEmpty } }
}
