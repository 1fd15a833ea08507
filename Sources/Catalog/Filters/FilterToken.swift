import Diagnostics

/// A token of a filter.
struct FilterToken: Equatable {
  enum Kind: Equatable { case word, string, comparison, negation, open, close, or, and, comma }

  var kind: Kind
  /// The text without quotes and backslashes.
  var text: String
  /// The UTF-8 offsets in the filter.
  var range: Range<Int>
  /// The offsets of scalars in `text` that are literal even if they are `*`.
  var literal: Set<Int> = []

  /// Whether it is a comma in a list of values, without a space on either side.
  func joins(_ value: FilterToken, _ next: FilterToken) -> Bool {
    kind == .comma && value.isValue && next.isValue && value.range.upperBound == range.lowerBound
      && range.upperBound == next.range.lowerBound
  }

  /// Whether it can be a value of a comparison.
  var isValue: Bool { kind == .word || kind == .string }
}

/// Splits a filter into tokens.
struct FilterLexer {
  private static let comparisons = [
    "!~=", "!=", "!~", "<=", ">=", "==", "=~", "~=", "=", "~", "<", ">", ":",
  ]
  private static let comparisonStarts: [Unicode.Scalar] = ["!", "<", "=", "~", ">", ":"]
  private static let quotes: [Unicode.Scalar: Unicode.Scalar] = [
    "\"": "\"", "'": "'", "“": "”", "‘": "’", "«": "»",
  ]

  private let scalars: [Unicode.Scalar]
  /// The UTF-8 offset of each scalar, and the total length.
  private let offsets: [Int]
  private var position = 0
  private var tokens: [FilterToken] = []
  private var fault: Diagnostic?

  /// Returns the tokens of `text`.
  ///
  /// - Throws: A ``Diagnostic`` at an unclosed quote.
  static func tokens(of text: String) throws(Diagnostic) -> [FilterToken] {
    let (tokens, fault) = scan(text)
    if let fault { throw fault }
    return tokens
  }

  /// Returns the tokens of `text`, and the error of an unclosed quotation, which extends to the end of the text.
  static func scan(_ text: String) -> (tokens: [FilterToken], fault: Diagnostic?) {
    var lexer = FilterLexer(text)
    while lexer.position < lexer.scalars.count { lexer.take() }
    return (lexer.tokens, lexer.fault)
  }

  private init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    var offsets = [0]
    for scalar in scalars { offsets.append(offsets[offsets.count - 1] + UTF8.width(scalar)) }
    self.offsets = offsets
  }

  private mutating func take() {
    let scalar = scalars[position]
    if scalar.properties.isWhitespace {
      position += 1
    } else if let kind = Self.punctuation(scalar) {
      add(kind, String(scalar), length: 1)
    } else if let close = Self.quotes[scalar] {
      takeString(closedBy: close)
    } else if let comparison = comparison(at: position) {
      add(.comparison, comparison, length: comparison.unicodeScalars.count)
    } else if isNegation {
      add(.negation, String(scalar), length: 1)
    } else {
      takeWord()
    }
  }

  private static func punctuation(_ scalar: Unicode.Scalar) -> FilterToken.Kind? {
    switch scalar {
    case "(": .open
    case ")": .close
    case "|": .or
    case "&": .and
    case ",": .comma
    default: nil
    }
  }

  private mutating func add(_ kind: FilterToken.Kind, _ text: String, length: Int) {
    let range = offsets[position]..<offsets[position + length]
    tokens.append(FilterToken(kind: kind, text: text, range: range))
    position += length
  }

  private func comparison(at place: Int) -> String? {
    guard Self.comparisonStarts.contains(scalars[place]) else { return nil }
    return Self.comparisons.first { scalars[place...].starts(with: $0.unicodeScalars) }
  }

  /// Whether a `-` or `!` is a negation and not a part of a word.
  private var isNegation: Bool {
    guard scalars[position] == "-" || scalars[position] == "!", position + 1 < scalars.count,
      !scalars[position + 1].properties.isWhitespace
    else { return false }
    guard let last = tokens.last else { return true }
    if last.kind == .comparison { return false }
    let follows = scalars[position - 1].properties.isWhitespace
    return follows || [.open, .negation, .or, .and].contains(last.kind)
  }

  private mutating func takeString(closedBy close: Unicode.Scalar) {
    let start = position
    var text = String.UnicodeScalarView()
    position += 1
    while position < scalars.count, scalars[position] != close {
      if scalars[position] == "\\", position + 1 < scalars.count { position += 1 }
      text.append(scalars[position])
      position += 1
    }
    if position == scalars.count {
      fault = Diagnostic(
        "quote is never closed", at: offsets[start]..<offsets[scalars.count],
        hint: "opened here; add \(close) at the end", remedy: .words)
    } else {
      position += 1
    }
    let range = offsets[start]..<offsets[position]
    let literal = Set(0..<text.count)
    tokens.append(FilterToken(kind: .string, text: String(text), range: range, literal: literal))
  }

  private mutating func takeWord() {
    let start = position
    let end =
      endOfAddress(in: scalars.count, from: start) { place in
        scalars[place].properties.isWhitespace ? 0x20 : scalars[place].value
      } ?? 0
    var text = String.UnicodeScalarView()
    var literal: Set<Int> = []
    while position < end || end == 0 && position < scalars.count && continuesWord {
      if scalars[position] == "\\", position + 1 < scalars.count {
        position += 1
        literal.insert(text.count)
      }
      text.append(scalars[position])
      position += 1
    }
    let range = offsets[start]..<offsets[position]
    tokens.append(FilterToken(kind: .word, text: String(text), range: range, literal: literal))
  }

  /// Whether the current scalar belongs to a word.
  ///
  /// A quote inside of a word does, as in `Grandma's`.
  private var continuesWord: Bool {
    let scalar = scalars[position]
    if scalar.value >= 0x61, scalar.value <= 0x7A { return true }
    if scalar.properties.isWhitespace || Self.punctuation(scalar) != nil { return false }
    return comparison(at: position) == nil
  }
}

/// Returns the end of a web address in a filter, in which operators and separators have no special meaning.
///
/// An address ends at a space, at an unmatched closing parenthesis, at `|`, or at a comma before another address.
///
/// - Parameters:
///   - count: The number of scalars in the filter.
///   - start: The index of the first scalar.
///   - unit: Returns the scalar at an index, with a space for all white space.
/// - Returns: The index after the address; nil if no address begins at `start`.
private func endOfAddress(in count: Int, from start: Int, _ unit: (Int) -> UInt32) -> Int? {
  func begins(at place: Int) -> Bool {
    ["http://", "https://"].contains { scheme in
      let bytes = scheme.utf8
      guard count - place >= bytes.count else { return false }
      return bytes.enumerated().allSatisfy { offset, byte in
        let unit = unit(place + offset)
        return unit == UInt32(byte) || (0x41...0x5A).contains(unit) && unit | 0x20 == UInt32(byte)
      }
    }
  }
  guard begins(at: start) else { return nil }
  var (place, open) = (start, 0)
  while place < count {
    switch unit(place) {
    case 0x20, 0x7C: return place
    case 0x28: open += 1
    case 0x29 where open == 0: return place
    case 0x29: open -= 1
    case 0x2C where begins(at: place + 1): return place
    default: break
    }
    place += 1
  }
  return place
}
