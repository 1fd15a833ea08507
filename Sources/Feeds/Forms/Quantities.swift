import Catalog
import Text

extension JSONValue {
  /// A number: a JSON number, a text in digits, the value of a rating or quantity, or the first of a list.
  var plainNumber: Double? {
    switch self {
    case .number(let number): number
    case .string(let text): writtenNumber(trimmingSpace(plainText(text, keepingLines: false)))
    case .array(let items): items.lazy.compactMap(\.plainNumber).first
    case .object:
      ["ratingValue", "value", "@value"].lazy.compactMap { self[$0]?.plainNumber }.first
    case .null, .bool: nil
    }
  }
}

/// Parses a decimal number.
///
/// Commas before groups of three digits are thousands separators; any other is a decimal comma.
private func writtenNumber(_ text: String) -> Double? {
  var digits = Array(text.utf8)
  guard digits.allSatisfy({ 0x30...0x39 ~= $0 || "+-.,".utf8.contains($0) }) else { return nil }
  if let comma = digits.lastIndex(of: 0x2C), !hasThousands(digits) {
    guard digits.firstIndex(of: 0x2C) == comma, digits[comma...].firstIndex(of: 0x2E) == nil
    else { return nil }
    // `1.234,5` and `4,5`
    digits = digits[..<comma].filter { $0 != 0x2E } + [0x2E] + digits[(comma + 1)...]
  } else {
    digits.removeAll { $0 == 0x2C }
  }
  let number = Double(String(decoding: digits, as: UTF8.self))
  return number.flatMap { $0.isFinite ? $0 : nil }
}

/// Whether three digits follow every comma, as in `1,234,567.5`.
private func hasThousands(_ digits: [UInt8]) -> Bool {
  let whole = digits.prefix { $0 != 0x2E }
  guard !digits[whole.endIndex...].contains(0x2C) else { return false }
  let groups = whole.split(separator: 0x2C, omittingEmptySubsequences: false)
  return 1...3 ~= groups[0].count { $0 >= 0x30 }
    && groups.dropFirst().allSatisfy { $0.count { $0 >= 0x30 } == 3 && $0.count == 3 }
}

extension JSONValue {
  /// A duration in whole minutes, at least one, from ISO 8601, words, a number, or an object.
  ///
  /// Nil for zero, for more than ten years, and for values that are not durations.
  var minutes: Double? {
    switch self {
    case .number(let number): plausible(number)
    case .string(let text): plausible(writtenMinutes(cleanLine(text)))
    case .array(let items): items.lazy.compactMap(\.minutes).first
    case .object: minutesOfMembers
    case .null, .bool: nil
    }
  }

  /// Whether the value is a duration of zero.
  var isZeroTime: Bool {
    plainNumber == 0 || scalarText.map { !$0.isEmpty && isNoTime($0) } ?? false
  }

  /// The duration of an object, its maximum preferred.
  ///
  /// The object's unit applies to plain numbers.
  private var minutesOfMembers: Double? {
    let unit = firstText(["unitText", "unitCode"]) ?? ""
    let names = ["maxValue", "value", "@value", "minValue", "name", "text"]
    return names.lazy.compactMap { name -> Double? in
      guard let member = self[name] else { return nil }
      guard !unit.isEmpty, let number = member.plainNumber else { return member.minutes }
      return JSONValue.string("\(number) \(unit)").minutes
    }.first
  }
}

/// Whether a duration is zero or empty, which means that it is unknown: `PT0M`, `PT`, `0 min`.
func isNoTime(_ text: String) -> Bool {
  (text.contains("0") || text.uppercased() == "PT")
    && !text.contains { "123456789".contains($0) }
}

private func plausible(_ minutes: Double?) -> Double? {
  guard let minutes, minutes > 0, minutes <= 10 * 365.25 * 1440 else { return nil }
  return max(1, minutes.rounded())
}

private func writtenMinutes(_ text: String) -> Double? {
  let letters = Array(text.lowercased().unicodeScalars)
  guard letters.first == "p" else { return DurationPhrase(letters).minutes }
  return ISODuration(letters.dropFirst()).minutes
}

/// An ISO 8601 duration after its `P`, including common misspellings.
private struct ISODuration {
  private(set) var minutes: Double?
  private var total = 0.0
  private var digits = ""
  private var (isFound, isTime, hasYear) = (false, false, false)

  init(_ letters: ArraySlice<Unicode.Scalar>) {
    let hasTime = letters.contains("t")
    for letter in letters {
      switch letter {
      case "t" where digits.isEmpty && !isTime: isTime = true
      case "0"..."9", ".": digits.unicodeScalars.append(letter)
      case ",": digits += "."
      // Without a `T`, `M` is read as minutes: recipes do not take months.
      case "m" where !isTime && (hasYear || hasTime): guard add(43_200) else { return }
      default: guard let unit = Self.units[letter], add(unit) else { return }
      }
      hasYear = hasYear || letter == "y"
    }
    if isFound, digits.isEmpty { minutes = total }
  }

  /// Adds a number of units.
  ///
  /// A unit without digits, as in `PTH30MS`, is ignored.
  private mutating func add(_ unit: Double) -> Bool {
    if digits.isEmpty { return true }
    guard let number = Double(digits) else { return false }
    (total, isFound, digits) = (total + number * unit, true, "")
    return true
  }

  private static let units: [Unicode.Scalar: Double] = [
    "y": 525_600, "w": 10_080, "d": 1440, "h": 60, "m": 1, "s": 1 / 60,
  ]
}

extension JSONValue {
  /// A date: a text that begins with a calendar day, or is a month or a year; the day alone for a date in words; the
  /// first of a list.
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

/// Returns the day in `Tue, 12 Oct 2019 10:00:00 GMT` (RFC 1123, section 5.2.14), `Oct 12, 2019` or `2019/10/12`.
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
