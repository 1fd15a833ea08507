/// The units in which amounts are shown.
package struct UnitChoice: Equatable, Sendable {
  package enum System: String, CaseIterable, Sendable {
    case asPublished = "as-published"
    case metric, us
  }

  package var system: System
  /// The size of an English cup, in millilitres.
  package var cup: Rational

  package init(
    system: System = .asPublished, cup: Rational = Rational(2_365_882_365, 10_000_000) ?? .one
  ) {
    (self.system, self.cup) = (system, cup)
  }
}

extension UnitChoice {
  /// The system that amounts are converted to; nil if they stay as published.
  var target: Unit.System? {
    switch system {
    case .asPublished: nil
    case .metric: .metric
    case .us: .us
    }
  }

  /// Returns an amount in the chosen system.
  ///
  /// Amounts are converted within mass and within volume. Cups become grams only for the few ingredients of
  /// ``densities``, and then `≈` precedes the number; sticks of butter become grams, too.
  ///
  /// - Parameters:
  ///   - values: The number, or both ends of a range.
  ///   - unit: Their unit.
  ///   - number: How the number was published.
  ///   - name: The ingredient; empty if it is not known.
  ///   - step: What the numbers are rounded to in grams and millilitres; nil for three digits.
  /// - Returns: The amount with its unit; nil if it stays as published.
  func converted(
    _ values: [Rational], _ unit: Unit, _ number: WrittenNumber, of name: String,
    roundedTo step: Int? = nil
  ) -> ConvertedAmount? {
    guard let target, unit.system != target else { return nil }
    let key = IngredientKey(name).text
    let isStick = unit.id == "stick" && target == .metric && sticks.contains(key)
    guard isStick || unit.system != .both && (unit.kind == .mass || unit.kind == .volume),
      let size = isStick ? stickSize : unit.size
    else { return nil }
    let isEnglishCup = unit.id == "cup" && unit.system == .us
    let density = target == .metric && isEnglishCup ? densities[key] : nil
    let bases = values.compactMap {
      $0.times(isEnglishCup ? cup : size)?.times(density ?? .one)
    }
    guard bases.count == values.count, let least = bases.first else { return nil }
    let isMass = isStick || density != nil || unit.kind == .mass
    let shown = self.unit(for: least, isMass ? .mass : .volume, target)
    guard let shownSize = shown.size else { return nil }
    let style = WrittenNumber(
      style: shown.takesFractions ? .vulgar : .whole, hasComma: number.hasComma)
    let writer = AmountWriter(number: style, unit: shown)
    let texts = bases.compactMap { base -> String? in
      var shown = base
      if let step, target == .metric {
        let least = Rational(base < Rational(50) ? 1 : step)
        shown = base.over(least).flatMap { Rational($0.rounded).times(least) } ?? base
      }
      return shown.over(shownSize).map(writer.text)
    }
    let isOne = texts.last == "1" || texts.last == "≈1"
    let text =
      (density == nil ? "" : "≈") + texts.joined(separator: "–") + " "
      + shown.name(after: isOne ? .one : bases.last?.over(shownSize) ?? .one)
    return ConvertedAmount(text: text, kind: shown.kind, isExact: density == nil)
  }

  private func unit(for value: Rational, _ kind: Unit.Kind, _ target: Unit.System) -> Unit {
    let ids: [(String, Rational)] =
      switch (kind, target) {
      case (.mass, .metric): [("g", .zero), ("kg", Rational(1000))]
      case (.volume, .metric): [("ml", .zero), ("l", Rational(1000))]
      case (.mass, _): [("oz", .zero), ("lb", Rational(453))]
      default: [("tsp", .zero), ("tbsp", Rational(14)), ("cup", Rational(59))]
      }
    let id = ids.last { $0.1 <= value }?.0 ?? ids[0].0
    return UnitTable.standard[id] ?? .whole
  }
}

/// An amount in another system of units.
struct ConvertedAmount {
  /// The number with its unit.
  let text: String
  /// What the unit measures.
  let kind: Unit.Kind
  /// Whether no density was needed.
  let isExact: Bool
}

/// A converted amount at its place in a text.
struct ConvertedPlace {
  var bytes: Range<Int>
  var amount: ConvertedAmount
  /// What amounts have in common that are the same quantity in several units; nil if it is alone.
  let group: Int?

  /// Returns the edits of a text, in which a quantity that is published in several units is said once in each kind.
  ///
  /// `1 stick (½ cup) butter` is `113 g butter`.
  static func edits(_ places: [ConvertedPlace], in source: [UInt8]) -> [TextEdit] {
    var retained: [ConvertedPlace] = []
    var cuts: [TextEdit] = []
    for place in places {
      guard let last = retained.last, let cut = place.cut(repeating: last, in: source) else {
        retained.append(place)
        continue
      }
      cuts.append(TextEdit(bytes: cut, text: ""))
      if !last.amount.isExact, place.amount.isExact {
        retained[retained.count - 1].amount = place.amount
      }
    }
    return retained.map { TextEdit(bytes: $0.bytes, text: $0.amount.text) } + cuts
  }

