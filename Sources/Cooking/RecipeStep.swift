/// A step of a recipe: its text, the amounts in it, and the times it names.
package struct RecipeStep: Equatable, Sendable {
  /// A part of the text of a step.
  package struct Piece: Equatable, Sendable {
    package let text: String
    /// Whether the part replaces an amount, a temperature or a length.
    package let isReplaced: Bool
  }

  /// An amount of the text, in one unit.
  private struct StepAmount: Equatable, Sendable {
    /// The number, or both ends of a range.
    var numbers: [NumberPlace]
    /// Whether it is of an ingredient of the list, and scales.
    var scales: Bool
    /// Whether it is the size of a package.
    var isSize: Bool
    /// Whether the text has the same quantity in a metric unit, and in one of the United States.
    var hasMetric: Bool
    var hasUS: Bool
    /// The name of the ingredient; empty if it is not known.
    var name: String
    /// What it has in common with the same quantity in another unit.
    var group: Int

    func has(_ system: Unit.System) -> Bool { system == .metric ? hasMetric : hasUS }
  }

  package let published: String
  /// The durations in the text that can become timers, in order.
  package let durations: [StepDuration]
  /// The numbers of the ingredients, among those given, that the text mentions.
  package let ingredients: [Int]
  private let amounts: [StepAmount]

  /// Parses the steps of a recipe with some ingredients.
  package static func all(_ texts: [String], ingredients lines: [IngredientLine]) -> [RecipeStep] {
    let language = StepLanguage(of: texts)
    let names = StepNames(lines, language)
    return texts.map { RecipeStep($0, names, language) }
  }

  private init(_ text: String, _ names: StepNames, _ language: StepLanguage) {
    published = text
    let tokens = LineTokens(text)
    durations = StepDuration.all(in: tokens, language)
    let stems = StepNames.stems(of: tokens)
    ingredients = names.ingredients(in: stems, tokens)
    amounts = Self.amounts(in: tokens, stems, names)
  }

  private static func amounts(
    in tokens: LineTokens, _ stems: [String], _ names: StepNames
  ) -> [StepAmount] {
    let parser = IngredientParser(all: tokens)
    var found: [StepAmount] = []
    var index = 0
    while index < tokens.count {
      guard tokens.isNumber(index), let list = parser.amountList(at: index, isLeading: false),
        let first = list.parts.first, first.unit.kind != .length
      else {
        index += 1
        continue
      }
      let named = namedWord(after: list, tokens, stems, names)
      let repeats = list.parts.contains {
        $0.unit.isMeasure && $0.quantity.upper == nil
          && names.hasAmount($0.quantity.value, $0.unit)
      }
      for part in list.parts where part.scales || part.unit.isMeasure {
        let same = list.parts.filter { $0.group == part.group && $0.unit.isMeasure }
        found.append(
          StepAmount(
            numbers: part.quantity.places.filter { $0.kind == .written }.map {
              NumberPlace(
                bytes: $0.bytes, number: $0.number, unit: part.unit, unitBytes: part.unitBytes)
            }, scales: part.scales && (named != nil || repeats),
            isSize: !part.scales || parser.isVessel(from: list.end),
            hasMetric: same.contains { $0.unit.system == .metric },
            hasUS: same.contains { $0.unit.system == .us },
            name: named.map { names.name(with: $0) } ?? "", group: index << 8 + part.group))
      }
      index = max(list.end, index + 1)
    }
    return found.filter { !$0.numbers.isEmpty }
  }

  /// Returns the word of an ingredient among the three after an amount.
  ///
  /// A number without a unit counts only with the name next to it: that of a picture or a pot, as in `a pezzi 13 e`, does
  /// not count the next ingredient.
  private static func namedWord(
    after list: AmountList, _ tokens: LineTokens, _ stems: [String], _ names: StepNames
  ) -> String? {
    if isOneAtATime(list.end, tokens) { return nil }
    var index = list.end
    let isCount = list.parts.allSatisfy { $0.unit == .whole }
    if tokens.isOne(of: .of, index) {
      index += 1
      if tokens.lowercased(index) == "the" { index += 1 }
    } else if !isCount {
      while ["the", "more", "remaining"].contains(tokens.lowercased(index)) { index += 1 }
    }
    for word in index..<max(index, min(index + 3, tokens.count)) {
      guard tokens.isWord(word) else { return nil }
      if names.isName(stems[word]) { return stems[word] }
      if isCount, StepLanguage.isCommon(tokens.lowercased(word)) { return nil }
    }
    return nil
  }

  /// Whether `at a time` follows, which describes the work: `add 1 egg at a time`.
  private static func isOneAtATime(_ start: Int, _ tokens: LineTokens) -> Bool {
    (start..<max(start, min(start + 4, tokens.count))).contains {
      tokens.lowercased($0) == "at" && tokens.lowercased($0 + 1) == "a"
        && tokens.lowercased($0 + 2) == "time"
    }
  }

  /// Returns the text with its amounts multiplied, and with amounts, temperatures and lengths in the chosen units.
  ///
  /// Where an amount is multiplied, the measured ones that stay are marked.
  package func pieces(scaledBy factor: Rational, in choice: UnitChoice = UnitChoice()) -> [Piece] {
    let source = Array(published.utf8)
    let isMarked = factor != .one && amounts.contains(where: \.scales)
    var edits: [TextEdit] = []
    var conversions: [ConvertedPlace] = []
    for amount in amounts {
      if let place = converted(amount, factor, choice, in: source) {
        conversions.append(place)
      } else {
        edits += self.edits(amount, factor, choice, in: source)
      }
      if isMarked, !amount.scales, !amount.isSize, amount.numbers[0].unit.isMeasure {
        let end = end(of: amount, in: source)
        edits.append(TextEdit(bytes: end..<end, text: " (as published)"))
      }
    }
    edits += ConvertedPlace.edits(conversions, in: source)
    if choice.target != nil { edits += TextMeasure.all(in: published).edits(in: choice) }
    return TextEdit.applied(edits, to: source).map {
      Piece(text: $0.text, isReplaced: $0.isReplaced)
    }
  }

  /// Returns an amount in the chosen units; nil if it stays in its own, and for the size of a package.
  private func converted(
    _ amount: StepAmount, _ factor: Rational, _ choice: UnitChoice, in source: [UInt8]
  ) -> ConvertedPlace? {
    guard !amount.isSize, let text = convertedText(amount, factor, choice) else { return nil }
    return ConvertedPlace(
      bytes: amount.numbers[0].bytes.lowerBound..<end(of: amount, in: source), amount: text,
      group: amount.group)
  }

  private func convertedText(
    _ amount: StepAmount, _ factor: Rational, _ choice: UnitChoice
  ) -> ConvertedAmount? {
    let first = amount.numbers[0]
    guard let target = choice.target, !amount.has(target), first.unitBytes != nil,
      let values = values(of: amount, factor)
    else { return nil }
    return choice.converted(
      values, first.unit, first.number, of: amount.name, roundedTo: amount.isSize ? 5 : nil)
  }

  /// The numbers of an amount, multiplied if it scales; nil if a product overflows.
  private func values(of amount: StepAmount, _ factor: Rational) -> [Rational]? {
    let values = amount.numbers.compactMap {
      $0.number.value.times(amount.scales ? factor : .one)
    }
    return values.count == amount.numbers.count ? values : nil
  }

  /// Where the unit of an amount ends, otherwise its number.
  private func end(of amount: StepAmount, in source: [UInt8]) -> Int {
    let numberEnd = amount.numbers[amount.numbers.count - 1].bytes.upperBound
    return endOfUnit(amount.numbers[0].unitBytes?.upperBound ?? numberEnd, in: source)
  }

  /// Returns the edits of an amount that stays in its unit: its multiplied numbers, or the converted size behind it.
  private func edits(
    _ amount: StepAmount, _ factor: Rational, _ choice: UnitChoice, in source: [UInt8]
  ) -> [TextEdit] {
    if amount.isSize, let size = convertedText(amount, factor, choice) {
      let end = end(of: amount, in: source)
      return [TextEdit(bytes: end..<end, text: " (\(size.text))")]
    }
    guard amount.scales, factor != .one, let values = values(of: amount, factor) else { return [] }
    return zip(amount.numbers, values).map { place, value in
      TextEdit(
        bytes: place.bytes,
        text: AmountWriter(number: place.number, unit: place.unit).text(of: value))
    }
  }
}
