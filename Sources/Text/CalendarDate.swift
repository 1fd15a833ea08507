/// A date of the proleptic Gregorian calendar.
package struct CalendarDate: Equatable, Sendable {
  package let year: Int
  /// The month, from 1 to 12.
  package let month: Int
  /// The day of the month, from 1.
  package let day: Int

  /// Creates a date; nil if the calendar does not contain it.
  @inlinable
  package init?(year: Int, month: Int, day: Int) {
    guard 1...12 ~= month, 1...Self.dayCount(ofMonth: month, year: year) ~= day else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The date a number of days after 1970-01-01.
  ///
  /// Howard Hinnant, "chrono-compatible low-level date algorithms", `civil_from_days`.
  package init(daysSince1970 days: Int) {
    let (era, dayOfEra) = floored(days + 719_468, dividedBy: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
  }

  /// The number of days from 1970-01-01 to this date.
  ///
  /// The same source, `days_from_civil`.
  @inlinable
  package var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The name of the day of the week in English.
  package var weekdayName: String {
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][
      floored(daysSince1970 + 3, dividedBy: 7).rest]
  }

  /// The number of days of a month.
  @inlinable
  package static func dayCount(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDate: CustomStringConvertible {
  /// The date in the form of RFC 3339, such as `2024-05-31`.
  package var description: String {
    "\(zeroPadded(year, to: 4))-\(zeroPadded(month, to: 2))-\(zeroPadded(day, to: 2))"
  }
}

/// The quotient rounded down, and the remainder, which is never negative.
package func floored(_ number: Int, dividedBy divisor: Int) -> (quotient: Int, rest: Int) {
  let quotient = number >= 0 ? number / divisor : (number - divisor + 1) / divisor
  return (quotient, number - quotient * divisor)
}
