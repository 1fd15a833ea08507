import Recordings
import Testing

@testable import Films

@Suite struct ShapeTests {
  /// The pixels of a cell that a shape covers, from the top left.
  private func pixels(_ scalar: Unicode.Scalar, _ measures: SceneMeasures) throws -> [[Bool]] {
    let (black, white) = (CanvasColor(0, 0, 0), CanvasColor(255, 255, 255))
    var canvas = Canvas(width: measures.cellWidth, height: measures.cellHeight, black)
    switch try #require(CellShapes(measures).shape(scalar), "\(scalar)") {
    case .boxes(let boxes): for box in boxes { canvas.fill(box, white) }
    case .shade(let level): canvas.mix(canvas.bounds, white, level: level)
    case .arc(let covers): canvas.draw(canvas.bounds, white, covers: covers)
    }
    return (0..<canvas.height).map { y in
      (0..<canvas.width).map { canvas.pixels[y * canvas.width + $0] != black }
    }
  }

  private static let lines = (0x2500...0x257F).compactMap { Unicode.Scalar($0) }
    .filter { !(0x2571...0x2573 ~= $0.value) && !($0.value >= 0x2504 && $0.value <= 0x250B) }
    .filter { !(0x254C...0x254F ~= $0.value) }

  @Test(arguments: [15, 17, 30, 45])
  func `lines of neighbors meet at the sides of their cells`(letter: Int) throws {
    let measures = SceneMeasures(letter: letter)
    // A side that no line reaches, or one, two or more places that it reaches: those of a plain line.
    let across = ["─", "━", "═"].map { try? pixels($0, measures).map { $0[0] } }
    let down = ["│", "┃", "║"].map { try? pixels($0, measures)[0] }
    for scalar in Self.lines {
      let cell = try pixels(scalar, measures)
      for side in [cell.map { $0[0] }, cell.map { $0[$0.count - 1] }] where side.contains(true) {
        #expect(across.contains(side), "\(scalar) \(letter)")
      }
      for side in [cell[0], cell[cell.count - 1]] where side.contains(true) {
        #expect(down.contains(side), "\(scalar) \(letter)")
      }
    }
  }

  @Test(arguments: [15, 16, 30])
  func `the parts of a line are connected`(letter: Int) throws {
    let measures = SceneMeasures(letter: letter)
    for scalar in Self.lines where !"═║╔╗╚╝╠╣╦╩╬".unicodeScalars.contains(scalar) {
      let cell = try pixels(scalar, measures)
      // Every pixel of a line touches another one.
      for (y, row) in cell.enumerated() {
        for (x, isCovered) in row.enumerated() where isCovered {
          let hasNeighbor = [(0, 1), (1, 0), (0, -1), (-1, 0)].contains { dx, dy in
            let (x, y) = (x + dx, y + dy)
            return cell.indices.contains(y) && row.indices.contains(x) && cell[y][x]
          }
          #expect(hasNeighbor, "\(scalar) \(letter)")
        }
      }
    }
  }

  @Test func `blocks fill their cells`() throws {
    let measures = SceneMeasures(letter: 15)
    #expect(try pixels("█", measures).allSatisfy { $0.allSatisfy { $0 } })
    let (upper, lower) = (try pixels("▀", measures), try pixels("▄", measures))
    for (one, other) in zip(upper, lower) { #expect(zip(one, other).allSatisfy { $0 != $1 }) }
    let (left, right) = (try pixels("▌", measures), try pixels("▐", measures))
    for (one, other) in zip(left, right) { #expect(zip(one, other).allSatisfy { $0 != $1 }) }
  }

  @Test func `Braille has a dot for each bit`() throws {
    let measures = SceneMeasures(letter: 30)
    func count(_ scalar: Unicode.Scalar) throws -> Int {
      try pixels(scalar, measures).joined().count { $0 }
    }
    #expect(try count("\u{2800}") == 0)
    let one = try count("\u{2801}")
    #expect(try one > 0 && count("\u{28FF}") == 8 * one && count("\u{2880}") == one)
  }

  @Test(arguments: [
    ("a", "a"), ("e\u{301}", "e\u{301}"), ("❤\u{FE0F}", "❤"), ("👩\u{200D}🍳", "👩"), ("👍🏽", "👍"),
    (" ", ""),
  ])
  func `of a character, the first scalar and its marks are drawn`(text: String, drawn: String) {
    #expect(text.unicodeScalars.drawn == Array(drawn.unicodeScalars))
  }
}
