import Diagnostics
import Dispatch
import HTTPCache
import Output
import Synchronization
import World

/// Requests of another program that are answered as they come, each in a line of its own.
///
/// A lane is a task that answers one request after the other: to begin a task for each, and to wake for
/// each whoever reads the requests, costs more than many an answer.
final class FetchBatch: Sendable {
  private let fetcher: Fetcher
  private let output: Console.Stream
  private let interruptions: Interruptions
  private let work = Mutex(BatchWork())
  private let tasks = Mutex<[Int: Task<Void, Never>]>([:])
  private let room = DispatchSemaphore(value: 0)
  private let group = DispatchGroup()

  init(_ fetcher: Fetcher, _ output: Console.Stream, _ interruptions: Interruptions) {
    self.fetcher = fetcher
    self.output = output
    self.interruptions = interruptions
  }

  /// Why no more answers can be written; nil as long as they can.
  var end: Console.Writing? { work.withLock { $0.end } }

  /// Begins with a request, or has it wait for a lane; returns when there is room for another one, or the person asks to stop.
  func begin(_ line: [UInt8]) {
    work.withLock { $0.add(line) }
    startLanes()
    if work.withLock({ $0.hasRoom() }) { return }
    while room.wait(timeout: .now() + .milliseconds(30)) == .timedOut {
      if interruptions.isRaised || end != nil { return }
    }
  }

  /// Waits for all answers; those that are still to come are given up when the person asks to stop, or nobody reads them.
  func finish() {
    while group.wait(timeout: .now() + .milliseconds(30)) == .timedOut {
      if interruptions.isRaised || end != nil {
        work.withLock { $0.giveUp() }
        for task in tasks.withLock({ Array($0.values) }) { task.cancel() }
      }
    }
  }

  private func startLanes() {
    while let (lane, line) = work.withLock({ $0.startLane() }) {
      group.enter()
      tasks.withLock { tasks in
        tasks[lane] = Task {
          var next: [UInt8]? = line
          while let line = next {
            await self.write(await answer(to: line, self.fetcher))
            next = self.next()
          }
          self.tasks.withLock { $0[lane] = nil }
          self.group.leave()
        }
      }
    }
  }

  /// What a lane goes on with; nil if it ends.
  private func next() -> [UInt8]? {
    let (next, isRoomFree) = work.withLock { ($0.next(), $0.takeFreeRoom()) }
    if isRoomFree { room.signal() }
    return next
  }

  /// Writes an answer, or leaves it to whoever is about to write: nobody waits for another's.
  ///
  /// Answers that are as good as ready are written together, as a file takes a long piece in half the time of its parts.
  private func write(_ line: [UInt8]) async {
    guard work.withLock({ $0.begin(answer: line) }) else { return }
    await Task.yield()
    var next = work.withLock { $0.takeAnswers() }
    while let answers = next {
      let writing = output.writeTogether(answers)
      next = work.withLock { $0.goOn(after: writing) }
      startLanes()
    }
  }
}

/// The answer to a request in JSON, as one line with its line feed.
func answer(to line: [UInt8], _ fetcher: Fetcher) async -> [UInt8] {
  var id: FetchID?
  do {
    let message = try FetchMessage(line)
    // Whoever asked knows the answer by it, whatever else is wrong.
    id = message.id
    let response = try await fetcher.fetch(try message.request())
    return try FetchAnswer.line(id, response)
  } catch {
    let diagnostic = Failure(catching: error).diagnostic
    let parts = [diagnostic.message, diagnostic.hint].filter { !$0.isEmpty }
    return FetchAnswer.line(id, error: parts.joined(separator: "; "))
  }
}
