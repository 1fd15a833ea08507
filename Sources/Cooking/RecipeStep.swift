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
  ///
  /// - Parameters:
  ///   - text: The step.
  ///   - lines: The ingredients of the recipe.
  ///   - language: The language of all steps of the recipe; that of the step if it is nil.
  package init(
    _ text: String, ingredients lines: [IngredientLine], language: StepLanguage? = nil
  ) {
    published = text
    let tokens = LineTokens(text)
    durations = StepDuration.all(in: tokens, language ?? StepLanguage([tokens]))
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
        let first = list.parts.first, first.unit.kind != .length, isNamed(list.end, tokens, names),
        !isOneAtATime(list.end, tokens)
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

  /// Whether `at a time` follows, which describes the work: `add 1 egg at a time`.
  private static func isOneAtATime(_ start: Int, _ tokens: LineTokens) -> Bool {
    (start..<max(start, min(start + 4, tokens.count))).contains {
      tokens.lowercased($0) == "at" && tokens.lowercased($0 + 1) == "a"
        && tokens.lowercased($0 + 2) == "time"
    }
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
