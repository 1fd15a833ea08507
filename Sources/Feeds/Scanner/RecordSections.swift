import Synchronization
import World

/// The sections of a document that threads share, and what came of each.
final class RecordSections<File: ReadableFile, Sink: RecordSink>: Sendable {
  typealias Stream = RecordStream<File, Sink>

  /// What came of a section.
  struct Outcome: Sendable {
    var sink: Sink
    /// What came to an end elsewhere than where the next section begins, and how; nothing behind it counts.
    var end: (stream: Stream, result: Result<Stream.Pause, ScanError>)?
  }

  private struct State {
    /// What each thread begins with.
    var beginnings: [Stream?]
    var outcomes: [Outcome?]
    /// How many outcomes were taken.
    var takenCount = 0
    /// The first section that no thread has taken.
    var next: Int
  }

  /// Where each section but the first begins.
  private let starts: [Int]
  private let state: Mutex<State>
  /// The last section that can still count.
  private let last: Atomic<Int>
  /// Whether nobody wants the records any more.
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

  /// Reads a section, the first or the second one, and from then on whatever is left.
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

  /// Takes what came of the next section; where it did not arrive, nothing is left behind it.
  ///
  /// Nothing of it stays here, so that whoever adds to its sink does not copy it.
  func take() -> Outcome? {
    state.withLock { state in
      guard state.takenCount < state.outcomes.count else { return nil }
      defer { state.takenCount += 1 }
      return state.outcomes[state.takenCount].take()
    }
  }
}
