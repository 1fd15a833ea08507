import Text

/// A line of a list of ingredients: its amounts, its name, and the places of its numbers, so that they can be scaled.
package struct IngredientLine: Equatable, Sendable {
  /// The line as it was published.
  package let published: String
  /// The amounts of the published line, in its order.
  package let publishedAmounts: [Amount]
  /// The ingredient, without amount, preparation and remarks; empty if none was found.
  package let name: String
  /// The rest of the line, such as `chopped`; empty if there is none.
  package let note: String
  /// `small`, `medium` or `large`, wherever the line says it; empty if it does not.
  package let size: String
  /// The ingredients of which one is enough, such as butter and margarine; empty unless there are several.
  package let alternatives: [String]
  /// Whether the line says that the ingredient is optional.
  package let isOptional: Bool
  /// Whether the line is a heading, such as `For the sauce:`.
  package let isHeading: Bool
  /// The factor by which the amounts were multiplied.
  package private(set) var factor = Rational.one

  /// The numbers that a factor changes, in the order of the text.
  let places: [NumberPlace]
  /// The sizes of packages, which a factor does not change.
  let sizes: [NumberPlace]
  /// The offset at which the name ends in the published text.
  let nameEnd: Int

  /// Parses a line; every text is valid, even an empty one.
  package init(_ text: String) {
    var parser = IngredientParser(text)
    parser.parse()
    published = text
    let naming = parser.naming()
    (name, note) = (naming.name, naming.note)
    (size, alternatives) = (naming.size, naming.alternatives)
    if let unit = naming.unit { parser.count(in: unit) }
    publishedAmounts = parser.amounts
    isOptional = parser.isOptional
    isHeading = parser.isHeading
    places = parser.places
    sizes = parser.sizes
    nameEnd = parser.nameEnd
  }

  /// Returns the line with its amounts multiplied; unchanged if the product of the factors overflows.
  package func scaled(_ by: Rational) -> IngredientLine {
    guard let product = factor.times(by), product > .zero else { return self }
    var line = self
    line.factor = product
    return line
  }

  /// The amounts after scaling.
  package var amounts: [Amount] { publishedAmounts.map { $0.scaled(factor) } }

  /// Whether the line is an amount and a name, and nothing else that would be lost in a sum; the unit may be behind the
  /// name, as in `3 garlic cloves`.
  package var isAmountAndName: Bool {
    guard note.isEmpty, !name.isEmpty, !name.contains(where: \.isNumber) else { return false }
    let bytes = Array(published.utf8)
    let (front, rest) = (bytes[..<nameEnd], bytes[nameEnd...].split(separator: 0x20))
    let unit = rest.first.map { String(decoding: $0, as: UTF8.self).lowercased() }
    let isUnit =
      rest.count == 1
      && UnitTable.standard.phrases[unit ?? ""]?.contains {
        $0.rest.isEmpty && UnitTable.standard.units[$0.unit] == publishedAmounts.first?.unit
      } ?? false
    return (rest.isEmpty || isUnit)
      && folded(String(decoding: front, as: UTF8.self)).hasSuffix(folded(name))
  }

  /// The words at the start of the line that are its number and its unit, such as `1 ½ cups`; nil if there are none.
  package var leadingAmount: String? {
    if publishedAmounts.isEmpty { return nil }
    let words = published.split(separator: " ", omittingEmptySubsequences: false)
    let numbers = words.prefix { word in word.allSatisfy { $0.isNumber || "/.,⁄".contains($0) } }
    guard !numbers.isEmpty, numbers.count < words.count else { return nil }
    let next = words[numbers.count].lowercased()
    let isUnit = UnitTable.standard.phrases[next]?.contains { $0.rest.isEmpty } ?? false
    let count = numbers.count + (isUnit && numbers.count + 1 < words.count ? 1 : 0)
    return words[..<count].joined(separator: " ")
  }

  /// Whether a factor changes the line.
  package var scales: Bool { !places.isEmpty }

  package static func == (left: IngredientLine, right: IngredientLine) -> Bool {
    left.published == right.published && left.factor == right.factor
  }
}

/// An amount of a line, such as 1 ½ cups, or 2 to 3 eggs.
package struct Amount: Equatable, Sendable {
  package var value: Rational
  /// The upper end of a range.
  package var upper: Rational?
  package var unit: Unit
  /// Whether it changes with the servings; the size of a package does not.
  package var scales: Bool
  /// Amounts of one group are the same quantity in several units.
  package var group: Int
  /// Whether the words are vague, such as `a couple of`.
  package var isApproximate = false

  func scaled(_ factor: Rational) -> Amount {
    guard scales, factor != .one, let value = value.times(factor) else { return self }
    var amount = self
    amount.value = value
    amount.upper = upper.flatMap { $0.times(factor) }
    return amount
  }
}

/// A number of a published line that changes with the servings.
struct NumberPlace: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case written
    /// A one that is implied before a unit, as in `pinch of salt`; written as `2 `.
    case impliedUnit
    /// A one that is implied before a size, as in `14 oz can`; written as `2 × `.
    case impliedCount
  }

  var bytes: Range<Int>
  var number: WrittenNumber
  var unit: Unit
  /// The bytes of the unit's word, for conversion.
  var unitBytes: Range<Int>?
  var kind = Kind.written
  /// The group of its amount; nil for a number outside of the listed amounts.
  var group: Int?
}
