extension Pager {
  /// A scroll command.
  package enum Move: Sendable {
    case down, up, pageDown, pageUp, halfDown, halfUp, first, last
  }

  /// Scrolls as far as possible, and requests more text if it has not arrived.
  package mutating func move(_ move: Move) {
    message = nil
    found = nil
    switch move {
    case .down: wanted = 1
    case .pageDown: wanted = max(1, height - headRows(at: bottom.line))
    case .halfDown: wanted = max(1, height / 2)
    case .up: moveUp(1)
    case .pageUp: moveUp(max(1, height - headRows(at: top.line)))
    case .halfUp: moveUp(max(1, height / 2))
    case .first: if top > Position() { show(from: Position()) }
    case .last: goal = .end
    }
  }

  /// Redraws the whole screen on the next call of ``draw()``.
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

  /// Shows the text from a row, or the last screen if the text ends before.
  mutating func show(from place: Position) {
    let place = isComplete ? min(place, lastTop) : place
    if place >= bottom {
      // The new rows scroll in at the bottom, so that the old ones remain in the scrollback.
      (top, shown, wanted, change) = (place, 0, height, .nothing)
    } else {
      (top, shown, change) = (place, 0, .all)
    }
  }

  /// Searches for a text from the first visible row, or backward from it.
  package mutating func find(_ text: String, backward: Bool = false) {
    search = PagerSearch(text)
    (found, change) = (nil, .all)
    findAgain(backward: backward, includingTop: !backward)
  }

  /// Repeats the search from the current match.
  package mutating func findAgain(backward: Bool = false) {
    findAgain(backward: backward, includingTop: false)
  }

  private mutating func findAgain(backward: Bool, includingTop: Bool) {
    message = nil
    guard let search else { return message = "type / and a text to search" }
    let start = found ?? top
    guard start.line < lines.count else { return goal = .match(from: start.line) }
    let row = layout(start.line).rows[start.row].bytes
    let lines = lines
    if backward {
      if let place = search.lastPlace(in: lines[start.line], before: row.lowerBound) {
        return show(match: start.line, at: place)
      }
      guard let line = (0..<start.line).last(where: { search.matches(lines[$0]) }) else {
        return message = "no line above contains “\(search.text)”"
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
    let place = Position(line: line, row: layout(line).row(at: offset ?? 0))
    found = place
    // The head of a table hides the first row.
    show(from: headRows(at: place.line) > 0 ? moved(place, up: 1).place : place)
  }

  /// Continues toward the goal with the lines that have arrived.
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
      message = "no line below contains “\(search.text)”"
    } else {
      goal = .match(from: max(start, lines.count))
    }
  }

  /// Scrolls down to a row.
  ///
  /// If it is more than a screen away, the rows between are skipped.
  private mutating func scrollIn(to place: Position) {
    if place >= bottom { return show(from: place) }
    wanted = moved(bottom, down: height).count
  }
}
