/// Where libedit has put the characters of a prompt and a line in a window.
///
/// A row that is just full goes on in the next: libedit forces the wrap, so that the cursor never
/// stands between two rows. A wide character that does not fit goes to the next row whole.
struct LineLayout {
  /// A cell, counted from the prompt's first.
  struct Place: Equatable {
    var row = 0
    var column = 0
  }

  let columns: Int
  /// Where each character of the line stands.
  private(set) var places: [Place] = []
  /// Where each row ends; a full one beyond the last column.
  private(set) var rowEnds: [Place] = [Place()]
  /// Where the next one would.
  private(set) var end = Place() {
    didSet { while rowEnds.count <= end.row { rowEnds.append(Place(row: rowEnds.count)) } }
  }

  init(prompt: String, line: some Sequence<LineCell>, columns: Int) {
    self.columns = max(2, columns)
    for cell in prompt.cells { _ = put(cell) }
    for cell in line { places.append(put(cell)) }
  }

  /// Where the character of a number stands, or the end.
  func place(of number: Int) -> Place { number < places.count ? places[number] : end }

  /// The rows that prompt and line take, one for the cursor behind them included.
  var rows: Int { end.row + 1 }

  private mutating func put(_ cell: LineCell) -> Place {
    if cell.base == "\n" {
      defer { end = Place(row: end.row + 1, column: 0) }
      return end
    }
    let width = cell.columns
    if width == 2, end.column + width > columns { end = Place(row: end.row + 1, column: 0) }
    let place = end
    let column = end.column + width
    rowEnds[end.row].column = column
    end = Place(row: end.row + column / columns, column: column % columns)
    return place
  }
}