  /// Returns what to leave out, with the marks around it, if the amount repeats the one before.
  private func cut(repeating last: ConvertedPlace, in source: [UInt8]) -> Range<Int>? {
    let start = last.bytes.upperBound
    guard group != nil, group == last.group, amount.kind == last.amount.kind,
      start <= bytes.lowerBound
    else { return nil }
    let between = LineTokens(String(decoding: source[start..<bytes.lowerBound], as: UTF8.self))
    let isJoint = (0..<between.count).allSatisfy {
      between.isOne(of: [.about, .or], $0) || !between.isWord($0) && !between.isNumber($0)
    }
    guard isJoint else { return nil }
    guard (0..<between.count).contains(where: { between.isMark("(", $0) }) else {
      return start..<bytes.upperBound
    }
    let rest = source[bytes.upperBound...]
    switch rest.first {
    case UInt8(ascii: ")"), UInt8(ascii: "]"): return start..<bytes.upperBound + 1
    case UInt8(ascii: ","), UInt8(ascii: ";"):
      // Something else is in the parentheses: `1 stick (½ cup, softened)`.
      let next = rest.dropFirst().firstIndex { $0 != 0x20 } ?? rest.endIndex
      return bytes.lowerBound..<next
    default: return nil
    }
  }
}

extension IngredientLine {
  /// Returns the line with its amounts scaled, in the units of a system; what was not changed is as published.
  ///
  /// A quantity that the line has in both systems is not converted. The size of a package stays, and is followed by the
  /// converted one.
  package func text(in choice: UnitChoice) -> String {
    var edits: [TextEdit] = []
    var conversions: [ConvertedPlace] = []
    let source = Array(published.utf8)
    var index = 0
    while index < places.count {
      // Both ends of a range have the same unit.
      var end = index + 1
      while end < places.count, places[end].unitBytes == places[index].unitBytes,
        places[index].unitBytes != nil
      {
        end += 1
      }
      if let conversion = converted(Array(places[index..<end]), choice) {
        conversions.append(conversion)
      } else if factor != .one {
        for place in places[index..<end] {
          guard let scaled = scaled(place, in: source) else { return published }
          edits += scaled
        }
      }
      index = end
    }
    edits += ConvertedPlace.edits(conversions, in: source)
    edits += choice.target == nil ? [] : convertedSizes(choice)
    return TextEdit.applied(edits, to: source).map(\.text).joined()
  }

  private func converted(_ places: [NumberPlace], _ choice: UnitChoice) -> ConvertedPlace? {
    guard choice.target != nil, let first = places.first, let unitBytes = first.unitBytes,
      first.kind == .written, unitBytes.lowerBound >= first.bytes.upperBound,
      !hasOther(first, choice)
    else { return nil }
    let values = places.compactMap { $0.number.value.times(factor) }
    guard values.count == places.count,
      let amount = choice.converted(values, first.unit, first.number, of: name)
    else { return nil }
    let end = endOfUnit(unitBytes.upperBound, in: Array(published.utf8))
    return ConvertedPlace(
      bytes: first.bytes.lowerBound..<end, amount: amount, group: first.group)
  }

  /// Returns the sizes of packages in the chosen system, behind the published ones, and temperatures and lengths in it.
  private func convertedSizes(_ choice: UnitChoice) -> [TextEdit] {
    var edits: [TextEdit] = []
    for place in sizes where !hasOther(place, choice) {
      guard let unitBytes = place.unitBytes,
        let text = choice.converted(
          [place.number.value], place.unit, place.number, of: "", roundedTo: 5)?.text
      else { continue }
      let source = published.utf8
      let place = endOfUnit(unitBytes.upperBound, in: Array(source))
      let isInside = source.dropFirst(place).first == UInt8(ascii: ")")
      let end = place..<place
      edits.append(TextEdit(bytes: end, text: isInside ? ", \(text)" : " (\(text))"))
    }
    return edits + TextMeasure.all(in: published).edits(in: choice)
  }

  /// Whether the line has the same quantity in a unit of the chosen system.
  private func hasOther(_ place: NumberPlace, _ choice: UnitChoice) -> Bool {
    place.group != nil
      && publishedAmounts.contains {
        $0.group == place.group && $0.unit.system == choice.target && $0.unit.isMeasure
      }
  }
}

/// Returns the end of a unit with the point of its abbreviation, as in `1 lb. beef`; the point of a sentence stays.
func endOfUnit(_ end: Int, in source: [UInt8]) -> Int {
  guard end + 1 < source.count, source[end] == UInt8(ascii: ".") else { return end }
  let next = source[(end + 1)...].first { $0 != 0x20 } ?? 0
  let goesOn = next &- 97 < 26 || next == UInt8(ascii: ")") || next == UInt8(ascii: ",")
  return goesOn || next == UInt8(ascii: "(") ? end + 1 : end
}

/// A stick of butter or margarine is a quarter of a pound.
let sticks: Set<String> = ["butter", "margarine"]
let stickSize = Rational(45_359_237, 400_000)

/// The densities of common ingredients in grams per millilitre, from the grams of a cup of the United States;
/// `docs/cooking.md` names the sources.
let densities: [String: Rational] = [
  "flour": 120, "sugar": 198, "brown sugar": 213, "powdered sugar": 113, "butter": 226,
  "honey": 336, "rice": 198,
].compactMapValues { Rational($0).over(UnitChoice().cup) }
