import Text

/// A recorded step or remark, as lines that the parser of scripts reads.
struct RecordedPart {
  /// The directives that belong to a step: its pause and its answers.
  private var lead: [String] = []
  /// The lines of the action or the remark.
  private(set) var lines: [String]
  /// The lines that the step expects.
  private var expectation: [String] = []
  let isStep: Bool
  /// Whether it is a new size of the window.
  let isResize: Bool
  /// The number of keys that the step presses one by one, and of steps that press them.
  private let keys: (presses: Int, steps: Int)

  /// Creates a remark.
  init(lines: [String]) { (self.lines, isStep, isResize, keys) = (lines, false, false, (0, 0)) }

  /// Creates a new size of the window.
  init(_ size: ScriptSize) {
    lines = ["@ resize \(size.columns)x\(size.rows)"]
    (isStep, isResize, keys) = (false, true, (0, 0))
  }

  /// Creates a step.
  init(lead: [String], _ action: RecordedAction, expectation: [String]) {
    (self.lead, lines, self.expectation) = (lead, action.lines, expectation)
    (isStep, isResize, keys) = (true, false, (action.presses, action.steps))
  }

  var text: String { (lead + lines + expectation).joined(separator: "\n") + "\n" }

  /// What the part adds to a script.
  var size: RecordingSize {
    let all = lead + lines + expectation
    return RecordingSize(
      bytes: all.reduce(1) { $0 + $1.utf8.count + 1 }, lines: all.count + 1, steps: keys.steps,
      presses: keys.presses)
  }

  /// Replaces the middle of a long expectation by `|...` and `!...`.
  ///
  /// - Parameter limit: How long an expectation may be, and how much of a longer one stays.
  /// - Returns: Whether the expectation was longer.
  mutating func shorten(to limit: ExpectationLimit) -> Bool {
    let bytes = expectation.reduce(0) { $0 + $1.utf8.count + 1 }
    guard expectation.count > limit.lines || bytes > limit.bytes,
      expectation.count > limit.first + limit.last
    else { return false }
    let (first, last) = (expectation.prefix(limit.first), expectation.suffix(limit.last))
    let middle = expectation.dropFirst(limit.first).dropLast(limit.last)
    // An elision stands for lines of one stream, so there is one wherever the stream changes.
    var marks: [String] = []
    for line in middle {
      guard let stream = line.first, ScriptStream(rawValue: stream) != nil else { continue }
      let mark = "\(stream)..."
      if marks.last != mark { marks.append(mark) }
    }
    expectation = first + marks + last
    return true
  }
}

/// How long the expectation of a recorded step may be, and how many lines of a longer one stay.
struct ExpectationLimit {
  let (lines, bytes): (Int, Int)
  let (first, last): (Int, Int)

  /// The limit of every step.
  static let step = ExpectationLimit(lines: 1000, bytes: 64 << 10, first: 40, last: 10)
  /// The limit of a step for which a script has hardly room.
  static let least = ExpectationLimit(lines: 8, bytes: 4 << 10, first: 2, last: 2)

  private init(lines: Int, bytes: Int, first: Int, last: Int) {
    (self.lines, self.bytes) = (lines, bytes)
    (self.first, self.last) = (first, last)
  }
}

/// What a recording has so far of that which a script may have.
struct RecordingSize {
  var (bytes, lines, steps, presses): (Int, Int, Int, Int)

  init(bytes: Int, lines: Int, steps: Int, presses: Int) {
    (self.bytes, self.lines, self.steps, self.presses) = (bytes, lines, steps, presses)
  }

  static func sum(_ sizes: [RecordingSize]) -> RecordingSize {
    sizes.reduce(RecordingSize(bytes: 0, lines: 0, steps: 0, presses: 0)) {
      RecordingSize(
        bytes: $0.bytes + $1.bytes, lines: $0.lines + $1.lines, steps: $0.steps + $1.steps,
        presses: $0.presses + $1.presses)
    }
  }

  /// The room for the header, and for placeholders of redacted texts, in bytes and in lines.
  private static let reserve = (bytes: 64 << 10, lines: 200)

  /// Whether a script of that size can be read.
  var fitsScript: Bool {
    bytes <= ScriptBounds.text - Self.reserve.bytes
      && lines <= ScriptBounds.lines - Self.reserve.lines
      && steps <= ScriptBounds.steps && presses <= ScriptBounds.keys
  }
}

/// The action of a recorded step: a command, or keys in as many steps as their number requires.
struct RecordedAction {
  let lines: [String]
  /// The number of keys that are pressed one by one.
  private(set) var presses = 0
  private(set) var steps = 1

  /// Creates a command; nil if it is too long for one.
  ///
  /// A command that is too long for a line continues in further ones.
  init?(command: String) {
    let text = escapingVariables(command)
    guard text.utf8.count <= ScriptBounds.line else { return nil }
    var lines: [String] = []
    var rest = text[...]
    // The mark and its space precede the text.
    while rest.utf8.count > ScriptBounds.line - 2 {
      let most = rest.utf8.index(rest.startIndex, offsetBy: ScriptBounds.line - 2)
      guard let space = rest[..<most].lastIndex(of: " ") else { return nil }
      lines.append(String(rest[..<space]))
      rest = rest[rest.index(after: space)...]
    }
    lines.append(String(rest))
    self.lines = lines.enumerated().map { ($0 == 0 ? "> " : "+ ") + $1 }
  }

  /// Creates steps that press keys.
  init(_ keys: PressedKeys) {
    let parts = keys.split(presses: ScriptBounds.stepKeys, bytes: ScriptBounds.line - 64)
    lines = Array(parts.map { ["@ keys " + $0.text] }.joined(separator: [""]))
    presses = parts.reduce(0) { $0 + $1.presses }
    steps = parts.count
  }
}
