extension LineCursor {
  /// A moment such as `2025-10-01T12:00:00Z`, in milliseconds since 1970.
  mutating func instant() throws(ScriptProblem) -> Int {
    skipBlanks()
    let start = place
    let word = word()
    guard let moment = Instant.milliseconds(of: word) else {
      throw problem(
        "\"\(word)\" is not a moment", "write one of 1970 to 2999, such as 2025-10-01T12:00:00Z",
        at: start)
    }
    return moment
  }
}

/// Moments as RFC 3339 writes them, in UTC.
enum Instant {
  /// The milliseconds since 1970 of `YYYY-MM-DDTHH:MM:SS[.mmm]Z`; nil if it is none of 1970 to 2999.
  static func milliseconds(of text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 20 || bytes.count == 24 && bytes[19] == 0x2E, bytes.last == 0x5A else {
      return nil
    }
    for (place, mark) in [(4, 0x2D), (7, 0x2D), (10, 0x54), (13, 0x3A), (16, 0x3A)]
    where bytes[place] != UInt8(mark) {
      return nil
    }
    let places = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19]
    let parts = places.compactMap { number(bytes[$0]) }
    guard parts.count == 6, let rest = bytes.count == 24 ? number(bytes[20..<23]) : 0 else {
      return nil
    }
    guard 1970...2999 ~= parts[0], 1...12 ~= parts[1],
      1...days(in: parts[1], of: parts[0]) ~= parts[2], parts[3] < 24, parts[4] < 60, parts[5] < 60
    else { return nil }
    let seconds = (parts[3] * 60 + parts[4]) * 60 + parts[5]
    return (days(before: parts) * 86_400 + seconds) * 1000 + rest
  }

  /// A moment as it is written, with a fraction only where there is one.
  static func text(_ milliseconds: Int) -> String {
    let days = milliseconds / 86_400_000
    var year = 1970 + days / 366
    while self.days(before: [year + 1, 1, 1]) <= days { year += 1 }
    var (month, rest) = (1, days - self.days(before: [year, 1, 1]))
    while rest >= self.days(in: month, of: year) {
      rest -= self.days(in: month, of: year)
      month += 1
    }
    let seconds = milliseconds / 1000 % 86_400
    let fraction = milliseconds % 1000
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(rest + 1, 2))"
    let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
    return
      "\(date)T\(time.joined(separator: ":"))\(fraction == 0 ? "" : ".\(padded(fraction, 3))")Z"
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// The days from 1970 to a date.
  private static func days(before parts: [Int]) -> Int {
    let years = parts[0] - 1
    let leaps = years / 4 - years / 100 + years / 400 - 477
    let months = (1..<parts[1]).reduce(0) { $0 + days(in: $1, of: parts[0]) }
    return (parts[0] - 1970) * 365 + leaps + months + parts[2] - 1
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
