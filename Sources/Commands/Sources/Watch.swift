import Assistance
import Diagnostics
import FeedLoading
import Interpreter
import Output
import SessionStore
import Synchronization
import World

extension Command<SourcesContext> {
  static var watch: Self {
    Self(
      "watch", Context.watchInterval.optional,
      summary: "Load the feed again every so many seconds, and say what has changed.",
      needsFeed: false,
      examples: [
        Example("watch", prints: "no feed is watched: watch SECONDS watches this one"),
        Example("watch off", prints: "no feed is watched"),
      ],
      details: [
        "A server is asked only whether something has changed. The view and the selection stay. When "
          + "the server does not answer, it is asked less and less often, once an hour in the end."
      ]
    ) { context, interval in context.watch(interval) }
  }
}

extension SourcesContext {
  /// A number of seconds; nil for `off`.
  fileprivate static var watchInterval: Parameter<SourcesContext, Int?> {
    choice("SECONDS|off", [Candidate("60"), Candidate("off")]).map { _, argument in
      if argument.text == "off" { return nil }
      guard let seconds = Int(argument.text), 5...86_400 ~= seconds else {
        throw Failure(
          "`watch` takes a number of seconds from 5 to 86400, or off", at: argument.range,
          in: argument.line, code: .badArguments)
      }
      return seconds
    }
  }

  fileprivate func watch(_ typed: Int??) {
    guard let typed else {
      let seconds = feeds.watch.seconds
      return output.say(
        seconds.map { "the feed is loaded again every \($0) seconds; watch off ends it" }
          ?? "no feed is watched: watch SECONDS watches this one")
    }
    feeds.watch.begin(every: typed)
    output.say(
      typed.map { "the feed is loaded again every \($0) seconds; watch off ends it" }
        ?? "no feed is watched")
  }
}

/// When the feed is to be loaded again while it is watched.
package final class FeedWatch {
  /// The number of seconds between two loads; nil if nothing is watched.
  package private(set) var seconds: Int?
  private let world: World
  private let loader: FeedLoader
  private var task: Task<Void, Never>?
  private let due = Due()
  /// The number of loads in a row without an answer.
  private var failures = 0

  private final class Due: Sendable {
    let isSet = Mutex(false)
  }

  init(_ loader: FeedLoader, on world: World) { (self.loader, self.world) = (loader, world) }

  func begin(every seconds: Int?) {
    (self.seconds, failures) = (seconds, 0)
    task?.cancel()
    due.isSet.withLock { $0 = false }
    schedule()
  }

  /// Returns whether it is time to load the feed again, once.
  func takeDue() -> Bool {
    due.isSet.withLock { isSet in
      defer { isSet = false }
      return isSet
    }
  }

  /// Waits for the next time; after failures, twice as long each time, at most an hour.
  func schedule(afterFailure hasFailed: Bool = false) {
    failures = hasFailed ? min(failures + 1, 12) : 0
    guard let seconds else { return }
    let delay = Duration.seconds(min(seconds << failures, max(seconds, 3600)))
    let (wait, wake, due) = (world.wait, loader.wake, due)
    task = Task {
      guard (try? await wait(delay)) != nil, !Task.isCancelled else { return }
      due.isSet.withLock { $0 = true }
      wake()
    }
  }
}
