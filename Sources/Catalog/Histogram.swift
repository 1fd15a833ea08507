/// The distribution of the numbers of a field: how many rows are in each range, and the quartiles.
package struct Histogram: Sendable {
  /// The rows whose number is in a range.
  package struct Bin: Equatable, Sendable {
    /// The least number of the range.
    package let lower: Double
    /// The number after the range; nil if it is open.
    package let upper: Double?
    package let count: Int
  }

  /// The ranges in ascending order, without gaps; all have the same width, but the last may be open.
  package let bins: [Bin]
  /// The minimum, the quartiles (of which the second is the median) and the maximum, which are numbers of rows.
  package let minimum, lowerQuartile, median, upperQuartile, maximum: Double
  /// Whether all numbers are whole.
  package let isWhole: Bool

  /// The maximum number of ranges, without the open one.
  private static let most = 10

  /// Creates the histogram of numbers; nil if they are few different ones, which are better listed.
  ///
  /// - Parameters:
  ///   - numbers: Finite numbers, in any order.
  ///   - areMinutes: Whether the ranges are multiples of times that people use.
  /// - Complexity: O(*n* log *n*).
  package init?(_ numbers: [Double], areMinutes: Bool) {
    let sorted = numbers.sorted()
    guard let first = sorted.first, let last = sorted.last, (last - first).isFinite,
      Self.hasMany(sorted)
    else { return nil }
    func quantile(_ quarters: Int) -> Double { sorted[((sorted.count - 1) * quarters + 2) / 4] }
    (minimum, maximum) = (first, last)
    (lowerQuartile, median, upperQuartile) = (quantile(1), quantile(2), quantile(3))
    isWhole = sorted.allSatisfy { $0 == $0.rounded() }
    // A few very large numbers share a range, so that the others are told apart.
    let isLong = last - first > 4 * (upperQuartile - first)
    let end = isLong ? max(sorted[(sorted.count - 1) * 95 / 100], upperQuartile) : last
    let width = Self.width(from: first, to: end, areMinutes: areMinutes, isWhole: isWhole)
    let start = (first / width).rounded(.down) * width
    var (bins, place) = ([Bin](), 0)
    while place < sorted.count, bins.count < Self.most {
      let lower = start + Double(bins.count) * width
      if lower > end { break }
      let upper = lower + width
      let before = place
      while place < sorted.count, sorted[place] < upper { place += 1 }
      bins.append(Bin(lower: lower, upper: upper, count: place - before))
    }
    if place < sorted.count {
      bins.append(
        Bin(lower: start + Double(bins.count) * width, upper: nil, count: sorted.count - place))
    }
    self.bins = bins
  }

  /// Whether there are more different numbers than ranges.
  private static func hasMany(_ sorted: [Double]) -> Bool {
    var count = 1
    for (one, next) in zip(sorted, sorted.dropFirst()) where one != next {
      count += 1
      if count > most { return true }
    }
    return false
  }

  /// Returns the least usual width with which the ranges are few enough.
  private static func width(
    from first: Double, to end: Double, areMinutes: Bool, isWhole: Bool
  ) -> Double {
    var widths: [Double] =
      areMinutes ? [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1440] : []
    let least = (end - first) / Double(most)
    var power = least > 0 ? pow10(Int(log10Floor(least))) : 1
    if isWhole { power = max(power, 1) }
    // Three powers of ten are enough, since the first is the one below the least width.
    for _ in 0..<3 {
      widths += [power, 2 * power, 5 * power].filter { !areMinutes || $0 > 1440 }
      power *= 10
    }
    func fits(_ width: Double) -> Bool {
      let start = (first / width).rounded(.down)
      return (end / width).rounded(.down) - start < Double(most)
    }
    return widths.first(where: fits) ?? widths.last ?? 1
  }
}

/// The exponent of the greatest power of ten that is at most a positive number.
private func log10Floor(_ number: Double) -> Double {
  var (exponent, power) = (0.0, 1.0)
  while power * 10 <= number { (exponent, power) = (exponent + 1, power * 10) }
  while power > number { (exponent, power) = (exponent - 1, power / 10) }
  return exponent
}

private func pow10(_ exponent: Int) -> Double {
  var power = 1.0
  for _ in 0..<abs(exponent) { power = exponent > 0 ? power * 10 : power / 10 }
  return power
}

extension Catalog {
  /// Returns the distribution of the numbers of a field in a set of rows; nil for other fields, and for few different
  /// numbers.
  ///
  /// - Complexity: O(*n* log *n*) in the number of rows.
  package func histogram(_ field: Int, in rows: RowSet) -> Histogram? {
    guard case .numbers(let column) = column(field) else { return nil }
    var numbers: [Double] = []
    rows.intersection(present(field)).forEach { numbers.append(column.number($0)) }
    return Histogram(
      numbers.filter(\.isFinite), areMinutes: schema.fields[field].kind == .minutes)
  }
}
