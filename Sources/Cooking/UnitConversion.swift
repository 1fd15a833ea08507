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

extension IngredientLine {
  /// Returns the line with its amounts scaled, in the units of a system.
  ///
  /// Amounts are converted within mass and within volume. Cups become grams only for the few ingredients of
  /// ``densities``, and then `≈` precedes the number. A line that has the amount in both systems is not converted.
  package func text(in choice: UnitChoice) -> String {
    guard choice.system != .asPublished else { return text }
    let target: Unit.System = choice.system == .metric ? .metric : .us
    var out: [UInt8] = []
    let source = Array(published.utf8)
    var copied = 0
    var isChanged = false
    var index = 0
    while index < places.count {
      // Both ends of a range have the same unit.
      var end = index + 1
      while end < places.count, places[end].unitBytes == places[index].unitBytes,
        places[index].unitBytes != nil
      {
        end += 1
      }
      if let piece = converted(Array(places[index..<end]), to: target, choice) {
        out += source[copied..<places[index].bytes.lowerBound]
        out += piece.text.utf8
        copied = piece.end
        isChanged = true
      } else {
        for place in places[index..<end] {
          guard let value = place.number.value.times(factor) else { return text }
          out += source[copied..<place.bytes.lowerBound]
          if factor == .one {
            out += source[place.bytes]
          } else {
            let written = AmountWriter(number: place.number, unit: place.unit).text(of: value)
            out +=
              (place.kind == .impliedCount
              ? written + " × " : place.kind == .impliedUnit ? written + " " : written).utf8
          }
          copied = place.bytes.upperBound
        }
      }
      index = end
    }
    guard isChanged else { return text }
    out += source[copied...]
    return String(decoding: out, as: UTF8.self)
  }

  private func converted(
    _ places: [NumberPlace], to target: Unit.System, _ choice: UnitChoice
  ) -> (text: String, end: Int)? {
    guard let first = places.first, let unitBytes = first.unitBytes, first.kind == .written,
      first.unit.system != target, first.unit.system != .both, let size = first.unit.size,
      first.unit.kind == .mass || first.unit.kind == .volume,
      !hasOther(first, in: target)
    else { return nil }
    let isEnglishCup = first.unit.id == "cup" && first.unit.system == .us
    let base = isEnglishCup ? choice.cup : size
    let density = target == .metric && isEnglishCup ? densities[IngredientKey(name).text] : nil
    let values = places.compactMap { place in
      place.number.value.times(factor)?.times(base)?.times(density ?? .one)
    }
    guard values.count == places.count, let least = values.first else { return nil }
    let unit = self.unit(for: least, density == nil ? first.unit.kind : .mass, target)
    guard let unitSize = unit.size else { return nil }
    let number = WrittenNumber(
      style: unit.takesFractions ? .vulgar : .whole, hasComma: first.number.hasComma)
    let writer = AmountWriter(number: number, unit: unit)
    let texts = values.map { value in value.over(unitSize).map(writer.text) ?? "" }
    let mark = density == nil ? "" : "≈"
    return (mark + texts.joined(separator: "–") + " " + unit.id, unitBytes.upperBound)
  }

  /// Whether the line has the same quantity in a unit of the target system.
  private func hasOther(_ place: NumberPlace, in target: Unit.System) -> Bool {
    place.group != nil
      && publishedAmounts.contains {
        $0.group == place.group && $0.unit.system == target && $0.unit.isMeasure
      }
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

/// The densities of common ingredients in grams per millilitre; `docs/cooking.md` names the sources.
let densities: [String: Rational] = [
  "water": .one, "milk": Rational(103, 100) ?? .one, "flour": Rational(120, 237) ?? .one,
  "sugar": Rational(198, 237) ?? .one, "brown sugar": Rational(213, 237) ?? .one,
  "powdered sugar": Rational(113, 237) ?? .one, "butter": Rational(226, 237) ?? .one,
  "honey": Rational(336, 237) ?? .one, "olive oil": Rational(200, 237) ?? .one,
  "oil": Rational(198, 237) ?? .one,
  "rice": Rational(198, 237) ?? .one,
]
