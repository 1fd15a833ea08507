import Synchronization
import World

/// The sections of a document that two threads read, and the outcome of each.
final class RecordSections<File: ReadableFile, Sink: RecordSink>: Sendable {
  typealias Stream = RecordStream<File, Sink>

  /// The outcome of a section.
  struct Outcome: Sendable {
    var sink: Sink
    /// The end of reading, unless the section ended exactly where the next one begins.
    ///
    /// Later sections do not count.
    var end: (stream: Stream, result: Result<Stream.Pause, ScanError>)?
  }

  private struct State {
    /// The stream that each thread starts with.
    var beginnings: [Stream?]
    var outcomes: [Outcome?]
    /// The number of outcomes that were taken.
    var takenCount = 0
    /// The first section that no thread has taken.
    var next: Int
  }

  /// The offset of each section except the first.
  private let starts: [Int]
  private let state: Mutex<State>
  /// The last section that can still count.
  private let last: Atomic<Int>
  /// Whether to cancel.
  let isStopped: @Sendable () -> Bool

  init(
    first: Stream, second: Stream, _ starts: [Int], _ isStopped: @escaping @Sendable () -> Bool
  ) {
    self.starts = starts
    self.isStopped = isStopped
    last = Atomic(starts.count)
    state = Mutex(
      State(
        beginnings: [first, second],
        outcomes: Array(repeating: nil, count: starts.count + 1), next: 2))
  }

  /// Reads the first or second section, and then any that are left.
  func read(from beginning: Int) {
    guard var stream = state.withLock({ $0.beginnings[beginning].take() }) else { return }
    var number = beginning
    while true {
      let stop = number < starts.count ? starts[number] : .max
      let result = run(&stream, number, until: stop)
      guard case .success(.boundary) = result, stream.input.offset == stop else {
        last.min(number, ordering: .relaxed)
        let sink = stream.sink
        stream.sink = stream.sink.sibling()
        return state.withLock {
          $0.outcomes[number] = Outcome(sink: sink, end: (stream, result))
        }
      }
      let next = state.withLock { state in
        state.outcomes[number] = Outcome(sink: stream.sink)
        defer { state.next += 1 }
        return state.next
      }
      guard next <= last.load(ordering: .relaxed) else { return }
      stream.move(to: starts[next - 1])
      number = next
    }
  }

  private func run(
    _ stream: inout Stream, _ number: Int, until stop: Int
  ) -> Result<Stream.Pause, ScanError> {
    stream.isStopped = { self.last.load(ordering: .relaxed) < number || self.isStopped() }
    do throws(ScanError) {
      return .success(try stream.run(until: stop))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the outcome of the next section; nil after the last one that was read.
  ///
  /// The outcome is moved out, so that appending to its sink does not copy it.
  func take() -> Outcome? {
    state.withLock { state in
      guard state.takenCount < state.outcomes.count else { return nil }
      defer { state.takenCount += 1 }
      return state.outcomes[state.takenCount].take()
    }
  }
}
