/// Where a part of a moving picture is at each moment.
struct Track {
  struct Place: Equatable {
    var x: Int
    var y: Int

    /// As the attribute of an element has it.
    var attribute: String { y == 0 ? "translate(\(x))" : "translate(\(x),\(y))" }

    /// As CSS has it.
    var property: String { y == 0 ? "translate(\(x)px)" : "translate(\(x)px,\(y)px)" }
  }

  private(set) var steps: [(time: Int, place: Place)] = []

  /// Notes a place from a moment on; times never go back.
  mutating func move(to place: Place, at time: Int) {
    if steps.last?.time == time { steps.removeLast() }
    if steps.last?.place != place { steps.append((time, place)) }
  }

  /// Where it is at the end, which is what a picture shows that does not move.
  var last: Place { steps.last?.place ?? Place(x: 0, y: 0) }

  var isStarted: Bool { !steps.isEmpty }
  var isMoving: Bool { steps.count > 1 }

  /// The keyframes of its animation; `duration` is in milliseconds.
  func keyframes(_ name: String, duration: Int) -> String {
    let frames = steps.map { step in
      "\(percent(step.time, of: duration)){transform:\(step.place.property)}"
    }
    return "@keyframes \(name){\(frames.joined())}"
  }

  /// Microseconds in percent of milliseconds, to four places.
  private func percent(_ time: Int, of duration: Int) -> String {
    var text = decimals(time * 1000 / max(1, duration), 4)[...]
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text + "%"
  }
}

/// A part of a picture that is moved, and what is in it.
struct MovingGroup {
  var track: Track
  var content: String

  /// The group as an element; `name` is that of its keyframes.
  func element(_ name: String) -> String {
    if content.isEmpty || !track.isMoving && track.last == Track.Place(x: 0, y: 0) {
      return content
    }
    let animation = track.isMoving ? " class=\"s\" style=\"animation-name:\(name)\"" : ""
    // Only the attribute says where it is at the end: not every reader of SVG looks into the style for that.
    return "<g\(animation) transform=\"\(track.last.attribute)\">\(content)</g>"
  }
}
