/// The sum of what several lines ask of one good.
package struct GoodSum: Sendable {
  /// Each variety with its amounts, in the order of the lines; the plain good has an empty one.
  private var varieties: [(words: String, sum: AmountSum)] = []
  private var total = AmountSum()
  /// The shortest name of the lines, the first of several.
  private var ownName = ""
  /// The shortest name of the lines, without their varieties.
  private var plainName = ""
  private let key: IngredientKey
  /// The name that a file of aisles gives to the good; nil if the lines name it.
  private let commonName: String?

  /// Creates an empty sum.
  package init(of key: IngredientKey, name commonName: String? = nil) {
    (self.key, self.commonName) = (key, commonName)
  }

  package mutating func add(_ good: Good) {
    if ownName.isEmpty || wordCount(good.name) < wordCount(ownName) { ownName = good.name }
    if plainName.isEmpty || wordCount(good.plainName) < wordCount(plainName) {
      plainName = good.plainName
    }
    total.add(good)
    if let index = varieties.firstIndex(where: { $0.words == good.variety }) {
      varieties[index].sum.add(good)
    } else {
      var sum = AmountSum()
      sum.add(good)
      varieties.append((good.variety, sum))
    }
  }

  /// The name, without words that only some of the lines have.
  package var name: String { commonName ?? (varieties.count > 1 ? plainName : ownName) }

  /// What is at home of a sum.
  package struct Stock: Sendable {
    /// What is at home, such as `500 g at home`.
    package let text: String
    /// Whether it is enough.
    package let isEnough: Bool
    /// Whether it is a part of what is needed, in amounts that can be compared.
    package let isPart: Bool
    /// The amounts to buy besides it.
    package let missing: [String]
  }

  /// Subtracts what is at home, where the amounts can be compared.
  ///
  /// - Parameters:
  ///   - home: What is at home of the same good; without an amount, it is enough.
  ///   - choice: The units of the texts.
  /// - Returns: What is at home and what to buy besides it.
  package func stock(in home: GoodSum, _ choice: UnitChoice) -> Stock {
    let texts = home.amounts(in: choice)
    let text = (texts.isEmpty ? "" : texts.joined(separator: " + ") + " ") + "at home"
    guard !home.total.hasSome else {
      return Stock(text: text, isEnough: true, isPart: false, missing: amounts(in: choice))
    }
    let (rest, isUsed) = total.subtracting(home.total)
    let isEnough = rest.isEmpty && (isUsed || total.isEmpty)
    // All of it is written for what is at home.
    let missing = isEnough ? total : rest
    return Stock(
      text: text, isEnough: isEnough, isPart: isUsed && !isEnough,
      missing: missing.texts(of: key, in: choice).map(\.text)
        + (missing.isMixed ? [Self.unknownAmount] : []))
  }

  private func wordCount(_ name: String) -> Int { name.utf8.count { $0 == 0x20 } }

  /// The amount of lines that have none.
  package static let unknownAmount = "some"

  /// The amounts, such as `150 g` and `1 tbsp`, and ``unknownAmount`` for lines without one; empty if no line has one.
  package func amounts(in choice: UnitChoice) -> [String] {
    total.texts(of: key, in: choice).map(\.text) + (total.isMixed ? [Self.unknownAmount] : [])
  }

  /// What is special of the sum, such as `1 of it whole wheat`; empty if all is of one variety.
  package func remark(in choice: UnitChoice) -> String {
    guard varieties.count > 1 else { return "" }
    let totals = total.texts(of: key, in: choice)
    return varieties.filter { !$0.words.isEmpty }.map { variety in
      let parts = variety.sum.texts(of: key, in: choice)
      let isCount = parts.contains { $0.unit == "whole" }
      // The unit is that of the sum.
      let isSame = totals.count == 1 && parts.count == 1 && totals[0].unit == parts[0].unit
      let texts =
        parts.map { isSame ? $0.number : $0.text }
        + (variety.sum.hasSome ? [Self.unknownAmount] : [])
      return texts.joined(separator: " + ") + (isCount ? " of them " : " of it ") + variety.words
    }.joined(separator: ", ")
  }
}
