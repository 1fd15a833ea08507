import Terminal
import World

/// Output that goes to the user's pager, such as `less`, if it is longer than the window.
final class ViewedOutput: OutputGate {
  private(set) var hasLeft = false
  /// The exit status of the pager; 0 until it has ended, and without a pager.
  private(set) var status = 0
  private let console: Console
  /// Starts the pager; if that fails, ``replace`` creates the gate to use instead.
  private let start: () -> TextViewer.Running?
  private let replace: () -> any OutputGate
  private var running: TextViewer.Running?
  private var replacement: (any OutputGate)?
  /// Output that may still fit into the window.
  private var held: [UInt8] = []
  /// The output that the pager got, which is shown again if it fails; nil if there is too much.
  private var written: [UInt8]? = []
  /// The maximum of ``written``, in bytes.
  private static let longestAgain = 4 << 20
  private var measure: Pager

  init(
    on console: Console, start: @escaping () -> TextViewer.Running?,
    replace: @escaping () -> any OutputGate
  ) {
    self.console = console
    self.start = start
    self.replace = replace
    measure = Self.measure(console)
  }

  var isHolding: Bool { replacement?.isHolding ?? (running != nil) }

  func take(_ bytes: [UInt8]) -> Console.Writing {
    if let replacement { return replacement.take(bytes) }
    if let running {
      let isTooLong = (written?.count ?? 0) + bytes.count > Self.longestAgain
      written = isTooLong ? nil : written.map { $0 + bytes }
      hasLeft = hasLeft || !running.write(bytes)
      return .written
    }
    held += bytes
    measure.append(bytes)
    _ = measure.draw()
    return measure.isBeyond ? handOver() : .written
  }

  func beginTable() { replacement?.beginTable() }

  func endTable() { replacement?.endTable() }

  func showPrinted() -> Console.Writing {
    if let replacement { return replacement.showPrinted() }
    guard running == nil else { return .written }
    defer { (held, measure) = ([], Self.measure(console)) }
    return console.output.write(held)
  }

  func finish(isStopped: Bool) {
    replacement?.finish(isStopped: isStopped)
    if let running {
      status = running.finish()
      if status != 0, !isStopped { showAgain() }
    }
    if running == nil, replacement == nil { _ = showPrinted() }
  }

  /// Shows the output that a failed pager did not show.
  private func showAgain() {
    guard let written else { return }
    let other = replace()
    if case .written = other.take(written) { other.finish(isStopped: false) }
    hasLeft = other.hasLeft
  }

  private func handOver() -> Console.Writing {
    defer { held = [] }
    running = start()
    if running != nil { return take(held) }
    let other = replace()
    replacement = other
    return other.take(held)
  }

  private static func measure(_ console: Console) -> Pager {
    let size = console.size()
    return Pager(columns: size.columns, rows: size.rows)
  }
}
