import Text

/// A span of whole days: a year, a month or a day of the Gregorian calendar.
package struct Period: Equatable, Sendable {
  /// The first day, counted from 1970-01-01.
  package let first: Int
  /// The last day, counted from 1970-01-01.
  package let last: Int

  /// Parses `2024`, `2024-05` or `2024-05-31`.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Int(part) : nil
    }
    guard (1...3).contains(parts.count), numbers.count == parts.count, parts[0].utf8.count == 4,
      parts.dropFirst().allSatisfy({ (1...2).contains($0.utf8.count) })
    else { return nil }
    let month = numbers.count > 1 ? numbers[1] : 1
    let day = numbers.count > 2 ? numbers[2] : 1
    guard let date = CalendarDate(year: numbers[0], month: month, day: day) else { return nil }
    first = date.daysSince1970
    let isLeap = CalendarDate.dayCount(ofMonth: 2, year: date.year) == 29
    switch numbers.count {
    case 1: last = first + (isLeap ? 366 : 365) - 1
    case 2: last = first + CalendarDate.dayCount(ofMonth: month, year: date.year) - 1
    default: last = first
    }
  }

  /// A length in characters that no date has.
  private static let longestDate = 24

  /// Parses the date at the start of an RFC 3339 date or date and time.
  package init?(dateTime text: String) {
    // The fast path for the usual format.
    if let day = plainDay(text.utf8) {
      self.init(day: day)
      return
    }
    // A date is short, however long the text is.
    let date = text.prefix(Self.longestDate).prefix(while: isPartOfDate)
    if date.endIndex != text.endIndex, text[date.endIndex...].utf8.count < 6 { return nil }
    self.init(date)
  }

  private init(day: Int) { (first, last) = (day, day) }
}

/// Returns the day of a text that is `2024-05-31`, optionally followed by a time; nil for other texts.
private func plainDay(_ text: String.UTF8View) -> Int? {
  var numbers = (year: 0, month: 0, day: 0)
  var place = 0
  for byte in text.prefix(11) {
    switch place {
    case 4, 7: if byte != 0x2D { return nil }
    case 10: if byte != 0x54 && byte != 0x20 || text.count < 16 { return nil }
    default:
      guard 0x30...0x39 ~= byte else { return nil }
      let digit = Int(byte - 0x30)
      switch place {
      case 0..<4: numbers.year = numbers.year * 10 + digit
      case 5, 6: numbers.month = numbers.month * 10 + digit
      default: numbers.day = numbers.day * 10 + digit
      }
    }
    place += 1
  }
  guard place >= 10 else { return nil }
  return CalendarDate(year: numbers.year, month: numbers.month, day: numbers.day)?.daysSince1970
}

private func isPartOfDate(_ character: Character) -> Bool { character != "T" && character != " " }

/// Returns the date at the start of a date and time, as written.
package func writtenDate(of text: some StringProtocol) -> String {
  String(text.prefix(while: isPartOfDate))
}

/// Returns the seconds since the start of the day in UTC of an RFC 3339 date and time.
///
/// The result is 0 for a date alone, and negative for a time in a zone where the day began before. Without a zone, the
/// time is in UTC.
func secondsInDay(_ text: some StringProtocol) -> Double {
  let time = text.drop { $0 != "T" && $0 != " " }.dropFirst()
  let clock = time.prefix { $0.isNumber || $0 == ":" || $0 == "." }
  let zone = time[clock.endIndex...]
  let seconds = clockSeconds(clock) ?? 0
  guard let sign = zone.first, sign == "+" || sign == "-",
    let ahead = clockSeconds(zone.dropFirst().prefix { $0.isNumber || $0 == ":" })
  else { return seconds }
  return sign == "+" ? seconds - ahead : seconds + ahead
}

/// Returns the seconds in `12:30`, `12:30:59.5` or `0230`; nil if the text is not a time.
private func clockSeconds(_ text: some StringProtocol) -> Double? {
  if !text.contains(":"), text.utf8.count == 4, let digits = Double(text) {
    return (digits / 100).rounded(.down) * 3600 + digits.truncatingRemainder(dividingBy: 100) * 60
  }
  let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
  guard (2...3).contains(parts.count), let hours = parts[0], let minutes = parts[1] else {
    return nil
  }
  return hours * 3600 + minutes * 60 + ((parts.count == 3 ? parts[2] : 0) ?? 0)
}
