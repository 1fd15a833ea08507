import Terminal
import TerminalEmulator
import Text

/// Draws terminal rows as SVG elements, with the baseline at y = 0.
struct RowPainter {
  private let scene: Scene
  private let theme: PictureTheme
  private let darkTheme: PictureTheme?
  private let background: Paint
  private let foreground: Paint
  private let blocks = BlockShape(.standard)
  /// The properties of each class, in order of first use.
  private(set) var classes: [TextLook] = []
  private var classPlaces: [TextLook: Int] = [:]
  /// The colors of boxes for viewers who prefer dark pictures, where they differ.
  private(set) var darkFills: Set<RGBColor> = []

  init(_ scene: Scene, _ theme: PictureTheme, dark darkTheme: PictureTheme? = nil) {
    (self.scene, self.theme, self.darkTheme) = (scene, theme, darkTheme)
    background = Paint(theme.background, dark: darkTheme?.background)
    foreground = Paint(theme.foreground, dark: darkTheme?.foreground)
  }

  /// Returns the elements that draw a row; empty if nothing is visible.
  mutating func paint(_ cells: ArraySlice<ScreenCell>) -> [String] {
    var row = PaintedRow()
    for (column, cell) in cells.enumerated() where !cell.isRightHalf {
      let next = cells.startIndex + column + 1
      let isWide = next < cells.endIndex && cells[next].isRightHalf
      paint(cell, column: column, width: isWide ? 2 : 1, into: &row)
    }
    darkFills.formUnion((row.grounds.colors + row.shapes.colors).compactMap(\.dark))
    return row.elements
  }

  private mutating func paint(
    _ cell: ScreenCell, column: Int, width: Int, into row: inout PaintedRow
  ) {
    if let part = scene.picturePart(of: cell) { return row.add(part, column: column) }
    let (front, back) = colors(of: cell.style)
    let x = column * SceneMeasures.standard.cellWidth
    if back != background {
      let box = PixelBox(
        x: x, y: 0, width: width * SceneMeasures.standard.cellWidth,
        height: SceneMeasures.standard.cellHeight)
      row.grounds.add(box, back)
    }
    if cell.style.traits.contains(.hidden) { return }
    let text = scene.text(of: cell)
    let scalar = text.unicodeScalars.first ?? " "
    if let boxes = blocks.boxes(scalar, x: x) {
      for box in boxes { row.shapes.add(box, front) }
    } else if !cell.isSpace || !cell.style.traits.isDisjoint(with: [.underlined, .struck]) {
      let style = number(of: cell.style.traits, front)
      row.add(text, column: column, width: width, style: style, isPlain: scalar.value < 0x250)
    } else {
      row.addSpace(column: column)
    }
  }

  private func colors(of style: TerminalStyle) -> (front: Paint, back: Paint) {
    let (colors, dark) = (theme.colors(of: style), darkTheme?.colors(of: style))
    return (Paint(colors.front, dark: dark?.front), Paint(colors.back, dark: dark?.back))
  }

  /// Returns the number of the class of a text; nil for the default style.
  private mutating func number(
    of traits: TerminalStyle.Traits, _ color: Paint
  ) -> Int? {
    let look = TextLook(
      color: color == foreground ? nil : color,
      properties: Self.properties.filter { traits.contains($0.0) }.map(\.1))
    if look.color == nil, look.properties.isEmpty { return nil }
    if let place = classPlaces[look] { return place }
    classPlaces[look] = classes.count
    classes.append(look)
    return classes.count - 1
  }

  private static let properties: [(TerminalStyle.Traits, String)] = [
    (.bold, "font-weight:700"), (.italic, "font-style:italic"),
    ([.underlined, .struck], "text-decoration:underline line-through"),
    (.underlined, "text-decoration:underline"), (.struck, "text-decoration:line-through"),
  ]
}

/// A color of a picture.
struct Paint: Hashable {
  var color: RGBColor
  /// The color for viewers who prefer dark pictures; nil for the same one.
  var dark: RGBColor?

  init(_ color: RGBColor, dark: RGBColor?) {
    self.color = color
    self.dark = dark == color ? nil : dark
  }
}

/// The properties of a class of texts.
struct TextLook: Hashable {
  /// The color; nil for that of all texts.
  var color: Paint?
  /// The other properties in CSS.
  var properties: [String]

  /// The properties in CSS.
  var css: String {
    ((color.map { ["fill:\($0.color.css)"] } ?? []) + properties).joined(separator: ";")
  }
}

/// The elements of a row: backgrounds, block characters, and text in runs of equal style.
struct PaintedRow {
  struct Run {
    var column: Int
    /// The width in cells.
    var width: Int
    var text: String
    var style: Int?
    /// Whether the run can grow, because fonts agree on the width of its letters.
    var isPlain: Bool
    /// The spaces after the text.
    ///
    /// They are part of the run only if more text follows.
    var spaces = 0
  }

  var grounds = ColoredBoxes()
  var shapes = ColoredBoxes()
  private(set) var runs: [Run] = []
  /// Parts of pictures that are side by side, with the column of the first, and their number.
  private var pictures: [(part: PicturePart, column: Int, count: Int)] = []

