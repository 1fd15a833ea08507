/// The scale of a dish: for a number of servings, or a multiple of the published amounts.
package enum Scale: Equatable, Sendable {
  case servings(Rational)
  case times(Rational)

  /// The largest number that is accepted, and the inverse of the smallest.
  package static let limit = 1000

  /// The result of looking for a scale at the end of a text.
  package enum Ending: Equatable, Sendable {
    case none
    /// A scale, with the number of bytes before it.
    case scale(Scale, start: Int)
    /// Words that look like a scale but are not one, such as `for two`.
    ///
    /// - Parameters:
    ///   - start: The number of bytes before it.
    ///   - meant: What to write instead; nil if the number is not in the accepted range.
    case unclear(start: Int, meant: String?)
  }

  /// Parses `for 6`, `for 6 people`, `x2`, `×½`, `*1.5` or `2×` at the end of a text.
  package static func ending(of text: String) -> Ending {
    let tokens = LineTokens(text)
    var end = tokens.count
    if end > 0,
      ["people", "servings", "persons", "portions", "person", "serving"].contains(
        tokens.lowercased(end - 1))
    {
      end -= 1
    }
    guard end > 0 else { return .none }
    let last = end - 1
    if tokens.isNumber(last), tokens.isWord(last - 1), tokens.lowercased(last - 1) == "for" {
      return checked(.servings(tokens[last].number.value), tokens[last - 1].bytes.lowerBound)
    }
    if tokens.isWord(last), tokens.isWord(last - 1), tokens.lowercased(last - 1) == "for",
      let number = numberWords[tokens.lowercased(last)]
    {
      return .unclear(start: tokens[last - 1].bytes.lowerBound, meant: "for \(number)")
    }
    guard end == tokens.count else { return .none }
    return times(tokens, last)
  }

  /// Parses `x2`, `× 2`, `*2` or `2×` in the last tokens.
  private static func times(_ tokens: LineTokens, _ last: Int) -> Ending {
    if tokens.isNumber(last), tokens.isMark("*", last - 1),
      last == 1 || tokens[last - 1].isAfterSpace
    {
      return checked(.times(tokens[last].number.value), tokens[last - 1].bytes.lowerBound)
    }
    if tokens.isMark("*", last), tokens.isNumber(last - 1), !tokens[last].isAfterSpace {
      return checked(.times(tokens[last - 1].number.value), tokens[last - 1].bytes.lowerBound)
    }
    // `x2` is one word, `x 2` and `x½` are two tokens.
    if tokens.isNumber(last), tokens.isWord(last - 1), tokens.lowercased(last - 1) == "x" {
      return checked(.times(tokens[last].number.value), tokens[last - 1].bytes.lowerBound)
    }
    let word = tokens.isWord(last) ? tokens.text(last) : ""
    if word.first == "x" || word.first == "X", let whole = Rational(String(word.dropFirst())) {
      return checked(.times(whole), tokens[last].bytes.lowerBound)
    }
    // `x1.5`, `x1/2` and `x1 ½` begin with the word `x1`.
    for start in [last - 1, last - 2] where start >= 0 && tokens.isWord(start) {
      let word = tokens.text(start)
      guard word.first == "x" || word.first == "X", word.dropFirst().allSatisfy(\.isWholeNumber)
      else { continue }
      let rest = String(
        tokens.text(tokens[start].bytes.lowerBound + 1..<tokens[last].bytes.upperBound))
      let number = LineTokens(rest)
      guard number.count == 1, number.isNumber(0) else { continue }
      return checked(.times(number[0].number.value), tokens[start].bytes.lowerBound)
    }
    return .none
  }

  /// Parses `2`, `1.5`, `1/2`, `½`, `1 ½`, also after `x` or `×`; nil for other texts.
  package static func factor(_ text: String) -> Rational? {
    let digits = text.drop { "xX×*".contains($0) }
    let tokens = LineTokens(String(digits))
    guard tokens.count == 1, tokens.isNumber(0) else { return nil }
    return tokens[0].number.value
  }

  private static func checked(_ scale: Scale, _ start: Int) -> Ending {
    let number =
      switch scale {
      case .servings(let number), .times(let number): number
      }
    guard number <= Rational(limit), number >= Rational(1, limit) ?? .one else {
      return .unclear(start: start, meant: nil)
    }
    return .scale(scale, start: start)
  }

  /// Returns the factor for a dish with a published yield; nil for servings if the yield is not known.
  package func factor(from yield: Yield?) -> Rational? {
    switch self {
    case .times(let factor): factor
    case .servings(let wanted): yield.flatMap { wanted.over($0.servings) }
    }
  }
}

extension Scale: CustomStringConvertible {
  /// `for 6`, or `×2`, as ``ending(of:)`` parses it.
  package var description: String {
    switch self {
    case .servings(let number): "for \(number.written)"
    case .times(let number): "×\(number.written)"
    }
  }
}

extension Rational {
  /// A number as a cook writes it: `2`, `½`, `1 ½`.
  package var written: String {
    let unit = Unit.whole
    return AmountWriter(number: WrittenNumber(), unit: unit).text(of: self)
  }
}

/// The yield of the published amounts.
package struct Yield: Equatable, Sendable {
  package let servings: Rational
  /// Whether the text is a range, of which ``servings`` is the lower end.
  package let isRange: Bool

  /// Parses `6`, `6 servings`, `Makes 20 churros`, `2 dozen`, `4-6`; nil for a text without a number.
  package init?(_ text: String) {
    let tokens = LineTokens(text)
    guard let index = (0..<tokens.count).first(where: { tokens.isNumber($0) }) else { return nil }
    var value = tokens[index].number.value
    if tokens.lowercased(index + 1) == "dozen", let product = value.times(Rational(12)) {
      value = product
    }
    guard value > .zero, value <= Rational(10_000) else { return nil }
    servings = value
    let isJoined =
      tokens.isMark("-", index + 1) || ["to", "or", "bis"].contains(tokens.lowercased(index + 1))
    isRange = isJoined && tokens.isNumber(index + 2)
  }
}
