import Recordings
import Terminal
import TerminalEmulator
import Text

/// A box that was painted.
struct PaintedBox {
  var box: PixelBox
  /// Whether it shows a part of a picture, rather than text.
  var isPicture: Bool
}

/// Paints the moments of a scene, one after the other, on one canvas.
///
/// A window in pixels has square corners and no shadow, because GIF and video have no half-transparent pixels.
struct ScenePainter {
  private(set) var canvas: Canvas
  let scene: Scene
  let layout: SceneLayout
  let theme: PictureTheme
  let shapes: CellShapes
  /// The fonts of the terminal, and of the title and captions.
  let fonts: FilmFonts
  let smallFonts: FilmFonts
  private let pictures: FilmPictures
  private var last: SceneMoment?

  /// The largest side of a picture in pixels: the limit of WebP.
  private static let sideLimit = 16_383
  /// The letters of titles and captions, where those of the terminal have 15 pixels: 80 of them fit where the scene
  /// wraps captions.
  private static let smallLetter = 13

  /// Prepares a painter.
  ///
  /// - Throws: ``FilmError`` if the picture is too large, or a font cannot be used.
  init(_ scene: Scene, _ options: FilmOptions, _ library: FilmLibrary) throws(FilmError) {
    let measures = SceneMeasures(letter: options.letter * options.scale)
    layout = scene.layout(measures)
    guard layout.width <= Self.sideLimit, layout.height <= Self.sideLimit else {
      throw .tooLarge(width: layout.width, height: layout.height)
    }
    (self.scene, theme, shapes) = (scene, options.theme, CellShapes(measures))
    pictures = FilmPictures(
      scene.pictures, measures, over: CanvasColor(options.theme.background))
    fonts = try FilmFonts(library, file: options.font, size: measures.letter)
    smallFonts = try FilmFonts(
      library, file: options.font, size: measures.pixels(Self.smallLetter))
    canvas = Canvas(
      width: layout.width, height: layout.height, CanvasColor(options.theme.background))
  }

  /// Paints what has changed since the last moment; everything at first.
  ///
  /// - Returns: The boxes that were painted.
  mutating func paint(_ moment: SceneMoment) -> [PaintedBox] {
    var boxes: [PaintedBox] = []
    if last == nil {
      paintWindow()
      boxes = [PaintedBox(box: canvas.bounds, isPicture: false)]
    }
    boxes += paintTerminal(moment)
    if let box = layout.captions, last?.caption != moment.caption {
      canvas.fill(box, CanvasColor(theme.background))
      if let caption = moment.caption { paint(caption, in: box) }
      boxes.append(PaintedBox(box: box, isPicture: false))
    }
    last = moment
    return boxes
  }

  /// Paints the border, the title bar with its buttons, the title, and the line above the captions.
  private mutating func paintWindow() {
    let (width, height, line) = (layout.width, layout.height, max(1, layout.measures.pixels(1)))
    canvas.fill(canvas.bounds, CanvasColor(theme.edge))
    canvas.fill(
      PixelBox(x: line, y: line, width: width - 2 * line, height: height - 2 * line),
      CanvasColor(theme.background))
    canvas.fill(
      PixelBox(x: line, y: line, width: width - 2 * line, height: layout.measures.bar - line),
      CanvasColor(theme.bar))
    for button in layout.buttons {
      let radius = button.radius
      let box = PixelBox(
        x: button.x - radius, y: button.y - radius, width: 2 * radius, height: 2 * radius)
      canvas.draw(box, CanvasColor(RGBColor(button.color))) { x, y in
        let (x, y) = (2 * (x - 4 * radius) + 1, 2 * (y - 4 * radius) + 1)
        return x * x + y * y <= 64 * radius * radius
      }
    }
    if let edge = layout.captionEdge {
      canvas.fill(
        PixelBox(x: line, y: edge, width: width - 2 * line, height: line), CanvasColor(theme.edge))
    }
    let title = scene.barTitle
    let length = displayWidth(of: title) * smallFonts.advance / 64
    write(
      title, x: layout.title.x - length / 2, y: layout.title.y, smallFonts, theme.caption,
      in: PixelBox(x: 0, y: 0, width: width, height: layout.measures.bar))
  }

