extension IngredientParser {
  /// Parses further amounts after the leading ones.
  mutating func readRest(from start: Int) {
    var index = start
    while index < body.upperBound {
      index = tokens.isMark("(", index) ? readParenthesis(at: index) : readWord(at: index)
    }
  }

  /// Parses the contents of parentheses, and returns the token after them.
  mutating func readParenthesis(at open: Int) -> Int {
    guard let (list, isEach, close) = parenthesis(at: open) else {
      let end = min(closing(open) ?? body.upperBound, body.upperBound)
      var index = skippingAbout(open + 1)
      // `(5 cups pretzel sticks)` is the quantity that makes the amount.
      if let list = amountList(at: index, isLeading: false),
        list.parts[0].unit.kind == .mass || list.parts[0].unit.kind == .volume,
        amounts.first?.unit.kind != .package
      {
        take(list, isListed: false)
        index = list.end
      }
      while index < end {
        index = tokens.isMark("(", index) ? readParenthesis(at: index) : readRemark(at: index)
      }
      return max(end, index) + 1
    }
    guard !list.parts.contains(where: { $0.unit.kind == .length }) else { return close + 1 }
    var scaling = list
    // After a package, parentheses contain its size; otherwise, the whole quantity.
    let isSize = amounts.first.map { $0.unit.kind == .package } ?? false
    for index in scaling.parts.indices {
      let kind = scaling.parts[index].unit.kind
      if isEach || kind == .length || isSize && scaling.parts[index].unit.isMeasure {
        scaling.parts[index].scales = false
      }
    }
    // A size is a different quantity from the count before it.
    take(scaling, joining: scaling.parts.allSatisfy(\.scales))
    return close + 1
  }

  /// Parses an amount that a word of the rest announces, and returns the token after it.
  private mutating func readWord(at index: Int) -> Int {
    let word = tokens.isWord(index) ? tokens.lowercased(index) : ""
    let isSum = tokens.isMark("+", index) || word == "plus" || tokens.isMark("&", index)
    if isSum, let list = amountList(at: skippingAbout(index + 1), isLeading: false),
      list.parts[0].unit != .whole,
      list.parts[0].unit.kind != .length
    {
      take(list)
      return list.end
    }
    // `1 egg plus 1 egg yolk` and `2 carrots and 1 celery stalk` name another ingredient.
    // `1 cup crumbs / 8 biscuits`
    let isChoice =
      tokens.isMark("/", index) && tokens[index].isAfterSpace && tokens.isBeforeSpace(index)
    let isJoined = isSum || isChoice || tokens.isOne(of: .joining, index)
    if isJoined, !tokens.isOne(of: .half, index + 1),
      let list = amountList(at: skippingAbout(index + 1), isLeading: false),
      tokens.isWord(list.end),
      !isMeasuredTime(list.end), list.parts[0].unit.kind != .length
    {
      take(list, isListed: false)
      return list.end
    }
    // `2 T butter, 1 T oil`
    if tokens.isMark(",", index), let list = amountList(at: index + 1, isLeading: false),
      list.parts[0].unit.isMeasure, list.parts[0].unit.kind != .length, !isAtEnd(list.end),
      tokens.isWord(list.end)
    {
      take(list, isListed: false)
      return list.end
    }
    if let list = restated(at: index) {
      take(list, joining: list.parts.allSatisfy(\.scales))
      return list.end
    }
    if let list = metricTwin(at: index) {
      take(list, joining: true)
      return list.end
    }
    return readRemark(at: index)
  }

  /// Parses the quantity again in another unit: `, about 2 pounds`, `weighing about 500g/1lb 2oz each`.
  ///
  /// Its amounts do not scale if it is that of each thing.
  private func restated(at index: Int) -> AmountList? {
    let isPause =
      tokens.isMark(",", index) || tokens.isMark("-", index) && tokens.isBeforeSpace(index)
    guard isPause || tokens.isOne(of: .weighing, index) else { return nil }
    var start = index + 1
    while tokens.isMark("~", start) || tokens.isMark(".", start)
      || tokens.isWord(start)
        && (tokens.isOne(of: .rounding, start)
          || tokens.isOne(of: .weighing, start)
          || tokens.isOne(of: .each, start))
    {
      start += 1
    }
    let parts: [AmountPart]
    let end: Int
    if let size = size(at: start) {
      (parts, end) = (size.parts, size.end)
    } else if let list = amountList(at: start, isLeading: false) {
      (parts, end) = (list.parts, list.end)
    } else {
      return nil
    }
    guard parts[0].unit.isMeasure, !parts.contains(where: { $0.unit.kind == .length }),
      isAtEnd(end) || tokens.lowercased(end).hasSuffix("ed")
        || tokens.isOne(of: .when, end)
    else { return nil }
    let isEach =
      tokens.isOne(of: .each, end)
      || (index..<start).contains { tokens.isOne(of: .each, $0) }
    return AmountList(
      start: index, end: end, parts: isEach ? parts.map { sized($0) } : parts)
  }

