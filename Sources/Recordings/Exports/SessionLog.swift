import Terminal
import TerminalEmulator
import Text

/// What a session showed: the bytes for its terminal and what is known about them, each at its moment.
///
/// It is what all exports are made of. The moments come from the pace of the script and not from a clock, so that
/// the same script makes the same log each time.
package struct SessionLog: Equatable, Sendable {
  package struct Event: Equatable, Sendable {
    /// Microseconds since the beginning; never less than those of the event before.
    package var time: Int
    package var kind: Kind

    package init(time: Int, _ kind: Kind) {
      self.time = time
      self.kind = kind
    }
  }

  package enum Kind: Equatable, Sendable {
    /// Bytes for the terminal: UTF-8 in whole scalars, lines ended by CR LF.
    case output([UInt8])
    /// A key that is pressed, as in `Ctrl+R`; what is typed as text comes as that text.
    case key(String)
    case resize(ScriptSize)
    case chapter(String)
    case narration(String)
    /// A still of this moment has a name.
    case shot(String)
    /// A line that was entered.
    case command(String)
    /// A line that was said, as plain text.
    case line(ScriptStream, String)
  }

  package var title: String
  package var size: ScriptSize
  /// The moment at which the session begins, in seconds since 1970.
  package var clock: Int
  /// How many colors are meant to be shown.
  package var color: ScriptHeader.Color
  /// The SHA-256 digest of the script, in hexadecimal.
  package var digest: String
  package var events: [Event] = []
  /// How long it takes in microseconds, the rest at its end included.
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

  /// The names of its stills, each once.
  package var shots: [String] {
    var names: [String] = []
    for event in events {
      if case .shot(let name) = event.kind, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The log as lines to compare, each with its moment in microseconds.
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
