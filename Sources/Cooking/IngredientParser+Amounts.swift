/// Adjacent amounts of a line.
struct AmountList {
  var start: Int
  /// The token after them.
  var end: Int
  var parts: [AmountPart]
}

/// One amount of a list.
///
/// Parts of one group are the same quantity in several units.
struct AmountPart {
  var quantity: Quantity
  var unit: Unit
  var unitBytes: Range<Int>?
  var scales: Bool
  var group: Int
}

extension IngredientParser {
  /// Parses the amounts at a token, and those joined to them: `1 cup (240 g)`, `1 cup plus 2 tbsp`, `1 (14 oz) can`.
  ///
  /// - Parameters:
  ///   - start: The token.
  ///   - isLeading: Whether a unit without a number counts as one of it, as in `pinch of salt`.
  /// - Returns: The amounts; nil if there is none.
  func amountList(at start: Int, isLeading: Bool) -> AmountList? {
    guard var quantity = quantity(at: start) else {
      return isLeading ? impliedAmount(at: start) : nil
    }
    if let (count, size) = sizeAfterCount(start, quantity) {
      return sizedCount(start, count, size)
    }
    if tokens.isMark("*", quantity.end) { quantity.end += 1 }
    guard let found = unit(at: quantity.end), !(isLeading && isName(found)) else {
      return countedAmount(start, quantity)
    }
    var list = AmountList(
      start: start, end: found.end, parts: [part(quantity, found, group: 0)])
    if found.unit.kind == .length || found.isHyphenated, let size = size(at: start) {
      (list.parts, list.end) = (size.parts, size.end)
    }
    if found.unit.kind == .length {
      guard !isVessel(from: list.end) else { return nil }
      if isLeading, found.isHyphenated || isImpliedCount(found, at: list.end) {
        return sizeOfOne(list)
      }
    } else if found.unit.isMeasure, isImpliedCount(found, at: list.end) {
      return sizeOfOne(list)
    }
    join(&list)
    if found.unit.isMeasure, isImpliedCount(found, at: list.end) {
      return sizeOfOne(list)
    }
    return list
  }

  func part(_ quantity: Quantity, _ found: FoundUnit, scales: Bool = true, group: Int)
    -> AmountPart
  {
    AmountPart(
      quantity: quantity, unit: found.unit, unitBytes: found.bytes, scales: scales, group: group)
  }

  /// Whether a possible unit is the ingredient, as in `4 cloves, ground`.
  private func isName(_ found: FoundUnit) -> Bool {
    guard found.unit.kind == .part || found.unit.kind == .package else { return false }
    guard found.end < body.upperBound else {
      return !["pinch", "dash", "bunch", "handful"].contains(found.unit.id)
        && body.lowerBound + 2 >= found.end
    }
    return tokens.isMark(",", found.end) && body.lowerBound + 3 >= found.end
      && found.unit.kind == .part
      && !["piece", "bunch", "handful", "slice"].contains(found.unit.id)
  }

  /// Parses one of a unit without a number: `pinch nutmeg`, `bottle of olive oil`.
  private func impliedAmount(at start: Int) -> AmountList? {
    guard let found = unit(at: start), !found.isHyphenated,
      found.unit.kind == .part || found.unit.kind == .package, found.end < body.upperBound
    else { return nil }
    let isVague = ["pinch", "dash", "handful", "bunch", "sprig"].contains(found.unit.id)
    guard isVague || ["of", "de", "d'"].contains(tokens.lowercased(found.end)) else { return nil }
    guard !isVague || tokens.isWord(found.end) else { return nil }
    let place = tokens[start].bytes.lowerBound
    let one = WrittenNumber(value: .one, style: .word)
    return AmountList(
      start: start, end: found.end,
      parts: [
        part(
          Quantity(value: .one, places: [(place..<place, one, .impliedUnit)], end: found.end),
          found,
          group: 0)
      ])
  }

  // MARK: - Counts

