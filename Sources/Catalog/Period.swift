/// A span of whole days: a year, a month or a day of the Gregorian calendar.
package struct Period: Equatable, Sendable {
  /// The first day, counted from 1970-01-01.
  package let first: Int
  /// The last day, counted from 1970-01-01.
  package let last: Int

  /// Reads `2024`, `2024-05` or `2024-05-31`.
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
    guard (1...12).contains(month), (1...daysIn(month, of: numbers[0])).contains(day) else {
      return nil
    }
    first = dayNumber(numbers[0], month, day)
    switch numbers.count {
    case 1: last = dayNumber(numbers[0] + 1, 1, 1) - 1
    case 2: last = first + daysIn(month, of: numbers[0]) - 1
    default: last = first
    }
  }

  /// Reads the date at the start of an RFC 3339 date or date and time.
  package init?(dateTime text: some StringProtocol) {
    let date = text.prefix { $0 != "T" && $0 != " " }
    if date.endIndex != text.endIndex, text[date.endIndex...].utf8.count < 6 { return nil }
    self.init(date)
  }
}

private func isLeap(_ year: Int) -> Bool {
  year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
}

private func daysIn(_ month: Int, of year: Int) -> Int {
  switch month {
  case 2: isLeap(year) ? 29 : 28
  case 4, 6, 9, 11: 30
  default: 31
  }
}

/// The number of a day counted from 1970-01-01 (Howard Hinnant, "chrono-compatible low-level date algorithms").
private func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
  let year = month <= 2 ? year - 1 : year
  let era = (year >= 0 ? year : year - 399) / 400
  let yearOfEra = year - era * 400
  let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
  return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}
