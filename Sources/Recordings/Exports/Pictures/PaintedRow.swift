import Terminal

/// The parts of a row: what is behind the text, what is drawn, and the text in runs that look alike.
struct PaintedRow {
  struct Run {
    var column: Int
    /// How many cells it takes.
    var width: Int
    var text: String
    var style: Int?
    /// Whether more may follow, as fonts agree on the width of each letter.
    var isPlain: Bool
    /// The spaces behind it, which count only if more text follows.
    var spaces = 0
  }

  var grounds = ColoredBoxes()
  var shapes = ColoredBoxes()
  private(set) var runs: [Run] = []

  /// So many spaces begin a new run, which has a place of its own.
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

  mutating func addSpace(column: Int) {
    guard let last = runs.last, last.isPlain, last.spaces < Self.spaceLimit,
      last.column + last.width + last.spaces == column
    else { return }
    runs[runs.count - 1].spaces += 1
  }

  /// The elements that draw it.
  var elements: [String] { grounds.paths + shapes.paths + runs.map(element) }

  private func element(_ run: Run) -> String {
    let (x, width) = (
      run.column * PictureMeasures.cellWidth, run.width * PictureMeasures.cellWidth
    )
    var names = run.style.map { "c\($0)" } ?? ""
    var place = x > 0 ? " x=\"\(x)\"" : ""
    if run.width == 2, !run.isPlain {
      // A wide character stands in the middle of its cells, however wide the font has it.
      names += (names.isEmpty ? "" : " ") + "w"
      place = " x=\"\(x + PictureMeasures.cellWidth)\""
    } else if run.width > 1 {
      place += " textLength=\"\(width)\""
    }
    let style = names.isEmpty ? "" : " class=\"\(names)\""
    return "<text\(place)\(style)>\(xml(run.text))</text>"
  }
}

/// Boxes by their colors, neighbours made one.
struct ColoredBoxes {
  private var groups: [(color: RGBColor, boxes: [PixelBox])] = []
  private var places: [RGBColor: Int] = [:]

  mutating func add(_ box: PixelBox, _ color: RGBColor) {
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

  /// A path for each color.
  var paths: [String] {
    groups.map { color, boxes in
      "<path fill=\"\(color.css)\" d=\"\(boxes.map(\.path).joined())\"/>"
    }
  }
}
