/// A number or a range, with the places of its numbers.
struct Quantity {
  var value: Rational
  var upper: Rational?
  var places: [(bytes: Range<Int>, number: WrittenNumber, kind: NumberPlace.Kind)]
  /// The token after it.
  var end: Int
  /// Whether it is written vaguely, as in `a couple of`.
  var isApproximate = false
}

extension IngredientParser {
  /// Parses the number or range at a token.
  func quantity(at start: Int) -> Quantity? {
    guard let low = single(at: start) else { return nil }
    var next = low.end
    // Japanese writes a range as `1~2`.
    let isHyphen =
      tokens.isMark("-", next) || tokens.isMark("~", next) && tokens.isNumber(next + 1)
    if isHyphen { next += 1 }
    let word = tokens.isWord(next) ? tokens.lowercased(next) : ""
    if tokens.isOne(of: .range, next) {
      next += 1
      // `8- to -10 ounce`
      if isHyphen, tokens.isMark("-", next) { next += 1 }
    } else if !isHyphen {
      return low
    }
    guard let high = single(at: next), tokens.isNumber(next) || !isHyphen else { return low }
    let isOr = WordList.with(word).contains(.or)
    if isOr && high.value <= low.value { return low }
    // `1 - 15 oz can` is one can, not a range.
    let isCount =
      tokens[low.end].isAfterSpace
      || low.value.isWhole && low.value.times(Rational(3)).map { $0 <= high.value } ?? false
    if isHyphen && word.isEmpty && isCount && isSizeOfPackage(high) {
      return low
    }
    return Quantity(
      value: min(low.value, high.value), upper: max(low.value, high.value),
      places: low.places + high.places, end: high.end)
  }

  /// Whether a number is the size of a package that follows it, as in `400g tin`.
  private func isSizeOfPackage(_ quantity: Quantity) -> Bool {
    guard let measure = unit(at: quantity.end), measure.unit.isMeasure,
      let container = unit(at: measure.end)
    else { return false }
    return container.unit.kind == .package
  }

  /// Parses the number at a token, in digits or as a word.
  private func single(at start: Int) -> Quantity? {
    guard start < body.upperBound else { return nil }
    if tokens.isNumber(start) {
      let number = tokens[start].number
      guard number.value > .zero, !isNoAmount(start) else { return nil }
      if let (end, value) = mixedWords(at: start + 1, number.value) {
        return written(value, start..<end, style: .vulgar)
      }
      // `½ a lemon` and `1/2 of a lemon`
      if number.value < .one {
        let one = tokens.lowercased(start + 1) == "of" ? start + 2 : start + 1
        if tokens.isWord(one), ["a", "an"].contains(tokens.lowercased(one)) {
          return written(number.value, start..<one + 1, style: number.style)
        }
      }
      return Quantity(
        value: number.value, places: [(tokens[start].bytes, number, .written)], end: start + 1)
    }
    guard tokens.isWord(start) else { return nil }
    let word = tokens.lowercased(start)
    if tokens.isOne(of: .half, start) {
      let end = tokens.isOne(of: .one, start + 1) ? start + 2 : start + 1
      guard
        unit(at: end) != nil || tokens.isNumber(end)
          || tokens.isWord(end) && !tokens.isOne(of: .range, end)
            && !["and", "n"].contains(tokens.lowercased(end))
      else { return nil }
      return written(Rational(1, 2) ?? .one, start..<end)
    }
    if tokens.isOne(of: .one, start), tokens.lowercased(start + 1) == "couple" {
      let end = tokens.lowercased(start + 2) == "of" ? start + 3 : start + 2
      var couple = written(Rational(2), start..<end)
      couple.isApproximate = true
      couple.places[0].number.isApproximate = true
      return couple
    }
    if let (end, value) = fractionWords(at: start) { return written(value, start..<end) }
    if tokens.isOne(of: .one, start) {
      guard unit(at: start + 1) != nil || tokens.isNumber(start + 1) || isBehindOf(start) else {
        return nil
      }
      return written(.one, start..<start + 1)
    }
    if let (end, value) = tensWords(at: start) { return written(value, start..<end) }
    guard tokens.isOne(of: .number, start), let value = numberWords[word].map({ Rational($0) })
    else { return nil }
    if let (end, value) = mixedWords(at: start + 1, value) {
      return written(value, start..<end, style: .vulgar)
    }
    return written(value, start..<start + 1)
  }

  /// Parses `twenty` and `thirty-two`; returns the token after it, and the value.
  private func tensWords(at start: Int) -> (end: Int, value: Rational)? {
    guard tokens.isOne(of: .number, start), let tens = tenWords[tokens.lowercased(start)] else {
      return nil
    }
    if tokens.isMark("-", start + 1), let ones = numberWords[tokens.lowercased(start + 2)],
      ones < 10
    {
      return (start + 3, Rational(tens + ones))
    }
    return (start + 1, Rational(tens))
  }

