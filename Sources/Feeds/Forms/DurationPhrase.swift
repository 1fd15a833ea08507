/// A duration in words: `45 minutes`, `1 hr 20 min`, `1½ hours`, `about 30-40 min`.
///
/// The end of a range counts.
struct DurationPhrase {
  private(set) var minutes: Double?
  private var rest: ArraySlice<Unicode.Scalar>
  private var total = 0.0
  /// The last unit, in minutes, which determines the unit of the `20` in `1 h 20`.
  private var lastUnit = 0.0

  init(_ letters: [Unicode.Scalar]) {
    rest = letters[...]
    skipFillers()
    while !rest.isEmpty {
      guard takePart() else { return }
      skipFillers()
    }
    minutes = total
  }

  /// Reads a number and its unit.
  private mutating func takePart() -> Bool {
    guard var number = takeNumber() else { return false }
    if takeRange() {
      guard let end = takeNumber(), end >= number else { return false }
      number = end
    }
    let word = takeWord()
    guard let unit = word.isEmpty ? bareUnit : Self.units[word] else { return false }
    (total, lastUnit) = (total + number * unit, unit)
    return true
  }

  /// The unit of a number without one: minutes, if it stands alone or follows hours.
  private var bareUnit: Double? {
    rest.isEmpty && (lastUnit == 0 || lastUnit == 60) ? 1 : nil
  }

  /// Reads a number such as `2`, `2.5`, `½`, `2½`, `2 1/2`.
  private mutating func takeNumber() -> Double? {
    skipBlanks()
    guard let whole = takeDigits() else { return takeFraction() }
    if rest.first == "/" {
      rest.removeFirst()
      return takeDigits().flatMap { $0 == 0 ? nil : whole / $0 }
    }
    let before = rest
    skipBlanks()
    if let fraction = takeFraction() { return whole + fraction }
    if let part = takeDigits(), rest.first == "/" {
      rest.removeFirst()
      return takeDigits().flatMap { $0 == 0 ? nil : whole + part / $0 }
    }
    rest = before
    return whole
  }

  private mutating func takeDigits() -> Double? {
    let digits = rest.prefix { "0"..."9" ~= $0 || $0 == "." }
    guard digits.contains(where: { $0 != "." }), digits.count < 12,
      let number = Double(String(String.UnicodeScalarView(digits)))
    else { return nil }
    rest = rest.dropFirst(digits.count)
    return number
  }

  private mutating func takeFraction() -> Double? {
    guard let letter = rest.first, let value = Self.fractions[letter] else { return nil }
    rest.removeFirst()
    return value
  }

  private mutating func takeRange() -> Bool {
    let before = rest
    skipBlanks()
    if let letter = rest.first, letter == "-" || letter == "–" || letter == "—" {
      rest.removeFirst()
      return true
    }
    if takeWord() == "to" { return true }
    rest = before
    return false
  }

  private mutating func takeWord() -> String {
    skipBlanks()
    let word = rest.prefix { "a"..."z" ~= $0 }
    rest = rest.dropFirst(word.count)
    if !word.isEmpty, rest.first == "." { rest.removeFirst() }
    return String(String.UnicodeScalarView(word))
  }

  private mutating func skipBlanks() { rest = rest.drop { $0 == " " } }

  /// Skips punctuation and filler words.
  private mutating func skipFillers() {
    while true {
      rest = rest.drop { " ,+&~(".unicodeScalars.contains($0) }
      let before = rest
      if !Self.fillers.contains(takeWord()) {
        rest = before
        break
      }
    }
    if rest.elementsEqual([")"]) { rest = [] }
  }

  private static let fillers: Set<String> = [
    "about", "and", "approx", "approximately", "ca", "circa",
  ]

  private static let fractions: [Unicode.Scalar: Double] = [
    "½": 0.5, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 0.25, "¾": 0.75,
  ]

  private static let units: [String: Double] = {
    // English, and the words of recipes in Western European languages.
    let words: [(String, Double)] = [
      ("s sec secs second seconds", 1 / 60),
      ("m min mins minute minutes minuten minuti minuto minutos minuter minutter", 1),
      ("h hr hrs hour hours hur std stunde stunden heure heures hora horas ora ore uur", 60),
      ("d day days tag tage jour jours", 1440), ("w wk week weeks", 10_080),
    ]
    return words.reduce(into: [:]) { units, group in
      for word in group.0.split(separator: " ") { units[String(word)] = group.1 }
    }
  }()
}
