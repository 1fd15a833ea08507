/// A duration in a step.
package struct StepDuration: Equatable, Sendable {
  /// The duration, or the lower end of a range, in seconds.
  package let seconds: Int
  /// The upper end of a range, in seconds; nil if it is not a range.
  package let longest: Int?
  /// The words of the step, such as `20 to 25 minutes`.
  package let text: String

  /// The maximum duration of a timer, in seconds: two days.
  private static let limit = 172_800

  /// Parses the duration that begins a text that a person typed: `8 min eggs`, `1h30`, `90s tea`.
  ///
  /// - Returns: The duration, and the rest of the text; nil if the text does not begin with one that a timer can have.
  package static func leading(_ text: String) -> (duration: StepDuration, rest: String)? {
    let tokens = LineTokens(text)
    let parser = DurationParser(
      tokens: tokens, language: StepLanguage([tokens]), hasShortUnits: true)
    guard let part = parser.duration(at: 0), part.low > 0, part.low <= limit else { return nil }
    let rest = part.end < tokens.count ? tokens[part.end].bytes.lowerBound : tokens.line.count
    let duration = StepDuration(
      seconds: part.low, longest: part.high.flatMap { $0 > part.low ? $0 : nil },
      text: tokens.text(0..<part.bytesEnd))
    return (duration, tokens.text(rest..<tokens.line.count))
  }

  static func all(in tokens: LineTokens, _ language: StepLanguage) -> [StepDuration] {
    let parser = DurationParser(tokens: tokens, language: language)
    var found: [StepDuration] = []
    var index = 0
    while index < tokens.count {
      guard let part = parser.duration(at: index) else {
        index += 1
        continue
      }
      if part.low > 0, part.low <= limit, !parser.isRelation(index, part.end) {
        let bytes = tokens[index].bytes.lowerBound..<part.bytesEnd
        let longest = part.high.flatMap { $0 > part.low ? $0 : nil }
        found.append(
          StepDuration(seconds: part.low, longest: longest, text: tokens.text(bytes)))
      }
      index = max(part.end, index + 1)
    }
    return found
  }
}

/// Parses durations: numbers with units of time, and phrases such as `half an hour`.
private struct DurationParser {
  /// A duration, or a part of one such as `1 hour` of `1 hour 30 minutes`; in seconds.
  struct Part {
    var low: Int
    var high: Int?
    /// The seconds of its unit.
    var unit: Int
    /// The token after it.
    var end: Int
    var bytesEnd: Int
  }

  /// A unit of time in the text.
  struct FoundUnit {
    let seconds: Int
    let end: Int
    let bytesEnd: Int
    /// Whether `半` adds a half of it.
    var hasHalf = false
  }

  let tokens: LineTokens
  let language: StepLanguage
  /// Whether `m` and `s` are units, which a step would rarely mean.
  var hasShortUnits = false

  /// Parses the duration at a token, with its smaller units: `1 hour and 30 minutes`, `1h30`, `45 minutes to 1 hour`.
  func duration(at start: Int) -> Part? {
    guard var part = phrase(at: start) ?? part(at: start) else { return nil }
    while let next = smaller(after: part) {
      part.high = part.high.map { $0 + (next.high ?? next.low) } ?? next.high.map { part.low + $0 }
      part.low += next.low
      (part.end, part.bytesEnd, part.unit) = (next.end, next.bytesEnd, next.unit)
    }
    if part.high == nil, isRange(part.end), let upper = duration(at: part.end + 1),
      upper.high == nil, upper.low > part.low
    {
      // `45 minutes to 1 hour`, `10分〜12分`
      part.high = upper.low
      (part.end, part.bytesEnd) = (upper.end, upper.bytesEnd)
    }
    return part
  }

  /// Whether a duration relates to something else, rather than being waited for: `45 min/lb`, `2 hours ahead`.
  func isRelation(_ start: Int, _ end: Int) -> Bool {
    let next = tokens.lowercased(end)
    if tokens.isMark("/", end) || rateWords.contains(next) { return isMeasure(end + 1) }
    if relationWords.contains(next) { return true }
    // `every 8 hours` repeats.
    if everyWords.contains(tokens.lowercased(start - 1))
      || tokens.lowercased(start - 1) == "les" && tokens.lowercased(start - 2) == "toutes"
    {
      return true
    }
    if lessWords.contains(next), comparisonWords.contains(tokens.lowercased(end + 1)) {
      return true
    }
    if ["de", "di", "in"].contains(next), lessWords.contains(tokens.lowercased(end + 1)) {
      return true
    }
    if next == "in", tokens.lowercased(end + 1) == "advance" { return true }
    guard beforeWords.contains(next) else { return false }
    // `Rest for 10 minutes before serving` waits, `remove 30 minutes before serving` does not.
    return !(max(start - 5, 0)..<start).contains { waitingWords.contains(tokens.lowercased($0)) }
  }

