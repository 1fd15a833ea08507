import Text

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
    guard 1970...2999 ~= parts[0],
      let date = CalendarDate(year: parts[0], month: parts[1], day: parts[2]), parts[3] < 24,
      parts[4] < 60, parts[5] < 60
    else { return nil }
    let seconds = (parts[3] * 60 + parts[4]) * 60 + parts[5]
    return (date.daysSince1970 * 86_400 + seconds) * 1000 + rest
  }

  /// A moment as it is written, with a fraction only where there is one.
  static func text(_ milliseconds: Int) -> String {
    let date = CalendarDate(daysSince1970: milliseconds / 86_400_000)
    let seconds = milliseconds / 1000 % 86_400
    let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { zeroPadded($0, to: 2) }
    let fraction = milliseconds % 1000
    let decimals = fraction == 0 ? "" : ".\(zeroPadded(fraction, to: 3))"
    return "\(date)T\(time.joined(separator: ":"))\(decimals)Z"
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
