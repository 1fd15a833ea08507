/// What the published amounts make: servings for people, things such as 24 cookies or 750 g, or both.
package struct Yield: Equatable, Sendable {
  /// The number of servings or things; the lower end of a range.
  package let servings: Rational
  /// The upper end of a range.
  package let upper: Rational?
  /// The word for the things, such as `cookies` or `g`; empty if the number counts people.
  package let unit: String
  /// How the number was written.
  private let number: WrittenNumber
  /// What the same amounts make, counted otherwise, such as 12 pancakes of `serves 4, makes 12 pancakes`.
  private let others: [Yield]

  /// Whether the text is a range, of which ``servings`` is the lower end.
  package var isRange: Bool { upper != nil }
  /// Whether the number counts people.
  package var isPeople: Bool { unit.isEmpty }
  /// Whether the text gives more than one number.
  package var isMixed: Bool { !others.isEmpty }

  /// Parses `6`, `4–6 servings`, `Makes 20 churros`, `2 dozen`, `1 cake; serves 10`, `750 g`; nil for a text without a
  /// number of people or things, such as `26 cm`.
  package init?(_ text: String) {
    let all = YieldParser(tokens: LineTokens(text)).counts()
    // `24` beside `24 cookies` is the same number.
    let found = all.filter { count in
      !count.isAlone || !all.contains { !$0.unit.isEmpty && $0.value == count.value }
    }
    let people =
      found.firstIndex { $0.unit.isEmpty && $0.isMarked } ?? found.firstIndex(where: \.isAlone)
    guard let best = people ?? found.indices.first else { return nil }
    let things = found.indices.filter {
      $0 != best && !found[$0].unit.isEmpty && !found[$0].isOther
    }
    self.init(found[best], others: things.map { Yield(found[$0], others: []) })
  }

  private init(_ count: YieldParser.Count, others: [Yield]) {
    (servings, upper, unit, number) = (count.value, count.upper, count.unit, count.number)
    self.others = others
  }

  /// The number of some things that the amounts make; nil if the text does not give it.
  package func counted(in things: String) -> Yield? {
    ([self] + others).first {
      withoutPlural($0.unit.lowercased()) == withoutPlural(things.lowercased())
    }
  }

  /// Returns all that the multiplied amounts make: `8, 24 pancakes`.
  package func wholeText(scaledBy factor: Rational) -> String? {
    let texts = ([self] + others).compactMap { $0.text(scaledBy: factor) }
    return texts.count == others.count + 1 ? texts.joined(separator: ", ") : nil
  }

  /// Returns the yield of amounts that are multiplied, with its unit: `¼ cup`, `48 cookies`, `4–6`.
  package func text(scaledBy factor: Rational) -> String? {
    let measure = UnitTable.standard.phrases[unit.lowercased()]?.first.map {
      UnitTable.standard.units[$0.unit]
    }
    var style = number
    if style.style == .decimal, measure?.takesFractions ?? false { style.style = .vulgar }
    let writer = AmountWriter(number: style, unit: measure ?? .whole)
    guard let low = servings.times(factor) else { return nil }
    var text = writer.text(of: low)
    if let high = upper?.times(factor) { text += "–" + writer.text(of: high) }
    guard !unit.isEmpty else { return text }
    return text + " " + Plurals.standard.agreeing(unit, with: upper?.times(factor) ?? low)
  }
}

