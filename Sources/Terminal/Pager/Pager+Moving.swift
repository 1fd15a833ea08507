extension Pager {
  /// A way through the text.
  package enum Move: Sendable {
    case down, up, pageDown, pageUp, halfDown, halfUp, first, last
  }

  /// Moves as far as there is text, and asks for more of it if that is not there yet.
  package mutating func move(_ move: Move) {
    message = nil
    found = nil
    switch move {
    case .down: wanted = 1
    case .pageDown: wanted = height
    case .halfDown: wanted = max(1, height / 2)
    case .up: moveUp(1)
    case .pageUp: moveUp(height)
    case .halfUp: moveUp(max(1, height / 2))
    case .first: if top > Place() { show(from: Place()) }
    case .last: goal = .end
    }
  }

  /// Draws the whole screen again with the next drawing.
  package mutating func redraw() {
    if hasPaused { (shown, change) = (0, .all) }
  }

  private mutating func moveUp(_ count: Int) {
    let (place, moved) = moved(top, up: count)
    guard moved > 0 else { return }
    top = place
    if moved < height, shown == height, case .nothing = change {
      change = .above(moved)
    } else {
      (shown, change) = (0, .all)
    }
  }

  /// Shows the text from a row on, or its last screen if that begins before.
  mutating func show(from place: Place) {
    let place = isComplete ? min(place, lastTop) : place
    if place >= bottom {
      // All of it comes in at the bottom, and what was read scrolls away.
      (top, shown, wanted, change) = (place, 0, height, .nothing)
    } else {
      (top, shown, change) = (place, 0, .all)
    }
  }

  /// Looks for a text from the first row in view on or, backward, above it.
  package mutating func find(_ text: String, backward: Bool = false) {
    search = PagerSearch(text)
    (found, change) = (nil, .all)
    findAgain(backward: backward, includingTop: !backward)
  }

  /// Goes on to the next row, or the one before, that has the text that was looked for.
  package mutating func findAgain(backward: Bool = false) {
    findAgain(backward: backward, includingTop: false)
  }

  private mutating func findAgain(backward: Bool, includingTop: Bool) {
    message = nil
    guard let search else { return message = "/ and a text looks for it" }
    let start = found ?? top
    guard start.line < lines.count else { return goal = .match(from: start.line) }
    let row = layout(start.line).rows[start.row].bytes
    let lines = lines
    if backward {
      if let place = search.lastPlace(in: lines[start.line], before: row.lowerBound) {
        return show(match: start.line, at: place)
      }
      guard let line = (0..<start.line).last(where: { search.matches(lines[$0]) }) else {
        return message = "“\(search.text)” is in no line above"
      }
      show(match: line, at: search.lastPlace(in: lines[line], before: .max))
    } else {
      let from = includingTop ? row.lowerBound : row.upperBound
      guard let place = search.firstPlace(in: lines[start.line], from: from) else {
        return goal = .match(from: start.line + 1)
      }
      show(match: start.line, at: place)
    }
  }

  private mutating func show(match line: Int, at offset: Int?) {
    let place = Place(line: line, row: layout(line).row(at: offset ?? 0))
    found = place
    show(from: place)
  }

  /// Comes as near to the goal as the lines that are there allow.
  mutating func pursueGoal() {
    switch goal {
    case nil: return
    case .end:
      guard isComplete else { return }
      goal = nil
      if lastTop > top { scrollIn(to: lastTop) }
    case .match(let start): pursueMatch(from: start)
    }
  }

  private mutating func pursueMatch(from start: Int) {
    guard let search else { return goal = nil }
    let lines = lines
    if let line = (min(start, lines.count)..<lines.count).first(where: { search.matches(lines[$0]) }
    ) {
      goal = nil
      show(match: line, at: search.firstPlace(in: lines[line]))
    } else if isComplete {
      goal = nil
      message = "“\(search.text)” is in no line below"
    } else {
      goal = .match(from: max(start, lines.count))
    }
  }

  /// Goes down to a row; what comes into view on the way is left out if it is more than a screen.
  private mutating func scrollIn(to place: Place) {
    if place >= bottom { return show(from: place) }
    wanted = moved(bottom, down: height).count
  }
}
