/// An exact fraction in lowest terms, such as 3/2; its denominator is positive.
package struct Rational: Hashable, Sendable, Comparable {
  package let numerator: Int
  package let denominator: Int

  package static let zero = Rational(0)
  package static let one = Rational(1)

  package init(_ whole: Int) { (numerator, denominator) = (whole, 1) }

  /// Creates the fraction of two numbers; nil if the denominator is 0, or if a part does not fit into 64 bits.
  package init?(_ numerator: Int, _ denominator: Int) {
    self.init(reducing: Int128(numerator), Int128(denominator))
  }

  private init?(reducing numerator: Int128, _ denominator: Int128) {
    guard denominator != 0 else { return nil }
    let divisor = greatestCommonDivisor(numerator, denominator) * (denominator < 0 ? -1 : 1)
    guard let top = Int(exactly: numerator / divisor),
      let bottom = Int(exactly: denominator / divisor)
    else { return nil }
    (self.numerator, self.denominator) = (top, bottom)
  }

  /// The product; nil if it does not fit.
  package func times(_ other: Rational) -> Rational? {
    if denominator == 1, other.denominator == 1 {
      let (product, overflows) = numerator.multipliedReportingOverflow(by: other.numerator)
      return overflows ? nil : Rational(product)
    }
    return Rational(
      reducing: Int128(numerator) * Int128(other.numerator),
      Int128(denominator) * Int128(other.denominator))
  }

  /// The quotient; nil if the divisor is 0, or if the quotient does not fit.
  package func over(_ other: Rational) -> Rational? {
    guard other.numerator != 0 else { return nil }
    return Rational(
      reducing: Int128(numerator) * Int128(other.denominator),
      Int128(denominator) * Int128(other.numerator))
  }

  /// The sum; nil if it does not fit.
  package func plus(_ other: Rational) -> Rational? {
    // Each product fits, but their sum may not.
    let (sum, overflows) = (Int128(numerator) * Int128(other.denominator))
      .addingReportingOverflow(Int128(other.numerator) * Int128(denominator))
    guard !overflows else { return nil }
    return Rational(reducing: sum, Int128(denominator) * Int128(other.denominator))
  }

  /// The difference; nil if it does not fit.
  package func minus(_ other: Rational) -> Rational? {
    guard let negated = Rational(-1).times(other) else { return nil }
    return plus(negated)
  }

  package static func < (left: Rational, right: Rational) -> Bool {
    Int128(left.numerator) * Int128(right.denominator)
      < Int128(right.numerator) * Int128(left.denominator)
  }

  package var isWhole: Bool { denominator == 1 }

  /// The largest whole number that is not greater than the fraction.
  package var floor: Int {
    let quotient = numerator / denominator
    return numerator < 0 && quotient * denominator != numerator ? quotient - 1 : quotient
  }

  /// The nearest floating-point number.
  package var approximation: Double { Double(numerator) / Double(denominator) }

  /// The nearest whole number; halves are rounded up.
  package var rounded: Int { plus(Rational(1, 2) ?? .zero)?.floor ?? floor }
}

extension Rational: CustomStringConvertible {
  /// `3`, or `3/2`.
  package var description: String {
    isWhole ? String(numerator) : "\(numerator)/\(denominator)"
  }

  /// Parses `3`, `3/2` or `1.5`, without white space.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let top = Int(parts[0]), let bottom = Int(parts[1]) {
      self.init(top, bottom)
    } else if let whole = Int(text) {
      self.init(whole)
    } else {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, (1...15).contains(parts[1].count),
        parts[1].allSatisfy(\.isWholeNumber),
        let digits = Int(parts[0] + parts[1])
      else { return nil }
      self.init(digits, powerOfTen(parts[1].count))
    }
  }
}

/// Returns 10 to the power of a small exponent.
func powerOfTen(_ exponent: Int) -> Int {
  (0..<exponent).reduce(1) { power, _ in power * 10 }
}

private func greatestCommonDivisor(_ left: Int128, _ right: Int128) -> Int128 {
  if let left = Int(exactly: left), let right = Int(exactly: right), left != .min, right != .min {
    var (a, b) = (Swift.abs(left), Swift.abs(right))
    while b != 0 { (a, b) = (b, a % b) }
    return Int128(Swift.max(a, 1))
  }
  var (a, b) = (left.magnitude, right.magnitude)
  while b != 0 { (a, b) = (b, a % b) }
  return Int128(Swift.max(a, 1))
}
