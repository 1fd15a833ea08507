import Diagnostics
import Dispatch
import FoundationEssentials
import HTTPCache
import Synchronization
import World

/// Requests of another program that are answered as they come, each in a line of its own.
final class FetchBatch: Sendable {
  private struct Begun {
    var underWay: [Int: Task<Void, Never>] = [:]
    var count = 0
  }

  /// How many requests are under way at a time.
  private static let most = 32

  private let fetcher: Fetcher
  private let output: Console.Stream
  private let interruptions: Interruptions
  private let lanes = DispatchSemaphore(value: most)
  private let group = DispatchGroup()
  private let begun = Mutex(Begun())
  private let answers = Mutex(WaitingAnswers())

  init(_ fetcher: Fetcher, _ output: Console.Stream, _ interruptions: Interruptions) {
    self.fetcher = fetcher
    self.output = output
    self.interruptions = interruptions
  }

  /// Why no more answers can be written; nil as long as they can.
  var end: Console.Writing? { answers.withLock { $0.end } }

  /// Begins with a request, once there is a lane for it or the person asks to stop.
  func begin(_ line: [UInt8]) {
    while lanes.wait(timeout: .now() + .milliseconds(30)) == .timedOut {
      if interruptions.isRaised { return }
    }
    group.enter()
    begun.withLock { begun in
      begun.count += 1
      let number = begun.count
      begun.underWay[number] = Task {
        self.write(await answer(to: line, self.fetcher))
        self.begun.withLock { $0.underWay[number] = nil }
        self.group.leave()
      }
    }
  }

  /// Waits for all answers; those that are still to come are given up when the person asks to stop, or nobody reads them.
  func finish() {
    while group.wait(timeout: .now() + .milliseconds(30)) == .timedOut {
      if interruptions.isRaised || end != nil {
        for task in begun.withLock({ Array($0.underWay.values) }) { task.cancel() }
      }
    }
  }

  /// Writes an answer, or leaves it to whoever is writing one: nobody waits for another's.
  ///
  /// Its lane is free once it is written, so that no more than those wait for a slow reader.
  private func write(_ line: [UInt8]) {
    var next = answers.withLock { $0.begin(line) }
    while let some = next {
      let writing = some.lines.isEmpty ? nil : output.write(some.lines)
      next = answers.withLock { $0.goOn(after: writing) }
      for _ in 0..<some.count { lanes.signal() }
    }
  }
}

/// Answers that are written one after the other, and as many at once as have come meanwhile.
private struct WaitingAnswers {
  /// What is written in one piece.
  struct Some {
    var lines: [UInt8] = []
    var count = 0
  }

  private var waiting = Some()
  private var isWriting = false
  /// Why no more can be written; nil as long as they can.
  private(set) var end: Console.Writing?

  /// Takes one more.
  ///
  /// - Returns: What is to be written now, nothing if nobody can; nil if somebody else does so.
  mutating func begin(_ line: [UInt8]) -> Some? {
    if isWriting {
      if end == nil { waiting.lines += line }
      waiting.count += 1
      return nil
    }
    isWriting = true
    return Some(lines: end == nil ? line : [], count: 1)
  }

  /// Notes how a writing went, and gives what is to be written next.
  mutating func goOn(after writing: Console.Writing?) -> Some? {
    if let writing, writing != .written {
      end = writing
      waiting.lines = []
    }
    isWriting = waiting.count > 0
    defer { waiting = Some() }
    return isWriting ? waiting : nil
  }
}

/// The answer to a request in JSON, as one line with its line feed.
func answer(to line: [UInt8], _ fetcher: Fetcher) async -> [UInt8] {
  var id: FetchID?
  do {
    let message: FetchMessage
    do {
      message = try JSONDecoder().decode(FetchMessage.self, from: Data(line))
    } catch {
      // Whoever asked knows the answer by its id, whatever else is wrong; a line that is no JSON object has none.
      id = (try? JSONDecoder().decode(FetchMessage.Name.self, from: Data(line)))?.id
      throw Failure("not a request: \(Shell.explained(error))")
    }
    id = message.id
    let response = try await fetcher.fetch(try message.request())
    return try FetchAnswer.line(id, response)
  } catch {
    let message = Failure(catching: error).diagnostic.message
    return FetchAnswer.line(id, error: message)
  }
}