  /// Parses `a quarter` and `three quarters` before a unit or `of`; returns the token after it, and the value.
  private func fractionWords(at start: Int) -> (end: Int, value: Rational)? {
    let word = tokens.lowercased(start)
    guard tokens.isOne(of: [.one, .number], start),
      let top = tokens.isOne(of: .one, start) ? 1 : numberWords[word]
    else { return nil }
    var index = start + 1
    if tokens.isMark("-", index) { index += 1 }
    guard word != "half", let bottom = fractionParts[tokens.lowercased(index)],
      let value = Rational(top, bottom)
    else {
      return nil
    }
    let next = index + 1
    if tokens.lowercased(next) == "of" {
      return (tokens.isOne(of: .one, next + 1) ? next + 2 : next + 1, value)
    }
    return unit(at: next) == nil ? nil : (next, value)
  }

  /// Parses `and a half` and `and three quarters` after a whole number; returns the token after it, and the sum.
  private func mixedWords(at start: Int, _ value: Rational) -> (end: Int, value: Rational)? {
    guard value.isWhole, tokens.isWord(start), tokens.lowercased(start) == "and",
      let top = tokens.isOne(of: .one, start + 1)
        ? 1 : numberWords[tokens.lowercased(start + 1)],
      let bottom = fractionParts[tokens.lowercased(start + 2)], let part = Rational(top, bottom),
      part < .one
    else { return nil }
    return value.plus(part).map { (start + 3, $0) }
  }

  /// Whether a word follows `of`, as in `juice of a lemon`.
  private func isBehindOf(_ start: Int) -> Bool {
    start > body.lowerBound && tokens.isOne(of: .preface, start - 1)
  }

  private func written(
    _ value: Rational, _ range: Range<Int>, style: WrittenNumber.Style = .word
  ) -> Quantity {
    let bytes =
      tokens[range.lowerBound].bytes.lowerBound..<tokens[range.upperBound - 1].bytes.upperBound
    return Quantity(
      value: value, places: [(bytes, WrittenNumber(value: value, style: style), .written)],
      end: range.upperBound)
  }

  /// Whether a number is a percentage, a temperature, a price, or a part of a word such as `5-spice`.
  private func isNoAmount(_ index: Int) -> Bool {
    let next = index + 1
    if tokens.isMark("%", next) || tokens.isMark("^", next) { return true }
    if tokens.isMark(".", next), tokens.isNumber(next + 1), !tokens[next + 1].isAfterSpace {
      return true
    }
    // `16/20 count` and `1/0`
    if tokens.isMark("/", next), tokens.isNumber(next + 1), !tokens[next].isAfterSpace {
      return true
    }
    if tokens.isMark("/", index - 1), tokens.isNumber(index - 2), !tokens[index].isAfterSpace {
      return true
    }
    if index > 0, tokens.isMark("$", index - 1) || tokens.isMark("#", index - 1) {
      return true
    }
    if tokens.isWord(next), !tokens[next].isAfterSpace,
      ["f", "th", "nd", "rd"].contains(tokens.lowercased(next))
        || tokens.lowercased(next) == "st" && tokens[index].number.value.numerator % 10 == 1
    {
      return true
    }
    // `26C` is warm water; `1C` is a cup.
    if tokens.isWord(next), tokens.text(next) == "C" || tokens.text(next) == "F",
      tokens[index].number.value >= Rational(20)
    {
      return true
    }
    if tokens.isWord(next), tokens.isOne(of: .degree, next) { return true }
    guard tokens.isMark("-", next), !tokens[next].isAfterSpace, tokens.isWord(next + 1),
      !tokens[next + 1].isAfterSpace
    else { return false }
    return unit(at: next) == nil && !tokens.isOne(of: .range, next + 1)
  }

  // MARK: - Units

  /// A unit with its tokens.
  struct FoundUnit {
    let unit: Unit
    /// The bytes of its words.
    let bytes: Range<Int>
    let end: Int
    let isHyphenated: Bool
    /// Whether the first word does not end like a plural.
    let isSingular: Bool
  }

  /// Parses the unit at a token, also after a hyphen and after words such as `heaping`.
  func unit(at start: Int) -> FoundUnit? {
    var index = start
    let isDash = tokens.isMark("-", index)
    let isHyphenated = isDash && !tokens.isBeforeSpace(index)
    // `3–4 — tablespoons`
    if isDash, !isHyphenated, tokens[index].isAfterSpace,
      let found = unitPhrase(at: index + 1, false),
      found.unit.isMeasure
    {
      return found
    }
    if isHyphenated { index += 1 }
    // `2 or more tablespoons`
    if tokens.isOne(of: .or, index), tokens.isOne(of: .more, index + 1) {
      return unitPhrase(at: index + 2, false).flatMap { $0.unit.kind == .size ? nil : $0 }
    }
    if let found = unitPhrase(at: index, isHyphenated) { return sized(found) }
    var skipped = index
    while skipped < index + 2, tokens.isWord(skipped),
      tokens.isOne(of: .measureAdjective, skipped)
    {
      skipped += 1
      if let found = unitPhrase(at: skipped, isHyphenated) { return found }
    }
    return nil
  }

