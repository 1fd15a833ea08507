import Text

/// Parses a date in one of the three formats of HTTP: RFC 9110, section 5.6.7.
///
/// - Returns: Seconds since 1970; nil for all other texts.
func httpDate(_ text: String, now: Double) -> Double? {
  var reader = DateReader(text)
  return reader.date(now: now)
}

/// Formats a date in the preferred format of HTTP.
func httpDateText(_ seconds: Double) -> String {
  let whole = Int(seconds.rounded(.down))
  let (days, rest) = floored(whole, dividedBy: 86_400)
  let date = CalendarDate(daysSince1970: days)
  // 1970-01-01 was a Thursday.
  let weekday = DateReader.weekdays[floored(days + 4, dividedBy: 7).rest].prefix(3)
  let month = DateReader.months[date.month - 1]
  let clock = [rest / 3600, rest / 60 % 60, rest % 60].map { zeroPadded($0, to: 2) }
  let (day, year) = (zeroPadded(date.day, to: 2), zeroPadded(date.year, to: 4))
  return "\(weekday), \(day) \(month) \(year) \(clock.joined(separator: ":")) GMT"
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

  /// The preferred format, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  private mutating func preferred() -> Double? {
    guard let day = digits(2), take(" "), let month = month(), take(" "), let year = digits(4),
      take(" "), let time = time(), take(" "), isAtGMT
    else { return nil }
    return seconds(year, month, day, time)
  }

  /// `Sunday, 06-Nov-94 08:49:37 GMT`; a year more than 50 years ahead is in the century before.
  private mutating func rfc850(now: Double) -> Double? {
    guard let day = digits(2), take("-"), let month = month(), take("-"), let short = digits(2),
      take(" "), let time = time(), take(" "), isAtGMT
    else { return nil }
    let present = CalendarDate(daysSince1970: Int(now / 86_400)).year
    let year = present / 100 * 100 + short
    return seconds(year > present + 50 ? year - 100 : year, month, day, time)
  }

  /// The format of asctime, such as `Sun Nov  6 08:49:37 1994`.
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

  /// Whether a range contains a name, ignoring case.
  private func isSame(_ name: String, _ range: Range<Int>) -> Bool {
    name.utf8.count == range.count && isStart(range, of: name)
  }

  /// Whether a name begins with the text of a range, ignoring case.
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
    CalendarDate(year: year, month: month, day: day).map {
      Double($0.daysSince1970 * 86_400 + time)
    }
  }
}
