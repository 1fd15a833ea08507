/// Values that stand in lines.
extension LineCursor {
  /// A whole number in a range; `what` names it in the complaint.
  mutating func integer(_ what: String, in range: ClosedRange<Int>) throws(ScriptProblem) -> Int {
    skipBlanks()
    let start = place
    let digits = prefix { ("0"..."9").contains($0) }
    let hint = "write one from \(range.lowerBound) to \(range.upperBound)"
    guard !digits.isEmpty else { throw problem("\(what) must be a whole number", hint, at: start) }
    guard digits.utf8.count < 18, let number = Int(digits), number <= range.upperBound else {
      throw problem("\(what) is too high: \(digits)", hint, at: start, .limit)
    }
    guard number >= range.lowerBound else {
      throw problem("\(what) is too low: \(digits)", hint, at: start)
    }
    return number
  }

  /// A duration such as `800ms`, `2s`, `5m` or `26h`, in milliseconds.
  mutating func duration(_ what: String, upTo limit: Int) throws(ScriptProblem) -> Int {
    skipBlanks()
    let start = place
    let digits = prefix { ("0"..."9").contains($0) }
    let unit = prefix { ("a"..."z").contains($0) }
    let units = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000]
    guard let factor = units[unit], !digits.isEmpty, isAtWordEnd else {
      throw problem("\(what) must be a duration", "write one such as 800ms, 2s or 5m", at: start)
    }
    guard digits.utf8.count < 12, let number = Int(digits), number * factor <= limit else {
      throw problem(
        "\(what) is too long: \(digits)\(unit)", "it may be \(Self.duration(limit))", at: start,
        .limit)
    }
    return number * factor
  }

  private var isAtWordEnd: Bool { next.map { $0 == " " || $0 == "\t" } ?? true }

  /// A duration as a script says it, in the largest unit that is exact.
  static func duration(_ milliseconds: Int) -> String {
    for (unit, factor) in [("h", 3_600_000), ("m", 60_000), ("s", 1000)]
    where milliseconds > 0 && milliseconds.isMultiple(of: factor) {
      return "\(milliseconds / factor)\(unit)"
    }
    return "\(milliseconds)ms"
  }

  /// A size such as `80x24`.
  mutating func size() throws(ScriptProblem) -> ScriptSize {
    let columns = try integer("the number of columns", in: ScriptBounds.columns)
    guard take("x") else { throw problem("a size is missing its rows", "write one such as 80x24") }
    return ScriptSize(
      columns: columns, rows: try integer("the number of rows", in: ScriptBounds.rows))
  }

  /// A pace such as `14cps 20%`.
  mutating func pace() throws(ScriptProblem) -> ScriptPace {
    var pace = ScriptPace()
    pace.speed = try integer("a pace", in: 1...1000)
    guard take("cps") else {
      throw problem("a pace is missing its unit", "write one such as 14cps 20%")
    }
    skipBlanks()
    if !isAtEnd {
      pace.jitter = try integer("a variation", in: 0...100)
      guard take("%") else {
        throw problem("a variation is missing its unit", "write one such as 20%")
      }
    }
    return pace
  }

  /// The name of a variable, a still or a failure: letters, digits, `-` and `_`.
  mutating func name(_ what: String) throws(ScriptProblem) -> String {
    skipBlanks()
    let start = place
    let name = prefix { isNameScalar($0) }
    guard !name.isEmpty, name.utf8.count <= 64 else {
      throw problem(
        "\(what) is missing, or no name", "a name has up to 64 letters, digits, - and _", at: start)
    }
    return name
  }

  /// A digest such as `sha256:` and 64 hexadecimal digits, if one comes next.
  mutating func digest() throws(ScriptProblem) -> String? {
    skipBlanks()
    let start = place
    guard take("sha256:") else { return nil }
    let digits = word()
    guard digits.utf8.count == 64, digits.unicodeScalars.allSatisfy(isHexadecimal) else {
      throw problem(
        "a SHA-256 digest has 64 hexadecimal digits", "write what sha256sum prints", at: start)
    }
    return digits.lowercased()
  }
}

/// Whether a scalar may stand in a name.
func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
  default: false
  }
}

func isHexadecimal(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "a"..."f", "A"..."F", "0"..."9": true
  default: false
  }
}
