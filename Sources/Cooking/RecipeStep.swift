/// A step of a recipe: its text, the amounts in it that name an ingredient, and the times it names.
package struct RecipeStep: Equatable, Sendable {
  /// A part of the text of a step.
  package struct Piece: Equatable, Sendable {
    package let text: String
    /// Whether the part is an amount that was scaled.
    package let isScaled: Bool
  }

  package let published: String
  /// The durations in the text that can become timers, in order.
  package let durations: [StepDuration]
  private let places: [NumberPlace]
  /// The numbers of the ingredients, among those given, whose names are in the text.
  package let ingredients: [Int]

  /// Parses a step of a recipe with some ingredients.
  package init(_ text: String, ingredients lines: [IngredientLine]) {
    published = text
    let tokens = LineTokens(text)
    durations = StepDuration.all(in: tokens)
    let stems = lines.map { $0.isHeading ? [] : IngredientKey.words(of: $0.name) }
    var mentioned: Set<Int> = []
    let words = (0..<tokens.count).map {
      tokens.isWord($0) ? withoutPlural(tokens.lowercased($0)) : ""
    }
    for (number, stem) in stems.enumerated() {
      guard let head = stem.last else { continue }
      if words.contains(head) || stem.contains(where: { $0.utf8.count > 4 && words.contains($0) }) {
        mentioned.insert(number)
      }
    }
    ingredients = mentioned.sorted()
    places = Self.amounts(in: text, tokens, names: Set(stems.flatMap { $0 }))
  }

  /// Returns the numbers of amounts directly before the name of an ingredient.
  private static func amounts(
    in text: String, _ tokens: LineTokens, names: Set<String>
  ) -> [NumberPlace] {
    var parser = IngredientParser(text)
    parser.narrow(to: 0..<tokens.count)
    var places: [NumberPlace] = []
    var index = 0
    while index < tokens.count {
      guard tokens.isNumber(index), let list = parser.amountList(at: index, isLeading: false),
        let first = list.parts.first, first.unit.kind != .length, isNamed(list.end, tokens, names)
      else {
        index += 1
        continue
      }
      for part in list.parts where part.scales {
        for place in part.quantity.places where place.kind == .written {
          places.append(NumberPlace(bytes: place.bytes, number: place.number, unit: part.unit))
        }
      }
      index = list.end
    }
    return places
  }

  /// Whether one of the next words, after `of the`, is a word of an ingredient.
  private static func isNamed(_ start: Int, _ tokens: LineTokens, _ names: Set<String>) -> Bool {
    var index = start
    while ["of", "the", "more", "remaining"].contains(tokens.lowercased(index)) { index += 1 }
    for word in index..<max(index, min(index + 3, tokens.count)) {
      guard tokens.isWord(word) else { return false }
      if names.contains(withoutPlural(tokens.lowercased(word))) { return true }
    }
    return false
  }

  /// Returns the text with its amounts multiplied.
  package func pieces(scaledBy factor: Rational) -> [Piece] {
    guard factor != .one, !places.isEmpty else { return [Piece(text: published, isScaled: false)] }
    let source = Array(published.utf8)
    var pieces: [Piece] = []
    var copied = 0
    for place in places {
      guard let value = place.number.value.times(factor) else { continue }
      pieces.append(
        Piece(
          text: String(decoding: source[copied..<place.bytes.lowerBound], as: UTF8.self),
          isScaled: false))
      pieces.append(
        Piece(
          text: AmountWriter(number: place.number, unit: place.unit).text(of: value), isScaled: true
        ))
      copied = place.bytes.upperBound
    }
    pieces.append(Piece(text: String(decoding: source[copied...], as: UTF8.self), isScaled: false))
    return pieces
  }
}

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

  static func all(in tokens: LineTokens) -> [StepDuration] {
    var found: [StepDuration] = []
    var index = 0
    while index < tokens.count {
      guard let (duration, end) = duration(at: index, tokens) else {
        index += 1
        continue
      }
      found.append(duration)
      index = end
    }
    return found
  }

  private static func duration(at start: Int, _ tokens: LineTokens) -> (StepDuration, end: Int)? {
    guard var (low, high, end) = part(at: start, tokens) else { return nil }
    // `1 hour 30 minutes`, `1 hour and 30 minutes`
    while let next = part(at: tokens.lowercased(end) == "and" ? end + 1 : end, tokens),
      tokens.isNumber(tokens.lowercased(end) == "and" ? end + 1 : end),
      next.low < low
    {
      (low, end) = (low + next.low, next.end)
      high = high.map { $0 + (next.high ?? next.low) }
    }
    guard low > 0, low <= limit else { return nil }
    let bytes = tokens[start].bytes.lowerBound..<tokens[end - 1].bytes.upperBound
    return (
      StepDuration(seconds: low, longest: high == low ? nil : high, text: tokens.text(bytes)), end
    )
  }

  /// Parses a number or a range with a unit of time.
  private static func part(at start: Int, _ tokens: LineTokens) -> (low: Int, high: Int?, end: Int)?
  {
    var index = start
    var low: Rational
    var high: Rational?
    if tokens.isNumber(index) {
      low = tokens[index].number.value
      index += 1
      let isRange =
        tokens.isMark("-", index)
        || ["to", "or", "bis", "à", "a"].contains(tokens.lowercased(index))
      if isRange, tokens.isNumber(index + 1), tokens[index + 1].number.value > low {
        high = tokens[index + 1].number.value
        index += 2
      }
      if tokens.isMark("-", index) { index += 1 }
    } else if tokens.lowercased(index) == "half",
      ["an", "a"].contains(tokens.lowercased(index + 1))
    {
      (low, index) = (Rational(1, 2) ?? .one, index + 2)
    } else if ["an", "one", "a", "two", "three"].contains(tokens.lowercased(index)) {
      (low, index) = (Rational(numberWords[tokens.lowercased(index)] ?? 1), index + 1)
    } else {
      return nil
    }
    guard let unit = secondsOf[tokens.lowercased(index)], let seconds = low.times(Rational(unit))
    else {
      return nil
    }
    // Seconds need a number in digits: `a second` may be an ordinal.
    if !tokens.isNumber(start), unit < 60 { return nil }
    let end =
      tokens.isMark(".", index + 1) && !tokens[index + 1].isAfterSpace
        && !tokens.isBeforeSpace(index + 1) ? index + 2 : index + 1
    return (seconds.rounded, high.flatMap { $0.times(Rational(unit)) }.map(\.rounded), end)
  }

  private static let secondsOf: [String: Int] = {
    let words = [
      1: "second seconds sec secs sekunden sekunde secondes segundos secondi seconden sekunder 秒",
      60:
        "minute minutes min mins minuten minuti minuto minutos minuut minuter minutter minut 分 分間",
      3600:
        "hour hours hr hrs h stunde stunden std heure heures ora ore hora horas uur timme timmar time timer 時間",
    ]
    return words.reduce(into: [:]) { table, entry in
      for word in entry.value.split(separator: " ") { table[String(word)] = entry.key }
    }
  }()
}
