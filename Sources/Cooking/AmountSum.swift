/// The sum of amounts of a good.
///
/// Mass is summed in grams or ounces, volume in millilitres or teaspoons, each system by itself; the rest is counted.
struct AmountSum: Sendable {
  /// An amount as it is written.
  struct Written: Equatable, Sendable {
    let number: String
    /// The id of the unit, and the size of packages.
    let unit: String
    let text: String
  }

  /// What amounts must have in common to be added.
  enum Measure: Hashable {
    case grams, ounces, milliliters, usTeaspoons, spoons
    /// Cups of another size than the English one, in millilitres.
    case cups(Rational)
    case count(String, size: String?)

    /// The grams or millilitres of one; nil for what is counted.
    var size: (isMass: Bool, one: Rational)? {
      switch self {
      case .grams: (true, .one)
      case .ounces: (true, gramsInOunce)
      case .milliliters: (false, .one)
      case .usTeaspoons, .spoons: (false, Rational(5))
      case .cups(let size): (false, size)
      case .count: nil
      }
    }
  }

  struct Total: Sendable {
    var measure: Measure
    let unit: Unit
    var low: Rational
    var high: Rational
    /// The units of the lines.
    var units: Set<String>
    /// Whether a spoon of 5 or 15 ml is among the units; cups of the United States are not used with it.
    var hasMetricSpoon: Bool
    var isApproximate: Bool

    /// Expresses the total in another measure.
    mutating func change(to measure: Measure, by factor: Rational) {
      guard let low = low.times(factor), let high = high.times(factor) else { return }
      (self.measure, self.low, self.high) = (measure, low, high)
    }

    /// The lower end in another measure of mass, or of volume; nil if it cannot be converted.
    func amount(in other: Measure) -> Rational? {
      if measure == other { return low }
      guard let size = measure.size, let otherSize = other.size, size.isMass == otherSize.isMass
      else { return nil }
      return low.times(size.one)?.over(otherSize.one)
    }
  }

  private var totals: [Total] = []
  /// Whether a line has no amount.
  private(set) var hasSome = false

  /// Whether some lines have an amount and others do not.
  var isMixed: Bool { hasSome && !totals.isEmpty }

  mutating func add(_ good: Good) {
    if good.amounts.isEmpty { hasSome = true }
    for amount in good.amounts { add(amount) }
  }

  private mutating func add(_ amount: GoodAmount) {
    let (measure, factor) = Self.measure(of: amount)
    guard let low = amount.value.times(factor), let high = amount.upper.times(factor) else {
      return
    }
    add(
      Total(
        measure: measure, unit: amount.unit, low: low, high: high, units: [amount.unit.id],
        hasMetricSpoon: measure == .spoons && amount.unit.size?.isWhole ?? false,
        isApproximate: amount.isApproximate))
  }

  /// Adds a total to one of the same measure; to a new one if the sum does not fit.
  private mutating func add(_ other: Total) {
    for index in totals.indices where totals[index].measure == other.measure {
      guard let low = totals[index].low.plus(other.low),
        let high = totals[index].high.plus(other.high)
      else { continue }
      (totals[index].low, totals[index].high) = (low, high)
      totals[index].units.formUnion(other.units)
      totals[index].hasMetricSpoon = totals[index].hasMetricSpoon || other.hasMetricSpoon
      totals[index].isApproximate = totals[index].isApproximate || other.isApproximate
      return
    }
    totals.append(other)
  }

  /// Whether no amount is left.
  var isEmpty: Bool { totals.isEmpty }

  /// Returns what is left after amounts of the same kind were subtracted, and whether any was.
  func subtracting(_ other: AmountSum) -> (rest: AmountSum, isUsed: Bool) {
    var rest = self
    var isUsed = false
    rest.totals = totals.compactMap { total in
      guard let stock = other.totals.lazy.compactMap({ $0.amount(in: total.measure) }).first,
        let low = total.low.minus(stock), let high = total.high.minus(stock)
      else { return total }
      isUsed = true
      guard high > .zero else { return nil }
      var less = total
      (less.low, less.high) = (max(low, .zero), high)
      return less
    }
    return (rest, isUsed)
  }

