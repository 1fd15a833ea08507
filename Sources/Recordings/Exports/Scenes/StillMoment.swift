/// A moment of a session that a still shows.
package enum StillMoment: Equatable, Sendable {
  /// The end of the session.
  case end
  /// An `@ shot`, by its name.
  case shot(String)
  /// The end of a chapter, by its title.
  case chapter(String)
  /// A time since the beginning, in microseconds.
  case time(Int)
}

extension SessionLog {
  /// The titles of the chapters, without duplicates.
  package var chapters: [String] {
    var titles: [String] = []
    for event in events {
      if case .chapter(let title) = event.kind, !titles.contains(title) { titles.append(title) }
    }
    return titles
  }

  /// Returns the session up to a moment.
  ///
  /// - Throws: ``ExportProblem`` if there is no such moment.
  func ending(at moment: StillMoment) throws(ExportProblem) -> SessionLog {
    var log = self
    switch moment {
    case .end: break
    case .shot(let name):
      guard let end = events.firstIndex(where: { $0.kind == .shot(name) }) else {
        throw .noSuchShot(name, known: shots)
      }
      log.events = Array(events[..<end])
    case .chapter(let title):
      guard let begin = events.firstIndex(where: { $0.kind == .chapter(title) }) else {
        throw .noSuchChapter(title, known: chapters)
      }
      let rest = events[(begin + 1)...]
      let end = rest.firstIndex { if case .chapter = $0.kind { true } else { false } }
      log.events = Array(events[..<(end ?? events.endIndex)])
    case .time(let time):
      guard time <= self.end else {
        throw .afterEnd(seconds: decimals(time, 6), of: decimals(self.end, 6))
      }
      log.events = Array(events.prefix { $0.time <= time })
    }
    return log
  }
}