  /// Parses a number without a unit: a count of the ingredient.
  private func countedAmount(_ start: Int, _ quantity: Quantity) -> AmountList? {
    var list = AmountList(
      start: start, end: quantity.end,
      parts: [AmountPart(quantity: quantity, unit: .whole, unitBytes: nil, scales: true, group: 0)])
    if tokens.isMark("+", list.end), let second = self.quantity(at: list.end + 1),
      let found = unit(at: second.end), found.unit.isMeasure
    {
      // `1/4 + 1/8 teaspoon`
      list.parts[0].unit = found.unit
      list.parts.append(part(second, found, group: 1))
      list.end = found.end
      return list
    }
    if !tokens.isMark("(", list.end) { joinAlternatives(&list) }
    return list
  }

  /// Whether one package or piece of the measured size is implied, as in `14 oz can`.
  private func isImpliedCount(_ found: FoundUnit, at end: Int) -> Bool {
    guard let container = unit(at: end), container.isSingular, container.end < body.upperBound
    else {
      return false
    }
    if container.unit.kind == .package {
      return found.unit.kind != .length && found.unit.id != "cup"
    }
    return container.unit.kind == .part && found.unit.kind != .volume
      && ["piece", "slab", "ball", "block", "bar", "loaf", "stick"].contains(container.unit.id)
  }

  /// Returns one package or piece with its size, as in `14 oz can` and `2-inch piece`.
  func sizeOfOne(_ list: AmountList) -> AmountList {
    var list = list
    let place = list.parts[0].quantity.places[0].bytes.lowerBound
    for index in list.parts.indices { list.parts[index] = sized(list.parts[index]) }
    let container = container(at: list.end)
    list.end = container?.end ?? list.end
    let one = WrittenNumber(value: .one, style: .word)
    list.parts.append(
      AmountPart(
        quantity: Quantity(
          value: .one, places: [(place..<place, one, .impliedCount)], end: list.end),
        unit: container?.unit ?? .whole, unitBytes: container?.bytes, scales: true, group: 0))
    return list
  }

  /// Whether a pan or tin closely follows a length: `20 cm springform pan` is not an ingredient.
  func isVessel(from start: Int) -> Bool {
    (start..<max(start, min(start + 4, body.upperBound))).contains {
      tokens.isOne(of: .vessel, $0)
    }
  }

  // MARK: - Amounts that are joined

  /// Adds the amounts that continue a measured one.
  private func join(_ list: inout AmountList) {
    let first = list.parts[0].unit
    if first.kind == .package || first.kind == .size {
      if first.kind == .package, tokens.isOne(of: .of, list.end),
        size(at: list.end + 1) != nil
      {
        // `1 sachet de 50 g`
        list.end += 1
      }
      if let inside = adjoining(list.end) {
        let isPackage = first.kind == .package
        list.parts += inside.list.parts.map {
          $0.unit.isMeasure || isPackage && $0.unit == .whole ? sized($0) : $0
        }
        list.end = inside.close + 1
      } else if let size = size(at: list.end), !isShape(from: size.end) {
        list.parts += size.parts.map(sized)
        list.end = size.end
        if first.kind == .size, let container = container(at: list.end) {
          (list.parts[0].unit, list.parts[0].unitBytes) = (container.unit, container.bytes)
          list.end = container.end
        }
      } else {
        joinAlternatives(&list)
      }
      return
    }
    while joinAlternatives(&list) || joinSum(&list) || joinParts(&list) || joinSize(&list) {}
  }

