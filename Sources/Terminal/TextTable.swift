import Text

/// Rows of cells in aligned columns.
package struct TextTable: Sendable {
  /// A column's heading and how it behaves.
  package struct Column: Sendable {
    package var title: String
    package var isNumber: Bool
    /// Whether the column may be cut where the window is narrow.
    package var isFlexible: Bool

    /// Whether the column stays where every row leaves it empty.
    package var isKept: Bool

    package init(
      _ title: String, isNumber: Bool = false, isFlexible: Bool = false, isKept: Bool = false
    ) {
      self.isKept = isKept
      self.title = title
      self.isNumber = isNumber
      self.isFlexible = isFlexible
    }
  }

  /// The most cells of a column where no window limits it: one long value is not to pad every row.
  private static let widestColumn = 1000

  package var columns: [Column]
  package var rows: [[StyledText]]

  package init(columns: [Column], rows: [[StyledText]]) {
    self.columns = columns
    self.rows = rows
  }

  /// The lines of the table, headings first.
  ///
  /// - Parameters:
  ///   - width: The most cells a line may take; nil for as many as it needs.
  ///   - isStopped: Whether nobody wants them any more; asked now and then.
  /// - Returns: One text a line; the first ones if they were not wanted to the end.
  package func lines(width: Int?, isStopped: () -> Bool = { false }) -> [StyledText] {
    var widths: [Int] = []
    return lines(width: width, widening: &widths, isStopped: isStopped)
  }

  /// The lines of a part of a table whose other parts are laid out by themselves.
  ///
  /// - Parameters:
  ///   - width: The most cells a line may take; nil for as many as it needs.
  ///   - widths: Those of the part before, of which none gets less; empty for the first part, which
  ///     has the headings.
  ///   - isStopped: Whether nobody wants them any more.
  /// - Returns: One text a line.
  package func lines(
    width: Int?, widening widths: inout [Int], isStopped: () -> Bool = { false }
  ) -> [StyledText] {
    let isFirst = widths.isEmpty
    widths = columnWidths(limit: width, atLeast: widths)
    let shown = widths.indices.filter { widths[$0] > 0 }
    let headings = columns.map { StyledText($0.title, .faint) }
    let margin: StyledText = "  "
    var lines: [StyledText] = []
    for (place, cells) in ((isFirst ? [headings] : []) + rows).enumerated() {
      if place & 0xFF == 0xFF, isStopped() { break }
      var line = margin
      for number in shown where number < cells.count {
        let isLast = number == shown.last
        add(cells[number], columns[number], widths[number], isLast: isLast, to: &line)
      }
      lines.append(width.map { line.clipped(to: $0) } ?? line)
    }
    return lines
  }

  private func add(
    _ cell: StyledText, _ column: Column, _ width: Int, isLast: Bool, to line: inout StyledText
  ) {
    var (cut, cells) = (cell, cell.width)
    if cells > width {
      cut = cell.clipped(to: width)
      cells = cut.width
    }
    if column.isNumber { line.append(spaces: width - cells) }
    line.append(cut)
    if !isLast { line.append(spaces: (column.isNumber ? 0 : width - cells) + 2) }
  }

  /// The width of each column; columns that are empty in every row take none, but for the first and those that are kept.
  private func columnWidths(limit: Int?, atLeast least: [Int]) -> [Int] {
    var widths = columns.indices.map { number in
      let content = max(
        rows.map { $0[number].width }.max() ?? 0, least.isEmpty ? 0 : least[number])
      return content == 0 && number > 0 && !rows.isEmpty && !columns[number].isKept
        ? 0 : max(content, displayWidth(of: columns[number].title))
    }
    guard let limit else { return widths.map { min($0, Self.widestColumn) } }
    func excess() -> Int {
      2 + widths.reduce(0, +) + 2 * max(0, widths.count { $0 > 0 } - 1) - limit
    }
    let leastWidth = 8
    while excess() > 0 {
      let cuttable = columns.indices.filter { columns[$0].isFlexible && widths[$0] > leastWidth }
      guard let widest = cuttable.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    return widths
  }
}

/// A bar of blocks, in eighths of a cell.
///
/// - Parameters:
///   - share: What part of the whole width is filled, from 0 to 1.
///   - width: The whole width in cells.
/// - Returns: At most `width` cells.
package func bar(_ share: Double, width: Int) -> String {
  let eighths = Int((max(0, min(1, share)) * Double(width * 8)).rounded(.up))
  let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
  return String(repeating: "█", count: eighths / 8) + rest
}