  /// Returns a part or package after a size, as in `small handful`; otherwise the size.
  private func sized(_ found: FoundUnit) -> FoundUnit? {
    guard found.unit.kind == .size else { return found }
    // `whole-grain flour`, `store-bought crust`
    if tokens.isMark("-", found.end), !tokens[found.end].isAfterSpace,
      !tokens.isBeforeSpace(found.end),
      tokens.isWord(found.end + 1), unitPhrase(at: found.end + 1, false)?.unit.kind != .size,
      tokens.lowercased(found.end + 1) != "to"
    {
      return nil
    }
    var index = found.end
    // `small to medium`
    let joins =
      tokens.isMark("-", index) || tokens.isMark("/", index)
      || tokens.isWord(index) && ["to", "or"].contains(tokens.lowercased(index))
    if joins, let next = unitPhrase(at: index + 1, false), next.unit.kind == .size {
      return FoundUnit(
        unit: found.unit, bytes: found.bytes, end: next.end, isHyphenated: false, isSingular: true)
    }
    if tokens.isMark("-", index), !tokens.isBeforeSpace(index) { return found }
    if tokens.isWord(index), tokens.isOne(of: .measureAdjective, index) { index += 1 }
    guard let next = unitPhrase(at: index, false),
      next.unit.kind == .part || next.unit.kind == .package,
      next.end < body.upperBound, !tokens.isMark(",", next.end)
    else { return found }
    return next
  }

  private func unitPhrase(at index: Int, _ isHyphenated: Bool) -> FoundUnit? {
    guard index >= 0, index < body.upperBound, tokens[index].kind != .number else { return nil }
    let word = tokens.lowercased(index)
    let isAttached = tokens.isNumber(index - 1) || isHyphenated && tokens.isNumber(index - 2)
    if word == "in" && isAttached || tokens.isMark("\"", index) && tokens.isNumber(index - 1),
      !tokens[index].isAfterSpace, let inch = table["\""]
    {
      let end =
        tokens.isMark(".", index + 1) && !tokens[index + 1].isAfterSpace ? index + 2 : index + 1
      return FoundUnit(
        unit: inch, bytes: tokens[index].bytes, end: end, isHyphenated: isHyphenated,
        isSingular: true)
    }
    guard !tokens.isWord(index) || tokens.isOne(of: .unit, index),
      let phrases = table.phrases[word]
    else { return nil }
    for phrase in phrases {
      guard let last = end(of: phrase.rest, from: index + 1) else { continue }
      let others = phrase.rest.isEmpty ? ingredientPhrases[word] : nil
      if others?.contains(tokens.lowercased(last)) ?? false { return nil }
      var unit = table.units[phrase.unit]
      // The only words whose case matters.
      if word == "t", tokens[index].bytes.count == 1, phrase.rest.isEmpty {
        unit = table[tokens.text(index) == "T" ? "tbsp" : "tsp"] ?? unit
      }
      if isGermanLarge(index, last), let large = table["large"] { unit = large }
      var end = last
      if tokens.isMark(".", end), !tokens[end].isAfterSpace { end += 1 }
      // `Dose/n`
      if tokens.isMark("/", end), !tokens[end].isAfterSpace, tokens.isWord(end + 1),
        !tokens[end + 1].isAfterSpace, tokens[end + 1].bytes.count <= 2,
        tokens.isBeforeSpace(end + 1)
      {
        end += 2
      }
      return FoundUnit(
        unit: unit,
        bytes: tokens[index].bytes.lowerBound..<tokens[last - 1].bytes.upperBound,
        end: end, isHyphenated: isHyphenated, isSingular: !word.hasSuffix("s"))
    }
    return nil
  }

  /// Whether `gr.` means large: `2 gr. Zwiebeln`, but `200 gr. Mehl`.
  private func isGermanLarge(_ index: Int, _ next: Int) -> Bool {
    guard tokens.lowercased(index) == "gr", tokens.isMark(".", next), tokens.isWord(next + 1),
      tokens.isNumber(index - 1), tokens[index].isAfterSpace,
      tokens[index - 1].number.value <= Rational(10)
    else { return false }
    return tokens.text(next + 1).first?.isUppercase ?? false
  }

  /// Returns the token after the words of a phrase, ignoring full stops.
  func end(of rest: [String], from start: Int) -> Int? {
    var index = start
    for word in rest {
      while tokens.isMark(".", index) || tokens.isMark(";", index), word != "." { index += 1 }
      guard index < body.upperBound, tokens.lowercased(index) == word else { return nil }
      index += 1
    }
    return index
  }
}