  private mutating func paint(_ caption: CaptionLines, in box: PixelBox) {
    for (number, line) in (caption.titles + caption.texts).enumerated() {
      let isTitle = number < caption.titles.count
      write(
        line, x: box.x, y: box.y + layout.captionBaseline(line: number), smallFonts,
        isTitle ? theme.foreground : theme.caption, isBold: isTitle, in: box)
    }
  }

  /// Writes a line of text outside the terminal.
  private mutating func write(
    _ text: String, x: Int, y: Int, _ fonts: FilmFonts, _ color: RGBColor, isBold: Bool = false,
    in clip: PixelBox
  ) {
    var column = 0
    for character in text {
      for scalar in character.unicodeScalars.drawn {
        canvas.draw(
          fonts.letter(scalar, isBold: isBold), x: x + column * fonts.advance / 64, y: y, in: clip,
          CanvasColor(color))
      }
      column += displayWidth(of: character)
    }
  }
}

extension ScenePainter {
  /// Paints the rows that have changed, the cursor and the key.
  private mutating func paintTerminal(_ moment: SceneMoment) -> [PaintedBox] {
    let (old, size) = (last?.frame, scene.size)
    let keyRows = rows(ofKeys: [last?.key, moment.key])
    var boxes: [PaintedBox] = []
    for row in 0..<size.rows {
      let new = row < moment.frame.grid.count ? moment.frame.grid[row].cells : []
      let known = old.map { row < $0.grid.count ? $0.grid[row].cells : [] }
      var columns = keyRows.contains(row) ? 0..<size.columns : changed(new, known)
      if old?.cursor != moment.frame.cursor {
        for case let place? in [old?.cursor, moment.frame.cursor] where place.row == row {
          columns = columns.union(place.column..<min(size.columns, place.column + 1))
        }
      }
      if columns.isEmpty { continue }
      columns = whole(columns, in: [new, known ?? []])
      paint(new, columns, row: row)
      if let place = moment.frame.cursor, place.row == row, columns.contains(place.column) {
        canvas.mix(
          cellBox(row, place.column, 1), CanvasColor(theme.foreground), level: 8)
      }
      boxes += painted(new, columns, row: row)
    }
    if let key = moment.key { paint(key) }
    return boxes
  }

  /// Returns the boxes of the columns of a row, those of pictures apart from those of text.
  private func painted(_ cells: [ScreenCell], _ columns: Range<Int>, row: Int) -> [PaintedBox] {
    var boxes: [PaintedBox] = []
    var start = columns.lowerBound
    while start < columns.upperBound {
      func isPicture(_ column: Int) -> Bool {
        column < cells.count && scene.picturePart(of: cells[column]) != nil
      }
      let kind = isPicture(start)
      let end = columns.first { $0 > start && isPicture($0) != kind } ?? columns.upperBound
      boxes.append(PaintedBox(box: cellBox(row, start, end - start), isPicture: kind))
      start = end
    }
    return boxes
  }

  /// Returns the columns in which two rows differ; all without a known row.
  private func changed(_ new: [ScreenCell], _ known: [ScreenCell]?) -> Range<Int> {
    guard let known else { return 0..<scene.size.columns }
    if new == known { return 0..<0 }
    guard new.count == known.count else { return 0..<scene.size.columns }
    guard let first = new.indices.first(where: { new[$0] != known[$0] }),
      let last = new.indices.last(where: { new[$0] != known[$0] })
    else { return 0..<0 }
    return first..<last + 1
  }

  /// Extends columns so that no wide character is cut.
  private func whole(_ columns: Range<Int>, in rows: [[ScreenCell]]) -> Range<Int> {
    var (start, end) = (columns.lowerBound, columns.upperBound)
    func isRightHalf(_ column: Int) -> Bool {
      rows.contains { column < $0.count && $0[column].isRightHalf }
    }
    while start > 0, isRightHalf(start) { start -= 1 }
    while isRightHalf(end) { end += 1 }
    return start..<end
  }

  private mutating func paint(_ cells: [ScreenCell], _ columns: Range<Int>, row: Int) {
    canvas.fill(cellBox(row, columns.lowerBound, columns.count), CanvasColor(theme.background))
    for column in columns where column < cells.count && !cells[column].isRightHalf {
      let isWide = column + 1 < cells.count && cells[column + 1].isRightHalf
      paint(cells[column], in: cellBox(row, column, isWide ? 2 : 1))
    }
  }