  /// Parses the amount in millilitres or grams that ends a line: `½ cup cocoa powder 125 mL`.
  private func metricTwin(at index: Int) -> AmountList? {
    guard tokens.isNumber(index), index > nameStart, let first = amounts.first,
      first.unit.system != .metric, first.unit.isMeasure,
      let list = amountList(at: index, isLeading: false), list.end >= body.upperBound,
      list.parts.count == 1, list.parts[0].unit.system == .metric,
      list.parts[0].unit.kind == .mass || list.parts[0].unit.kind == .volume
    else { return nil }
    return list
  }

  /// Scales an amount in a remark, such as `or 2 limes`, `from 3 lemons` and `minus 1 tbsp`, without listing it.
  private mutating func readRemark(at index: Int) -> Int {
    let word = tokens.isWord(index) ? tokens.lowercased(index) : ""
    let isAnnounced =
      tokens.isOne(of: [.or, .remark], index) || tokens.isMark("~", index)
      || tokens.isMark("+", index)
    if isAnnounced,
      let list = remarkedAmount(
        at: skippingAbout(index + 1), isLess: tokens.isOne(of: .less, index)),
      list.parts[0].unit.kind != .length, !isMeasuredTime(list.end)
    {
      let isMeasure = list.parts[0].unit != .whole
      if isMeasure || word == "from" || tokens.isOne(of: .or, index) && tokens.isWord(list.end)
        || isNamed(list.end)
      {
        take(list, isListed: false)
        return list.end
      }
    }
    // `4 scallions` in parentheses, where scallions are the ingredient.
    if tokens.isNumber(index), let list = amountList(at: index, isLeading: false),
      list.parts[0].unit.kind == .size || list.parts[0].unit == .whole, isNamed(list.end),
      list.start > body.lowerBound,
      tokens.isMark("(", index - 1)
    {
      take(list, isListed: false)
      return list.end
    }
    return index + 1
  }

  /// Parses the amount of a remark; what follows `minus 1 tbsp` in parentheses is the whole.
  private func remarkedAmount(at start: Int, isLess: Bool) -> AmountList? {
    guard var list = amountList(at: start, isLeading: false) else { return nil }
    if isLess, list.parts.count > 1, let quantity = quantity(at: start),
      let found = unit(at: quantity.end)
    {
      list.parts = [list.parts[0]]
      list.end = found.end
    }
    return list
  }

  private func skippingAbout(_ start: Int) -> Int {
    var index = start
    while tokens.isMark("~", index) || tokens.isMark(".", index)
      || tokens.isWord(index) && tokens.isOne(of: .rounding, index)
    {
      index += 1
    }
    return index
  }

  private func isAtEnd(_ index: Int) -> Bool {
    index >= body.upperBound || tokens.isMark("-", index) && tokens[index].isAfterSpace
      || tokens.isMark(",", index) || tokens.isMark("(", index)
      || tokens.isMark(".", index)
      || tokens.isOne(of: .total, index)
  }

  /// Whether a word is already in the line before it, apart from the plural.
  private func isNamed(_ index: Int) -> Bool {
    guard tokens.isWord(index) else { return false }
    let stem = withoutPlural(tokens.lowercased(index))
    return (nameStart..<index).contains {
      tokens.isWord($0) && withoutPlural(tokens.lowercased($0)) == stem
    }
  }

  private func isMeasuredTime(_ index: Int) -> Bool {
    tokens.isOne(of: .time, index)
      || tokens.isMark("-", index) && !tokens.isBeforeSpace(index)
  }
}

/// Returns a word without the ending of an English plural.
func withoutPlural(_ word: String) -> String {
  if let singular = irregularSingulars[word] { return singular }
  if word.hasSuffix("ies"), word.utf8.count > 4 { return String(word.dropLast(3)) + "y" }
  if word.hasSuffix("oes") || word.hasSuffix("shes") || word.hasSuffix("ches")
    || word.hasSuffix("xes")
  {
    return String(word.dropLast(2))
  }
  if word.hasSuffix("ss") || word.hasSuffix("us") || word.utf8.count < 3 { return word }
  return word.hasSuffix("s") ? String(word.dropLast()) : word
}

private let irregularSingulars = [
  "leaves": "leaf", "loaves": "loaf", "halves": "half", "cookies": "cookie", "brownies": "brownie",
  "pies": "pie", "smoothies": "smoothie", "chilies": "chili", "chillies": "chilli",
  "calves": "calf",
  "knives": "knife", "shelves": "shelf", "molasses": "molasses", "swiss": "swiss",
  "asparagus": "asparagus",
]