  /// Adds `/ 240 ml`, `or 2 large`, `to 3 tsp` and `(240 ml)`: the same quantity again.
  @discardableResult
  private func joinAlternatives(_ list: inout AmountList) -> Bool {
    let end = list.end
    let group = list.parts.last { $0.scales }?.group ?? 0
    if tokens.isMark("(", end) {
      guard list.parts[0].unit != .whole, let inside = adjoining(end) else { return false }
      for part in inside.list.parts {
        var part = part
        (part.group, part.scales) = (group, !inside.isEach && part.unit.kind != .length)
        list.parts.append(part)
      }
      list.end = inside.close + 1
      return true
    }
    let word = tokens.isWord(end) ? tokens.lowercased(end) : ""
    let isRange = word == "to" || tokens.isMark("-", end)
    guard isRange || tokens.isOne(of: .or, end) || isAlternativeMark(end) else {
      return false
    }
    var next = end + 1
    while tokens.isMark("~", next)
      || tokens.isWord(next)
        && ["about", "approx", "scant", "generous", "heaping"].contains(tokens.lowercased(next))
    {
      next += 1
    }
    guard let quantity = quantity(at: next) else { return false }
    let last = list.parts.count - 1
    if tokens.isMark("/", end), list.parts[last].unit.kind == .mass, tokens.isWord(quantity.end),
      unit(at: quantity.end) == nil, let ounce = table["oz"]
    {
      // `100g/3½ sirloin steak`
      list.parts.append(
        AmountPart(quantity: quantity, unit: ounce, unitBytes: nil, scales: true, group: group))
      list.end = quantity.end
      return true
    }
    guard let found = unit(at: quantity.end), !found.isHyphenated, found.unit.kind != .length else {
      return false
    }
    if isRange, list.parts[last].unit.id == found.unit.id, list.parts[last].quantity.upper == nil {
      list.parts[last].quantity.upper = quantity.upper ?? quantity.value
      list.parts[last].quantity.places += quantity.places
    } else {
      guard list.parts[0].unit != .whole || found.unit.kind == .size else { return false }
      list.parts.append(part(quantity, found, group: group))
    }
    list.end = found.end
    return true
  }

  func isAlternativeMark(_ index: Int) -> Bool {
    tokens.isMark("/", index) || tokens.isMark("|", index) || tokens.isMark(";", index)
      || tokens.isMark("=", index) || tokens.isMark("~", index)
  }

  /// Adds `2 sticks` of `1 cup 2 sticks butter`, the quantity again in parts, packages or things of a size.
  private func joinParts(_ list: inout AmountList) -> Bool {
    guard list.parts[0].unit.isMeasure, tokens.isNumber(list.end),
      let quantity = quantity(at: list.end),
      let found = unit(at: quantity.end), !found.unit.isMeasure, !found.isHyphenated,
      found.end < body.upperBound
    else { return false }
    list.parts.append(part(quantity, found, group: list.parts[list.parts.count - 1].group))
    list.end = found.end
    return true
  }

  /// Adds the size of `1 lb 4-lb chicken`.
  private func joinSize(_ list: inout AmountList) -> Bool {
    guard tokens.isNumber(list.end), let quantity = quantity(at: list.end),
      let found = unit(at: quantity.end), found.isHyphenated, found.unit.kind == .mass
    else { return false }
    list.parts.append(sized(part(quantity, found, group: 0)))
    list.parts[list.parts.count - 1].group = (list.parts.map(\.group).max() ?? 0) + 1
    list.end = found.end
    return true
  }

  /// Adds `plus 2 tablespoons`, `+ 2 tbsp`, and `4 oz` of `1 lb 4 oz`: a quantity in addition to the first.
  private func joinSum(_ list: inout AmountList) -> Bool {
    guard list.parts[0].unit.isMeasure || list.parts[0].unit.kind == .part else { return false }
    var next = list.end
    let isJoined =
      tokens.isMark("+", next) || tokens.isMark("&", next) || tokens.isMark(",", next)
      || tokens.isWord(next)
        && ["plus", "and", "und", "et", "y", "e", "og", "och"].contains(tokens.lowercased(next))
    if isJoined { next += 1 }
    guard let quantity = quantity(at: next), let found = unit(at: quantity.end),
      found.unit.kind == .mass || found.unit.kind == .volume, !found.isHyphenated,
      isJoined || list.parts[0].unit.isMeasure
    else { return false }
    // `10oz` of `750g/1lb 10oz` continues the pound.
    let continues = !isJoined && list.parts.count > 1
    let group =
      continues ? list.parts[list.parts.count - 1].group : (list.parts.map(\.group).max() ?? 0) + 1
    list.parts.append(part(quantity, found, group: group))
    list.end = found.end
    return true
  }

