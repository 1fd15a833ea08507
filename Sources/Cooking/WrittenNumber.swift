/// A number of a line with its notation, so that other values can be written in the same way.
struct WrittenNumber: Equatable, Sendable {
  enum Style: UInt8, Sendable {
    /// `12`
    case whole
    /// `1.5` or `1,5`
    case decimal
    /// `1½` or `1 ½`
    case vulgar
    /// `1/2` or `1 1/2`
    case slash
    /// `two`, or an amount that is implied but not written.
    case word
  }

  var value = Rational.zero
  var style = Style.whole
  /// Whether the decimal separator is a comma.
  var hasComma = false
  /// Whether thousands are separated by commas.
  var isGrouped = false
  /// Whether a whole number and a fraction are written without a space between them.
  var isTight = false
  /// Whether the words are vague, such as `a couple of`.
  var isApproximate = false
}

/// Parses the numbers of a line: whole, decimal, fractions, and mixed ones.
struct NumberReader {
  let line: [UInt8]

  /// Parses the number at a place, and returns its end; nil if there is none, or if it has more than nine digits.
  func number(at start: Int) -> (end: Int, number: WrittenNumber)? {
    if let (length, value) = fraction(at: start) {
      return (start + length, WrittenNumber(value: value, style: .vulgar))
    }
    if line[start] == UInt8(ascii: "."), start == 0 || digit(at: start - 1) == nil,
      let (end, digits, count) = digits(at: start + 1),
      let value = Rational(digits, powerOfTen(count))
    {
      return (end, WrittenNumber(value: value, style: .decimal))
    }
    guard let (end, whole, count) = digits(at: start) else { return nil }
    if let decimal = decimal(after: end, whole, count) { return decimal }
    if let (place, isTight, value) = fraction(after: end), value < .one,
      let sum = Rational(whole).plus(value)
    {
      return (place, WrittenNumber(value: sum, style: .vulgar, isTight: isTight))
    }
    if let (place, denominator) = denominator(after: end), let value = Rational(whole, denominator)
    {
      return (place, WrittenNumber(value: value, style: .slash))
    }
    if let (place, value, isTight) = slashFraction(behind: end),
      let sum = Rational(whole).plus(value)
    {
      return (place, WrittenNumber(value: sum, style: .slash, isTight: isTight))
    }
    return (end, WrittenNumber(value: Rational(whole)))
  }

  /// Parses a fraction of one character, such as ½; returns its length and value.
  func fraction(at place: Int) -> (length: Int, value: Rational)? {
    guard place < line.count else { return nil }
    if line[place] == 0xC2, place + 1 < line.count, line[place + 1] &- 0xBC < 3 {
      return (2, Rational(Int(line[place + 1] - 0xBC) + 1, 4) ?? .zero)
    }
    guard line[place] == 0xE2, place + 2 < line.count, line[place + 1] == 0x85,
      line[place + 2] &- 0x90 < 15
    else { return nil }
    let parts = [
      (1, 7), (1, 9), (1, 10), (1, 3), (2, 3), (1, 5), (2, 5), (3, 5), (4, 5), (1, 6), (5, 6),
      (1, 8), (3, 8), (5, 8), (7, 8),
    ][Int(line[place + 2] - 0x90)]
    return (3, Rational(parts.0, parts.1) ?? .zero)
  }

  /// Returns the value and the length of a digit, including fullwidth digits.
  func digit(at place: Int) -> (value: Int, length: Int)? {
    guard place >= 0, place < line.count else { return nil }
    if line[place] &- 48 < 10 { return (Int(line[place]) - 48, 1) }
    guard line[place] == 0xEF, place + 2 < line.count, line[place + 1] == 0xBC,
      line[place + 2] &- 0x90 < 10
    else { return nil }
    return (Int(line[place + 2] - 0x90), 3)
  }

  private func digits(at start: Int) -> (end: Int, value: Int, count: Int)? {
    var (place, value, count) = (start, 0, 0)
    while let digit = digit(at: place) {
      guard count < 9 else { return nil }
      (place, value, count) = (place + digit.length, value * 10 + digit.value, count + 1)
    }
    return count == 0 ? nil : (place, value, count)
  }

