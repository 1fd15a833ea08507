import Feeds
import Testing

@Test(arguments: [
  (#""P1DT2H30M""#, 1590), (#""PT90M""#, 90), (#""PT1H30M20S""#, 90), (#""PT0.5H""#, 30),
  (#""PT1,5H""#, 90),
  (#""P2W""#, 20_160), (#""PT30S""#, 1), (#""P0Y0M0DT0H35M0.000S""#, 35), (#""P0DT1H""#, 60),
  (#""pt5m""#, 5),
  (#""P1M""#, 1), (#""P0Y1M""#, 43_200), (#""P1MT0H""#, 43_200), (#"" PT5M ""#, 5),
  // Not valid ISO 8601, but unambiguous.
  (#""P2H30M""#, 150), (#""PTH30MS""#, 30), (#""P30M""#, 30),
  (#""45 minutes""#, 45), (#""1 hr 20 min""#, 80), (#""1 Hour and 20 Minutes""#, 80),
  (#""1h20""#, 80),
  (#""1h 20m""#, 80), (#""90 min.""#, 90), (#""2 days, 1 hour""#, 2940), (#""1½ hours""#, 90),
  (#""1 1/2 hours""#, 90),
  (#""¾ hour""#, 45), (#""about 30-40 minutes""#, 40), (#""30 to 40 min""#, 40), (#""45""#, 45),
  (#""1.5 h""#, 90),
  (#""1/2 hour""#, 30), (#"".5 h""#, 30), (#""approx. 5 min""#, 5), (#""1 week""#, 10_080),
  (#""35 minuti""#, 35), (#""1 Stunde 20 Minuten""#, 80),
  (#""(45 min)""#, 45), (#""30&nbsp;mins""#, 30),
  ("45", 45), ("12.4", 12), (#"{"@type":"Duration","maxValue":"PT1H","minValue":"PT30M"}"#, 60),
  (#"{"minValue":"PT30M"}"#, 30), (#"{"value":20}"#, 20), (#"{"@value":"PT20M"}"#, 20),
  (#"{"value":2,"unitCode":"HUR"}"#, 120), (#"{"value":"3","unitText":"days"}"#, 4320),
  (#"{"maxValue":null,"value":"PT5M"}"#, 5), (#"[null,"PT5M"]"#, 5), (#""PT10Y""#, 5_256_000),
])
func `a duration is read in any form`(json: String, expected: Double) throws {
  #expect(try number(.minutes, in: json) == expected)
}

@Test(arguments: [
  "PTnullM", "PTNaNM", "PTundefinedM", "PTHM", "PT-471406H28M55S", "PT", "P", "PT0M", "P0D",
  "-PT5M", "PT5", "PTT5M",
  "1:30", "overnight", "0", "0 min", "-5", "11 years", "P11Y", "PT99999999H", "PT1.2.3H", "5 eggs",
  "40-30 min",
  "10 min each side", "1/0 hour", "min", "9 9 min", "P1M2", "1 h 20 5", "5 min 3", "P1T5M", "1e3",
  ". 5 h",
])
func `a text that is not a duration has no minutes`(text: String) throws {
  #expect(try number(.minutes, in: "\"\(text)\"") == nil)
}

@Test(arguments: ["0", "-5", "true", "5300000", #"{"value":0}"#, "1e300", #"{"unitText":"min"}"#])
func `a number that is too small or too large is no duration`(json: String) throws {
  #expect(try number(.minutes, in: json) == nil)
}

@Test(arguments: [
  ("4.5", 4.5), (#""4.5""#, 4.5), (#""1,234""#, 1234), (#""4,5""#, 4.5), (#"" 7 ""#, 7),
  (#""-2""#, -2),
  (#""1,234,567.5""#, 1_234_567.5), (#""1.234,5""#, 1234.5),
  (#"{"@type":"AggregateRating","ratingValue":"4.8"}"#, 4.8),
  (#"{"value":6,"unitText":"servings"}"#, 6), (#"["a", "3"]"#, 3), (#"{"@value":"3"}"#, 3),
  ("0", 0), (#""12,34""#, 12.34),
])
func `a number is read with and without quotes`(json: String, expected: Double) throws {
  #expect(try number(.number, in: json) == expected)
}

@Test(arguments: [
  "nan", "inf", "0x10", "1e5", "4.5 stars", "12%", "1,2,3", ",", "-", ".", "1.2.3", "--1",
  "1,234.5,6", "four", "1.5,2.5",
  "12345678901234567890123456789012345678901234567890".padding(9),
])
func `a text that is not a number has no value`(text: String) throws {
  #expect(try number(.number, in: "\"\(text)\"") == nil)
}

extension String {
  /// Returns the text, repeated.
  fileprivate func padding(_ count: Int) -> String { String(repeating: self, count: count) }
}

@Test(arguments: [
  (#""2024-02-29""#, "2024-02-29"), (#""2000-02-29""#, "2000-02-29"),
  (#"" 2010-10-28T00:00:00.000Z ""#, "2010-10-28T00:00:00.000Z"),
  (#""Tue, 12 Oct 2019 10:00:00 GMT""#, "2019-10-12"), (#""1 Mar 2020""#, "2020-03-01"),
  (#""Sep 22, 2024""#, "2024-09-22"), (#""June 5, 2023, 4:18 p.m.""#, "2023-06-05"),
  (#""2012/10/09""#, "2012-10-09"),
  (#"{"@type":"Date","@value":"2019-10-12"}"#, "2019-10-12"),
  (#"["soon","2019-10-12"]"#, "2019-10-12"), (#""2024""#, "2024"), (#"" 2024-05 ""#, "2024-05"),
])
func `a date begins with a day, or is a month or a year`(json: String, expected: String) throws {
  #expect(try text(.date, in: json) == expected)
}

@Test(arguments: [
  #""2023-02-29""#, #""1900-02-29""#, #""2024-04-31""#, #""2024-13-01""#, #""2024-00-10""#,
  #""2024-1-1""#, #""20240101""#,
  #""2024-01-011""#, "20240101",
  #""Tue, 32 Oct 2019""#, #""yesterday""#, #""03/04/2021""#, #""2021/13/01""#,
  #""Mon, 03/22/2021 - 12:11""#, #""May 2021""#, #""Tue, Oct 2019 1""#, #""2024-13""#, #""20245""#,
  #""0000-01-01""#,
  "true", #""é024-01-01""#,
])
func `a text without a leading day is not a date`(json: String) throws {
  #expect(try value(.date, in: json) == nil)
}

@Test(arguments: [
  (ValueForm.calories, #""240 calories""#, 240), (.calories, #""836.8 kJ / 200 kcal""#, 200),
  (.calories, "310", 310), (.calories, #""418.4 kJ""#, 100), (.calories, #""1,200 kcal""#, 1200),
  (.grams, #""3,5 g""#, 3.5), (.grams, #""<1g""#, 1), (.grams, #""500 mg""#, 0.5),
  (.grams, #"["", "12 grams"]"#, 12), (.grams, #""7""#, 7), (.milligrams, #""0.2 g""#, 200),
  (.milligrams, #""590 milligrams of sodium""#, 590),
  (.milligrams, #"{"value":"12","unitText":"mg"}"#, 12),
])
func `an amount of a nutrient is read in its unit`(
  form: ValueForm, json: String, expected: Double
) throws {
  let amount = try #require(try number(form, in: json))
  #expect(abs(amount - expected) < 1e-6)
}

@Test(arguments: [#""n/a""#, #""none""#, #""3 eggs""#, "null", "true"])
func `a text without an amount has no nutrients`(json: String) throws {
  #expect(try number(.grams, in: json) == nil)
}