  // MARK: - Parentheses

  /// Parses the amounts in parentheses; nil if they contain anything else.
  ///
  /// `(about 2 cups)`, `(7 oz / 198 g)`, `(22 ounces total)`, `(2 to 4)` are amounts; `(8 to 12 thighs, depending …)`
  /// and `(2 sticks minus 1 tablespoon)` are not.
  func parenthesis(at open: Int) -> (list: AmountList, isEach: Bool, close: Int)? {
    guard let close = closing(open), close <= body.upperBound else { return nil }
    var start = open + 1
    while start < close, isAbout(start) { start += 1 }
    var inner = self
    inner.narrow(to: start..<close)
    guard var list = inner.amountList(at: start, isLeading: false) else { return nil }
    if list.parts[0].unit == .whole, list.parts.count == 1,
      !isCount(list, close, isAbout: start > open + 1)
    {
      return nil
    }
    // `(1 tbsp, 15 g)`
    while list.end < close,
      tokens.isMark(",", list.end) || tokens.isMark(";", list.end) || tokens.isMark("/", list.end)
        || tokens.isMark("-", list.end),
      let next = inner.amountList(at: list.end + 1, isLeading: false), next.parts[0].unit != .whole,
      next.parts[0].unit.kind != .length
    {
      list.parts += next.parts
      list.end = next.end
    }
    let rest = list.end..<close
    // `(or 2 tsp dried oregano)` is another ingredient.
    guard rest.isEmpty || !tokens.isOne(of: .or, open + 1) else { return nil }
    guard !isExplainedSum(list),
      !rest.contains(where: {
        tokens.isNumber($0) || tokens.isOne(of: .explaining, $0)
      })
    else { return nil }
    let isEach =
      (open..<start).contains { tokens.isOne(of: .each, $0) }
      || rest.contains { tokens.isOne(of: .each, $0) }
    return (AmountList(start: open, end: close + 1, parts: list.parts), isEach, close)
  }

  /// Whether a sum of one unit explains the amount before it: `5 tablespoons (3 tablespoons and 2 tablespoons)`.
  private func isExplainedSum(_ list: AmountList) -> Bool {
    list.parts.contains { $0.group != list.parts[0].group && $0.unit.id == list.parts[0].unit.id }
  }

  /// Whether a number alone in parentheses counts the ingredient: `(about 15)`, `(2 to 4)`, `(12 figs)`.
  private func isCount(_ list: AmountList, _ close: Int, isAbout: Bool) -> Bool {
    if list.end == close {
      return isAbout || list.parts[0].quantity.upper != nil || isAfterPackage(list.start - 1)
    }
    let next = tokens.lowercased(list.end)
    return tokens.isWord(list.end)
      && !tokens.isOne(of: [.time, .kind, .preface, .countStop], list.end) && next != "count"
  }

  /// Parses parentheses between the amount and the name; they may contain the name if nothing follows.
  private func adjoining(_ open: Int) -> (list: AmountList, isEach: Bool, close: Int)? {
    guard tokens.isMark("(", open), let inside = parenthesis(at: open) else { return nil }
    let hasName = inside.close + 1 >= body.upperBound && isWordInside(open, inside.close)
    return hasName ? nil : inside
  }

  private func isWordInside(_ open: Int, _ close: Int) -> Bool {
    guard tokens.isWord(close - 1) else { return false }
    return unit(at: close - 1) == nil && !tokens.isOne(of: .about, close - 1)
  }

  private func isAfterPackage(_ open: Int) -> Bool {
    unit(at: open - 1).map { $0.unit.kind == .package } ?? false
  }

  private func isAbout(_ index: Int) -> Bool {
    tokens.isMark("~", index) || tokens.isMark(",", index) || tokens.isMark("(", index)
      || tokens.isMark(".", index)
      || tokens.isMark("=", index)
      || tokens.isWord(index) && tokens.lowercased(index) != "from"
        && tokens.isOne(of: .about, index)
  }
}
