import Assistance
import Diagnostics
import FeedLoading
import HTTPCache
import Interpreter
import Output
import Pictures
import PictureViews
import Synchronization
import Terminal
import Text
import World

extension Command<WebContext> {
  static var trace: Self {
    Self(
      "trace",
      Context.onOrOff.optional,
      summary: "Print each request: status, source, time, bytes and cache rule.",
      needsFeed: false,
      examples: [
        Example("trace on", prints: ""),
        Example("trace off", prints: ""),
      ]
    ) { context, isOn in
      guard let isOn else {
        return context.output.say("trace is \(context.trace.isOn ? "on" : "off")")
      }
      context.trace.turn(isOn, context.fetcher, context.pictures)
    }
  }

  static var offline: Self {
    .asking(
      "offline", summary: "Turn the network off, until `online`.", needsFeed: false,
      examples: [
        Example("offline", prints: "offline: nothing is sent until online")
      ]
    ) { context in
      context.output.say("offline: nothing is sent until online")
      return .network(isOffline: true)
    }
  }

  static var online: Self {
    .asking(
      "online", summary: "Turn the network on again.", needsFeed: false,
      examples: [
        Example("online", prints: "online")
      ]
    ) { context in
      context.fetcher.store.forgetFailures()
      context.pictures.forgetFailures()
      context.output.say("online")
      return .network(isOffline: false)
    }
  }
}

extension WebContext {
  /// Whether to trace.
  fileprivate static var onOrOff: Parameter<WebContext, Bool> {
    choice(
      "on|off",
      [Candidate("off", "do not print requests"), Candidate("on", "print each request")]
    ).map { _, argument in
      guard ["on", "off"].contains(argument.text) else {
        throw Failure("`trace` takes `on` or `off`", at: argument.range, in: argument.line)
      }
      return argument.text == "on"
    }
  }
}

/// Collects the exchanges with servers while `trace` is on, and formats them.
package final class RequestTrace: Sendable {
  /// An exchange, with the source of its response.
  private typealias Entry = (event: FetchEvent, source: String)

  private let entries = Mutex<[Entry]>([])
  private let isOnStorage = Atomic(false)

  package init() {}

  /// Whether exchanges are collected.
  package var isOn: Bool { isOnStorage.load(ordering: .relaxed) }

  /// Starts or stops collecting exchanges.
  package func turn(_ isOn: Bool, _ fetcher: Fetcher, _ pictures: PictureViews) {
    isOnStorage.store(isOn, ordering: .relaxed)
    guard isOn else {
      fetcher.observe(nil)
      return pictures.observer = nil
    }
    fetcher.observe { [weak self] in self?.add($0, isBundled: false) }
    pictures.observer = { [weak self] in self?.add($0, isBundled: $1) }
  }

  /// Takes the lines of all exchanges since the last call, in order of their start.
  package func takeLines() -> [StyledText] {
    if !isOn { return [] }
    let all = entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
    return all.sorted { one, other in
      one.event.began != other.event.began
        ? one.event.began < other.event.began
        : one.event.places.lexicographicallyPrecedes(other.event.places)
    }.map { StyledText(line(of: $0.event, from: $0.source), .faint) }
  }

  private func add(_ event: FetchEvent, isBundled: Bool) {
    // Bundled pictures are not fetched over the network.
    let source = isBundled && event.source == .network ? "bundled" : event.source.rawValue
    entries.withLock { $0.append((event, source)) }
  }

  /// A line with status, source, time, size, and the cache rule.
  private func line(of event: FetchEvent, from source: String) -> String {
    // The query of an address may contain a secret.
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
}

extension FetchEvent {
  /// The requested addresses, with redirects; the last one is its own.
  fileprivate var places: [String] { (way + [address]).map(\.text) }
}
