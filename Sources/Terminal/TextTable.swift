import Text

/// A table with aligned columns.
package struct TextTable: Sendable {
  /// The heading and layout options of a column.
  package struct Column: Sendable {
    package var title: String
    package var isNumber: Bool
    /// Whether the column can be truncated in narrow windows.
    package var isFlexible: Bool

    /// Whether the column is displayed even if it is empty in every row.
    package var isAlwaysShown: Bool
    /// Whether values that are too long continue in further lines, instead of being truncated.
    package var isWrapped: Bool
    package var need: Need

    package init(
      _ title: String, isNumber: Bool = false, isFlexible: Bool = false,
      isAlwaysShown: Bool = false,
      isWrapped: Bool = false, need: Need = .normal
    ) {
      self.isAlwaysShown = isAlwaysShown
      (self.isWrapped, self.need) = (isWrapped, need)
      self.title = title
      self.isNumber = isNumber
      self.isFlexible = isFlexible
    }
  }

  /// How much a column is needed.
  ///
  /// Windows that are too narrow omit the columns that are needed least, from the right; the first column always stays.
  package enum Need: Int, Comparable, Sendable {
    case extra, normal, essential

    package static func < (left: Need, right: Need) -> Bool { left.rawValue < right.rawValue }
  }

  /// The width in ``columnWidths(limit:atLeast:)`` of a column that is omitted, in all parts of a table.
  private static let omitted = -1

  /// The maximum width of a column without a window width, so that one long value does not pad every row.
  private static let widestColumn = 1000

  package var columns: [Column]
  package var rows: [[StyledText]]

  package init(columns: [Column], rows: [[StyledText]]) {
    self.columns = columns
    self.rows = rows
  }

  /// Returns the lines of the table, headings first.
  ///
  /// - Parameters:
  ///   - width: The maximum width of a line; nil for no limit.
  ///   - isStopped: Whether to stop; called periodically.
  /// - Returns: The lines, incomplete if stopped.
  package func lines(width: Int?, isStopped: () -> Bool = { false }) -> [StyledText] {
    var widths: [Int] = []
    return lines(width: width, widening: &widths, isStopped: isStopped)
  }

  /// Returns the lines of a part of a table that is laid out in several parts.
  ///
  /// - Parameters:
  ///   - width: The maximum width of a line; nil for no limit.
  ///   - widths: The column widths of the previous part, which are minimums; empty for the first part, which
  ///     includes the headings.
  ///   - isStopped: Whether to stop; called periodically.
  /// - Returns: The lines, incomplete if stopped.
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
      for cells in wrapped(cells, widths) {
        var line = margin
        for number in shown where number < cells.count {
          let isLast = number == shown.last
          add(cells[number], columns[number], widths[number], isLast: isLast, to: &line)
        }
        lines.append(width.map { line.clipped(to: $0) } ?? line)
      }
    }
    return lines
  }

  /// Returns the cells of a row in as many lines as its wrapped columns require.
  private func wrapped(_ cells: [StyledText], _ widths: [Int]) -> [[StyledText]] {
    var lines = [cells]
    for number in cells.indices
    where columns[number].isWrapped && widths[number] > 0 && cells[number].width > widths[number] {
      let parts = cells[number].wrapped(to: widths[number]).flatMap { $0.parts(of: widths[number]) }
      while lines.count < parts.count { lines.append(cells.map { _ in "" }) }
      for (line, part) in parts.enumerated() { lines[line][number] = part }
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

  /// Returns the column widths; 0 for columns that are empty in every row, except the first and those that
  /// are always displayed.
  private func columnWidths(limit: Int?, atLeast least: [Int]) -> [Int] {
    var widths = columns.indices.map { number in
      if number < least.count, least[number] == Self.omitted { return Self.omitted }
      let content = max(
        rows.map { $0[number].width }.max() ?? 0, least.isEmpty ? 0 : least[number])
      return content == 0 && number > 0 && !rows.isEmpty && !columns[number].isAlwaysShown
        ? 0 : max(content, displayWidth(of: columns[number].title))
    }
    guard let limit else { return widths.map { min($0, Self.widestColumn) } }
    func excess(_ widths: [Int]) -> Int {
      let shown = widths.filter { $0 > 0 }
      return 2 + shown.reduce(0, +) + 2 * max(0, shown.count - 1) - limit
    }
    while excess(zip(columns, widths).map(Self.usefulWidth)) > 0, let number = leastNeeded(widths) {
      widths[number] = Self.omitted
    }
    while excess(widths) > 0 {
      let cut = columns.indices.filter { widths[$0] > Self.usefulWidth(columns[$0], widths[$0]) }
      let flexible = cut.filter { !columns[$0].isWrapped }
      // A wrapped column takes more lines instead, if there is no other way.
      let wrapped = columns.indices.filter { columns[$0].isWrapped && widths[$0] > 1 }
      let cuttable = flexible.isEmpty ? wrapped : flexible
      // What is needed least is cut first: names keep their room before authors and links.
      let cost = { (number: Int) in (columns[number].need, -widths[number]) }
      guard let next = cuttable.min(by: { cost($0) < cost($1) }) else { break }
      widths[next] -= 1
    }
    return widths
  }

  /// Returns the width in which a column is still useful.
  private static func usefulWidth(_ column: Column, _ width: Int) -> Int {
    column.isWrapped ? min(width, 24) : column.isFlexible ? min(width, 8) : width
  }

  /// Returns the next column to omit; nil if all are essential.
  private func leastNeeded(_ widths: [Int]) -> Int? {
    columns.indices.dropFirst().filter { widths[$0] > 0 && columns[$0].need != .essential }
      .min { (columns[$0].need, -$0) < (columns[$1].need, -$1) }
  }
}

/// Returns a bar of block characters with a resolution of an eighth of a cell.
///
/// - Parameters:
///   - share: The filled fraction, from 0 to 1.
///   - width: The full width in cells.
/// - Returns: The bar, of at most `width` cells.
package func bar(_ share: Double, width: Int) -> String {
  let eighths = Int((max(0, min(1, share)) * Double(width * 8)).rounded(.up))
  let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
  return String(repeating: "█", count: eighths / 8) + rest
}