  private static func measure(of amount: GoodAmount) -> (Measure, Rational) {
    let unit = amount.unit
    switch (unit.kind, unit.system, unit.size) {
    case (.mass, .us, .some): return (.ounces, ouncesInUnit[unit.id] ?? .one)
    case (.mass, _, let size?): return (.grams, size)
    case (.volume, .metric, let size?) where unit.id != "krm": return (.milliliters, size)
    case (.volume, .us, .some): return (.usTeaspoons, teaspoonsInUnit[unit.id] ?? .one)
    case (.volume, _, .some) where unit.id == "tsp" || unit.id == "tbsp":
      return (.spoons, teaspoonsInUnit[unit.id] ?? .one)
    case (.volume, _, let size?) where unit.id == "cup": return (.cups(size), .one)
    default: return (.count(unit.id, size: amount.size), .one)
    }
  }

  // MARK: - Writing

  /// The totals in the units of a system.
  ///
  /// - Parameters:
  ///   - key: The good, whose density decides whether cups become grams.
  ///   - choice: The system; with `as-published`, each system has its own total.
  /// - Returns: The totals, in the order in which their measures were first added.
  func texts(of key: IngredientKey, in choice: UnitChoice) -> [Written] {
    var sum = AmountSum()
    for total in totals { sum.add(total.converted(for: key, choice)) }
    if sticks.contains(key.text) { sum.joinSticks(choice) }
    sum.joinSpoons()
    sum.settleSpoons(isMetric: choice.system == .metric)
    sum.joinPieces()
    return sum.totals.map { $0.written }
  }

  /// Adds sticks of butter to what is beside them: to grams if those are chosen, to ounces, or to spoons and cups.
  private mutating func joinSticks(_ choice: UnitChoice) {
    let measures = totals.map(\.measure)
    let volume = Measure.usTeaspoons
    guard let place = measures.firstIndex(of: .count("stick", size: nil)) else { return }
    var total = totals[place]
    if choice.system == .metric {
      total.change(to: .grams, by: stickSize ?? .one)
    } else if measures.contains(volume) || measures.contains(.spoons) {
      total.change(to: volume, by: Rational(24))
    } else if measures.contains(.ounces) {
      total.change(to: .ounces, by: Rational(4))
    } else {
      return
    }
    totals.remove(at: place)
    add(total)
  }

  /// Adds spoons to the volume beside them: to cups, otherwise to millilitres.
  private mutating func joinSpoons() {
    guard let spoons = totals.firstIndex(where: { $0.measure == .spoons }) else { return }
    var total = totals[spoons]
    let measures = totals.map(\.measure)
    if measures.contains(.usTeaspoons) {
      total.change(to: .usTeaspoons, by: .one)
    } else if measures.contains(.milliliters) {
      total.change(to: .milliliters, by: Rational(5))
      total.isApproximate = total.isApproximate || !total.hasMetricSpoon
    } else {
      return
    }
    totals.remove(at: spoons)
    add(total)
  }

  /// Keeps spoons that are left from becoming cups where these are not used; very many become millilitres.
  private mutating func settleSpoons(isMetric: Bool) {
    for index in totals.indices where totals[index].measure == .spoons {
      guard isMetric || totals[index].hasMetricSpoon else { continue }
      let isExact = totals[index].hasMetricSpoon
      totals[index].hasMetricSpoon = true
      guard totals[index].high > Rational(96) else { continue }
      totals[index].change(to: .milliliters, by: Rational(5))
      totals[index].isApproximate = totals[index].isApproximate || !isExact
    }
  }

  /// Adds pieces to things that are counted without a unit.
  private mutating func joinPieces() {
    let whole = Measure.count("whole", size: nil)
    guard let pieces = totals.firstIndex(where: { $0.measure == .count("piece", size: nil) }),
      totals.contains(where: { $0.measure == whole })
    else { return }
    var total = totals.remove(at: pieces)
    total.change(to: whole, by: .one)
    add(total)
  }
}

/// The ounces in a unit of mass of the United States.
private let ouncesInUnit = ["oz": Rational.one, "lb": Rational(16)]

/// The teaspoons in a unit of volume of the United States.
let teaspoonsInUnit = [
  "tsp": Rational.one, "tbsp": Rational(3), "fl oz": Rational(6), "cup": Rational(48),
  "pint": Rational(96), "quart": Rational(192), "gallon": Rational(768),
]