  /// Parses the decimals or thousands after a whole number.
  ///
  /// Groups of three digits after a comma are thousands, other digits decimals.
  private func decimal(
    after end: Int, _ whole: Int, _ count: Int
  ) -> (end: Int, number: WrittenNumber)? {
    guard end < line.count, line[end] == UInt8(ascii: ".") || line[end] == UInt8(ascii: ","),
      let (place, digits, places) = digits(at: end + 1)
    else { return nil }
    let hasComma = line[end] == UInt8(ascii: ",")
    if hasComma, places == 3, count <= 3, whole != 0 {
      if place < line.count, line[place] == UInt8(ascii: ","),
        let (end, last, places) = self.digits(at: place + 1), places == 3
      {
        return (
          end,
          WrittenNumber(value: Rational((whole * 1000 + digits) * 1000 + last), isGrouped: true)
        )
      }
      return (place, WrittenNumber(value: Rational(whole * 1000 + digits), isGrouped: true))
    }
    guard let part = Rational(digits, powerOfTen(places)), let value = Rational(whole).plus(part)
    else { return nil }
    return (place, WrittenNumber(value: value, style: .decimal, hasComma: hasComma))
  }

  /// Parses a fraction of one character after a whole number, also with `and`, `&` or a hyphen between them.
  private func fraction(after end: Int) -> (end: Int, isTight: Bool, value: Rational)? {
    if end < line.count, line[end] == UInt8(ascii: "-"), let found = fraction(at: end + 1) {
      return (end + 1 + found.length, true, found.value)
    }
    let start = skippingAnd(from: end)
    return fraction(at: start).map { (start + $0.length, start == end, $0.value) }
  }

  /// Parses the denominator after a whole number, as in `1/2`.
  private func denominator(after end: Int) -> (end: Int, value: Int)? {
    var place = end
    if place + 1 < line.count, line[place] == 0x20, slashLength(at: place + 1) > 0 { place += 1 }
    let length = slashLength(at: place)
    guard length > 0 else { return nil }
    place += length
    if place < line.count, line[place] == 0x20 { place += 1 }
    guard let (last, value, _) = digits(at: place), (2...64).contains(value) else { return nil }
    // `1/2.5` and `1/2/3` are not fractions.
    if last < line.count, slashLength(at: last) > 0 { return nil }
    return (last, value)
  }

  /// Parses the fraction after a whole number, as in `1 1/2` and `1-1/2`.
  private func slashFraction(behind end: Int) -> (end: Int, value: Rational, isTight: Bool)? {
    guard end < line.count else { return nil }
    let isHyphen = line[end] == UInt8(ascii: "-")
    let start = isHyphen ? end + 1 : skippingAnd(from: end)
    guard start > end, let (slash, top, _) = digits(at: start), slashLength(at: slash) > 0,
      let (last, bottom) = denominator(after: slash), top < bottom, top > 0,
      let value = Rational(top, bottom)
    else { return nil }
    return (last, value, isHyphen)
  }

  /// Returns the place after white space, after `and` or a translation within white space, and after `と`.
  private func skippingAnd(from start: Int) -> Int {
    if start + 3 < line.count, line[start..<start + 3].elementsEqual([0xE3, 0x81, 0xA8]) {
      return skippingBlanks(from: start + 3)
    }
    let blank = skippingBlanks(from: start)
    guard blank > start else { return start }
    for word in andWords
    where blank + word.count < line.count && line[blank..<blank + word.count].elementsEqual(word) {
      let end = skippingBlanks(from: blank + word.count)
      if end > blank + word.count { return end }
    }
    return blank
  }

  private func skippingBlanks(from start: Int) -> Int {
    var place = start
    while place < line.count {
      if line[place] == 0x20 {
        place += 1
      } else if line[place] == 0xC2, place + 1 < line.count, line[place + 1] == 0xA0 {
        place += 2
      } else if line[place] == 0xE2, place + 2 < line.count, line[place + 1] == 0x80,
        line[place + 2] <= 0x8B || line[place + 2] == 0xAF
      {
        place += 3
      } else {
        break
      }
    }
    return place
  }

  /// The length of `/`, U+2044, U+2215 or a fullwidth slash.
  private func slashLength(at place: Int) -> Int {
    guard place < line.count else { return 0 }
    if line[place] == UInt8(ascii: "/") { return 1 }
    guard place + 2 < line.count else { return 0 }
    switch (line[place], line[place + 1], line[place + 2]) {
    case (0xE2, 0x81, 0x84), (0xE2, 0x88, 0x95), (0xEF, 0xBC, 0x8F): return 3
    default: return 0
    }
  }
}

/// Words between a whole number and its fraction, as in `1 e 1/2`.
private let andWords = ["and", "&", "und", "et", "y", "e", "og", "och", "en", "и", "και"].map {
  Array($0.utf8)
}
