/// The last piece of an unfinished filter: a bare word, or the value of a comparison.
package struct FilterPiece {
  /// The field whose value is being typed; nil for a bare word.
  package let field: String?
  /// The piece without quotes and backslashes.
  package let text: String
  /// Where the piece begins: a UTF-8 offset.
  package let start: Int
  /// Where the condition that the piece is in begins, with what negates it: a UTF-8 offset.
  package let conditionStart: Int
  private let comparison: String

  /// Whether the field is to be equal to the value.
  package var isEquality: Bool { ["=", "==", ":"].contains(comparison) }
  /// Whether the field is to be more or less than the value, as only numbers can be.
  package var isOrder: Bool { comparison.contains { "<>".contains($0) } }
  /// Whether the field is to have the value inside, as only texts can.
  package var isContainment: Bool { comparison.hasSuffix("~") }

  /// The piece that a filter ends with; nil behind a parenthesis or a quotation, where nothing goes on before a space.
  package init?(endOf filter: String) {
    // Whatever is typed next belongs to the piece: with a letter it is a token, however little of it is there.
    let tokens = FilterLexer.scan(filter + "x").tokens
    let last = tokens.count - 1
    let piece = tokens[last]
    start = piece.range.lowerBound
    text = String(String.UnicodeScalarView(piece.text.unicodeScalars.dropLast()))
    if last > 0, start == filter.utf8.count, tokens[last - 1].range.upperBound == start,
      [.close, .string].contains(tokens[last - 1].kind)
    {
      return nil
    }
    var first = last
    while first > 1, tokens[first - 1].joins(tokens[first - 2], tokens[first]) { first -= 2 }
    let sign = first > 0 && tokens[first - 1].kind == .comparison ? tokens[first - 1].text : nil
    let name = first > 1 && tokens[first - 2].kind == .word ? tokens[first - 2].text : ""
    if let sign, first == last || !FilterParser.flagWords.contains(name.lowercased()) {
      (field, comparison) = (name, sign)
      first = max(0, first - 2)
    } else {
      (field, comparison) = (nil, "")
      first = last
    }
    while first > 0, tokens[first - 1].kind == .negation { first -= 1 }
    conditionStart = tokens[first].range.lowerBound
  }
}
