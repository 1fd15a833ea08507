/// A temperature, or lengths such as those of a pan, in a text.
struct TextMeasure: Equatable {
  enum Scale: Equatable {
    case celsius, fahrenheit
    /// The marks of British gas ovens.
    case gas
    case length(Unit)

    /// The region in which it is used.
    var system: Unit.System {
      switch self {
      case .celsius: .metric
      case .fahrenheit: .us
      case .gas: .both
      case .length(let unit): unit.system
      }
    }

    fileprivate var isLength: Bool { if case .length = self { true } else { false } }
  }

  let scale: Scale
  /// The number, both ends of a range, or the sides of a pan.
  let values: [Rational]
  /// Whether the values are the sides of a pan.
  let isArea: Bool
  /// Whether a hyphen joins number and unit, as in `9-inch`.
  let isHyphenated: Bool
  /// The bytes of the numbers and their unit.
  let bytes: Range<Int>
  /// The measures that are next to each other have the same number, and are one quantity.
  fileprivate(set) var group = 0

  static func all(in text: String) -> [TextMeasure] { all(in: LineTokens(text)) }

  static func all(in tokens: LineTokens) -> [TextMeasure] {
    let finder = TextMeasureFinder(tokens)
    var found: [TextMeasure] = []
    var index = 0
    var last = 0
    var group = 0
    while index < tokens.count {
      guard case (var measure, let end)? = finder.measure(at: index) else {
        index += 1
        continue
      }
      let isNext =
        found.last?.scale.isLength == measure.scale.isLength && finder.joins(last..<index)
      if !isNext { group += 1 }
      measure.group = group
      found.append(measure)
      (index, last) = (end, end)
    }
    return found
  }

  /// Returns the measure in a system, such as `175 °C`, as exact as an oven or a ruler shows it.
  fileprivate func text(in system: Unit.System) -> String? {
    switch (scale, system) {
    case (.fahrenheit, .metric):
      temperature(values.map { ($0.double - 32) * 5 / 9 }, "°C", from: 120)
    case (.celsius, .us): temperature(values.map { $0.double * 9 / 5 + 32 }, "°F", from: 250)
    case (.gas, .metric): gasMark(1, "°C")
    case (.gas, .us): gasMark(2, "°F")
    case (.length(let unit), _): length(unit, in: system)
    default: nil
    }
  }

  /// Formats temperatures; those of ovens, from a number of degrees on, are rounded to five.
  private func temperature(_ exact: [Double], _ unit: String, from oven: Double) -> String {
    let shown = exact.map { $0 >= oven ? ($0 / 5).rounded() * 5 : $0.rounded() }
    return shown.map { String(Int($0)) }.joined(separator: "–") + " " + unit
  }

  private func gasMark(_ column: Int, _ unit: String) -> String? {
    let rows = values.compactMap { value in gasMarks.first { $0[0] == value.double } }
    guard rows.count == values.count else { return nil }
    return rows.map { String(Int($0[column])) }.joined(separator: "–") + " " + unit
  }

  private func length(_ unit: Unit, in system: Unit.System) -> String? {
    guard let size = unit.size?.double else { return nil }
    let millimetres = values.map { $0.double * size }
    let greatest = millimetres.max() ?? 0
    let exact: [Double]
    let texts: [String]
    let shown: [Double]
    if system == .metric {
      let isSmall = greatest < 10
      exact = millimetres.map { isSmall ? $0 : $0 / 10 }
      shown = exact.map { isSmall || $0 >= 5 ? $0.rounded() : ($0 * 10).rounded() / 10 }
      texts = shown.map { $0 == $0.rounded() ? String(Int($0)) : String($0) }
    } else {
      exact = millimetres.map { $0 / 25.4 }
      let parts = greatest < 25.4 ? 8.0 : greatest < 101.6 ? 4.0 : 2.0
      shown = exact.map { ($0 * parts).rounded() / parts }
      texts = shown.map { (Rational(Int($0 * parts), Int(parts)) ?? .zero).written }
    }
    let unit = system == .metric ? greatest < 10 ? "mm" : "cm" : "in"
    return texts.joined(separator: isArea ? " × " : "–")
      + (isHyphenated ? "-" : " ") + unit
  }
}

extension [TextMeasure] {
  /// Returns the edits that show the measures in a system; a quantity that the text has in it already stays.
  func edits(in choice: UnitChoice) -> [TextEdit] {
    guard let target = choice.target else { return [] }
    let present = Set(filter { $0.scale.system == target }.map(\.group))
    // The mark of a gas oven beside degrees is the same temperature.
    let degrees = Set(filter { $0.scale == .celsius || $0.scale == .fahrenheit }.map(\.group))
    return filter {
      !present.contains($0.group) && !($0.scale == .gas && degrees.contains($0.group))
    }
    .compactMap { measure in
      measure.text(in: target).map { TextEdit(bytes: measure.bytes, text: $0) }
    }
  }
}

