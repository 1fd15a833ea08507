import HTTPCache
import LiveWorld
import TestSupport
import Synchronization
import World

/// A fetcher with a clock that stands still, waits that are noted instead of spent, and libcurl.
final class FetcherUnderTest: Sendable {
  let fetcher: Fetcher
  private let clock = Shared(1_790_000_000.0)
  private let waits = Shared<[Duration]>([])
  private let events = Shared<[FetchEvent]>([])

  /// A value that several threads look at.
  final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
    func change<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
      value.withLock { value in body(&value) }
    }
  }

  /// - Parameters:
  ///   - transport: Sends the requests.
  ///   - bench: The folder of its store; nil for memory.
  ///   - onWait: Called in place of each wait.
  init(
    transport: any HTTPTransport = PatientTransport(), bench: StoreWorkbench? = nil,
    onWait: @escaping @Sendable () async -> Void = {}
  ) {
    let (clock, waits, events) = (clock, waits, events)
    let now: @Sendable () -> Double = { clock.change { $0 } }
    fetcher = Fetcher(
      store: bench?.store() ?? CacheStore(folder: nil, files: MemoryFileSystem(), now: now),
      transport: transport,
      surroundings: .init(
        now: now,
        wait: { span in
          waits.change { $0.append(span) }
          await onWait()
          await Task.yield()
          try Task.checkCancellation()
        }, random: RandomSource(seed: 1)))
    fetcher.observe { event in events.change { $0.append(event) } }
  }

  /// How long it has waited between tries.
  var pauses: [Duration] { waits.change { $0 } }

  /// The events so far.
  var told: [FetchEvent] { events.change { $0 } }

  /// Lets time pass.
  func advance(_ seconds: Double) { clock.change { $0 += seconds } }

  /// The answer to a plain GET, after changes to the request.
  func get(
    _ url: String, _ adjust: (inout FetchRequest) -> Void = { _ in }
  ) async throws -> FetchedResponse {
    var request = FetchRequest(try WebAddress(url))
    adjust(&request)
    return try await fetcher.fetch(request)
  }
}
