import Catalog
import Text

extension JSONValue {
  /// A text that begins with a day of the calendar, or is a month or a year; the day alone for dates in words; of a
  /// list the first.
  var day: String? {
    switch self {
    case .string(let text): writtenDay(cleanLine(text))
    case .array(let items): items.lazy.compactMap(\.day).first
    case .object: self["@value"]?.day
    case .null, .bool, .number: nil
    }
  }
}

private func writtenDay(_ text: String) -> String? {
  if let period = Period(text), period.first < period.last { return text }
  let parts = text.utf8.prefix(10).split(separator: 0x2D, omittingEmptySubsequences: false)
  guard parts.count == 3, parts.map(\.count) == [4, 2, 2],
    let year = digits(parts[0]), let month = digits(parts[1]), let day = digits(parts[2])
  else { return wordyDay(text) }
  let next = text.utf8.dropFirst(10).first
  guard next.map({ !(0x30...0x39 ~= $0) }) ?? true else { return nil }
  return year > 0 && CalendarDate(year: year, month: month, day: day) != nil ? text : nil
}

/// The day in `Tue, 12 Oct 2019 10:00:00 GMT` (RFC 1123, section 5.2.14), `Oct 12, 2019` and `2019/10/12`.
private func wordyDay(_ text: String) -> String? {
  let words = text.utf8.prefix(40).split { $0 == 0x20 || $0 == 0x2C || $0 == 0x2F }
  let isDated = words.first.map { digits($0) != nil || month($0) != nil } ?? false
  let parts = Array(isDated ? words[...] : words.dropFirst())
  guard parts.count >= 3 else { return nil }
  let third = digits(parts[2])
  if let year = digits(parts[0]), year > 31 { return written(year, digits(parts[1]), third) }
  if let day = digits(parts[0]) { return written(third, month(parts[1]), day) }
  return written(third, month(parts[0]), digits(parts[1]))
}

private func written(_ year: Int?, _ month: Int?, _ day: Int?) -> String? {
  guard let year, let month, let day, year >= 1000 else { return nil }
  return CalendarDate(year: year, month: month, day: day)?.description
}

private func digits(_ text: Substring.UTF8View) -> Int? {
  guard 1...4 ~= text.count, text.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
  return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
}

private func month(_ word: Substring.UTF8View) -> Int? {
  let names = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  let name = String(decoding: word.prefix(3).map { $0 | 0x20 }, as: UTF8.self)
  return names.firstIndex(of: name).map { $0 + 1 }
}
