import Terminal
import TerminalEmulator
import Text

/// The output of a session with its annotations, each with a time.
///
/// All exports are made from it. The times come from the pace of the script rather than from a clock, so that
/// the same script always gives the same log.
package struct SessionLog: Equatable, Sendable {
  package struct Event: Equatable, Sendable {
    /// The time since the beginning, in microseconds.
    ///
    /// Times never decrease.
    package var time: Int
    package var kind: Kind

    package init(time: Int, _ kind: Kind) {
      self.time = time
      self.kind = kind
    }
  }

  package enum Kind: Equatable, Sendable {
    /// Output for the terminal: UTF-8 in whole scalars, with lines that end in CR LF.
    case output([UInt8])
    /// A key press, such as `Ctrl+R`, or typed text.
    case key(String)
    case resize(ScriptSize)
    case chapter(String)
    case narration(String)
    /// A named still of this moment.
    case shot(String)
    /// A command line.
    case command(String)
    /// The keys of a step that left a line to be edited, in the notation of `@ keys`, that line, and the menu
    /// below it.
    case edit(keys: String, line: String, menu: [String])
    /// A line of output, as plain text.
    case line(ScriptStream, String)
  }

  package var title: String
  package var size: ScriptSize
  /// The start time, in seconds since 1970.
  package var clock: Int
  /// The color depth of the exports.
  package var color: ScriptHeader.Color
  /// The SHA-256 digest of the script, in hexadecimal.
  package var digest: String
  package var events: [Event] = []
  /// The duration in microseconds, including the pause at the end.
  package var duration = 0

  package init(
    title: String, size: ScriptSize, clock: Int, color: ScriptHeader.Color, digest: String
  ) {
    self.title = title
    self.size = size
    self.clock = clock
    self.color = color
    self.digest = digest
  }
}

extension SessionLog {
  /// The log with its output reduced to the color depth.
  var colored: SessionLog {
    var (log, filter) = (self, ColorFilter(color.depth))
    for place in log.events.indices {
      guard case .output(let bytes) = log.events[place].kind else { continue }
      log.events[place].kind = .output(filter.filter(bytes))
    }
    return log
  }

  /// The end time: the duration, or the time of the last event if that is later.
  var end: Int { max(duration, events.last?.time ?? 0) }

  /// The names of the stills, without duplicates.
  package var shots: [String] {
    var names: [String] = []
    for event in events {
      if case .shot(let name) = event.kind, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The events as lines for comparison, each with its time in microseconds.
  package var lines: [String] {
    events.map { event in
      let text =
        switch event.kind {
        case .output(let bytes): "o " + String(decoding: bytes, as: UTF8.self)
        case .key(let label): "k " + label
        case .resize(let size): "r \(size.columns)x\(size.rows)"
        case .chapter(let title): "c " + title
        case .narration(let text): "n " + text
        case .shot(let name): "s " + name
        case .command(let line): "> " + line
        case .edit(let keys, let line, _): "@ keys \(keys) _ \(line)"
        case .line(let stream, let text): "\(stream.rawValue) \(text)"
        }
      return "\(event.time) \(escapingHarmful(text))"
    } + ["\(duration) end"]
  }
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
