import Terminal
import TerminalEmulator
import Text

/// Draws rows of a terminal as SVG, the upper left of their letters' line at zero.
struct RowPainter {
  private let screen: TerminalScreen
  private let theme: PictureTheme
  /// The properties of each class, in the order in which they came up.
  private(set) var classes: [String] = []
  private var classPlaces: [String: Int] = [:]

  init(_ screen: TerminalScreen, _ theme: PictureTheme) {
    (self.screen, self.theme) = (screen, theme)
  }

  /// The elements that show a row; none if there is nothing to be seen.
  mutating func paint(_ cells: ArraySlice<ScreenCell>) -> [String] {
    var row = PaintedRow()
    for (column, cell) in cells.enumerated() where !cell.isRightHalf {
      let next = cells.startIndex + column + 1
      let isWide = next < cells.endIndex && cells[next].isRightHalf
      paint(cell, column: column, width: isWide ? 2 : 1, into: &row)
    }
    return row.elements
  }

  private mutating func paint(
    _ cell: ScreenCell, column: Int, width: Int, into row: inout PaintedRow
  ) {
    let (front, back) = theme.colors(of: cell.style)
    let x = column * PictureMeasures.cellWidth
    if back != theme.background {
      let box = PixelBox(
        x: x, y: 0, width: width * PictureMeasures.cellWidth, height: PictureMeasures.cellHeight)
      row.grounds.add(box, back)
    }
    if cell.style.traits.contains(.hidden) { return }
    let text = screen.text(of: cell)
    let scalar = text.unicodeScalars.first ?? " "
    if let boxes = BlockShape.boxes(scalar, x: x) {
      for box in boxes { row.shapes.add(box, front) }
    } else if !cell.isSpace || !cell.style.traits.isDisjoint(with: [.underlined, .struck]) {
      let style = number(of: cell.style.traits, front)
      row.add(text, column: column, width: width, style: style, isPlain: scalar.value < 0x250)
    } else {
      row.addSpace(column: column)
    }
  }

  /// The number of the class of a text; nil for the usual one.
  private mutating func number(
    of traits: TerminalStyle.Traits, _ color: RGBColor
  ) -> Int? {
    var properties = color == theme.foreground ? "" : "fill:\(color.css)"
    for (trait, property) in Self.properties where traits.contains(trait) {
      properties += (properties.isEmpty ? "" : ";") + property
    }
    if properties.isEmpty { return nil }
    if let place = classPlaces[properties] { return place }
    classPlaces[properties] = classes.count
    classes.append(properties)
    return classes.count - 1
  }

  private static let properties: [(TerminalStyle.Traits, String)] = [
    (.bold, "font-weight:700"), (.italic, "font-style:italic"),
    ([.underlined, .struck], "text-decoration:underline line-through"),
    (.underlined, "text-decoration:underline"), (.struck, "text-decoration:line-through"),
  ]
}