  private mutating func paint(_ cell: ScreenCell, in box: PixelBox) {
    if let part = scene.picturePart(of: cell) { return paint(part, in: box) }
    let (front, back) = theme.colors(of: cell.style)
    if back != theme.background { canvas.fill(box, CanvasColor(back)) }
    let traits = cell.style.traits
    if traits.contains(.hidden) { return }
    let color = CanvasColor(front)
    if !cell.isSpace {
      paint(scene.text(of: cell), in: box, traits, color)
    }
    let line = max(1, layout.measures.pixels(1))
    let baseline = box.y + layout.measures.baseline
    if traits.contains(.underlined) {
      canvas.fill(
        PixelBox(x: box.x, y: baseline + 2 * line, width: box.width, height: line), color)
    }
    if traits.contains(.struck) {
      let y = baseline - layout.measures.pixels(4)
      canvas.fill(PixelBox(x: box.x, y: y, width: box.width, height: line), color)
    }
  }

  private mutating func paint(
    _ text: String, in box: PixelBox, _ traits: TerminalStyle.Traits, _ color: CanvasColor
  ) {
    for scalar in text.unicodeScalars.drawn {
      switch shapes.shape(scalar) {
      case .boxes(let boxes):
        for shape in boxes { canvas.fill(shape.moved(x: box.x, y: box.y), color) }
      case .shade(let level): canvas.mix(box, color, level: level)
      case .arc(let covers): canvas.draw(box, color, covers: covers)
      case nil:
        let letter = fonts.letter(
          scalar, isBold: traits.contains(.bold), isSlanted: traits.contains(.italic))
        // A letter that is wider or narrower than its cells is centered in them.
        let x = box.x + (64 * box.width - letter.advance + 64) / 128
        canvas.draw(letter, x: x, y: box.y + layout.measures.baseline, in: box, color)
      }
    }
  }

  /// Paints the part of a picture that a cell shows.
  private mutating func paint(_ part: PicturePart, in box: PixelBox) {
    guard let picture = pictures.picture(part.id) else { return }
    let (left, top) = (part.column * box.width, part.row * box.height)
    canvas.paint(box) { picture.color(x: left + $0, y: top + $1) }
  }

  private func cellBox(_ row: Int, _ column: Int, _ count: Int) -> PixelBox {
    let measures = layout.measures
    return PixelBox(
      x: layout.terminal.x + column * measures.cellWidth,
      y: layout.terminal.y + row * measures.cellHeight, width: count * measures.cellWidth,
      height: measures.cellHeight)
  }

  /// The rows that pressed keys cover.
  private func rows(ofKeys keys: [String?]) -> Range<Int> {
    guard keys.contains(where: { $0 != nil }) else { return 0..<0 }
    let box = layout.keyBox(columns: 1)
    return max(0, box.y / layout.measures.cellHeight)..<scene.size.rows
  }

  private mutating func paint(_ key: String) {
    let columns = displayWidth(of: key)
    let box = layout.keyBox(columns: columns).moved(x: layout.terminal.x, y: layout.terminal.y)
    let line = max(1, layout.measures.pixels(1))
    drawRounded(box, radius: layout.keyCorner, CanvasColor(theme.edge))
    let inside = PixelBox(
      x: box.x + line, y: box.y + line, width: box.width - 2 * line, height: box.height - 2 * line)
    drawRounded(inside, radius: layout.keyCorner - line, CanvasColor(theme.bar))
    let length = columns * fonts.advance / 64
    write(
      key, x: box.x + (box.width - length) / 2, y: box.y + layout.keyBaseline, fonts,
      theme.foreground, in: box)
  }

  private mutating func drawRounded(_ box: PixelBox, radius: Int, _ color: CanvasColor) {
    let (right, bottom, reach) = (4 * (box.width - radius), 4 * (box.height - radius), 4 * radius)
    canvas.draw(box, color) { x, y in
      let across = max(0, reach - x, x - right + 1)
      let down = max(0, reach - y, y - bottom + 1)
      return across * across + down * down <= reach * reach
    }
  }
}

extension Range<Int> {
  /// Returns the smallest range that contains both.
  fileprivate func union(_ other: Range<Int>) -> Range<Int> {
    if isEmpty { return other }
    return other.isEmpty
      ? self
      : Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
