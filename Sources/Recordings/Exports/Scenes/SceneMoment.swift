import TerminalEmulator

/// What the window shows from a time on, for pictures that are painted one after the other.
package struct SceneMoment: Sendable {
  /// The time since the beginning, in microseconds.
  package var time: Int
  package var frame: SceneFrame
  /// The caption; nil before the first one.
  package var caption: CaptionLines?
  /// The label of the pressed key; nil if none is shown.
  package var key: String?
}

extension Scene {
  /// The shortest time that a moment lasts, in microseconds: browsers slow pictures down that change more often.
  private static let shortestMoment = 20_000

  /// The moments at which the window changes, in order; the first one is at 0.
  ///
  /// Changes that follow each other within 20 ms are one moment. Times are those of the session, so that they do not
  /// drift.
  ///
  /// - Parameter showsKeys: Whether keys are shown.
  /// - Returns: The moments.
  /// - Complexity: O(*n* log *n*), where *n* is the number of changes.
  package func moments(showsKeys: Bool) -> [SceneMoment] {
    let keys = showsKeys ? keys : []
    let times = Set(film.frames.map(\.time) + captions.map(\.time) + keys.map(\.time)).sorted()
    var (frame, caption, key) = (film.frames[...], captions[...], keys[...])
    var moment = SceneMoment(time: 0, frame: film.frames[0])
    var moments: [SceneMoment] = []
    for time in times {
      while let next = frame.first, next.time <= time { moment.frame = frame.removeFirst() }
      while let next = caption.first, next.time <= time {
        moment.caption = caption.removeFirst().lines
      }
      while let next = key.first, next.time <= time { moment.key = key.removeFirst().label }
      if let last = moments.last, time - last.time < Self.shortestMoment {
        moment.time = last.time
        moments.removeLast()
      } else {
        moment.time = moments.isEmpty ? 0 : time
      }
      moments.append(moment)
    }
    return moments
  }

  /// Returns the text of a cell of a frame; empty for the right half of a wide character.
  package func text(of cell: ScreenCell) -> String { film.screen.text(of: cell) }

  /// The size of the terminal, in cells.
  package var size: ScriptSize { film.size }
}