/// The marks of gas ovens, with their degrees Celsius and Fahrenheit.
private let gasMarks: [[Double]] = [
  [0.25, 110, 225], [0.5, 120, 250], [1, 140, 275], [2, 150, 300], [3, 160, 325], [4, 180, 350],
  [5, 190, 375], [6, 200, 400], [7, 220, 425], [8, 230, 450], [9, 240, 475], [10, 260, 500],
]

private struct TextMeasureFinder {
  private let parser: IngredientParser
  private var tokens: LineTokens { parser.tokens }

  init(_ tokens: LineTokens) { parser = IngredientParser(all: tokens) }

  /// Parses the measure at a token, and returns the token after it.
  func measure(at start: Int) -> (measure: TextMeasure, end: Int)? {
    gasMark(at: start) ?? temperature(at: start) ?? lengths(at: start)
  }

  /// Whether only marks, and words such as `or` and `fan`, are between two measures.
  func joins(_ range: Range<Int>) -> Bool {
    range.count <= 4
      && range.allSatisfy {
        !tokens.isNumber($0) && !tokens.isMark(".", $0) && !tokens.isMark(";", $0)
          && (!tokens.isWord($0) || betweenWords.contains(tokens.lowercased($0)))
      }
  }

  private func made(
    _ scale: TextMeasure.Scale, _ values: [Rational], _ range: Range<Int>,
    isArea: Bool = false, isHyphenated: Bool = false
  ) -> (TextMeasure, Int) {
    let bytes =
      tokens[range.lowerBound].bytes.lowerBound..<tokens[range.upperBound - 1].bytes.upperBound
    return (
      TextMeasure(
        scale: scale, values: values, isArea: isArea, isHyphenated: isHyphenated, bytes: bytes),
      range.upperBound
    )
  }

  // MARK: - Temperatures

  /// Parses `gas mark 4` and `gas 4`.
  private func gasMark(at start: Int) -> (TextMeasure, Int)? {
    guard tokens.lowercased(start) == "gas" else { return nil }
    let number = tokens.lowercased(start + 1) == "mark" ? start + 2 : start + 1
    guard tokens.isNumber(number), tokens[number].number.value <= Rational(10) else { return nil }
    var values = [tokens[number].number.value]
    let joins =
      tokens.isMark("-", number + 1) || ["to", "or"].contains(tokens.lowercased(number + 1))
    if joins, tokens.isNumber(number + 2), tokens[number + 2].number.value <= Rational(10),
      tokens[number + 2].number.value > values[0]
    {
      values.append(tokens[number + 2].number.value)
    }
    return made(.gas, values, start..<number + 2 * values.count - 1)
  }

  /// Parses `350°F`, `350-375 degrees F`, `180C`, `180 Grad`, `400 degrees`.
  private func temperature(at start: Int) -> (TextMeasure, Int)? {
    guard tokens.isNumber(start), !tokens.isMark("-", start - 1) else { return nil }
    var values = [tokens[start].number.value]
    var end = start + 1
    let isRange =
      tokens.isMark("-", end) || tokens.isOne(of: .range, end)
      || tokens.lowercased(end) == "and" && tokens.lowercased(start - 1) == "between"
    if isRange, tokens.isNumber(end + 1), tokens[end + 1].number.value > values[0] {
      values.append(tokens[end + 1].number.value)
      end += 2
    }
    guard let greatest = values.last, let (scale, end) = degrees(at: end, greatest) else {
      return nil
    }
    return made(scale, values, start..<end)
  }

