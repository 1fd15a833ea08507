import Text

/// A unit in which the nutrients of a serving are compared, and the units that it is converted from.
struct NutrientUnit {
  /// How many of the unit each other unit is, by the lowercase word that follows a number.
  let factors: [String: Double]

  /// Kilocalories, which labels call calories.
  static let calories = NutrientUnit(factors: [
    "kcal": 1, "cal": 1, "cals": 1, "calorie": 1, "calories": 1, "calorías": 1, "kilocalories": 1,
    "kj": 1 / 4.184, "kilojoules": 1 / 4.184,
  ])
  static let grams = NutrientUnit(factors: masses.mapValues { $0 / 1000 })
  static let milligrams = NutrientUnit(factors: masses)

  /// Units of mass in milligrams.
  private static let masses: [String: Double] = [
    "g": 1000, "gr": 1000, "gram": 1000, "grams": 1000, "gramm": 1000, "grammes": 1000,
    "gramos": 1000, "mg": 1, "milligram": 1, "milligrams": 1, "mcg": 0.001, "µg": 0.001,
    "μg": 0.001,
  ]
}

extension JSONValue {
  /// The first amount in a text or number whose unit can be converted; a number without a unit is taken unchanged.
  func amount(in unit: NutrientUnit) -> Double? {
    switch self {
    case .number(let number): number
    case .string(let text): writtenAmount(cleanLine(text), in: unit)
    case .array(let items): items.lazy.compactMap { $0.amount(in: unit) }.first
    case .object:
      (self["value"] ?? self["@value"])?.quantity(unitIn: self).flatMap {
        writtenAmount($0, in: unit)
      }
    case .null, .bool: nil
    }
  }
}

private func writtenAmount(_ text: String, in unit: NutrientUnit) -> Double? {
  var plain: Double?
  var rest = Substring(text.lowercased())
  while let start = rest.firstIndex(where: { $0.isASCII && $0.isNumber }) {
    let digits = rest[start...].prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
    rest = rest[digits.endIndex...]
    let word = rest.drop { $0 == " " || $0 == "\u{A0}" }.prefix(while: \.isLetter)
    let end = digits.lastIndex { $0.isNumber } ?? start
    guard let number = JSONValue.string(String(digits[...end])).plainNumber else { continue }
    if let factor = unit.factors[String(word)] { return number * factor }
    if plain == nil, word.isEmpty { plain = number }
  }
  return plain
}
