import Catalog
import HTTPCache
import Output
import Pictures
import SessionStore
import Terminal
import Text
import World

/// The layout of pictures side by side in a window.
struct PictureGrid {
  /// The minimum width of a tile in cells, so that the name below it is readable.
  private static let narrowest = 20

  /// The number of tiles in a band, and the number of bands in the window.
  let across: Int
  let down: Int
  /// The width of a tile without the gap next to it, and the height of its picture, in cells.
  let columns: Int
  let rows: Int

  init(_ window: Console.Size, _ display: PictureDisplay) {
    across = max(1, (window.columns - 1) / (Self.narrowest + 4))
    let pitch = (window.columns - 1) / across
    columns = max(4, pitch - 2)
    // Most pictures are a third wider than high.
    let high = columns * display.cell.width * 3 / (display.cell.height * 4)
    rows = max(2, min(high, window.rows - 5))
    down = max(1, (window.rows - 3) / (rows + 1))
  }

  /// The number of pictures in the window.
  var count: Int { across * down }

  /// The column at which a tile begins.
  func column(of place: Int) -> Int { place % across * (columns + 2) }
}

extension PictureViews {
  /// The number of pictures on a page; nil if pictures are listed instead of drawn.
  package var pageSize: Int? {
    pictureScreen().map { PictureGrid(world.console.size(), $0.display).count }
  }

  /// Shows the pictures of a range of the view.
  package func show(_ page: Range<Int>) {
    if let screen = pictureScreen() {
      draw(page, on: screen)
    } else {
      output.print(pictureReport(session.rows[page]))
    }
  }

  /// Draws the pictures of a range of the view, one window after another.
  private func draw(_ page: Range<Int>, on screen: PictureScreen) {
    let count = PictureGrid(world.console.size(), screen.display).count
    for start in stride(from: page.lowerBound, to: page.upperBound, by: count) {
      if output.isClosed || world.interruptions.isRaised { return }
      let rows = Array(session.rows[start..<min(start + count, page.upperBound)])
      show({ self.grid(rows, $0, screen.display) }, on: screen)
    }
  }

  private func grid(
    _ rows: [Int], _ window: Console.Size, _ display: PictureDisplay
  ) -> PictureSheet {
    let grid = PictureGrid(window, display)
    var sections: [PictureSheet.Section] = []
    for start in stride(from: 0, to: rows.count, by: grid.across) {
      let band = rows[start..<min(start + grid.across, rows.count)]
      var spots: [PictureSheet.Spot] = []
      var names = StyledText()
      for (place, row) in band.enumerated() {
        let number = session.number(of: row).map { "\($0) " } ?? ""
        let name = StyledText(number, .faint) + StyledText(catalog.name(row))
        let gap = grid.column(of: place) - names.width
        names =
          names + StyledText(String(repeating: " ", count: max(0, gap)))
          + name.clipped(to: grid.columns)
        let column = grid.column(of: place)
        guard let picture = shownPlace(row, .small) else {
          spots.append(
            .init(
              request: nil, row: row, name: "", column: column, columns: grid.columns,
              isCentered: true))
          continue
        }
        let frame = display.frame(columns: grid.columns, rows: grid.rows)
        spots.append(
          .init(
            request: pictureRequest(picture, in: frame), row: row, name: catalog.name(row),
            column: column, columns: grid.columns, isCentered: true))
      }
      sections += [.band(spots, rows: grid.rows), .lines([names])]
    }
    return PictureSheet(sections: sections)
  }

  /// Loads the pictures of the next page of the view while the user looks at the current one.
  ///
  /// - Parameter end: The index after the current page.
  package func prepareNextPage(after end: Int) {
    guard options.isInteractive, !world.interruptions.isRaised, let screen = pictureScreen() else {
      return
    }
    let grid = PictureGrid(world.console.size(), screen.display)
    let frame = screen.display.frame(columns: grid.columns, rows: grid.rows)
    let rows = session.rows[end..<min(end + grid.count, session.rows.count)]
    loader.prepare(
      rows.compactMap { shownPlace($0, .small) }.map { pictureRequest($0, in: frame) })
  }

  /// A list of the pictures of rows with their states; sends no requests.
  private func pictureReport(_ rows: some Collection<Int>) -> Report {
    let columns: [Report.Column] = [
      .init("row", title: "#", isNumber: true), .init("name", title: "Name", isFlexible: true),
      .init("state", title: "Picture"), .init("bytes", title: "Size", isNumber: true),
      .init("address", title: "Address", isFlexible: true),
    ]
    return Report(
      columns,
      rows.prefix { _ in !world.interruptions.isRaised }.map { row in
        let number = session.number(of: row).map { Cell($0) } ?? Cell("", .null)
        guard let place = shownPlace(row, .small) else {
          return [number, Cell(catalog.name(row)), Cell("none"), Cell("", .null), Cell("", .null)]
        }
        let (word, count, _) = pictureStanding(place)
        let size = count.map { Cell(StyledText(byteText($0)), .number(Double($0))) }
        return [
          number, Cell(catalog.name(row)), Cell(word), size ?? Cell("", .null),
          Cell(harmless(place.shown)),
        ]
      })
  }

  /// The request for a picture that is not drawn.
  package func pictureRequest(_ place: PicturePlace) -> PictureRequest {
    pictureRequest(place, in: PixelFrame(width: 16, height: 16))
  }
}
