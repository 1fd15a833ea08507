import Diagnostics
import Dispatch
import HTTPCache
import Output
import Synchronization
import World

/// Requests of another program, each answered by a line as soon as its response is complete.
///
/// A worker is a task that answers one request after another. Creating a task for each request, and waking the reader
/// for each, would cost more than many responses do.
final class FetchBatch: Sendable {
  private let fetcher: Fetcher
  private let output: Console.Stream
  private let interruptions: Interruptions
  private let queue = Mutex(BatchQueue())
  private let tasks = Mutex<[Int: Task<Void, Never>]>([:])
  private let room = DispatchSemaphore(value: 0)
  private let group = DispatchGroup()

  init(_ fetcher: Fetcher, _ output: Console.Stream, _ interruptions: Interruptions) {
    self.fetcher = fetcher
    self.output = output
    self.interruptions = interruptions
  }

  /// Why writing ended; nil while it is possible.
  var end: Console.Writing? { queue.withLock { $0.end } }

  /// Starts or enqueues a request.
  ///
  /// Returns when there is room for another one, or at an interruption.
  func begin(_ line: [UInt8]) {
    queue.withLock { $0.add(line) }
    startWorkers()
    if queue.withLock({ $0.hasRoom() }) { return }
    while room.wait(timeout: .now() + .milliseconds(30)) == .timedOut {
      if interruptions.isRaised || end != nil { return }
    }
  }

  /// Waits for all answers.
  ///
  /// At an interruption, or if writing has ended, the pending requests are canceled.
  func finish() {
    while group.wait(timeout: .now() + .milliseconds(30)) == .timedOut {
      if interruptions.isRaised || end != nil {
        queue.withLock { $0.removeRequests() }
        for task in tasks.withLock({ Array($0.values) }) { task.cancel() }
      }
    }
  }

  private func startWorkers() {
    while let (worker, line) = queue.withLock({ $0.startWorker() }) {
      group.enter()
      tasks.withLock { tasks in
        tasks[worker] = Task {
          var next: [UInt8]? = line
          while let line = next {
            await self.write(await answer(to: line, self.fetcher))
            next = self.next()
          }
          self.tasks.withLock { $0[worker] = nil }
          self.group.leave()
        }
      }
    }
  }

  /// Returns the next request of a worker; nil if the worker ends.
  private func next() -> [UInt8]? {
    let (next, isRoomFree) = queue.withLock { ($0.next(), $0.takeRoomSignal()) }
    if isRoomFree { room.signal() }
    return next
  }

  /// Writes an answer, or enqueues it for a worker that is writing.
  ///
  /// Answers that arrive at about the same time are written together, because one long write takes half the time of
  /// several short ones.
  private func write(_ line: [UInt8]) async {
    guard queue.withLock({ $0.enqueue(answer: line) }) else { return }
    await Task.yield()
    var next = queue.withLock { $0.takeAnswers() }
    while let answers = next {
      let writing = output.writeTogether(answers)
      next = queue.withLock { $0.takeAnswers(after: writing) }
      startWorkers()
    }
  }
}

/// Answers a request in JSON with a line, including the line feed.
func answer(to line: [UInt8], _ fetcher: Fetcher) async -> [UInt8] {
  var id: FetchID?
  do {
    let message = try FetchMessage(line)
    // The answer to an invalid request has its id, too.
    id = message.id
    let response = try await fetcher.fetch(try message.request())
    return try FetchAnswer.line(id, response)
  } catch {
    let diagnostic = Failure(catching: error).diagnostic
    let parts = [diagnostic.message, diagnostic.hint].filter { !$0.isEmpty }
    return FetchAnswer.line(id, error: parts.joined(separator: "; "))
  }
}
