import Diagnostics
import FeedLoading
import Feeds
import Output
import Terminal
import Text
import World

/// Prints the progress and the events of loads.
package final class LoadDisplay: LoadObserver {
  private let output: Output

  package init(_ output: Output) { self.output = output }

  package func waiting<Value: Sendable>(
    for what: String, _ promise: Promise<Value>, _ task: Task<Void, Never>
  ) throws -> Value {
    try output.waiting(for: what, promise, task)
  }

  package func receiving<Value: Sendable>(
    _ what: String,
    _ work:
      @escaping @Sendable (_ received: @escaping @Sendable (Int, Int?) -> Void) async throws
      -> Value
  ) throws -> Value {
    try output.receiving(what, work)
  }

  package func watched(
    _ file: any ReadableFile, _ title: String
  ) -> (file: any ReadableFile, end: () -> Void) {
    let (watched, progress) = output.watched(file, title)
    return (watched, { progress?.clear() })
  }

  package func countingRows(_ title: String) -> (show: (Int, Int?) -> Void, end: () -> Void) {
    let progress = output.beginProgress(title)
    return ({ progress.show($0, of: $1) }, { [output] in output.end(progress) })
  }

  package func note(_ event: LoadEvent) {
    switch event {
    case .unusableProfile(let path, let fault):
      output.say(
        Diagnostic(
          "\(harmless(path)):\(fault.line):\(fault.column): \(harmless(fault.reason))",
          hint: "the profile is not used; feeds check says more", severity: .warning))
    case .claimed(let message): output.say(message, .warning)
    case .partLoaded(let failure): output.say(failure.diagnostic.message, .warning)
    }
  }
}
