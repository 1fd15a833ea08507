/// Parses one line of a list of ingredients.
///
/// The amount is usually first: `2 cups (240 g) flour, sifted`. Otherwise, an amount after the name is looked for.
/// Numbers in the rest of the line are amounts only if the context shows it: after `or`, `plus`, `about`, or in
/// parentheses.
struct IngredientParser {
  let tokens: LineTokens
  let table = UnitTable.standard
  private(set) var amounts: [Amount] = []
  private(set) var places: [NumberPlace] = []
  /// The sizes of packages.
  private(set) var sizes: [NumberPlace] = []
  private(set) var isOptional = false
  private(set) var isHeading = false
  /// The tokens of amounts, which are part of neither the name nor the note.
  private(set) var taken: [Range<Int>] = []
  /// The tokens that are parsed; parentheses around the whole line are left out.
  private(set) var body = 0..<0
  /// The token at which the name begins.
  private(set) var nameStart = 0
  /// The byte at which the name ends.
  var nameEnd = 0
  /// The tokens before `of 2 lemons` that name the used part.
  private(set) var preface = 0..<0
  private var groups = 0

  init(_ text: String) { tokens = LineTokens(text) }

  /// Creates a parser of amounts anywhere in a text.
  init(all tokens: LineTokens) { (self.tokens, body) = (tokens, 0..<tokens.count) }

  mutating func parse() {
    body = lineBody()
    noteOptional()
    skipPurpose()
    nameStart = body.lowerBound
    if let list = leadingAmounts() {
      take(list)
      nameStart = skippingOf(list.end)
      readRest(from: nameStart)
    } else {
      readUnled()
    }
    isHeading = amounts.isEmpty && isHeadingLine
    if isHeading || isNonsense { (amounts, places, sizes) = ([], [], []) }
    places.sort { $0.bytes.lowerBound < $1.bytes.lowerBound }
  }

  // MARK: - The parsed tokens

  /// Returns the line without a bullet, and without parentheses around all of it.
  private mutating func lineBody() -> Range<Int> {
    var start = 0
    while start < tokens.count, tokens.isMark("-", start) || tokens.isMark("*", start) {
      start += 1
    }
    // The number of a list: `1. 2 eggs`.
    if tokens.isNumber(start), tokens.isMark(".", start + 1) || tokens.isMark(")", start + 1),
      tokens.isNumber(start + 2), tokens[start + 2].isAfterSpace
    {
      start += 2
    }
    guard tokens.isMark("(", start), let close = closing(start), close == tokens.count - 1 else {
      return start..<tokens.count
    }
    isOptional = true
    return start + 1..<close
  }

  /// Moves a purpose before a colon into the note: `to serve: lemon wedges`.
  private mutating func skipPurpose() {
    guard let first = body.first, tokens.isOne(of: .purpose, first),
      let colon = body.prefix(6).first(where: { tokens.isMark(":", $0) }),
      colon + 1 < body.upperBound
    else { return }
    preface = body.lowerBound..<colon
    body = colon + 1..<body.upperBound
  }

  private mutating func noteOptional() {
    for index in body where tokens.isWord(index) {
      if tokens.isOne(of: .optional, index) { isOptional = true }
    }
  }

  /// Whether a line without amounts is a heading: `Sauce:`, `# Sauce`, `**Sauce**`, `【たれ】`, `For the sauce`.
  private var isHeadingLine: Bool {
    guard let first = body.first, let last = body.last else { return false }
    let isBold =
      tokens.isMark("*", 0) && tokens.isMark("*", 1) && tokens.isMark("*", last)
      && tokens.isMark("*", last - 1)
    let isForPart =
      tokens.lowercased(first) == "for" && tokens.lowercased(first + 1) == "the"
      && (3...6).contains(body.count) && body.allSatisfy { tokens.isWord($0) }
    let isBracketed =
      tokens.line[tokens[0].bytes.lowerBound] == UInt8(ascii: "[")
      && tokens.line[tokens[tokens.count - 1].bytes.upperBound - 1] == UInt8(ascii: "]")
    return isBold || isBracketed || isForPart || tokens.isMark(":", last)
      || tokens.isMark("#", first)
      || tokens.isMark("=", first) || tokens.lowercased(first).hasPrefix("【")
  }