  /// Whether a rate is by weight or by person: `20 minutes per pound`, but `5 minutes per side`.
  private func isMeasure(_ start: Int) -> Bool {
    let word = tokens.lowercased(tokens.isNumber(start) ? start + 1 : start)
    let unit = UnitTable.standard.phrases[word]?.last.map { UnitTable.standard.units[$0.unit] }
    return unit?.kind == .mass || ["person", "serving", "portion", "personne"].contains(word)
  }

  // MARK: - Parts

  /// Parses a smaller unit after a part: `30 minutes` after `1 hour and`, `30` after `1 h`, `a half` after `an hour and`.
  private func smaller(after part: Part) -> Part? {
    var index = part.end
    if part.unit == 3600 || part.unit == 60, let half = fractionAfterAnd(index) {
      return Part(
        low: part.unit * half.quarters / 4, unit: 1, end: half.end,
        bytesEnd: tokens[half.end - 1].bytes.upperBound)
    }
    if joinWords.contains(tokens.lowercased(index)) || tokens.isMark("&", index) { index += 1 }
    guard tokens.isNumber(index) else { return nil }
    if let next = self.part(at: index), next.unit < part.unit { return next }
    // `1h30`, `5 min 30`
    let value = tokens[index].number.value
    guard index == part.end, part.unit > 1, part.high == nil, value.isWhole, value < Rational(60),
      unit(at: index + 1) == nil, !isMeasured(index + 1), tokens[index].bytes.count == 2
    else { return nil }
    return Part(
      low: value.numerator * part.unit / 60, unit: 1, end: index + 1,
      bytesEnd: tokens[index].bytes.upperBound)
  }

  /// Whether a number before a token is an amount or a temperature.
  private func isMeasured(_ index: Int) -> Bool {
    tokens.isMark("^", index) || tokens.isMark("%", index)
      || UnitTable.standard.phrases[tokens.lowercased(index)] != nil
  }

  /// Parses `and a half`, `and a quarter`.
  private func fractionAfterAnd(_ index: Int) -> (quarters: Int, end: Int)? {
    guard joinWords.contains(tokens.lowercased(index)) else { return nil }
    let hasArticle = tokens.isOne(of: .one, index + 1)
    let word = tokens.lowercased(hasArticle ? index + 2 : index + 1)
    guard
      let quarters = [
        "half": 2, "quarter": 1, "halbe": 2, "demie": 2, "media": 2, "mezza": 2, "halv": 2,
      ][word]
    else { return nil }
    let end = hasArticle ? index + 3 : index + 2
    return unit(at: end) == nil ? (quarters, end) : nil
  }

  /// Parses a number or a range with a unit of time.
  private func part(at start: Int) -> Part? {
    guard let (low, first) = number(at: start) else { return nil }
    var index = first
    var high: Rational?
    if tokens.isMark(":", index), tokens.isNumber(index + 1), !tokens[index].isAfterSpace,
      !tokens[index + 1].isAfterSpace, let found = unit(at: index + 2), found.seconds > 1,
      let minutes = tokens[index + 1].number.value.over(Rational(60)), minutes < .one,
      let value = low.plus(minutes)
    {
      // `1:30 hours`
      return made(value, nil, found)
    }
    if isRange(index), let next = number(at: index + 1), next.value > low {
      (high, index) = (next.value, next.end)
    }
    if tokens.isMark("-", index) { index += 1 }
    if ["more", "additional", "further", "extra", "weitere", "full", "good"].contains(
      tokens.lowercased(index))
    {
      index += 1
    }
    guard let found = unit(at: index) else { return nil }
    // Seconds need a number in digits: `a second` may be an ordinal.
    if tokens.isOne(of: .one, start) || tokens.lowercased(start) == "one",
      found.seconds < 60
    {
      return nil
    }
    if high == nil, tokens.isOne(of: .or, found.end),
      tokens.lowercased(found.end + 1) == "two", unit(at: found.end + 2) == nil
    {
      // `a minute or two`
      return Part(
        low: found.seconds, high: found.seconds * 2, unit: found.seconds, end: found.end + 2,
        bytesEnd: tokens[found.end + 1].bytes.upperBound)
    }
    return made(low, high, found)
  }

  private func made(_ low: Rational, _ high: Rational?, _ unit: FoundUnit) -> Part? {
    let half = unit.hasHalf ? Rational(1, 2) ?? .zero : .zero
    guard let seconds = low.plus(half)?.times(Rational(unit.seconds)) else { return nil }
    return Part(
      low: seconds.rounded, high: high.flatMap { $0.times(Rational(unit.seconds)) }.map(\.rounded),
      unit: unit.seconds, end: unit.end, bytesEnd: unit.bytesEnd)
  }

