import Terminal

/// Lines that can be laid out again for another width of the window.
final class LineLayout {
  private let make: (_ width: Int) -> [StyledText]
  private let render: (ArraySlice<StyledText>) -> [UInt8]
  /// The lines; empty once all were taken, so that they do not take memory twice.
  private var lines: [StyledText]
  private var count: Int
  /// How many lines were taken.
  private var taken: Int

  /// Lays lines out.
  ///
  /// - Parameters:
  ///   - width: The width of the window in cells.
  ///   - taken: How many lines are on the screen already.
  ///   - render: Returns the bytes of lines.
  ///   - make: Returns the lines for a width.
  init(
    width: Int, taken: Int = 0, render: @escaping (ArraySlice<StyledText>) -> [UInt8],
    _ make: @escaping (_ width: Int) -> [StyledText]
  ) {
    (self.make, self.render) = (make, render)
    lines = make(width)
    count = lines.count
    self.taken = min(taken, count)
  }

  /// Whether all lines were taken.
  var isTaken: Bool { taken == count }

  /// Takes the next lines; nil if there are none.
  func next(_ limit: Int) -> [UInt8]? {
    guard taken < count else { return nil }
    let end = min(taken + limit, count)
    defer {
      taken = end
      if end == count { lines = [] }
    }
    return render(lines[taken..<end])
  }

  /// The lines that were taken, as bytes.
  var takenBytes: [UInt8] { render(lines.prefix(taken)) }

  /// Lays the lines out for another width.
  ///
  /// If that makes more or fewer lines, as of prose, the same part of them counts as taken.
  ///
  /// - Returns: The lines that were taken.
  func layOut(width: Int) -> [UInt8] {
    lines = make(width)
    taken = lines.count == count ? taken : taken * lines.count / max(count, 1)
    count = lines.count
    defer { if taken == count { lines = [] } }
    return takenBytes
  }
}

/// A picture among lines of paged output, which is drawn over empty lines.
package struct PagedPicture {
  /// Returns the number of lines above the picture in a window of some width.
  let line: (_ width: Int) -> Int
  /// The height of the picture in rows, and the width of the window that it needs.
  let rows: Int
  let columns: Int
  /// Returns the output that draws the picture, given the distance from the cursor up to its first row.
  let draw: (_ rowsUp: Int) -> [UInt8]

  package init(
    line: @escaping (_ width: Int) -> Int, rows: Int, columns: Int,
    draw: @escaping (_ rowsUp: Int) -> [UInt8]
  ) {
    (self.line, self.rows, self.columns, self.draw) = (line, rows, columns, draw)
  }
}