  /// Whether the amount is meaningless, as in the published `1/4 salt and pepper`.
  private var isNonsense: Bool {
    guard amounts.count == 1, amounts[0].unit == .whole, tokens.lowercased(nameStart) == "salt",
      amounts[0].value < .one
    else { return false }
    return tokens.lowercased(nameStart + 1) == "and"
  }

  // MARK: - Leading amounts

  /// Parses the amounts at the start of the line, also after words such as `about` and `the`.
  private func leadingAmounts() -> AmountList? {
    var start = body.lowerBound
    while start < body.upperBound {
      if let list = amountList(at: start, isLeading: true) {
        // `15 to 20 minutes resting` and `4 people`
        let isOther =
          list.parts[0].unit == .whole && tokens.isOne(of: .time, list.end)
        return isOther ? nil : list
      }
      let isZero = tokens.isNumber(start) && tokens[start].number.value == .zero
      guard
        tokens.isWord(start) && tokens.isOne(of: .leading, start) || isZero
          || tokens.isMark("~", start) || tokens.isMark(".", start) || tokens.isMark(":", start)
      else { return nil }
      start += 1
    }
    return nil
  }

  /// Adds amounts to those of the line, and records their places.
  ///
  /// - Parameters:
  ///   - list: The amounts.
  ///   - joining: Whether they are the last listed quantity in other units.
  ///   - isListed: Whether they are amounts of the ingredient; otherwise, they are only scaled with them.
  mutating func take(_ list: AmountList, joining: Bool = false, isListed: Bool = true) {
    let first = joining ? max(groups - 1, 0) : groups
    for part in list.parts {
      let group = first + part.group
      if isListed {
        groups = max(groups, group + 1)
        amounts.append(
          Amount(
            value: part.quantity.value, upper: part.quantity.upper, unit: part.unit,
            scales: part.scales, group: group + 1,
            isApproximate: part.quantity.isApproximate))
      }
      let numbers = part.quantity.places.map { place in
        NumberPlace(
          bytes: place.bytes, number: place.number, unit: part.unit,
          unitBytes: part.unitBytes, kind: place.kind, group: isListed ? group + 1 : nil)
      }
      if part.scales { places += numbers } else { sizes += numbers }
    }
    if isListed { taken.append(list.start..<list.end) }
  }

  /// Counts the first amount in the unit that follows the name, as in `3 garlic cloves`.
  mutating func count(in unit: Unit) {
    guard let first = amounts.first, first.scales, first.unit == .whole || first.unit.kind == .size
    else { return }
    amounts[0].unit = unit
  }

  /// Returns the token after `of` or its translations, or after a dash between amount and name.
  private func skippingOf(_ start: Int) -> Int {
    if tokens.isWord(start), tokens.isOne(of: .of, start), start + 1 < body.upperBound {
      return start + 1
    }
    if tokens.isMark("-", start) || tokens.isMark(":", start) { return start + 1 }
    if tokens.isWord(start), tokens.lowercased(start) == "each", start + 1 < body.upperBound {
      return skippingOf(start + 1)
    }
    return start
  }

  // MARK: - Lines without a leading amount

  /// Parses `juice of 2 limes`, otherwise an amount after the name.
  private mutating func readUnled() {
    if let (of, list) = amountsBehindOf() {
      preface = body.lowerBound..<of + 1
      take(list)
      nameStart = skippingOf(list.end)
      return readRest(from: nameStart)
    }
    var index = body.lowerBound
    while index < body.upperBound {
      if amounts.isEmpty, let list = optionalLowerEnd(at: index) {
        take(list)
        index = list.end
      } else if tokens.isMark("(", index) {
        index = readParenthesis(at: index)
      } else if amounts.isEmpty, index > body.lowerBound, let list = trailingAmounts(at: index) {
        take(list)
        index = list.end
      } else {
        index += 1
      }
    }
  }

