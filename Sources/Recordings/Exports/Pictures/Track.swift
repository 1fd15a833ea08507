/// The positions of a moving part of a picture over time.
struct Track {
  struct Position: Equatable {
    var x: Int
    var y: Int

    /// The position as an SVG `transform` attribute.
    var attribute: String { y == 0 ? "translate(\(x))" : "translate(\(x),\(y))" }

    /// The position as a CSS `transform` property.
    var property: String { y == 0 ? "translate(\(x)px)" : "translate(\(x)px,\(y)px)" }
  }

  private(set) var steps: [(time: Int, place: Position)] = []

  /// Sets the position from a given time.
  ///
  /// Times must not decrease.
  mutating func move(to place: Position, at time: Int) {
    if steps.last?.time == time { steps.removeLast() }
    if steps.last?.place != place { steps.append((time, place)) }
  }

  /// The final position, which a picture without animations shows.
  var last: Position { steps.last?.place ?? Position(x: 0, y: 0) }

  var isStarted: Bool { !steps.isEmpty }
  var isMoving: Bool { steps.count > 1 }

  /// Returns the keyframes of the animation; `duration` is in milliseconds.
  func keyframes(_ name: String, duration: Int) -> String {
    let frames = steps.map { step in
      "\(percent(step.time, of: duration)){transform:\(step.place.property)}"
    }
    return "@keyframes \(name){\(frames.joined())}"
  }

  /// Returns a time in microseconds as a percentage of a duration in milliseconds, with up to four decimals.
  private func percent(_ time: Int, of duration: Int) -> String {
    var text = decimals(time * 1000 / max(1, duration), 4)[...]
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text + "%"
  }
}

/// A group of elements and its animation.
struct MovingGroup {
  var track: Track
  var content: String

  /// Returns the group as an element; `name` is the name of its keyframes.
  func element(_ name: String) -> String {
    if content.isEmpty || !track.isMoving && track.last == Track.Position(x: 0, y: 0) {
      return content
    }
    let animation = track.isMoving ? " class=\"s\" style=\"animation-name:\(name)\"" : ""
    // The final position is also an attribute, because some SVG readers ignore CSS transforms.
    return "<g\(animation) transform=\"\(track.last.attribute)\">\(content)</g>"
  }
}
