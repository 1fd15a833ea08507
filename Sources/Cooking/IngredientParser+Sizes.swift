/// The size of a thing or package in one or more units, such as `400g/14oz`.
struct PackageSize {
  var parts: [AmountPart]
  /// The token after it.
  var end: Int
}

extension IngredientParser {
  /// Parses a measured quantity and the same in other units: `400g/14oz`, `1 lb (450g)`, `6-to 7-lb/2.5-to 3-kg`.
  func size(at start: Int) -> PackageSize? {
    guard let first = measured(at: start) else { return nil }
    var size = PackageSize(parts: [first.part], end: first.end)
    while extend(&size) {}
    return size
  }

  /// Parses a number in digits with a measure.
  private func measured(at start: Int) -> (part: AmountPart, end: Int)? {
    guard let quantity = quantity(at: start), quantity.places.first?.number.style != .word,
      let measure = unitOfSize(at: quantity.end)
    else { return nil }
    return (part(quantity, measure, group: 0), measure.end)
  }

  /// Adds the next unit, the upper end of a range, or the ounces after pounds.
  private func extend(_ size: inout PackageSize) -> Bool {
    let last = size.parts.count - 1
    let unit = size.parts[last].unit
    if tokens.isMark("(", size.end), let inside = parenthesis(at: size.end), !inside.isEach,
      inside.list.parts.allSatisfy({ $0.unit.kind == unit.kind })
    {
      size.parts += inside.list.parts.map { part in
        var part = part
        part.group = 0
        return part
      }
      size.end = inside.close + 1
      return true
    }
    let word = tokens.isWord(size.end) ? tokens.lowercased(size.end) : ""
    let isRange = word == "to" || tokens.isMark("-", size.end)
    if isRange, let next = measured(at: size.end + 1), next.part.unit.id == unit.id,
      size.parts[last].quantity.upper == nil
    {
      size.parts[last].quantity.upper = next.part.quantity.upper ?? next.part.quantity.value
      size.parts[last].quantity.places += next.part.quantity.places
      size.end = next.end
      return true
    }
    let isAlternative = isAlternativeMark(size.end) || tokens.isOne(of: .or, size.end)
    guard let next = measured(at: isAlternative ? size.end + 1 : size.end) else { return false }
    // `1lb 10oz`
    let continues =
      unit.kind == next.part.unit.kind && unit.system == next.part.unit.system
      && unit.size.map { next.part.unit.size ?? $0 < $0 } ?? false
    guard isAlternative || continues else { return false }
    size.parts.append(next.part)
    size.end = next.end
    return true
  }

  // MARK: - A count with sizes

  /// Parses the size after a count: `2 x 400g/14oz`, `2 x 6`, `3 (14 oz)`, `8 9-inch`, `4- (8-ounce)`, `8 1/2-inch slices`.
  ///
  /// - Returns: The count and the size; nil if no size follows.
  func sizeAfterCount(_ start: Int, _ quantity: Quantity) -> (count: Quantity, size: PackageSize)? {
    if let split = splitNumber(start), let measure = unitOfSize(at: start + 1) {
      var size = PackageSize(parts: [part(split.size, measure, group: 0)], end: measure.end)
      while extend(&size) {}
      return (split.count, size)
    }
    var index = quantity.end
    let isDash =
      tokens.isMark("-", index) && (tokens.isMark("(", index + 1) || tokens.isNumber(index + 1))
    if tokens.isMark("*", index) || isDash { index += 1 }
    if tokens.isMark("(", index), let inside = parenthesis(at: index),
      inside.list.parts.allSatisfy({ $0.unit.isMeasure })
    {
      return (quantity, PackageSize(parts: inside.list.parts, end: inside.close + 1))
    }
    let size = size(at: index) ?? (tokens.isMark("*", quantity.end) ? countOfEach(at: index) : nil)
    return size.map { (quantity, $0) }
  }

  /// Parses the number of things in each package, and perhaps the size of these: `6` of `2 x 6 beer`, `6 x 330 ml`.
  private func countOfEach(at index: Int) -> PackageSize? {
    guard tokens.isNumber(index), let count = quantity(at: index), count.value.isWhole,
      unit(at: count.end)?.unit.isMeasure != true, !isVessel(from: count.end)
    else { return nil }
    let part = AmountPart(quantity: count, unit: .whole, unitBytes: nil, scales: true, group: 0)
    guard tokens.isMark("*", count.end), let inner = size(at: count.end + 1) else {
      return PackageSize(parts: [part], end: count.end)
    }
    return PackageSize(parts: [part] + inner.parts, end: inner.end)
  }

