import TerminalEmulator
import Text

/// What the window of a session shows, and from which time on.
///
/// All pictures are painted from it: it has the frames of the terminal, the captions in lines, the keys, the title, and
/// the places of all of them.
package struct Scene: Sendable {
  /// A caption that is shown from a time on.
  package struct TimedCaption: Equatable, Sendable {
    /// The time since the beginning, in microseconds.
    package var time: Int
    package var lines: CaptionLines
  }

  /// A key that is shown from a time on; no key if the label is nil.
  package struct TimedKey: Equatable, Sendable {
    /// The time since the beginning, in microseconds.
    package var time: Int
    package var label: String?
  }

  let film: SessionFilm
  /// The pictures that the terminal shows in pixels.
  package let pictures: ScenePictures
  package let captions: [TimedCaption]
  package let keys: [TimedKey]
  /// The title of the session.
  package let title: String
  /// The duration, in microseconds.
  package let end: Int
  /// The line count of the longest caption; 0 without captions.
  private let captionLineCount: Int

  /// Creates the scene of a whole session.
  ///
  /// - Throws: ``ExportProblem`` if there are too many frames.
  package init(_ log: SessionLog) throws(ExportProblem) {
    let log = log.colored
    self.init(log, try SessionFilm(log), keys: Self.keys(of: log), isStill: false)
  }

  /// Creates the scene of one moment of a session.
  ///
  /// - Parameters:
  ///   - log: The session.
  ///   - moment: The moment.
  /// - Throws: ``ExportProblem`` if there is no such moment.
  package init(_ log: SessionLog, at moment: StillMoment) throws(ExportProblem) {
    let log = try log.colored.ending(at: moment)
    self.init(log, SessionFilm(end: log), keys: [], isStill: true)
  }

  private init(_ log: SessionLog, _ film: SessionFilm, keys: [TimedKey], isStill: Bool) {
    (self.film, self.keys, end) = (film, keys, log.end)
    pictures = ScenePictures(log)
    title = log.title.isEmpty ? "A session at a terminal" : harmless(log.title)
    let width = film.size.columns * SceneMeasures.standard.cellWidth
    let captions = Self.captions(of: log, width: width)
    // A still has the size of the film, whose longest caption may be another one.
    captionLineCount = captions.map(\.lines.count).max() ?? 0
    self.captions =
      isStill ? captions.suffix(1).map { TimedCaption(time: 0, lines: $0.lines) } : captions
  }

  private static func captions(of log: SessionLog, width: Int) -> [TimedCaption] {
    var captions: [TimedCaption] = []
    var caption = Caption()
    for event in log.events where caption.take(event.kind) {
      // A caption that is replaced at once is not drawn.
      if captions.last?.time == event.time { captions.removeLast() }
      captions.append(TimedCaption(time: event.time, lines: CaptionLines(caption, width: width)))
    }
    return captions
  }

  /// The display time of a key, in microseconds.
  private static let keyRest = 1_200_000

  private static func keys(of log: SessionLog) -> [TimedKey] {
    var keys: [TimedKey] = []
    var end: Int?
    for event in log.events {
      if let time = end, time <= event.time {
        keys.append(TimedKey(time: time, label: nil))
        end = nil
      }
      guard case .key(let key) = event.kind, key.count > 1 else { continue }
      keys.append(TimedKey(time: event.time, label: key))
      end = event.time + keyRest
    }
    if let end, end < log.end { keys.append(TimedKey(time: end, label: nil)) }
    return keys
  }
}

extension Scene {
  /// Lays the window out with the measures of a picture.
  package func layout(_ measures: SceneMeasures = .standard) -> SceneLayout {
    SceneLayout(
      measures, columns: film.size.columns, rows: film.size.rows,
      captionLineCount: captionLineCount)
  }

  /// The title as it fits into the title bar.
  package var barTitle: String {
    clipped(title, to: max(8, (layout().width - 170) / 8))
  }
}

/// A caption: the title of the chapter, and the narration below it.
package struct Caption: Equatable, Sendable {
  /// The title of the chapter, which lasts until the next one.
  package private(set) var title = ""
  package private(set) var narration = ""

  package init() {}

  /// Adopts an event.
  ///
  /// - Returns: Whether it changes captions.
  @discardableResult
  package mutating func take(_ event: SessionLog.Kind) -> Bool {
    switch event {
    case .chapter(let title): (self.title, narration) = (title, "")
    case .narration(let text): narration = text
    default: return false
    }
    return true
  }
}

/// A caption in lines that fit the window.
package struct CaptionLines: Equatable, Sendable {
  /// The title of the chapter: a line, or none.
  package let titles: [String]
  /// The narration.
  package let texts: [String]

  /// The maximum number of lines of a narration, and the width of a letter in pixels.
  private static let (lineLimit, letterWidth) = (3, 8)

  /// Wraps a caption at a width in pixels.
  init(_ caption: Caption, width: Int) {
    titles = Self.lines(of: caption.title, width: width, limit: 1)
    texts = Self.lines(of: caption.narration, width: width, limit: Self.lineLimit)
  }

  /// The number of lines.
  var count: Int { titles.count + texts.count }

  private static func lines(of text: String, width: Int, limit: Int) -> [String] {
    if text.isEmpty { return [] }
    var lines = wrapped(harmless(text), to: width / letterWidth)
    if lines.count > limit {
      lines = Array(lines[..<limit])
      lines[limit - 1] += "…"
    }
    return lines
  }
}
