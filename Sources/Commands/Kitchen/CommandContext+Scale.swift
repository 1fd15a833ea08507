import Catalog
import Cooking
import Diagnostics
import Interpreter
import SessionStore
import Text

/// Parsing and applying a scale, such as `for 6`, at the end of ITEM.
extension CommandContext {
  /// Splits an argument into items and a scale.
  ///
  /// A text that is exactly the name of a row, and one in quotes, has no scale.
  ///
  /// - Throws: ``Failure`` for `for two` and the like, with a correction.
  func splitScale(_ word: Word?, in line: String) throws -> (items: Word?, scale: Scale?) {
    guard let word, !word.isQuoted else { return (word, standardScale) }
    let text = slice(line, word.range)
    switch Scale.ending(of: text) {
    case .none:
      try requireNoRest(behindNumber: word, in: line)
      return (word, standardScale)
    case .unclear(let start, let meant):
      if isRowName(text) { return (word, standardScale) }
      let range = word.range.lowerBound + start..<word.range.upperBound
      throw Failure(
        "\"\(slice(line, range))\" is not a scale",
        hint: meant.map { "write the number in digits: \($0)" }
          ?? "the number is from 1/\(Scale.limit) to \(Scale.limit)",
        at: range, in: line, code: .badArguments)
    case .scale(let scale, let start):
      if isRowName(text) { return (word, standardScale) }
      let range = trimmed(line, word.range.lowerBound..<word.range.lowerBound + start)
      guard !range.isEmpty else { return (nil, scale) }
      return (
        words(of: line, in: range).words.count == 1
          ? words(of: line, in: range).words[0]
          : Word(text: slice(line, range), range: range, isQuoted: false), scale
      )
    }
  }

  /// Makes sure that only numbers follow the number of a row.
  private func requireNoRest(behindNumber word: Word, in line: String) throws {
    let parts = words(of: line, in: word.range).words
    guard parts.count > 1, ordinal(parts[0].text) != nil, !parts[1].isQuoted,
      let first = parts[1].text.first, !first.isNumber, first != "#", !isRowName(word.text)
    else { return }
    let range = parts[1].range.lowerBound..<word.range.upperBound
    throw Failure(
      "\"\(slice(line, range))\" is not a scale", hint: "a scale is e.g. for 6, x2 or ×½",
      at: range, in: line, code: .badArguments)
  }

  private func isRowName(_ text: String) -> Bool {
    !catalog.rows(nameMatching: Pattern(text), .whole).isEmpty
  }

  /// The scale according to the setting `servings`; nil for the published amounts.
  private var standardScale: Scale? {
    Rational(library.settings["servings"]).map { .servings($0) }
  }

  /// The units according to the settings.
  var unitChoice: UnitChoice { views.unitChoice }

  /// Makes sure that a dish could be scaled.
  ///
  /// - Throws: ``Failure`` if servings were asked for, and the recipe does not give its own number.
  func requireScaled(_ dish: Dish, _ scale: Scale?, isAsked: Bool) throws {
    guard isAsked, case .servings(let wanted) = scale, dish.scale == nil else { return }
    let reason =
      dish.yieldText.map { "says \"\(harmless($0))\", which has no number" }
      ?? "does not give its number of servings"
    throw Failure(
      "\(harmless(dish.name)) \(reason), so it cannot be scaled for \(wanted.written)",
      hint: "multiply the published amounts instead, e.g. x2", code: .badArguments)
  }
}
