import TerminalEmulator

/// The row drawings of a picture, each defined once.
struct SVGDrawings {
  private(set) var painter: RowPainter
  /// The elements of each drawing.
  private var drawings: [[String]] = []
  private var numbers: [String: Int] = [:]
  /// The number of uses of each drawing.
  private var uses: [Int] = []
  /// The definitions of drawings and elements that are used several times.
  private(set) var definitions = ""
  private var names: [String: String] = [:]

  init(_ painter: RowPainter) { self.painter = painter }

  /// Returns the number of the drawing of a row; nil if nothing is visible.
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

  /// Counts a use of a drawing.
  mutating func use(_ number: Int) { uses[number] += 1 }

  /// Defines the drawings that are used more than once.
  ///
  /// No drawing may be added afterwards.
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
    // The names text and path have four letters, and svg is followed by two spaces.
    definitions += "\(element.prefix(5)) id=\"\(name)\"\(element.dropFirst(5))"
  }

  /// Returns a drawing at a position.
  func element(_ number: Int, x: Int, y: Int = 0) -> String {
    if uses[number] > 1 {
      let place = (x == 0 ? "" : " x=\"\(x)\"") + (y == 0 ? "" : " y=\"\(y)\"")
      return "<use href=\"#\(name(number))\"\(place)/>"
    }
    if x == 0, y == 0 { return content(number) }
    return "<g transform=\"\(Track.Position(x: x, y: y).attribute)\">\(content(number))</g>"
  }

  /// Returns a drawing at a distance from the top, without a group if it is used only once.
  func element(_ number: Int, y: Int) -> String {
    let elements = drawings[number]
    if uses[number] > 1 || elements.count > 3 || !elements.allSatisfy({ $0.hasPrefix("<t") }) {
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
