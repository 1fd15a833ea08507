import Catalog
import Testing

@Test(arguments: [
  "2024-02-29", "2024-02-29T03:04", "2024-02-29 03:04:05Z", "2024-2-29", "2024-2-29T03:04",
])
func `the day of a date is the same with and without a time`(text: String) {
  #expect(Period(dateTime: text) == Period("2024-02-29"))
  #expect(Period(dateTime: text)?.first == 19_782)
}

@Test(arguments: [
  "2023-02-29", "2024-02-29T", "2024-02-29 3:04", "2024-02-29x", "2024-13-01", "2024-00-10",
  "2024-02-29" + String(repeating: "1", count: 100), String(repeating: "2", count: 100),
  "2024-01-00", "2024-02-2a", "24-02-29", "2024_02_29", "2024-02-291", "2024-02-", "T03:04:05", "",
])
func `a text that is not a date has no day`(text: String) {
  #expect(Period(dateTime: text) == nil)
}
