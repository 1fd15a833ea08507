import FoundationEssentials
import Synchronization
import Terminal
import Text
import World

/// A progress line at a terminal, erased when the work is done.
///
/// If the terminal cannot overwrite a line, each quarter is printed in words. Progress can be reported from any thread.
package final class Progress: Sendable {
  /// The time after which the line is shown, in seconds.
  private static let patience = 0.15
  /// The minimum time between two updates of the line, in seconds.
  private static let pause = 0.1

  private struct State {
    var meter: ProgressMeter
    var shownAt: Double?
    var isKnown = false
    var isOver = false
    /// The last quarter that was printed.
    var quarter = 0
  }

  private let title: String
  private let console: Console
  private let now: @Sendable () -> Date
  private let begin: Double
  private let moves: Bool
  private let state: Mutex<State>

  /// Creates the progress of work that begins now.
  ///
  /// - Parameters:
  ///   - title: The name of the work.
  ///   - console: The console on whose standard error the line is shown.
  ///   - environment: The environment variables, for the kind of the terminal.
  ///   - now: The clock.
  ///   - countsBytes: Whether progress is measured in bytes, rather than in items.
  ///   - isPlain: Whether the line is never overwritten, whatever the terminal is.
  package init(
    _ title: String, on console: Console, environment: [String: String],
    now: @escaping @Sendable () -> Date, countsBytes: Bool = false,
    isPlain: Bool = false
  ) {
    self.title = trimmingSpace(title)
    (self.console, self.now) = (console, now)
    begin = now().timeIntervalSince1970
    moves = !isPlain && !["", "dumb"].contains(environment["TERM"] ?? "")
    state = Mutex(
      State(meter: ProgressMeter(title, countsBytes: countsBytes, sizeText: { byteText($0) })))
  }

  /// Updates the progress, and shows it if it is time.
  ///
  /// - Parameters:
  ///   - done: The completed amount.
  ///   - total: The total amount; nil if it is unknown.
  ///   - bytes: The number of bytes transferred, if progress is measured in items.
  package func show(_ done: Int, of total: Int?, bytes: Int? = nil) {
    note(done, of: total, bytes: bytes)
    refresh()
  }

  /// Updates the progress for the next ``refresh()``.
  package func note(_ done: Int, of total: Int?, bytes: Int? = nil) {
    guard console.errors.isTerminal else { return }
    let now = now().timeIntervalSince1970
    state.withLock { state in
      state.meter.note(done, of: total, bytes: bytes, at: now)
      state.isKnown = true
    }
  }

  /// Shows the progress, if it is time.
  package func refresh() {
    guard console.errors.isTerminal else { return }
    let now = now().timeIntervalSince1970
    state.withLock { state in
      if state.isOver || !state.isKnown { return }
      if now - begin < Self.patience || now - (state.shownAt ?? 0) < Self.pause { return }
      if moves {
        write("\r\u{1B}[K" + state.meter.line(width: console.size().columns - 1))
      } else {
        sayQuarter(&state)
      }
      state.shownAt = now
    }
  }

  /// Erases the line; nothing is shown afterwards.
  package func clear() {
    state.withLock { state in
      if !state.isOver, state.shownAt != nil {
        write(moves ? "\r\u{1B}[K" : "\(title): \(state.meter.count)\n")
      }
      state.isOver = true
    }
  }

  /// Prints the quarter of the work that is done, once; at first that it has begun.
  private func sayQuarter(_ state: inout State) {
    let quarter = state.meter.share.map { min(3, Int($0 * 4)) } ?? 0
    guard state.shownAt == nil || quarter > state.quarter else { return }
    write(state.meter.share == nil ? "\(title) …\n" : "\(title): \(quarter * 25) %\n")
    state.quarter = quarter
  }

  /// A failed write is ignored, because the line is not part of the output.
  private func write(_ text: String) { _ = console.errors.write(Array(text.utf8)) }
}

extension Output {
  /// Begins to show the progress of work.
  ///
  /// - Parameters:
  ///   - title: The name of the work.
  ///   - countsBytes: Whether progress is measured in bytes, rather than in items.
  /// - Returns: The progress, which the work updates.
  package func progress(_ title: String, countsBytes: Bool = false) -> Progress {
    Progress(
      title, on: console, environment: world.environment, now: world.now, countsBytes: countsBytes,
      isPlain: isPlain)
  }

  /// Wraps a file so that reading it shows progress, if it has at least 16 MB and there is a terminal.
  package func watched(_ file: any ReadableFile, _ title: String) -> (any ReadableFile, Progress?) {
    guard file.count >= 16 << 20, world.console.errors.isTerminal else { return (file, nil) }
    let progress = self.progress(title, countsBytes: true)
    return (WatchedFile(file, progress), progress)
  }
}

/// A file that reports how much of it was read.
private final class WatchedFile: ReadableFile {
  private let file: any ReadableFile
  private let progress: Progress
  private let readCount = Atomic(0)

  init(_ file: any ReadableFile, _ progress: Progress) {
    (self.file, self.progress) = (file, progress)
  }

  var count: Int { file.count }
  var identity: [UInt8]? { file.identity }
  var hasChanged: Bool { file.hasChanged }
  var declaredCharset: String? { file.declaredCharset }

  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    let count = try file.read(at: offset, into: &buffer, range)
    let sum = readCount.wrappingAdd(count, ordering: .relaxed).newValue
    progress.show(min(sum, file.count), of: file.count)
    return count
  }
}