  /// Parses the `of` and the amounts in `zest of 1 lemon` and `leaves from 3 sprigs thyme`.
  private func amountsBehindOf() -> (of: Int, list: AmountList)? {
    for index in body.dropFirst().prefix(5) where tokens.isWord(index) {
      guard tokens.isOne(of: .preface, index) else { continue }
      if let list = amountList(at: index + 1, isLeading: true), list.end < body.upperBound {
        return (index, list)
      }
    }
    return nil
  }

  /// Parses an amount after the name: `Sugar – 200 g`, `Limoni ½`, `小さじ1/3`.
  private func trailingAmounts(at index: Int) -> AmountList? {
    guard tokens.isNumber(index), !noAmountFollows(index) else { return nil }
    if let list = amountsAfterUnit(at: index) { return list }
    guard let list = amountList(at: index, isLeading: false), let first = list.parts.first,
      !list.parts.contains(where: { $0.unit.kind == .length })
    else { return nil }
    let isLast =
      list.end >= body.upperBound || tokens.isMark("(", list.end) || tokens.isMark(",", list.end)
      || tokens.isMark(".", list.end) || tokens.isMark("+", list.end)
      || tokens.isOne(of: .near, list.end)
    if first.unit == .whole {
      return isLast && list.end >= body.upperBound && first.quantity.value < Rational(100)
        ? list : nil
    }
    return isLast ? list : nil
  }

  /// Whether the word before a number shows that it counts people, or names a kind, as in `Type 405`.
  private func noAmountFollows(_ index: Int) -> Bool {
    tokens.isMark("$", index - 1) || tokens.isMark("#", index - 1)
      || tokens.isOne(of: .kind, index - 1)
  }

  /// Parses a Japanese unit directly before a number.
  private func unitBefore(_ index: Int) -> (unit: Unit, start: Int)? {
    guard index > 0, tokens.isWord(index - 1), let last = tokens.text(index - 1).last, !last.isASCII
    else {
      return nil
    }
    let word = tokens.text(index - 1)
    for suffix in ["大さじ", "小さじ", "カップ", "大匙", "小匙"] where word.hasSuffix(suffix) {
      guard let unit = table.phrases[suffix]?.first.map({ table.units[$0.unit] }) else { continue }
      return (unit, word == suffix ? index - 1 : index)
    }
    return nil
  }

  /// Parses Japanese amounts after their unit: `小さじ1/3`, `大さじ2+大さじ3(60g)`.
  private func amountsAfterUnit(at index: Int) -> AmountList? {
    guard let (unit, start) = unitBefore(index), let quantity = quantity(at: index) else {
      return nil
    }
    var list = AmountList(
      start: start, end: quantity.end,
      parts: [AmountPart(quantity: quantity, unit: unit, unitBytes: nil, scales: true, group: 0)])
    while tokens.isMark("+", list.end), let (unit, _) = unitBefore(list.end + 2),
      let next = self.quantity(at: list.end + 2)
    {
      list.parts.append(
        AmountPart(
          quantity: next, unit: unit, unitBytes: nil, scales: true, group: list.parts.count))
      list.end = next.end
    }
    return list
  }

  /// Parses a lower end in parentheses: `小さじ(1〜)2`.
  private func optionalLowerEnd(at open: Int) -> AmountList? {
    guard tokens.isNumber(open + 1), tokens.isMark("-", open + 2) || tokens.isMark("~", open + 2),
      tokens.isMark(")", open + 3), let (unit, start) = unitBefore(open),
      let low = quantity(at: open + 1), let high = quantity(at: open + 4), low.value < high.value
    else { return nil }
    let range = Quantity(
      value: low.value, upper: high.value, places: low.places + high.places, end: high.end)
    return AmountList(
      start: start, end: high.end,
      parts: [AmountPart(quantity: range, unit: unit, unitBytes: nil, scales: true, group: 0)])
  }

  /// Limits parsing to a range of tokens.
  mutating func narrow(to range: Range<Int>) { body = range }

  /// Returns the closing parenthesis of an opening one.
  func closing(_ open: Int) -> Int? {
    var depth = 0
    for index in open..<tokens.count {
      if tokens.isMark("(", index) { depth += 1 }
      if tokens.isMark(")", index) {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return nil
  }
}
