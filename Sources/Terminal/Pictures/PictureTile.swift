/// A box of cells and what is seen in it.
package struct PictureTile: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    /// A picture, and a number that no other picture has.
    case picture(Pixels, key: UInt64)
    /// Lines in place of a picture; without any the box is empty.
    case text([StyledText])
  }

  package var content: Content
  /// How many cells are left of the box.
  package var column: Int
  package var columns: Int
  package var rows: Int
  /// Whether what is seen stands in the middle of the box, from left to right; else at its left.
  package var isCentered: Bool

  package init(
    content: Content, column: Int, columns: Int, rows: Int, isCentered: Bool = true
  ) {
    self.isCentered = isCentered
    self.content = content
    self.column = column
    self.columns = columns
    self.rows = rows
  }
}

extension [UInt8] {
  /// Adds a number in decimal digits.
  @inline(__always)
  mutating func append(decimal number: Int) {
    if number > 999 { return append(contentsOf: String(number).utf8) }
    if number > 99 { append(48 &+ UInt8(truncatingIfNeeded: number / 100)) }
    if number > 9 { append(48 &+ UInt8(truncatingIfNeeded: number / 10 % 10)) }
    append(48 &+ UInt8(truncatingIfNeeded: number % 10))
  }

  /// Adds a control sequence with one parameter.
  mutating func append(control parameter: Int, _ final: Character) {
    append(contentsOf: "\u{1B}[\(parameter)\(final)".utf8)
  }

  /// Adds a text in UTF-8.
  mutating func append(text: some StringProtocol) { append(contentsOf: text.utf8) }
}
