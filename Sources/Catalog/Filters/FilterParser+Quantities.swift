import Diagnostics
import Text

/// Comparisons of numbers, durations and dates.
extension FilterParser {
  mutating func compareQuantity(_ test: Test) throws(Diagnostic) -> Condition {
    let name = test.field.name
    let value = test.values[0]
    if test.isContainment {
      let text = value.text
      throw Diagnostic(
        "\(name) is a \(kindName(test.field.kind)); `\(test.operation.text)` compares text",
        at: test.operation.range, hint: "use \(name)=\(text), \(name)<\(text) or \(name)=\(text)..")
    }
    let isEquality = test.sign == "=" || test.sign == "!="
    var intervals: [FilterExpression.Interval] = []
    for value in test.values {
      guard value.kind == .word, value.text.contains("..") else {
        intervals.append(try quantity(value, test))
        continue
      }
      guard isEquality else {
        throw Diagnostic(
          "a range goes with `=`", at: test.operation.range, hint: "write \(name)=\(value.text)",
          correction: "=")
      }
      intervals.append(try interval(value, test))
    }
    if isEquality { return condition(test, intervals) }
    guard test.values.count == 1 else {
      let extra =
        test.values[1].range.lowerBound..<test.values[test.values.count - 1].range.upperBound
      throw Diagnostic(
        "`\(test.operation.text)` takes one value", at: extra,
        hint: "use \(name)\(test.operation.text)\(value.text)")
    }
    return (.within(test.number, [compared(intervals[0], test.sign)]), nil)
  }

  private func condition(_ test: Test, _ intervals: [FilterExpression.Interval]) -> Condition {
    let found = FilterExpression.within(test.number, intervals)
    if test.sign == "!=" { return (.not(found), nil) }
    return (found, isNegated ? nil : test.number)
  }

  func compared(
    _ value: FilterExpression.Interval, _ sign: String
  ) -> FilterExpression.Interval {
    switch sign {
    case "<": .init(upper: value.lower, isOpenAbove: true)
    case "<=": .init(upper: value.upper)
    case ">": .init(lower: value.upper, isOpenBelow: true)
    default: .init(lower: value.lower)
    }
  }

  /// Parses `10..30`, `10..` or `..30`, including the bounds.
  private func interval(
    _ token: FilterToken, _ test: Test
  ) throws(Diagnostic) -> FilterExpression.Interval {
    let text = token.text
    guard let dots = text.firstIndex(of: ".", followedBy: ".") else {
      throw Diagnostic("a range needs `..`", at: token.range)
    }
    let low = String(text[..<dots])
    let high = String(text[text.index(dots, offsetBy: 2)...])
    if low.isEmpty && high.isEmpty {
      throw Diagnostic(
        "a range needs at least one end", at: token.range, hint: "e.g. \(test.field.name)=10..30",
        remedy: .letters)
    }
    let start = token.range.lowerBound
    let end = token.range.upperBound
    var result = FilterExpression.Interval()
    if !low.isEmpty {
      let part = FilterToken(kind: .word, text: low, range: start..<start + low.utf8.count)
      result.lower = try quantity(part, test).lower
    }
    if !high.isEmpty {
      let part = FilterToken(kind: .word, text: high, range: end - high.utf8.count..<end)
      result.upper = try quantity(part, test).upper
    }
    if result.lower > result.upper {
      throw Diagnostic(
        "range is backwards", at: token.range,
        hint: "did you mean \(test.field.name)=\(high)..\(low)?",
        correction: "\(high)..\(low)", remedy: .letters)
    }
    return result
  }

  /// Parses the interval of one value: a single number, or the days of a date.
  private func quantity(
    _ token: FilterToken, _ test: Test
  ) throws(Diagnostic) -> FilterExpression.Interval {
    let name = test.field.name
    switch test.field.kind {
    case .date:
      guard let period = Period(token.text) else {
        throw Diagnostic(
          "`\(token.text)` is not a date", at: token.range,
          hint: "use 2024, 2024-05 or 2024-05-31",
          remedy: beginsDate(token.text) ? .letters : .nothing)
      }
      return .init(lower: Double(period.first), upper: Double(period.last))
    case .minutes:
      guard let minutes = minutes(token.text) else {
        throw Diagnostic(
          "`\(token.text)` is not a time", at: token.range,
          hint: "use minutes or 1h30, e.g. \(name)<30",
          remedy: minutes(token.text + "0") == nil && minutes(token.text + "n") == nil
            ? .nothing : .letters)
      }
      return .init(lower: minutes, upper: minutes)
    default:
      guard let number = plainNumber(token.text) else {
        throw Diagnostic(
          "`\(token.text)` is not a number", at: token.range, hint: "e.g. \(name)>=4",
          remedy: plainNumber(token.text + "0") == nil ? .nothing : .letters)
      }
      return .init(lower: number, upper: number)
    }
  }

  private func kindName(_ kind: Field.Kind) -> String {
    switch kind {
    case .minutes: "number of minutes"
    case .date: "date"
    default: "number"
    }
  }
}

/// Parses digits with an optional sign, fraction and exponent, but no other syntax of `Double`.
func plainNumber(_ text: String) -> Double? {
  var digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
  if let place = digits.firstIndex(where: { $0 == "e" || $0 == "E" }) {
    let exponent = digits[digits.index(after: place)...]
    let isSigned = exponent.first.map { "+-".contains($0) } ?? false
    guard isDigits(isSigned ? exponent.dropFirst() : exponent) else { return nil }
    digits = digits[..<place]
  }
  let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
  guard (1...2).contains(parts.count), parts.allSatisfy({ isDigits($0) }) else { return nil }
  return Double(text)
}

/// Whether a text is a prefix of a date such as `2024-05-31`.
private func beginsDate(_ text: String) -> Bool {
  text.utf8.count <= 10
    && zip(text.utf8, "0000-00-00".utf8).allSatisfy { byte, place in
      place == UInt8(ascii: "-") ? byte == place : byte >= 0x30 && byte <= 0x39
    }
}

private func isDigits(_ text: some StringProtocol) -> Bool {
  !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
}

/// Parses `30`, `45m`, `45min`, `1h`, `1h30` or `1h30m`, with optional spaces around the units.
package func minutes(_ text: String) -> Double? {
  if let number = plainNumber(text), number >= 0 { return number }
  let parts = text.lowercased().split(separator: " ")
  // Two numbers in a row are not a duration.
  let areTwo = zip(parts, parts.dropFirst()).contains { $0.last?.isNumber == $1.first?.isNumber }
  if areTwo { return nil }
  var rest = parts.joined()[...]
  var total = 0.0
  if let hours = rest.firstIndex(of: "h") {
    guard isDigits(rest[..<hours]), let number = Double(rest[..<hours]) else { return nil }
    total = number * 60
    rest = rest[rest.index(after: hours)...]
    if rest.isEmpty { return total }
  }
  for unit in ["min", "m"] where rest.hasSuffix(unit) {
    rest = rest.dropLast(unit.count)
    break
  }
  guard isDigits(rest), let number = Double(rest) else { return nil }
  return total + number
}

extension String {
  /// Returns the index of the first character that is followed by another one.
  fileprivate func firstIndex(of first: Character, followedBy second: Character) -> Index? {
    indices.first {
      self[$0] == first && index(after: $0) < endIndex && self[index(after: $0)] == second
    }
  }
}
