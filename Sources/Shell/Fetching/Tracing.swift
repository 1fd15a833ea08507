import Diagnostics
import FeedLoading
import HTTPCache
import Output
import Pictures
import Synchronization
import Terminal
import Text
import World

/// What was exchanged with servers and has not been told yet.
final class FetchTrace: Sendable {
  /// An exchange, and where its answer came from in a word.
  typealias Told = (event: FetchEvent, source: String)

  private let events = Mutex<[Told]>([])

  /// Takes one more; any thread may.
  func add(_ event: FetchEvent, from source: String) {
    events.withLock { $0.append((event, source)) }
  }

  /// Takes all that there are, oldest first.
  func take() -> [Told] {
    events.withLock { events in
      let all = events
      events = []
      return all
    }
  }
}

extension Shell {
  /// Begins or ends to tell of each request.
  func trace(_ isOn: Bool) {
    let trace = fetchTrace
    isTracing = isOn
    let desk = pictureState.desk
    // What is part of the program has come over no network.
    let isBundled = desk?.bundled == .demo
    for (fetcher, isBundled) in [(fetcher, false), (desk?.loader.fetcher ?? fetcher, isBundled)] {
      if isOn {
        fetcher.observe { event in
          let word = isBundled && event.source == .network ? "bundled" : event.source.rawValue
          trace.add(event, from: word)
        }
      } else {
        fetcher.observe(nil)
      }
    }
  }

  /// Tells what was exchanged since the last time.
  func sayTrace() {
    if !isTracing { return }
    // Several at a time end in any order; they are told in the one in which they began.
    let events = fetchTrace.take().sorted { one, other in
      one.event.began != other.event.began
        ? one.event.began < other.event.began
        : one.event.places.lexicographicallyPrecedes(other.event.places)
    }
    // How far a load has come is written anew behind them.
    if output.isShowingProgress, !events.isEmpty {
      _ = world.console.errors.write(Array("\r\u{1B}[K".utf8))
    }
    for (event, source) in events { output.say(line(of: event, from: source), .faint) }
  }

  /// One request in a line: status, source, ms, bytes, the rule that decided.
  private func line(of event: FetchEvent, from source: String) -> String {
    // What stands behind the question mark may be a secret.
    let address = harmless(WebAddress.shown(event.address.text))
    let outcome: String
    switch event.outcome {
    case .success(let status): outcome = "\(status)"
    case .failure(let failure): outcome = failure == .cancelled ? "stopped" : "failed"
    }
    let parts = [
      "→ \(event.method) \(address)",
      outcome + (event.tries > 1 ? " after \(event.tries) tries" : ""),
      source,
      "\(Int((event.seconds * 1000).rounded())) ms", byteText(event.received),
      event.rule.description,
    ]
    return parts.joined(separator: " · ")
  }

  /// Where an answer came from, in words.
  func sourceText(of response: FetchedResponse) -> String {
    let age = spanText(max(0, fetcherNow - response.date))
    let source =
      switch response.source {
      case .network: world.http.origin == .recording ? "from the recording" : "from the network"
      case .validated: "from the cache, still good"
      case .cache: "from the cache, \(age) old"
      case .stale: "from the cache, \(age) old and stale"
      case .offline: "from the cache, \(age) old, not checked"
      case .none: "from nobody"
      }
    return "\(source) · \(response.rule)"
  }
}

extension FetchEvent {
  /// The addresses that were asked for it, its own the last.
  fileprivate var places: [String] { (way + [address]).map(\.text) }
}
