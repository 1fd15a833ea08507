/// The scale of a dish: for a number of servings, or a multiple of the published amounts.
package enum Scale: Equatable, Sendable {
  case servings(Rational)
  case times(Rational)
  /// A number of the things that a recipe makes, such as 48 cookies.
  case things(Rational, String)

  /// The largest factor that is accepted, and the inverse of the smallest.
  package static let limit = 1000

  /// The result of looking for a scale at the end of a text.
  package enum Ending: Equatable, Sendable {
    case none
    /// A scale, with the number of bytes before it.
    case scale(Scale, start: Int)
    /// A scale whose number is not in the accepted range, such as `x5000`, with the number of bytes before it.
    case outOfRange(start: Int)
  }

  /// Parses `for 6`, `for 6 people`, `x2`, `×½`, `*1.5` or `2×` at the end of a text.
  package static func ending(of text: String) -> Ending {
    let tokens = LineTokens(text)
    var end = tokens.count
    if end > 0,
      ["people", "servings", "persons", "portions", "person", "serving", "guests", "portion"]
        .contains(
          tokens.lowercased(end - 1))
    {
      end -= 1
    }
    guard end > 0 else { return .none }
    let last = end - 1
    if tokens.isNumber(last), tokens.isWord(last - 1), tokens.lowercased(last - 1) == "for" {
      return checked(.servings(tokens[last].number.value), tokens[last - 1].bytes.lowerBound)
    }
    if tokens.isOne(of: .number, last), tokens.lowercased(last - 1) == "for",
      let number = numberWords[tokens.lowercased(last)] ?? tenWords[tokens.lowercased(last)]
    {
      return checked(.servings(Rational(number)), tokens[last - 1].bytes.lowerBound)
    }
    guard end == tokens.count else { return .none }
    // `for 48 cookies`
    if tokens.isWord(last), tokens.isNumber(last - 1), tokens.lowercased(last - 2) == "for" {
      let number = tokens[last - 1].number.value
      return checked(.things(number, tokens.text(last)), tokens[last - 2].bytes.lowerBound)
    }
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
    switch scale {
    case .times(let factor):
      guard isAccepted(factor) else { return .outOfRange(start: start) }
    case .servings(let number), .things(let number, _):
      guard number > .zero else { return .outOfRange(start: start) }
    }
    return .scale(scale, start: start)
  }

  private static func isAccepted(_ factor: Rational) -> Bool {
    factor <= Rational(limit) && factor >= Rational(1, limit) ?? .one
  }

  /// Returns the factor for a dish with a published yield.
  ///
  /// - Returns: The factor; nil if the yield is not known, if it counts something else than the scale, and if the factor
  ///   is not in the accepted range.
  package func factor(from yield: Yield?) -> Rational? {
    switch self {
    case .times(let factor): return factor
    case .servings(let wanted):
      guard let yield, yield.isPeople else { return nil }
      return wanted.over(yield.servings).flatMap { Self.isAccepted($0) ? $0 : nil }
    case .things(let wanted, let unit):
      guard let counted = yield?.counted(in: unit) else { return nil }
      return wanted.over(counted.servings).flatMap { Self.isAccepted($0) ? $0 : nil }
    }
  }
}

extension Scale: CustomStringConvertible {
  /// `for 6`, or `×2`, as ``ending(of:)`` parses it.
  package var description: String {
    switch self {
    case .servings(let number): "for \(number.written)"
    case .times(let number): "×\(number.written)"
    case .things(let number, let unit): "for \(number.written) \(unit)"
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
