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
  ) -> String? {
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
    return (density == nil ? "" : "≈") + texts.joined(separator: "–") + " "
      + shown.name(after: isOne ? .one : bases.last?.over(shownSize) ?? .one)
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

extension IngredientLine {
  /// Returns the line with its amounts scaled, in the units of a system; what was not changed is as published.
  ///
  /// A quantity that the line has in both systems is not converted. The size of a package stays, and is followed by the
  /// converted one.
  package func text(in choice: UnitChoice) -> String {
    var edits: [TextEdit] = []
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
      if let edit = converted(Array(places[index..<end]), choice) {
        edits.append(edit)
      } else if factor != .one {
        for place in places[index..<end] {
          guard let scaled = scaled(place, in: source) else { return published }
          edits += scaled
        }
      }
      index = end
    }
    edits += choice.target == nil ? [] : convertedSizes(choice)
    return TextEdit.applied(edits, to: source).map(\.text).joined()
  }

  private func converted(_ places: [NumberPlace], _ choice: UnitChoice) -> TextEdit? {
    guard choice.target != nil, let first = places.first, let unitBytes = first.unitBytes,
      first.kind == .written, unitBytes.lowerBound >= first.bytes.upperBound,
      !hasOther(first, choice)
    else { return nil }
    let values = places.compactMap { $0.number.value.times(factor) }
    guard values.count == places.count,
      let text = choice.converted(values, first.unit, first.number, of: name)
    else { return nil }
    let end = endOfUnit(unitBytes.upperBound, in: Array(published.utf8))
    return TextEdit(bytes: first.bytes.lowerBound..<end, text: text)
  }

  /// Returns the sizes of packages in the chosen system, behind the published ones, and temperatures and lengths in it.
  private func convertedSizes(_ choice: UnitChoice) -> [TextEdit] {
    var edits: [TextEdit] = []
    for place in sizes where !hasOther(place, choice) {
      guard let unitBytes = place.unitBytes,
        let text = choice.converted(
          [place.number.value], place.unit, place.number, of: "", roundedTo: 5)
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

/// The densities of common ingredients in grams per millilitre; `docs/cooking.md` names the sources.
let densities: [String: Rational] = [
  "flour": Rational(120, 237) ?? .one,
  "sugar": Rational(198, 237) ?? .one, "brown sugar": Rational(213, 237) ?? .one,
  "powdered sugar": Rational(113, 237) ?? .one, "butter": Rational(226, 237) ?? .one,
  "honey": Rational(336, 237) ?? .one, "rice": Rational(198, 237) ?? .one,
]
