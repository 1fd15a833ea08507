import Diagnostics
import Text

/// What the words of a filter are, right or wrong: for those who look on while it is typed.
package struct FilterOutline {
  /// What a word can be.
  package enum Kind: Sendable { case keyword, field, value, number, quotation }

  /// A word, and where it stands: UTF-8 offsets into the filter.
  package struct Piece: Equatable, Sendable {
    package var range: Range<Int>
    package var kind: Kind
  }

  /// The words that were understood, in the order in which they were read.
  package let pieces: [Piece]
  /// What is wrong, each with its place; of very much only the beginning.
  package let faults: [Diagnostic]
  /// What the filter means; nil if something is wrong with it.
  package let filter: Filter?

  /// Reads a filter as ``Filter`` does, and goes on behind a mistake.
  package init(_ text: String, for catalog: Catalog, vocabulary: FilterVocabulary) {
    let (tokens, fault) = FilterLexer.scan(text)
    var parser = FilterParser(
      text: text, tokens: tokens, catalog: catalog, vocabulary: vocabulary)
    parser.mayGoOn = true
    var faults = fault.map { [$0] } ?? []
    do throws(Diagnostic) {
      let clauses = try parser.parse()
      faults += parser.faults
      filter =
        faults.isEmpty
        ? Filter(clauses: clauses, notes: parser.notes, containments: parser.containments) : nil
    } catch {
      // What an open quotation swallowed is missed by nobody.
      faults += parser.faults + (fault == nil ? [error] : [])
      filter = nil
    }
    pieces = parser.pieces
    self.faults = faults
  }
}

extension FilterParser {
  /// The most mistakes that are noted.
  private static let faultLimit = 8

  /// Notes what a word was read as.
  mutating func note(_ token: FilterToken, _ kind: FilterOutline.Kind) {
    pieces.append(.init(range: token.range, kind: token.kind == .string ? .quotation : kind))
  }

  /// Notes a mistake in the condition that begins at a token, and skips what it spoils.
  ///
  /// - Throws: The mistake, if nobody wants to go on.
  mutating func pass(_ fault: Diagnostic, from start: Int) throws(Diagnostic) {
    guard mayGoOn, faults.count < Self.faultLimit, let end = fault.span?.upperBound else {
      throw fault
    }
    faults.append(fault)
    position = max(position, start + 1)
    while let token = token(), token.range.lowerBound < end { position += 1 }
    if token()?.kind == .comparison { position += 1 }
    guard tokens[position - 1].kind == .comparison, let value = token(), value.isValue
    else { return }
    position += 1
    for value in [value] + takeAlternatives(after: value) where value.range.lowerBound >= end {
      note(value, .value)
    }
  }
}

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
