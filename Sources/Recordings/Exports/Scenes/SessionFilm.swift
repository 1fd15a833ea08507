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

  /// Creates the single frame of the end of a session.
  init(end log: SessionLog) {
    self.init(empty: log)
    for event in log.events { apply(event.kind) }
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
  /// There is no chapter of that title; `known` lists the titles that exist.
  case noSuchChapter(String, known: [String])
  /// The session ends before that time.
  case afterEnd(seconds: String, of: String)

  /// Whether the export exceeds a size limit.
  package var isLimit: Bool {
    switch self {
    case .tooManyFrames, .tooLarge: true
    case .noSuchShot, .noSuchChapter, .afterEnd: false
    }
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
    case .noSuchChapter(let title, let known) where known.isEmpty:
      "There is no chapter \"\(title)\": the script has no chapters."
    case .noSuchChapter(let title, let known):
      "There is no chapter \"\(title)\"; there are \(known.joined(separator: ", "))."
    case .afterEnd(let seconds, let duration):
      "The session has ended before \(seconds) s; it lasts \(duration) s."
    }
  }
}
