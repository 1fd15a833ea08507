import TerminalEmulator

/// The rows that a picture needs, each drawn once.
struct SVGDrawings {
  private(set) var painter: RowPainter
  /// The elements of each drawing.
  private var drawings: [[String]] = []
  private var numbers: [String: Int] = [:]
  /// How often each drawing is needed.
  private var uses: [Int] = []
  /// What is needed in several places.
  private(set) var definitions = ""
  private var names: [String: String] = [:]

  init(_ painter: RowPainter) { self.painter = painter }

  /// The number of the drawing of a row; nil if it shows nothing.
  mutating func number(of cells: ArraySlice<ScreenCell>) -> Int? {
    let elements = painter.paint(cells)
    if elements.isEmpty { return nil }
    let key = elements.joined()
    if let number = numbers[key] { return number }
    numbers[key] = drawings.count
    drawings.append(elements)
    uses.append(0)
    return drawings.count - 1
  }

  /// Notes that a drawing is needed somewhere.
  mutating func use(_ number: Int) { uses[number] += 1 }

  /// Defines what is needed more than once; nothing may be drawn behind it.
  mutating func define() {
    var counts: [String: Int] = [:]
    for element in drawings.joined() { counts[element, default: 0] += 1 }
    for (number, elements) in drawings.enumerated() {
      for element in elements where counts[element, default: 0] > 2 && element.utf8.count > 36 {
        define(element)
      }
      if uses[number] > 1 { definitions += "<g id=\"\(name(number))\">\(content(number))</g>" }
    }
  }

  private mutating func define(_ element: String) {
    if names[element] != nil { return }
    let name = "e" + String(names.count, radix: 36)
    names[element] = name
    // Both names of elements that there are, text and path, have four letters.
    definitions += "\(element.prefix(5)) id=\"\(name)\"\(element.dropFirst(5))"
  }

  /// A drawing at a place.
  func element(_ number: Int, x: Int, y: Int = 0) -> String {
    if uses[number] > 1 {
      let place = (x == 0 ? "" : " x=\"\(x)\"") + (y == 0 ? "" : " y=\"\(y)\"")
      return "<use href=\"#\(name(number))\"\(place)/>"
    }
    if x == 0, y == 0 { return content(number) }
    return "<g transform=\"\(Track.Place(x: x, y: y).attribute)\">\(content(number))</g>"
  }

  /// A drawing that is in one place only, at a distance from the top.
  func element(_ number: Int, y: Int) -> String {
    let elements = drawings[number]
    if uses[number] > 1 || elements.count > 3 || elements.contains(where: { $0.hasPrefix("<p") }) {
      return element(number, x: 0, y: y)
    }
    return elements.map { element in
      names[element].map { "<use href=\"#\($0)\" y=\"\(y)\"/>" }
        ?? "\(element.prefix(5)) y=\"\(y)\"\(element.dropFirst(5))"
    }.joined()
  }

  private func content(_ number: Int) -> String {
    drawings[number].map { element in
      names[element].map { "<use href=\"#\($0)\"/>" } ?? element
    }.joined()
  }

  private func name(_ number: Int) -> String { "r" + String(number, radix: 36) }
}
