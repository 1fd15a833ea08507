import FoundationEssentials
import Synchronization
import Terminal
import Text
import World

/// A line that says how far something has come, where somebody looks on; gone when it is done.
///
/// Where the terminal cannot write over a line, only the beginning and the end are said. It may be told of
/// from any thread.
package final class Progress: Sendable {
  /// How many seconds something lasts before it is worth a line.
  private static let patience = 0.15
  /// How many seconds lie between two states that are shown.
  private static let pause = 0.1

  private struct State {
    var meter: ProgressMeter
    var shownAt: Double?
    var isKnown = false
    var isOver = false
  }

  private let title: String
  private let console: Console
  private let now: @Sendable () -> Date
  private let begin: Double
  private let moves: Bool
  private let state: Mutex<State>

  /// Something that begins now.
  ///
  /// - Parameters:
  ///   - title: What is being done.
  ///   - world: Where it is shown, and by which clock.
  ///   - countsBytes: Whether bytes are counted, rather than pieces.
  package init(_ title: String, on world: World, countsBytes: Bool = false) {
    self.title = title
    (console, now) = (world.console, world.now)
    begin = world.now().timeIntervalSince1970
    moves = !["", "dumb"].contains(world.environment["TERM"] ?? "")
    state = Mutex(
      State(meter: ProgressMeter(title, countsBytes: countsBytes, sizeText: { byteText($0) })))
  }

  /// Shows how much is done of how much; nil if nobody knows.
  ///
  /// - Parameters:
  ///   - done: How much is done.
  ///   - total: How much there is.
  ///   - bytes: How many bytes came by it, where pieces are counted.
  package func show(_ done: Int, of total: Int?, bytes: Int? = nil) {
    note(done, of: total, bytes: bytes)
    refresh()
  }

  /// Notes how far it is for the next ``refresh()``.
  package func note(_ done: Int, of total: Int?, bytes: Int? = nil) {
    guard console.errors.isTerminal else { return }
    let now = now().timeIntervalSince1970
    state.withLock { state in
      state.meter.note(done, of: total, bytes: bytes, at: now)
      state.isKnown = true
    }
  }

  /// Shows what was noted, if it is time.
  package func refresh() {
    guard console.errors.isTerminal else { return }
    let now = now().timeIntervalSince1970
    state.withLock { state in
      if state.isOver || !state.isKnown { return }
      if now - begin < Self.patience || now - (state.shownAt ?? 0) < Self.pause { return }
      if moves {
        write("\r\u{1B}[K" + state.meter.line(width: console.size().columns - 1))
      } else if state.shownAt == nil {
        write("\(title) …\n")
      }
      state.shownAt = now
    }
  }

  /// Takes the line away; nothing is shown any more.
  package func clear() {
    state.withLock { state in
      if !state.isOver, state.shownAt != nil {
        write(moves ? "\r\u{1B}[K" : "\(title): \(state.meter.count)\n")
      }
      state.isOver = true
    }
  }

  /// The line is not part of the output.
  private func write(_ text: String) { _ = console.errors.write(Array(text.utf8)) }
}

extension Output {
  /// A file of which is told how much was read, if it is so large that reading takes a while.
  package func watched(_ file: any ReadableFile, _ title: String) -> (any ReadableFile, Progress?) {
    guard file.count >= 16 << 20, world.console.errors.isTerminal else { return (file, nil) }
    let progress = Progress(title, on: world, countsBytes: true)
    return (WatchedFile(file, progress), progress)
  }
}

/// A file that tells how much of it was read.
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

  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    let count = try file.read(at: offset, into: &buffer, range)
    let sum = readCount.wrappingAdd(count, ordering: .relaxed).newValue
    progress.show(min(sum, file.count), of: file.count)
    return count
  }
}
