import Testing
import Text

@Test(arguments: [
  ("1970-01-01", 0), ("1969-12-31", -1), ("2000-03-01", 11_017), ("2024-02-29", 19_782),
  ("0000-03-01", -719_468), ("0000-02-29", -719_469), ("9999-12-31", 2_932_896),
])
func `days since 1970 make a date and a date makes days`(text: String, days: Int) {
  let date = CalendarDate(daysSince1970: days)
  #expect(date.description == text)
  #expect(date.daysSince1970 == days)
}

@Test func `every day of eight centuries comes after the one before`() {
  var last = CalendarDate(daysSince1970: -146_098)
  for days in -146_097...146_097 {
    let date = CalendarDate(daysSince1970: days)
    #expect(date.daysSince1970 == days)
    #expect(CalendarDate(year: date.year, month: date.month, day: date.day) == date)
    #expect(
      date.day == last.day + 1
        || date.day == 1
          && last.day == CalendarDate.dayCount(ofMonth: last.month, year: last.year)
    )
    last = date
  }
}

@Test(arguments: [
  (2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1), (2024, 1, 0),
])
func `a date that the calendar does not have is nil`(year: Int, month: Int, day: Int) {
  #expect(CalendarDate(year: year, month: month, day: day) == nil)
}
