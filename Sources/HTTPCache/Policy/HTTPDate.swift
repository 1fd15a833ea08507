/// Reads a date in one of the three forms that HTTP has: RFC 9110, section 5.6.7.
///
/// - Returns: Seconds since 1970; nil for everything else, however close it comes.
func httpDate(_ text: String, now: Double) -> Double? {
  var reader = DateReader(text)
  return reader.date(now: now)
}

/// Writes a date in the form that HTTP prefers.
func httpDateText(_ seconds: Double) -> String {
  let whole = Int(seconds.rounded(.down))
  let (days, rest) = whole.quotientAndFloor(dividingBy: 86_400)
  let (year, month, day) = civilDate(days: days)
  let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
  // The first day of 1970 was a Thursday.
  let weekday = DateReader.weekdays[(days + 4).quotientAndFloor(dividingBy: 7).rest].prefix(3)
  let month3 = DateReader.months[month - 1]
  return
    "\(weekday), \(two(day)) \(month3) \(four(year)) \(two(hour)):\(two(minute)):\(two(second)) GMT"
}

private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
private func four(_ number: Int) -> String {
  String(repeating: "0", count: max(0, 4 - String(number).count)) + String(number)
}

private struct DateReader {
  static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func date(now: Double) -> Double? {
    let word = letters()
    guard word.count == 3 else {
      guard Self.weekdays.contains(where: { isSame($0, word) }), take(", ") else { return nil }
      return rfc850(now: now)
    }
    guard Self.weekdays.contains(where: { isStart(word, of: $0) }) else { return nil }
    if take(", ") { return preferred() }
    return take(" ") ? asctime() : nil
  }

  /// Such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  private mutating func preferred() -> Double? {
    guard let day = digits(2), take(" "), let month = month(), take(" "), let year = digits(4),
      take(" "), let time = time(), take(" "), isAtGMT
    else { return nil }
    return seconds(year, month, day, time)
  }

  /// `Sunday, 06-Nov-94 08:49:37 GMT`; a year more than 50 years ahead is of the century before.
  private mutating func rfc850(now: Double) -> Double? {
    guard let day = digits(2), take("-"), let month = month(), take("-"), let short = digits(2),
      take(" "), let time = time(), take(" "), isAtGMT
    else { return nil }
    let present = civilDate(days: Int(now / 86_400)).year
    let year = present / 100 * 100 + short
    return seconds(year > present + 50 ? year - 100 : year, month, day, time)
  }

  /// Such as `Sun Nov  6 08:49:37 1994`.
  private mutating func asctime() -> Double? {
    guard let month = month(), take(" ") else { return nil }
    let day = take(" ") ? digits(1) : digits(2)
    guard let day, take(" "), let time = time(), take(" "), let year = digits(4), isAtEnd
    else { return nil }
    return seconds(year, month, day, time)
  }

  private var isAtEnd: Bool { place == bytes.count }

  private var isAtGMT: Bool { isSame("GMT", place..<bytes.count) }

  private mutating func time() -> Int? {
    guard let hour = digits(2), take(":"), let minute = digits(2), take(":"),
      let second = digits(2), hour < 24, minute < 60, second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private mutating func month() -> Int? {
    let word = letters()
    return Self.months.firstIndex { isSame($0, word) }.map { $0 + 1 }
  }

  private mutating func letters() -> Range<Int> {
    let start = place
    while place < bytes.count, (0x41...0x5A).contains(bytes[place] & 0xDF), bytes[place] < 0x80 {
      place += 1
    }
    return start..<place
  }

  private mutating func digits(_ count: Int) -> Int? {
    guard bytes.count - place >= count else { return nil }
    var number = 0
    for byte in bytes[place..<place + count] {
      guard (0x30...0x39).contains(byte) else { return nil }
      number = number * 10 + Int(byte - 0x30)
    }
    place += count
    return number
  }

  private mutating func take(_ text: String) -> Bool {
    var next = place
    for byte in text.utf8 {
      guard next < bytes.count, bytes[next] == byte else { return false }
      next += 1
    }
    place = next
    return true
  }

  /// Whether a name stands somewhere, in whatever case.
  private func isSame(_ name: String, _ range: Range<Int>) -> Bool {
    name.utf8.count == range.count && isStart(range, of: name)
  }

  /// Whether a name begins with what stands somewhere, in whatever case.
  private func isStart(_ range: Range<Int>, of name: String) -> Bool {
    var place = range.lowerBound
    for byte in name.utf8 {
      if place == range.upperBound { break }
      if bytes[place] | 0x20 != byte | 0x20 { return false }
      place += 1
    }
    return place == range.upperBound
  }

  private func seconds(_ year: Int, _ month: Int, _ day: Int, _ time: Int) -> Double? {
    guard (1...31).contains(day) else { return nil }
    let days = days(year, month, day)
    guard civilDate(days: days) == (year, month, day) else { return nil }
    return Double(days * 86_400 + time)
  }
}

/// The days from the first of 1970 to a date of the Gregorian calendar.
///
/// Howard Hinnant, "chrono-compatible low-level date algorithms", `days_from_civil`.
private func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
  let shifted = month <= 2 ? year - 1 : year
  let (era, yearOfEra) = shifted.quotientAndFloor(dividingBy: 400)
  let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/// The date that is so many days after the first of 1970: the same source, `civil_from_days`.
private func civilDate(days: Int) -> (year: Int, month: Int, day: Int) {
  let (era, dayOfEra) = (days + 719_468).quotientAndFloor(dividingBy: 146_097)
  let yearOfEra =
    (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shifted = (5 * dayOfYear + 2) / 153
  let month = shifted < 10 ? shifted + 3 : shifted - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
}

extension Int {
  /// The quotient rounded down, and what is left, which is never negative.
  fileprivate func quotientAndFloor(dividingBy divisor: Int) -> (quotient: Int, rest: Int) {
    let quotient = self >= 0 ? self / divisor : (self - divisor + 1) / divisor
    return (quotient, self - quotient * divisor)
  }
}
