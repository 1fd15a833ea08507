import Text

/// A table of text with separators (RFC 4180): a header, and rows of cells, in which quotes protect separators and line
/// feeds.
struct DelimitedTable {
  /// A row, and the line where it begins, counted from 1.
  struct Row: Equatable {
    var cells: [String]
    var line: Int
  }

  private(set) var header: [String] = []
  private(set) var rows: [Row] = []

  /// Separates cells.
  let separator: UInt8

  /// The beginning of the names of columns without a name.
  static let nameless = "column-"

  /// The separators that are detected.
  static let separators: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]

  /// Reads a table whose separator is detected.
  ///
  /// - Parameters:
  ///   - bytes: The table.
  ///   - isBeginning: Whether only the header is wanted.
  /// - Throws: ``FormatFault`` at a quote that does not end.
  init(_ bytes: [UInt8], isBeginning: Bool = false) throws(FormatFault) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let rest = Self.declared(text)
    separator = rest.separator ?? Self.separator(of: rest.text)
    var reader = CellReader(rest.text, separator)
    guard let first = try reader.row() else { throw FormatFault("the table is empty") }
    header = first.cells.map { trimmingSpace($0) }
    if isBeginning { return }
    while let row = try reader.row() {
      // A line without cells is no row.
      if row.cells != [""] { rows.append(row) }
    }
  }

  /// The separator in a first line such as `sep=;`, which spreadsheets write, and what follows it.
  private static func declared(
    _ text: ArraySlice<UInt8>
  ) -> (separator: UInt8?, text: ArraySlice<UInt8>) {
    guard text.starts(with: "sep=".utf8), let end = text.firstIndex(of: 0x0A),
      let mark = text.dropFirst(4).first, separators.contains(mark)
    else { return (nil, text) }
    return (mark, text[(end + 1)...])
  }

  /// The separator that divides the first lines into the same number of cells, at least two; the one of the most cells.
  private static func separator(of text: ArraySlice<UInt8>) -> UInt8 {
    let start = text.prefix(1 << 16)
    let counts = separators.map { separator -> Int in
      var reader = CellReader(start, separator)
      // A sample may end inside of a quote.
      guard let header = (try? reader.row())?.cells.count, header > 1 else { return 0 }
      var (same, all) = (0, 0)
      while all < 20, let row = try? reader.row() {
        if reader.isAtEnd { break }
        all += 1
        if row.cells.count == header { same += 1 }
      }
      return all == 0 || same * 2 >= all ? header : 1
    }
    let best = counts.max() ?? 0
    return best < 2 ? separators[0] : separators[counts.firstIndex(of: best) ?? 0]
  }

  /// The rows as objects of texts; columns without a name are called `column-N`.
  var objects: [(value: JSONValue, line: Int)] {
    var names: [String] = []
    for (number, title) in header.enumerated() {
      let name = title.isEmpty ? "\(Self.nameless)\(number + 1)" : title
      names.append(names.contains(name) ? "\(name)-\(number + 1)" : name)
    }
    return rows.map { row in
      let members = row.cells.enumerated().compactMap { number, cell -> JSONValue.Member? in
        let name = names.indices.contains(number) ? names[number] : "\(Self.nameless)\(number + 1)"
        return cell.isEmpty ? nil : JSONValue.Member(name, value(of: cell))
      }
      return (.object(members), row.line)
    }
  }

  /// A cell as a number, `true` or `false`, if it is written like one of JSON; as a text otherwise.
  ///
  /// Where semicolons separate, a number may have a decimal comma.
  private func value(of cell: String) -> JSONValue {
    let word = cell.lowercased()
    if word == "true" || word == "false" { return .bool(word == "true") }
    if separator == UInt8(ascii: ";"), cell.count(where: { $0 == "," }) == 1,
      case .number(let number) = Self.number(in: cell.replacing(",", with: "."))
    {
      return .number(number)
    }
    return Self.number(in: cell)
  }

  private static func number(in cell: String) -> JSONValue {
    let digits = cell.utf8.drop { $0 == UInt8(ascii: "-") }
    // Zeros before other digits belong to a code, not to a number.
    let isCode = digits.first == 0x30 && digits.count > 1 && digits.dropFirst().first != 0x2E
    guard !isCode, let last = digits.last, 0x30...0x39 ~= last,
      digits.count == cell.utf8.count || digits.count + 1 == cell.utf8.count,
      digits.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2E }), digits.count <= 15,
      let first = digits.first, first != 0x2E, let number = Double(cell)
    else { return .string(cell) }
    return .number(number)
  }
}

/// Reads rows of cells.
private struct CellReader {
  private let text: ArraySlice<UInt8>
  private let separator: UInt8
  private var place: Int
  private var line = 1

  init(_ text: ArraySlice<UInt8>, _ separator: UInt8) {
    (self.text, self.separator) = (text, separator)
    place = text.startIndex
  }

  var isAtEnd: Bool { place >= text.endIndex }

  /// Reads the next row; nil at the end.
  mutating func row() throws(FormatFault) -> DelimitedTable.Row? {
    if isAtEnd { return nil }
    var row = DelimitedTable.Row(cells: [], line: line)
    while true {
      row.cells.append(try cell())
      guard place < text.endIndex, text[place] == separator else { break }
      place += 1
      if isAtEnd {
        row.cells.append("")
        break
      }
    }
    if place < text.endIndex, text[place] == 0x0D { place += 1 }
    if place < text.endIndex, text[place] == 0x0A {
      place += 1
      line += 1
    }
    return row
  }

  private mutating func cell() throws(FormatFault) -> String {
    guard place < text.endIndex, text[place] == UInt8(ascii: "\"") else {
      let start = place
      while place < text.endIndex, text[place] != separator, text[place] != 0x0A,
        text[place] != 0x0D
      { place += 1 }
      return String(decoding: text[start..<place], as: UTF8.self)
    }
    let first = line
    place += 1
    var bytes: [UInt8] = []
    while place < text.endIndex {
      let byte = text[place]
      place += 1
      if byte == UInt8(ascii: "\"") {
        guard place < text.endIndex, text[place] == byte else {
          // Letters behind the closing quote belong to the cell.
          let start = place
          while place < text.endIndex, text[place] != separator, text[place] != 0x0A,
            text[place] != 0x0D
          { place += 1 }
          return String(decoding: bytes + text[start..<place], as: UTF8.self)
        }
        place += 1
      }
      if byte == 0x0A { line += 1 }
      bytes.append(byte)
    }
    throw FormatFault("a quote is not closed", line: first)
  }
}
