/// Lines in the middle of a box of cells, in a thin frame if there is room.
struct TextBox {
  let lines: [StyledText]
  let columns: Int
  let rows: Int
  /// Whether lines without a frame stand in the middle; else at the left.
  var isCentered = true

  private var isFramed: Bool {
    !lines.isEmpty && columns >= 6 && rows >= lines.count + 2
  }

  /// A row of the box, as wide as the box.
  func row(_ row: Int) -> StyledText {
    guard isFramed else { return inside(row, of: rows, width: columns) }
    if row == 0 { return edge("┌", "┐") }
    if row == rows - 1 { return edge("└", "┘") }
    return StyledText("│", .faint) + inside(row - 1, of: rows - 2, width: columns - 2)
      + StyledText("│", .faint)
  }

  private func edge(_ left: String, _ right: String) -> StyledText {
    StyledText(left + String(repeating: "─", count: columns - 2) + right, .faint)
  }

  private func inside(_ row: Int, of rows: Int, width: Int) -> StyledText {
    let number = row - max(0, rows - lines.count) / 2
    let text = lines.indices.contains(number) ? lines[number].clipped(to: width) : ""
    let left = isCentered || isFramed ? (width - text.width) / 2 : 0
    return StyledText(String(repeating: " ", count: left)) + text
      + StyledText(String(repeating: " ", count: width - text.width - left))
  }
}
