import Terminal
import TerminalEmulator

extension SessionLog {
  /// The log with the colors that are meant to be shown.
  var colored: SessionLog {
    var (log, filter) = (self, ColorFilter(color.depth))
    for place in log.events.indices {
      guard case .output(let bytes) = log.events[place].kind else { continue }
      log.events[place].kind = .output(filter.filter(bytes))
    }
    return log
  }

  /// When it is over: after its duration, and not before its last event.
  var end: Int { max(duration, events.last?.time ?? 0) }
}

extension ScriptHeader.Color {
  fileprivate var depth: PictureDisplay.Depth {
    switch self {
    case .off: .none
    case .ansi: .basic16
    case .indexed: .indexed256
    case .full: .trueColor
    }
  }
}
