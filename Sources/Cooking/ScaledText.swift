extension IngredientLine {
  /// The line with its amounts scaled; everything else is identical to the published line.
  package var text: String { text(in: UnitChoice()) }

  /// Returns the changes that scale a number, and those of the words that agree with it; nil if it overflows.
  func scaled(_ place: NumberPlace, in source: [UInt8]) -> [TextEdit]? {
    guard let value = place.number.value.times(factor) else { return nil }
    let written = AmountWriter(number: place.number, unit: place.unit).text(of: value)
    let mark =
      switch place.kind {
      case .written: ""
      case .impliedUnit: " "
      case .impliedCount: " × "
      }
    var edits = [TextEdit(bytes: place.bytes, text: written + mark)]
    if let noun = agreeing(place, value, in: source) { edits.append(noun) }
    if !value.isWhole, place.group == 1, place.unit.kind == .size || place.unit == .whole, isEgg {
      edits.append(TextEdit(bytes: nameEnd..<nameEnd, text: ", about \(max(value.rounded, 1))"))
    }
    return edits
  }

  /// Returns the word of the unit, or the noun that is counted, in the form that agrees with a value.
  private func agreeing(
    _ place: NumberPlace, _ value: Rational, in source: [UInt8]
  ) -> TextEdit? {
    guard !isRangeStart(place) else { return nil }
    let isCount = place.unit == .whole || place.unit.kind == .size
    let isFirst = place.group == 1 && publishedAmounts.first?.scales ?? false
    guard let bytes = isCount ? isFirst ? nounBytes(in: source) : nil : place.unitBytes,
      bytes.lowerBound >= place.bytes.upperBound, bytes.upperBound <= source.count,
      !places.contains(where: {
        $0.bytes.overlaps(bytes)
          || place.bytes.upperBound <= $0.bytes.lowerBound && $0.bytes.lowerBound < bytes.lowerBound
            && isCount
      })
    else { return nil }
    // `2 1/2-pound chicken`
    if !isCount, bytes.lowerBound > 0, source[bytes.lowerBound - 1] == UInt8(ascii: "-") {
      return nil
    }
    let word = String(decoding: source[bytes], as: UTF8.self)
    let text = Plurals.standard.agreeing(word, with: value)
    return text == word ? nil : TextEdit(bytes: bytes, text: text)
  }

  /// Whether another number of the same range follows.
  private func isRangeStart(_ place: NumberPlace) -> Bool {
    guard let next = places.first(where: { $0.bytes.lowerBound > place.bytes.lowerBound }) else {
      return false
    }
    return next.group == place.group && next.unitBytes == place.unitBytes && place.group != nil
  }

  /// The bytes of the noun that is counted: the last word of the name, or the unit after it, as in `1 garlic clove`.
  private func nounBytes(in source: [UInt8]) -> Range<Int>? {
    guard nameEnd <= source.count, alternatives.isEmpty, let first = publishedAmounts.first else {
      return nil
    }
    let isUnitBehind = first.unit != .whole && first.unit.kind == .part
    let end =
      isUnitBehind
      ? source[nameEnd...].dropFirst().firstIndex { !isASCIILetter($0) } ?? source.count : nameEnd
    let start = source[..<end].lastIndex { $0 == 0x20 }.map { $0 + 1 } ?? 0
    return start < end ? start..<end : nil
  }

  /// Whether the ingredient is an egg or a part of one, which are not halved.
  private var isEgg: Bool {
    ["egg", "eggs", "egg yolk", "egg yolks", "egg white", "egg whites"].contains(name.lowercased())
  }
}

/// Formats values like a published number.
struct AmountWriter {
  let number: WrittenNumber
  let unit: Unit

  /// Returns a value for cooks, such as `1 ½` or `33.3`; `≈` precedes values that are more than half a percent off.
  func text(of value: Rational) -> String {
    if number.isApproximate {
      var exact = number
      exact.isApproximate = false
      let text = AmountWriter(number: exact, unit: unit).text(of: value)
      return text.hasPrefix("≈") ? text : "≈" + text
    }
    if value.isWhole { return whole(value.numerator) }
    let isFraction = number.style == .vulgar || number.style == .slash
    if number.style == .decimal, let exact = decimal(value, places: 3), exact.isExact {
      return exact.text
    }
    guard isFraction || unit.takesFractions else { return rounded(value) }
    return fraction(value)
  }

  private func whole(_ value: Int) -> String {
    guard number.isGrouped, value >= 1000 else { return String(value) }
    let digits = String(value)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// Returns a value with three significant digits.
  private func rounded(_ value: Rational) -> String {
    let places =
      value >= Rational(100) ? 0 : value >= Rational(10) ? 1 : value >= .one ? 2 : 3
    return decimal(value, places: places)?.text ?? value.description
  }

  private func decimal(_ value: Rational, places: Int) -> (text: String, isExact: Bool)? {
    let scale = powerOfTen(places)
    guard let shifted = value.times(Rational(scale)) else { return nil }
    let digits = shifted.rounded
    var text = String(digits % scale)
    text = String(repeating: "0", count: max(0, places - text.utf8.count)) + text
    while text.hasSuffix("0") { text.removeLast() }
    let whole = String(digits / scale)
    return (
      text.isEmpty || places == 0 ? whole : whole + (number.hasComma ? "," : ".") + text,
      shifted.isWhole
    )
  }

  /// Returns a mixed number; values other than halves, thirds, quarters, sixths and eighths are approximated.
  private func fraction(_ value: Rational) -> String {
    let floor = value.floor
    guard let rest = value.minus(Rational(floor)) else { return value.description }
    if letters[rest] != nil || value.numerator == 1 && value.denominator <= 16 {
      return mixed(floor, rest)
    }
    if number.style == .decimal || value >= Rational(20) { return "≈" + rounded(value) }
    let candidates =
      letters.keys.filter { $0.denominator <= 4 || $0.denominator == 8 } + [.zero, .one]
    let nearest = candidates.min { distance($0, rest) < distance($1, rest) } ?? rest
    guard nearest != .one else { return "≈" + whole(floor + 1) }
    guard nearest != .zero else { return "≈" + (floor == 0 ? rounded(value) : whole(floor)) }
    return "≈" + mixed(floor, nearest)
  }

  private func distance(_ left: Rational, _ right: Rational) -> Rational {
    let difference = left.minus(right) ?? .zero
    return difference < .zero ? Rational(-1).times(difference) ?? .zero : difference
  }

  private func mixed(_ whole: Int, _ rest: Rational) -> String {
    let isSlash = number.style == .slash
    let fraction = isSlash ? rest.description : letters[rest] ?? rest.description
    if whole == 0 { return fraction }
    return "\(whole)\(number.isTight && !isSlash ? "" : " ")\(fraction)"
  }
}

/// The fractions that are single characters.
private let letters: [Rational: String] = {
  let written = [
    (1, 2, "½"), (1, 3, "⅓"), (2, 3, "⅔"), (1, 4, "¼"), (3, 4, "¾"), (1, 6, "⅙"), (5, 6, "⅚"),
    (1, 8, "⅛"),
    (3, 8, "⅜"), (5, 8, "⅝"), (7, 8, "⅞"),
  ]
  return Dictionary(
    written.compactMap { top, bottom, letter in Rational(top, bottom).map { ($0, letter) } },
    uniquingKeysWith: { first, _ in first })
}()
