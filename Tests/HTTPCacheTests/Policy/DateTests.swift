import TestSupport
import Testing

@testable import HTTPCache

struct DateTests {
  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
    ("sun, 06 nov 1994 08:49:37 gmt", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
    ("Thursday, 18-Aug-50 02:01:18 GMT", 2_544_400_878),
    ("Thursday, 18-Aug-77 02:01:18 GMT", 240_717_678),
  ])
  func `the three forms of a date are read`(text: String, seconds: Double) {
    #expect(httpDate(text, now: 1_790_000_000) == seconds)
  }

  @Test(arguments: [
    "", "0", "-1", "now", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37",
    "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
    "Sun, 00 Nov 1994 08:49:37 GMT",
    "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT ",
    "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT",
    "Sunday, 06 Nov 1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "Foo, 06 Nov 1994 08:49:37 GMT",
    "1994-11-06T08:49:37Z", "Sün, 06 Nov 1994 08:49:37 GMT",
  ])
  func `text that is no date of HTTP gives none`(text: String) {
    #expect(httpDate(text, now: 1_790_000_000) == nil)
  }

  @Test func `a written date reads back as the same date`() {
    var numbers = SeededNumbers(seed: 5)
    for _ in 0..<20_000 {
      let seconds = Double(Int.random(in: 0...253_402_300_799, using: &numbers))
      #expect(httpDate(httpDateText(seconds), now: 0) == seconds)
    }
    #expect(httpDateText(784_111_777.9) == "Sun, 06 Nov 1994 08:49:37 GMT")
  }
}