/// Finds the numbers in a yield that count people or things.
fileprivate struct YieldParser {
  struct Count {
    var value: Rational
    var upper: Rational?
    var unit: String
    var number: WrittenNumber
    /// Whether a word says that it counts people.
    var isMarked: Bool
    /// Whether there is nothing else between the semicolons or the ends of the text.
    var isAlone = false
    /// Whether it is no count of things: the size of a serving or of each thing, a time, or energy.
    var isOther = false
  }

  let tokens: LineTokens

  func counts() -> [Count] {
    var found: [Count] = []
    var index = 0
    while index < tokens.count {
      guard let (count, end) = count(at: index) else {
        index += 1
        continue
      }
      if var count {
        let isStart = index == 0 || tokens.isMark(";", index - 1)
        let isEnd = end >= tokens.count || tokens.isMark(";", end)
        count.isAlone = isStart && isEnd && count.unit.isEmpty
        count.isOther =
          otherWords.contains(count.unit.lowercased()) || tokens.isOne(of: [.each, .time], end)
          || (index - 2..<index).contains { tokens.lowercased($0) == "size" }
        found.append(count)
      }
      index = max(end, index + 1)
    }
    return found
  }

  /// Parses the number at a token; the count is nil if it is a size.
  private func count(at start: Int) -> (count: Count?, end: Int)? {
    guard var (value, end, number) = self.number(at: start) else { return nil }
    if tokens.isMark("-", start - 1), tokens.isWord(start - 2) { return nil }
    // `9x13 pan`
    if tokens.isMark("*", end), tokens.isNumber(end + 1),
      UnitTable.kind(tokens, end + 2) != .volume,
      UnitTable.kind(tokens, end + 2) != .mass
    {
      return (nil, end + 2)
    }
    var upper: Rational?
    let joins =
      tokens.isMark("-", end)
      || ["to", "or", "bis", "à", "a", "tot", "til", "till"].contains(tokens.lowercased(end))
    if joins, let next = self.number(at: end + 1), next.value > value {
      (upper, end) = (next.value, next.end)
    }
    if tokens.isMark("+", end) || tokens.isMark("*", end) { end += 1 }
    if isSize(end) { return (nil, end) }
    let isBefore = isMarkedBefore(start)
    if dozenWords.contains(tokens.lowercased(end)),
      let twelve = value.times(Rational(12))
    {
      (value, upper, end) = (twelve, upper?.times(Rational(12)), end + 1)
      number = WrittenNumber()
      if unit(end).word.isEmpty {
        return (
          Count(value: value, upper: upper, unit: "pieces", number: number, isMarked: false), end
        )
      }
    }
    guard value > .zero, value <= Rational(1_000_000) else { return (nil, end) }
    var (word, next) = unit(end)
    // `serves 6 (makes 2 litres)`: what is in parentheses may be a count of its own.
    if word.isEmpty { next = end }
    if isBefore || isServing(word) || tokens.lowercased(end) == "as" {
      return (Count(value: value, upper: upper, unit: "", number: number, isMarked: true), next)
    }
    if tokens.lowercased(next) == "per" || tokens.lowercased(end) == "per" { return (nil, next) }
    return (Count(value: value, upper: upper, unit: word, number: number, isMarked: false), next)
  }

  private func number(at index: Int) -> (value: Rational, end: Int, number: WrittenNumber)? {
    if tokens.isNumber(index) {
      return (tokens[index].number.value, index + 1, tokens[index].number)
    }
    let word = tokens.lowercased(index)
    // An article is a number only in `a dozen`.
    let isOne =
      WordList.with(word).contains(.one) && dozenWords.contains(tokens.lowercased(index + 1))
    guard let value = numberWords[word] ?? tenWords[word] ?? (isOne ? 1 : nil) else { return nil }
    return (Rational(value), index + 1, WrittenNumber())
  }

  /// Whether a length follows, also with a hyphen: `26 cm`, `9-inch`.
  private func isSize(_ end: Int) -> Bool {
    let start = tokens.isMark("-", end) ? end + 1 : end
    return tokens.isMark("\"", end) || UnitTable.kind(tokens, start) == .length
      || tokens.lowercased(start) == "in" && start > end
  }

  private func isMarkedBefore(_ start: Int) -> Bool {
    var index = start - 1
    while tokens.isMark(":", index)
      || ["about", "ca", "approx", "approximately"].contains(tokens.lowercased(index))
    {
      index -= 1
    }
    return peopleWords.contains(tokens.lowercased(index))
  }

  private func isServing(_ word: String) -> Bool {
    let word = word.lowercased()
    return servingWords.contains(word) || servingPrefixes.contains { word.hasPrefix($0) }
  }

  /// Returns the noun after a number, without sizes and parentheses, and the token after it.
  private func unit(_ start: Int) -> (word: String, end: Int) {
    var index = start
    var noun = ""
    while index < tokens.count {
      if tokens.isMark("(", index) {
        guard let close = (index..<tokens.count).first(where: { tokens.isMark(")", $0) }) else {
          break
        }
        guard noun.isEmpty else { break }
        index = close + 1
        continue
      }
      if tokens.isNumber(index), noun.isEmpty {
        // `1 9x13 pan`, `one 9-inch pie`, `2 x 500 ml jars`
        if tokens.isMark("*", index + 1), tokens.isNumber(index + 2) {
          index += 2
          if UnitTable.kind(tokens, tokens.isMark("-", index + 1) ? index + 2 : index + 1) == nil {
            index += 1
          }
          continue
        }
        let measure = tokens.isMark("-", index + 1) ? index + 2 : index + 1
        guard
          UnitTable.kind(tokens, measure) != nil || tokens.isMark("*", index + 1)
            || tokens.isMark("\"", measure)
        else { break }
        index = measure + 1
        continue
      }
      if tokens.isMark("-", index), !tokens[index].isAfterSpace {
        index += 1
        continue
      }
      guard tokens.isWord(index), !nounStops.contains(tokens.lowercased(index)) else { break }
      noun = tokens.text(index)
      index += 1
      if UnitTable.kind(tokens, index - 1).map({ $0 == .mass || $0 == .volume }) ?? false { break }
    }
    return (noun, index)
  }
}

