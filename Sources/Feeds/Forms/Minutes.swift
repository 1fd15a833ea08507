import Text

extension JSONValue {
  /// How many minutes a duration has: ISO 8601, words, a bare number, an object.
  ///
  /// Whole minutes, at least one; nil for zero, for more than ten years, and for what is no duration.
  var minutes: Double? {
    switch self {
    case .number(let number): plausible(number)
    case .string(let text): plausible(writtenMinutes(cleanLine(text)))
    case .array(let items): items.lazy.compactMap(\.minutes).first
    case .object: minutesOfMembers
    case .null, .bool: nil
    }
  }

  /// The longest that an object allows; its unit belongs to its bare numbers.
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

private func plausible(_ minutes: Double?) -> Double? {
  guard let minutes, minutes > 0, minutes <= 10 * 365.25 * 1440 else { return nil }
  return max(1, minutes.rounded())
}

private func writtenMinutes(_ text: String) -> Double? {
  let letters = Array(text.lowercased().unicodeScalars)
  guard letters.first == "p" else { return SpokenDuration(letters).minutes }
  return WrittenDuration(letters.dropFirst()).minutes
}

/// A duration as ISO 8601 writes it behind its `P`, and as those write it who have not read that.
private struct WrittenDuration {
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
      // Without a `T` anywhere, `M` means minutes: nobody cooks for months.
      case "m" where !isTime && (hasYear || hasTime): guard add(43_200) else { return }
      default: guard let unit = Self.units[letter], add(unit) else { return }
      }
      hasYear = hasYear || letter == "y"
    }
    if isFound, digits.isEmpty { minutes = total }
  }

  /// Adds a number of units; one without digits, as two of `PTH30MS` are, is not there.
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