  /// Parses a number in digits or words.
  private func number(at start: Int) -> (value: Rational, end: Int)? {
    if tokens.isNumber(start) {
      return (tokens[start].number.value, start + 1)
    }
    let word = tokens.lowercased(start)
    var value: Rational
    var end = start + 1
    if let tens = tenWords[word] {
      value = Rational(tens)
      if tokens.isMark("-", end), let ones = numberWords[tokens.lowercased(end + 1)], ones < 10 {
        (value, end) = (Rational(tens + ones), end + 2)
      }
    } else if word == "another" {
      value = .one
    } else if let couple = coupleEnd(start) {
      (value, end) = (Rational(2), couple)
    } else if let whole = durationNumbers[word] {
      value = Rational(whole)
    } else if let whole = numberWords[word] ?? (WordList.with(word).contains(.one) ? 1 : nil) {
      value = Rational(whole)
    } else {
      return nil
    }
    // `one and a half hours`
    if tokens.lowercased(end) == "and", tokens.isOne(of: .one, end + 1),
      tokens.lowercased(end + 2) == "half", let half = Rational(1, 2), let sum = value.plus(half),
      unit(at: end + 3) != nil
    {
      (value, end) = (sum, end + 3)
    }
    return (value, end)
  }

  /// Returns the token after `a couple of`, `un paio di` or `un par de`.
  private func coupleEnd(_ start: Int) -> Int? {
    guard tokens.isOne(of: .one, start),
      ["couple", "paio", "par"].contains(tokens.lowercased(start + 1))
    else { return nil }
    return ["of", "di", "de"].contains(tokens.lowercased(start + 2)) ? start + 3 : start + 2
  }

  private func isRange(_ index: Int) -> Bool {
    tokens.isMark("-", index) || tokens.isMark("~", index)
      || tokens.isWord(index) && durationRangeWords.contains(tokens.lowercased(index))
  }

  // MARK: - Units and phrases

  /// Parses a unit of time; a word of Chinese, Japanese or Korean only needs to begin with it.
  private func unit(at index: Int) -> FoundUnit? {
    guard tokens.isWord(index) else { return nil }
    let word = tokens.lowercased(index)
    let isFull = tokens.isMark(".", index + 1) && !tokens[index + 1].isAfterSpace
    if let seconds = secondsOf[word] ?? ambiguous(word) {
      let continues = isFull && index + 2 < tokens.count && !tokens.isMark(".", index + 2)
      let end = continues && isSmaller(index + 2, than: seconds) ? index + 2 : index + 1
      return FoundUnit(seconds: seconds, end: end, bytesEnd: tokens[index].bytes.upperBound)
    }
    guard word.unicodeScalars.first.map({ $0.value >= 0x1100 }) ?? false else { return nil }
    for (prefix, seconds) in attachedUnits where word.hasPrefix(prefix) {
      let rest = word.dropFirst(prefix.count)
      // `2分の1` is a half.
      if rest.hasPrefix("の") { return nil }
      let isHalf = rest.hasPrefix("半")
      let length = prefix.utf8.count + (isHalf ? 3 : 0)
      return FoundUnit(
        seconds: seconds, end: index + 1, bytesEnd: tokens[index].bytes.lowerBound + length,
        hasHalf: isHalf)
    }
    return nil
  }

  /// Whether a number with a smaller unit follows, perhaps after `and`.
  private func isSmaller(_ index: Int, than seconds: Int) -> Bool {
    let start = joinWords.contains(tokens.lowercased(index)) ? index + 1 : index
    guard tokens.isNumber(start), tokens.isWord(start + 1) else { return false }
    let word = tokens.lowercased(start + 1)
    return (secondsOf[word] ?? ambiguous(word)).map { $0 < seconds } ?? false
  }

  private func ambiguous(_ word: String) -> Int? {
    if hasShortUnits, let seconds = ["m": 60, "s": 1, "d": 86_400][word] { return seconds }
    guard let code = language.code else { return nil }
    return ambiguousUnits[word].flatMap { $0.codes.contains(code) ? $0.seconds : nil }
  }

  /// Parses a phrase such as `half an hour`, `Viertelstunde` and `quart d'heure`.
  private func phrase(at start: Int) -> Part? {
    guard tokens.isWord(start), let phrases = durationPhrases[tokens.lowercased(start)] else {
      return nil
    }
    for (rest, seconds) in phrases {
      var index = start + 1
      for word in rest {
        while tokens.isMark("'", index) || tokens.isMark("-", index) { index += 1 }
        guard tokens.lowercased(index) == word else {
          index = -1
          break
        }
        index += 1
      }
      guard index > 0 else { continue }
      return Part(
        low: seconds, unit: 60, end: index, bytesEnd: tokens[index - 1].bytes.upperBound)
    }
    return nil
  }
}