  /// Parses the unit of a temperature, and returns the token after it.
  private func degrees(
    at index: Int, _ value: Rational
  ) -> (scale: TextMeasure.Scale, end: Int)? {
    // No oven has 275 degrees Celsius.
    let bare: TextMeasure.Scale? = value >= Rational(275) ? .fahrenheit : nil
    if tokens.isMark("^", index) {
      if tokens.text(index) == "℃" { return (.celsius, index + 1) }
      if let scale = letter(index + 1) { return (scale, index + 2) }
      return bare.map { ($0, index + 1) }
    }
    let word = tokens.lowercased(index)
    if ["degrees", "degree", "deg"].contains(word) {
      let next = tokens.isMark(".", index + 1) ? index + 2 : index + 1
      return letter(next).map { ($0, next + 1) } ?? bare.map { ($0, index + 1) }
    }
    if celsiusWords.contains(word) {
      let hasLetter = letter(index + 1) == .celsius
      return (.celsius, hasLetter ? index + 2 : index + 1)
    }
    guard let scale = letter(index) else { return nil }
    // A letter alone: `2 C flour` are cups.
    let isLetter = tokens[index].bytes.count == 1
    let isAttached = !tokens[index].isAfterSpace
    let range = scale == .celsius ? Rational(30)...Rational(300) : Rational(90)...Rational(600)
    let isCapital = tokens.text(index).first?.isUppercase ?? false
    return isLetter && !(range.contains(value) && (isAttached || isCapital))
      ? nil : (scale, index + 1)
  }

  private func letter(_ index: Int) -> TextMeasure.Scale? {
    guard tokens.isWord(index) else { return nil }
    return switch tokens.lowercased(index) {
    case "f", "fahrenheit": .fahrenheit
    case "c", "celsius", "centigrade": .celsius
    default: nil
    }
  }

  // MARK: - Lengths

  /// Parses `9-inch`, `8- or 9-inch`, `9 x 13 inch`, `20 cm`.
  private func lengths(at start: Int) -> (TextMeasure, Int)? {
    guard tokens.isNumber(start), !(tokens.isMark("/", start - 1) && tokens.isNumber(start - 2))
    else {
      return nil
    }
    var values: [Rational] = []
    var isArea = false
    var isHyphenated = false
    var unit: Unit?
    var index = start
    while tokens.isNumber(index), tokens[index].number.value > .zero, values.count < 3 {
      values.append(tokens[index].number.value)
      index += 1
      if let (found, end, hasHyphen) = length(at: index) {
        (unit, index, isHyphenated) = (found, end, hasHyphen)
      }
      // `8- or 9-inch`, `9- x 13-inch`
      let next = tokens.isMark("-", index) && !tokens.isNumber(index + 1) ? index + 1 : index
      let isSide =
        tokens.isMark("*", next) || ["x", "by"].contains(tokens.lowercased(next))
      let isEnd =
        tokens.isMark("-", next)
        || tokens.isWord(next) && tokens.isOne(of: .range, next)
      // `9-by-13-inch`
      let other = isSide && tokens.isMark("-", next + 1) ? next + 2 : next + 1
      guard isSide || isEnd && values.count == 1 && !isArea, tokens.isNumber(other),
        isSide || tokens[other].number.value > values[0], hasLength(from: other)
      else { break }
      if isSide { isArea = true }
      index = other
    }
    guard let unit else { return nil }
    // `9"x13"`, whose other side is a word: half of it is not converted.
    if tokens.lowercased(index).hasPrefix("x"), !tokens[index].isAfterSpace { return nil }
    // The point of a sentence is none of an abbreviation.
    if tokens.isMark(".", index - 1), index == tokens.count || startsSentence(index) { index -= 1 }
    return made(
      .length(unit), values, start..<index, isArea: isArea, isHyphenated: isHyphenated)
  }

  private func startsSentence(_ index: Int) -> Bool {
    tokens.text(index).first?.isUppercase ?? false
  }

  /// Whether one of the next numbers has a length.
  private func hasLength(from start: Int) -> Bool {
    (start..<min(start + 6, tokens.count)).contains {
      tokens.isNumber($0) && length(at: $0 + 1) != nil
    }
  }

  private func length(at index: Int) -> (unit: Unit, end: Int, isHyphenated: Bool)? {
    // `9 in. pan`, but not `put 9 in the pan`
    if tokens.lowercased(index) == "in", tokens.isMark(".", index + 1),
      !tokens[index + 1].isAfterSpace, tokens.isWord(index + 2),
      let inch = UnitTable.standard["\""],
      tokens.text(index + 2).first?.isLowercase ?? false
    {
      return (inch, index + 2, false)
    }
    guard let found = parser.unit(at: index), found.unit.kind == .length else { return nil }
    return (found.unit, found.end, found.isHyphenated)
  }
}

/// Words between a temperature and the same one in another scale.
private let betweenWords: Set<String> = [
  "or", "fan", "convection", "oven", "about", "and", "oder", "ou", "o", "umluft", "to",
]

/// Words for degrees Celsius.
private let celsiusWords: Set<String> = [
  "grad", "graden", "grader", "degrés", "degré", "gradi", "grados", "graus", "stopni", "stupňů",
  "градусов", "градуса", "度",
]

extension Rational {
  fileprivate var double: Double { Double(numerator) / Double(denominator) }
}
