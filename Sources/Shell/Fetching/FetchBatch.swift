import Diagnostics
import Dispatch
import FoundationEssentials
import HTTPCache
import Synchronization
import World

/// Requests of another program that are answered as they come, each in a line of its own.
final class FetchBatch: Sendable {
  /// How many requests are under way at a time.
  private static let most = 32

  private let fetcher: Fetcher
  private let output: Console.Stream
  private let lanes = DispatchSemaphore(value: most)
  private let group = DispatchGroup()
  private let broken = Mutex(false)

  init(_ fetcher: Fetcher, _ output: Console.Stream) {
    self.fetcher = fetcher
    self.output = output
  }

  /// Whether an answer could not be written.
  var isBroken: Bool { broken.withLock { $0 } }

  /// Begins with a request, once there is a lane for it.
  func begin(_ line: String) {
    lanes.wait()
    group.enter()
    Task {
      self.write(await answer(to: line, self.fetcher))
      self.lanes.signal()
      self.group.leave()
    }
  }

  /// Waits for all answers.
  func finish() { group.wait() }

  private func write(_ line: [UInt8]) {
    broken.withLock { isBroken in
      if case .failed = output.write(line + [0x0A]) { isBroken = true }
    }
  }
}

/// The answer to a request in JSON, as one line without a line feed.
func answer(to line: String, _ fetcher: Fetcher) async -> [UInt8] {
  var id: FetchID?
  do {
    let message: FetchMessage
    do {
      message = try JSONDecoder().decode(FetchMessage.self, from: Data(line.utf8))
    } catch {
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
