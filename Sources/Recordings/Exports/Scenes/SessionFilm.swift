import TerminalEmulator

/// The screen of a terminal from a time on.
package struct SceneFrame: Sendable {
  /// The time since the beginning, in microseconds.
  package var time: Int
  package var grid: [ScreenRow]
  /// The number of rows scrolled off the top so far.
  var scrolledCount: Int
  /// The position of the cursor; nil if it is hidden.
  package var cursor: TerminalScreen.Position?

  init(time: Int, _ screen: TerminalScreen) {
    self.time = time
    grid = screen.grid
    scrolledCount = screen.scrolledCount
    cursor = screen.isCursorVisible ? screen.cursor : nil
  }

  func shows(_ other: SceneFrame) -> Bool { cursor == other.cursor && grid == other.grid }
}

/// The frames of a session.
struct SessionFilm: Sendable {
  private(set) var frames: [SceneFrame] = []
  /// The final screen, which stores the texts of all rows.
  private(set) var screen: TerminalScreen
  /// The largest size of the screen during the session.
  private(set) var size: ScriptSize

  /// The minimum duration of a frame, in microseconds.
  ///
  /// Output within it is merged into one frame.
  private static let shortest = 30_000

  /// The maximum number of frames.
  static let limit = 5000

  /// Creates the frames of a whole session.
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

  /// Creates the single frame of an `@ shot`, or of the end of the session.
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
    frames = [SceneFrame(time: 0, screen)]
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
    let frame = SceneFrame(time: frames.isEmpty ? 0 : time, screen)
    if let last = frames.last, last.shows(frame) { return }
    guard frames.count < Self.limit else { throw .tooManyFrames(limit: Self.limit) }
    frames.append(frame)
  }
}

/// The reasons why a session cannot be exported.
package enum ExportProblem: Error, Equatable, Sendable, CustomStringConvertible {
  case tooManyFrames(limit: Int)
  case tooLarge(bytes: Int, limit: Int)
  /// There is no shot of that name; `known` lists the names that exist.
  case noSuchShot(String, known: [String])

  /// Whether the export exceeds a size limit.
  package var isLimit: Bool {
    if case .noSuchShot = self { false } else { true }
  }

  package var description: String {
    switch self {
    case .tooManyFrames(let limit):
      "The picture would have more than \(limit) frames. Export a part of the script, or a cast."
    case .tooLarge(let bytes, let limit):
      "The picture would have \(bytes) bytes; the limit is \(limit). Export a part of the script, or a cast."
    case .noSuchShot(let name, let known) where known.isEmpty:
      "There is no still \(name): the script has no \"@ shot\"."
    case .noSuchShot(let name, let known):
      "There is no still \(name); the script has \(known.joined(separator: ", "))."
    }
  }
}