  /// Returns a count with the size of each; nil if the size is that of a pan.
  func sizedCount(_ start: Int, _ count: Quantity, _ size: PackageSize) -> AmountList? {
    let isLength = size.parts[0].unit.kind == .length
    if isLength, !isShape(from: size.end), isVessel(from: size.end) { return nil }
    var list = AmountList(
      start: start, end: size.end,
      parts: [AmountPart(quantity: count, unit: .whole, unitBytes: nil, scales: true, group: 0)])
    if isShape(from: size.end) {
      // `4 x 1cm/½ inch thick slices`: a shape is no size.
      list.end = endOfShape(size.end)
    } else {
      list.parts += size.parts.map(sized)
    }
    guard let container = container(at: list.end) else { return list }
    list.end = container.end
    if isLength, tokens.isMark("*", count.end), container.unit.id == "sheet" {
      // `10 x 20 cm sheet`: both are sides of one.
      list.end = size.end
      list.parts[0].unit = size.parts[0].unit
      return sizeOfOne(list)
    }
    (list.parts[0].unit, list.parts[0].unitBytes) = (container.unit, container.bytes)
    if tokens.isMark("(", list.end), let inside = parenthesis(at: list.end) {
      list.parts += inside.list.parts.map(sized)
      list.end = inside.close + 1
    }
    return list
  }

  /// Splits `8 1/2` of `8 1/2-inch slices`, which are eight, each half an inch: a plural without a count has none.
  private func splitNumber(_ start: Int) -> (count: Quantity, size: Quantity)? {
    guard tokens.isNumber(start) else { return nil }
    let token = tokens[start]
    let whole = Rational(token.number.value.floor)
    guard token.number.style == .vulgar || token.number.style == .slash, whole > .one,
      let rest = token.number.value.minus(whole), rest > .zero,
      let space = token.bytes.first(where: { tokens.line[$0] == 0x20 }),
      tokens.line[space + 1] != UInt8(ascii: "a"), tokens.line[space + 1] != UInt8(ascii: "&"),
      let measure = unit(at: start + 1), measure.isHyphenated, measure.unit.isMeasure,
      isPluralNext(measure.end)
    else { return nil }
    let count = WrittenNumber(value: whole)
    var size = token.number
    size.value = rest
    return (
      Quantity(
        value: whole, places: [(token.bytes.lowerBound..<space, count, .written)], end: start + 1),
      Quantity(
        value: rest, places: [(space + 1..<token.bytes.upperBound, size, .written)], end: start + 1)
    )
  }

  /// Whether one of the next words is a plural.
  private func isPluralNext(_ start: Int) -> Bool {
    for index in start..<max(start, min(start + 5, body.upperBound)) {
      if tokens.isMark("-", index) { continue }
      guard tokens.isWord(index) else { return false }
      let word = tokens.lowercased(index)
      if word.hasSuffix("s"), !word.hasSuffix("ss") { return true }
    }
    return false
  }

  // MARK: - Words around sizes

  /// Parses a measure, also after a space and a hyphen, as in `15.5 -ounce can`.
  func unitOfSize(at index: Int) -> FoundUnit? {
    let start = tokens.isMark("-", index) && unit(at: index) == nil ? index + 1 : index
    guard let found = unit(at: start), found.unit.isMeasure else { return nil }
    return found
  }

  /// Parses the package or part that has a size, also after `large`.
  func container(at index: Int) -> FoundUnit? {
    guard let found = unit(at: index), !found.unit.isMeasure, found.unit.kind != .size,
      found.end < body.upperBound, !tokens.isMark(",", found.end)
    else { return nil }
    return found
  }

  /// Whether `-thick` or `thick` follows a length, which makes it a description rather than a size.
  func isShape(from index: Int) -> Bool {
    let isHyphenated = tokens.isMark("-", index)
    let next = isHyphenated ? index + 1 : index
    let word = tokens.lowercased(next)
    // `7oz thick-cut chops`
    if !isHyphenated, tokens.isMark("-", next + 1), !tokens.isBeforeSpace(next + 1) { return false }
    return tokens.isOne(of: .shape, next)
      || isHyphenated && (word == "square" || word == "round")
  }

  /// Returns the token after `-thick`.
  private func endOfShape(_ index: Int) -> Int {
    let word = tokens.isMark("-", index) ? index + 1 : index
    return tokens.lowercased(word) == "in" ? word + 2 : word + 1
  }

  func sized(_ part: AmountPart) -> AmountPart {
    var part = part
    (part.scales, part.group) = (false, 1)
    return part
  }
}