extension UnitTable {
  /// The kind of the unit that one word names; nil if it is not a unit.
  fileprivate static func kind(_ tokens: LineTokens, _ index: Int) -> Unit.Kind? {
    standard.phrases[tokens.lowercased(index)]?.last.flatMap {
      $0.rest.isEmpty ? standard.units[$0.unit].kind : nil
    }.flatMap { $0 == .mass || $0 == .volume || $0 == .length ? $0 : nil }
  }
}

private let dozenWords: Set<String> = [
  "dozen", "dutzend", "douzaine", "docena", "dozzina", "dussin",
]

/// Words before a number of people.
private let peopleWords: Set<String> = [
  "serves", "serve", "servings", "for", "feeds", "pour", "für", "per", "para", "voor", "för", "til",
  "till",
  "portions", "portionen", "porzioni", "personnes", "rinde", "raciones",
]

/// Words after a number of people.
private let servingWords: Set<String> = [
  "serving", "servings", "people", "person", "persons", "persones", "guests", "eaters", "adults",
  "personnes", "personne", "parts", "convives", "personen", "pers", "leute", "personer", "pers.",
  "persone", "persona",
  "personas", "comensales", "raciones", "ración", "pessoas", "pessoa", "doses", "couverts", "os",
  "osoby", "osób", "osob",
  "fő", "főre", "adag", "kişi", "kişilik", "персоны", "персон", "порций", "порции", "άτομα",
  "μερίδες", "annosta",
]

/// Beginnings of words for people and portions.
private let servingPrefixes = ["portion", "porcion", "porzion", "porç", "porc", "人", "名", "인분"]

/// Words after a number that does not count what a recipe makes.
private let otherWords: Set<String> = [
  "calories", "calorie", "cal", "kcal", "kj", "minutes", "minute", "min", "mins", "hours", "hour",
  "th", "children", "kids", "stars", "reviews",
]

/// Words that end the noun of a yield.
private let nounStops: Set<String> = [
  "of", "for", "per", "with", "as", "depending", "or", "and", "plus", "di", "de", "d", "à", "from",
  "in", "each", "to",
  "about", "serves", "makes", "approximately", "x", "von", "mit", "pour", "für",
]