  /// The number of spaces after which text starts a new run, with its own position.
  private static let spaceLimit = 4

  mutating func add(_ text: String, column: Int, width: Int, style: Int?, isPlain: Bool) {
    if isPlain || runs.last?.text.last.map({ String($0) }) == text, width == 1,
      let last = runs.last,
      last.style == style, last.isPlain == isPlain, last.column + last.width + last.spaces == column
    {
      let spaces = String(repeating: " ", count: last.spaces)
      runs[runs.count - 1].text += spaces + text
      runs[runs.count - 1].width += last.spaces + 1
      runs[runs.count - 1].spaces = 0
    } else {
      runs.append(Run(column: column, width: width, text: text, style: style, isPlain: isPlain))
    }
  }

  mutating func add(_ part: PicturePart, column: Int) {
    if let last = pictures.last, last.column + last.count == column, last.part.id == part.id,
      last.part.row == part.row, last.part.column + last.count == part.column
    {
      pictures[pictures.count - 1].count += 1
    } else {
      pictures.append((part, column, 1))
    }
  }

  mutating func addSpace(column: Int) {
    guard let last = runs.last, last.isPlain, last.spaces < Self.spaceLimit,
      last.column + last.width + last.spaces == column
    else { return }
    runs[runs.count - 1].spaces += 1
  }

  /// The elements that draw the row.
  var elements: [String] {
    grounds.paths + shapes.paths + pictures.map(element) + runs.map(element)
  }

  /// A window through which a part of a picture is seen.
  ///
  /// The second space is where an ID can be inserted, as in elements whose name has four letters.
  private func element(_ picture: (part: PicturePart, column: Int, count: Int)) -> String {
    let measures = SceneMeasures.standard
    let (x, width) = (picture.column * measures.cellWidth, picture.count * measures.cellWidth)
    let (left, top) = (
      picture.part.column * measures.cellWidth, picture.part.row * measures.cellHeight
    )
    // The next row covers a pixel of this one, so that no seam shows between them at a fraction of the size.
    let height = measures.cellHeight + 1
    return """
      <svg  x="\(x)" y="\(-measures.baseline)" width="\(width)" height="\(height)" \
      viewBox="\(left) \(top) \(width) \(height)"><use href="#i\(picture.part.id)"/></svg>
      """
  }

  private func element(_ run: Run) -> String {
    let (x, width) = (
      run.column * SceneMeasures.standard.cellWidth, run.width * SceneMeasures.standard.cellWidth
    )
    var names = run.style.map { "c\($0)" } ?? ""
    var place = x > 0 ? " x=\"\(x)\"" : ""
    if run.width == 2, !run.isPlain {
      // A wide character is centered in its two cells, whatever its width in the font.
      names += (names.isEmpty ? "" : " ") + "w"
      place = " x=\"\(x + SceneMeasures.standard.cellWidth)\""
    } else if run.width > 1 {
      place += " textLength=\"\(width)\""
    }
    let style = names.isEmpty ? "" : " class=\"\(names)\""
    return "<text\(place)\(style)>\(xml(run.text))</text>"
  }
}

/// Boxes grouped by color, with adjacent boxes merged.
struct ColoredBoxes {
  private var groups: [(color: Paint, boxes: [PixelBox])] = []
  private var places: [Paint: Int] = [:]

  mutating func add(_ box: PixelBox, _ color: Paint) {
    guard let place = places[color] else {
      places[color] = groups.count
      groups.append((color, [box]))
      return
    }
    for (index, other) in groups[place].boxes.indices.suffix(2).map({
      ($0, groups[place].boxes[$0])
    })
    where other.y == box.y && other.height == box.height && other.x + other.width == box.x {
      groups[place].boxes[index].width += box.width
      return
    }
    groups[place].boxes.append(box)
  }

  /// The colors, in order of first use.
  var colors: [Paint] { groups.map(\.color) }

  /// One path element per color.
  var paths: [String] {
    groups.map { color, boxes in
      let name = color.dark.map { " class=\"\($0.fillClass)\"" } ?? ""
      return "<path\(name) fill=\"\(color.color.css)\" d=\"\(boxes.map(\.path).joined())\"/>"
    }
  }
}

extension PixelBox {
  /// The path data of a rectangle in a row of cells, relative to the baseline.
  ///
  /// A fill closes it implicitly.
  fileprivate var path: String {
    let y = y - SceneMeasures.standard.baseline
    return "M\(x)\(y < 0 ? "" : " ")\(y)h\(width)v\(height)H\(x)"
  }
}

extension RGBColor {
  /// The name of the class of elements that are filled with it where dark pictures are preferred.
  var fillClass: String { "d" + css.dropFirst() }

  /// The color in CSS notation, with three digits where possible.
  var css: String {
    let digits = Array("0123456789abcdef")
    let channels = [red, green, blue]
    if channels.allSatisfy({ $0 >> 4 == $0 & 15 }) {
      return "#" + String(channels.map { digits[Int($0 & 15)] })
    }
    return "#" + String(channels.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
