import TerminalEmulator

/// The screens of a session, each from its moment on.
struct SessionFilm {
  struct Frame {
    /// Microseconds since the beginning.
    var time: Int
    var grid: [ScreenRow]
    /// How many rows scrolled off the top so far.
    var scrolledCount: Int
    /// Where the cursor is; nil if it is hidden.
    var cursor: TerminalScreen.Place?

    init(time: Int, _ screen: TerminalScreen) {
      self.time = time
      grid = screen.grid
      scrolledCount = screen.scrolledCount
      cursor = screen.isCursorVisible ? screen.cursor : nil
    }

    func shows(_ other: Frame) -> Bool { cursor == other.cursor && grid == other.grid }
  }

  private(set) var frames: [Frame] = []
  /// The screen at the end; it knows the texts of all rows.
  private(set) var screen: TerminalScreen
  /// The largest size that the screen ever has.
  private(set) var size: ScriptSize

  /// What comes within so many microseconds is one frame; nobody could see the steps.
  private static let shortest = 30_000

  /// The most frames there may be.
  static let limit = 5000

  /// The whole session.
  init(_ log: SessionLog) throws(ExportProblem) {
    self.init(empty: log)
    var last = 0
    for event in log.events {
      if event.time - last >= Self.shortest {
        try shoot(at: last)
        last = event.time
      }
      apply(event.kind)
    }
    try shoot(at: last)
  }

  /// One moment: that of a still with a name, or the end.
  init(_ log: SessionLog, shot: String?) throws(ExportProblem) {
    self.init(empty: log)
    var isFound = shot == nil
    for event in log.events {
      if let shot, event.kind == .shot(shot) {
        isFound = true
        break
      }
      apply(event.kind)
    }
    guard isFound else { throw .noSuchShot(shot ?? "", known: log.shots) }
    frames = [Frame(time: 0, screen)]
  }

  private init(empty log: SessionLog) {
    screen = TerminalScreen(columns: log.size.columns, rows: log.size.rows)
    size = log.size
  }

  private mutating func apply(_ kind: SessionLog.Kind) {
    switch kind {
    case .output(let bytes): screen.feed(bytes)
    case .resize(let other):
      screen.resize(columns: other.columns, rows: other.rows)
      size.columns = max(size.columns, other.columns)
      size.rows = max(size.rows, other.rows)
    default: break
    }
  }

  private mutating func shoot(at time: Int) throws(ExportProblem) {
    let frame = Frame(time: frames.isEmpty ? 0 : time, screen)
    if let last = frames.last, last.shows(frame) { return }
    guard frames.count < Self.limit else { throw .tooManyFrames(limit: Self.limit) }
    frames.append(frame)
  }
}

/// Why a session cannot be exported.
package enum ExportProblem: Error, Equatable, Sendable, CustomStringConvertible {
  case tooManyFrames(limit: Int)
  case tooLarge(bytes: Int, limit: Int)
  /// No still has that name; these do.
  case noSuchShot(String, known: [String])

  /// Whether it is more than an export may be.
  package var isLimit: Bool {
    if case .noSuchShot = self { false } else { true }
  }

  package var description: String {
    switch self {
    case .tooManyFrames(let limit):
      "The picture would have more than \(limit) frames; export a part of the script, or a cast."
    case .tooLarge(let bytes, let limit):
      "The picture would take \(bytes) bytes, and \(limit) is the limit; export a part of the script, or a cast."
    case .noSuchShot(let name, let known) where known.isEmpty:
      "No still is called \(name): the script has no \"@ shot\"."
    case .noSuchShot(let name, let known):
      "No still is called \(name); there are \(known.joined(separator: ", "))."
    }
  }
}
