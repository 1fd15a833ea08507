import Diagnostics
import FeedLoading
import Feeds
import Output
import Terminal
import Text
import World

/// Waits for loads and other work, and shows how far they have come.
final class LoadDisplay: LoadObserver {
  private let output: Output
  private let world: World
  /// Whether a recorded script runs, which shows nothing of how long something takes.
  private let isStaged: Bool
  /// Reports what was traced meanwhile.
  var reportTrace: () -> Void = {}

  init(_ output: Output, on world: World, isStaged: Bool) {
    (self.output, self.world, self.isStaged) = (output, world, isStaged)
  }

  /// Waits for work that runs elsewhere, and stops it when the person asks to.
  ///
  /// - Throws: What the work throws, or an interruption.
  func waiting<Value: Sendable>(
    for what: String, _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let promise = Promise<Value>()
    let task = Task { await promise.keep(work) }
    return try waiting(for: what, promise, task)
  }

  func waiting<Value: Sendable>(
    for what: String, _ promise: Promise<Value>, _ task: Task<Void, Never>
  ) throws -> Value {
    try waiting(for: what, showing: nil, promise, task)
  }

  /// Waits for work that has begun.
  ///
  /// After 150 ms somebody at a terminal is told what is waited for; the line stays, so that nothing
  /// flickers.
  private func waiting<Value: Sendable>(
    for what: String, showing progress: Progress?, _ promise: Promise<Value>,
    _ task: Task<Void, Never>
  ) throws -> Value {
    var waited = 0
    output.keepingKeys {
      while !promise.isKept(withinMilliseconds: 30) {
        waited += isStaged ? 0 : 30
        if waited == 150, !output.isShowingProgress, world.console.errors.isTerminal {
          output.say("\(what) … (^C stops)", .faint)
        }
        if waited >= 1000 { progress?.refresh() }
        if world.interruptions.isRaised { task.cancel() }
      }
    }
    reportTrace()
    if world.interruptions.isRaised { throw Failure.interrupted }
    return try promise.value()
  }

  func receiving<Value: Sendable>(
    _ what: String,
    _ work:
      @escaping @Sendable (_ received: @escaping @Sendable (Int, Int?) -> Void) async throws
      -> Value
  ) throws -> Value {
    let progress =
      output.isShowingProgress ? nil : Progress("  received", on: world, countsBytes: true)
    defer { progress?.clear() }
    let promise = Promise<Value>()
    let receiving: @Sendable () async throws -> Value = {
      try await work { received, total in progress?.note(received, of: total) }
    }
    let task = Task { await promise.keep(receiving) }
    return try waiting(for: what, showing: progress, promise, task)
  }

  func watched(
    _ file: any ReadableFile, _ title: String
  ) -> (file: any ReadableFile, end: () -> Void) {
    let (watched, progress) = output.watched(file, title)
    return (watched, { progress?.clear() })
  }

  func countingRows(_ title: String) -> (show: (Int, Int?) -> Void, end: () -> Void) {
    let progress = output.beginProgress(title)
    return ({ progress.show($0, of: $1) }, { [output] in output.end(progress) })
  }

  func note(_ event: LoadEvent) {
    switch event {
    case .unusableProfile(let path, let fault):
      output.say(
        Diagnostic(
          "\(harmless(path)):\(fault.line):\(fault.column): \(harmless(fault.reason))",
          hint: "the profile is not used; feeds check says more", severity: .warning))
    case .partLoaded(let failure): output.say(failure.diagnostic.message, .warning)
    }
  }
}
