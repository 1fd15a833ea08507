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
    guard let quantity = quantity(at: start) else {
      return isLeading ? impliedAmount(at: start) : nil
    }
    guard let found = unit(at: quantity.end), !(isLeading && isName(found)) else {
      return countedAmount(start, quantity)
    }
    var list = AmountList(
      start: start, end: found.end, parts: [part(quantity, found, group: 0)])
    if found.unit.kind == .length {
      if tokens.isMark("/", list.end), let second = self.quantity(at: list.end + 1),
        let inch = unit(at: second.end), inch.unit.kind == .length
      {
        // `5cm/2in piece`
        list.parts.append(part(second, inch, group: 0))
        list.end = inch.end
      }
      guard !isVessel(from: found.end) else { return nil }
      if isLeading, !quantity.isProduct, found.isHyphenated || isImpliedCount(found, at: list.end) {
        return sizeOfOne(list, found)
      }
    } else if found.unit.isMeasure, !quantity.isProduct, isImpliedCount(found, at: list.end) {
      return sizeOfOne(list, found)
    }
    join(&list)
    if found.unit.isMeasure, !quantity.isProduct, isImpliedCount(found, at: list.end) {
      return sizeOfOne(list, found)
    }
    return list
  }

  private func part(_ quantity: Quantity, _ found: FoundUnit, scales: Bool = true, group: Int)
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
    let isVague = ["pinch", "dash", "handful"].contains(found.unit.id)
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

  // MARK: - Counts and sizes

  /// Parses a number without a unit: a count of the ingredient, or of packages whose size follows.
  private func countedAmount(_ start: Int, _ quantity: Quantity) -> AmountList? {
    var list = AmountList(
      start: start, end: quantity.end,
      parts: [AmountPart(quantity: quantity, unit: .whole, unitBytes: nil, scales: true, group: 0)])
    if tokens.isMark("(", list.end), let inside = parenthesis(at: list.end) {
      for part in inside.list.parts { list.parts.append(sized(part)) }
      list.end = inside.close + 1
    } else if let size = self.quantity(at: list.end)
      ?? (tokens.isMark("-", list.end) ? self.quantity(at: list.end + 1) : nil),
      size.places.first?.number.style != .word,
      let measure = unitOfSize(at: size.end), !isShape(from: measure.end)
    {
      // `a 20 cm tin` is a vessel, not an amount.
      if !tokens.isNumber(start), measure.unit.kind == .length, isVessel(from: measure.end) {
        return nil
      }
      list.parts.append(sized(part(size, measure, group: 0)))
      list.end = measure.end
      if tokens.isMark("(", list.end), let inside = parenthesis(at: list.end) {
        list.parts += inside.list.parts.map(sized)
        list.end = inside.close + 1
      }
    } else if tokens.isMark("+", list.end), let second = self.quantity(at: list.end + 1),
      let found = unit(at: second.end), found.unit.isMeasure
    {
      // `1/4 + 1/8 teaspoon`
      list.parts[0].unit = found.unit
      list.parts.append(part(second, found, group: 1))
      list.end = found.end
      return list
    } else {
      if tokens.isMark("(", list.end) { return list }
      joinAlternatives(&list)
      return list
    }
    if let container = unit(at: list.end), !container.unit.isMeasure, container.unit.kind != .size,
      container.end < body.upperBound
    {
      (list.parts[0].unit, list.parts[0].unitBytes) = (container.unit, container.bytes)
      list.end = container.end
      if tokens.isMark("(", list.end), let inside = parenthesis(at: list.end) {
        list.parts += inside.list.parts.map(sized)
        list.end = inside.close + 1
      }
    }
    return list
  }

  /// Parses a measure, also after a space and a hyphen, as in `15.5 -ounce can`.
  private func unitOfSize(at index: Int) -> FoundUnit? {
    let start =
      tokens.isMark("-", index) && tokens[index].bytes.count > 0 && unit(at: index) == nil
      ? index + 1 : index
    guard let found = unit(at: start), found.unit.isMeasure else { return nil }
    return found
  }

  /// Whether `-thick` or `thick` follows a length, which makes it a description rather than a size.
  private func isShape(from index: Int) -> Bool {
    let next = tokens.isMark("-", index) ? index + 1 : index
    return ["thick", "long", "wide", "diameter", "in"].contains(tokens.lowercased(next))
  }

  private func sized(_ part: AmountPart) -> AmountPart {
    var part = part
    (part.scales, part.group) = (false, 1)
    return part
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
  private func sizeOfOne(_ list: AmountList, _ found: FoundUnit) -> AmountList {
    var list = list
    let place = list.parts[0].quantity.places[0].bytes.lowerBound
    for index in list.parts.indices { list.parts[index] = sized(list.parts[index]) }
    let container = unit(at: list.end).flatMap {
      !$0.unit.isMeasure && $0.unit.kind != .size && $0.end < body.upperBound ? $0 : nil
    }
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
  private func isVessel(from start: Int) -> Bool {
    (start..<min(start + 4, body.upperBound)).contains {
      vesselWords.contains(tokens.lowercased($0))
    }
  }

  // MARK: - Amounts that are joined

  /// Adds the amounts that continue a measured one.
  private func join(_ list: inout AmountList) {
    let first = list.parts[0].unit
    if first.kind == .package || first.kind == .size {
      if tokens.isMark("(", list.end), let inside = parenthesis(at: list.end) {
        list.parts += inside.list.parts.map { $0.unit.isMeasure ? sized($0) : $0 }
        list.end = inside.close + 1
      } else if first.kind == .package, let size = quantity(at: list.end),
        let measure = unitOfSize(at: size.end)
      {
        list.parts.append(sized(part(size, measure, group: 0)))
        list.end = measure.end
      } else {
        joinAlternatives(&list)
      }
      return
    }
    while joinAlternatives(&list) || joinSum(&list) {}
  }

  /// Adds `/ 240 ml`, `or 2 large`, `to 3 tsp` and `(240 ml)`: the same quantity again.
  @discardableResult
  private func joinAlternatives(_ list: inout AmountList) -> Bool {
    let end = list.end
    let group = list.parts.last { $0.scales }?.group ?? 0
    if tokens.isMark("(", end) {
      guard list.parts[0].unit != .whole, let inside = parenthesis(at: end) else { return false }
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
    guard isRange || orWords.contains(word) || isAlternativeMark(end) else { return false }
    var next = end + 1
    while tokens.isMark("~", next)
      || tokens.isWord(next)
        && ["about", "approx", "scant", "generous", "heaping"].contains(tokens.lowercased(next))
    {
      next += 1
    }
    guard let quantity = quantity(at: next), let found = unit(at: quantity.end),
      !found.isHyphenated,
      found.unit.kind != .length
    else { return false }
    let last = list.parts.count - 1
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

  private func isAlternativeMark(_ index: Int) -> Bool {
    tokens.isMark("/", index) || tokens.isMark("|", index) || tokens.isMark(";", index)
      || tokens.isMark("=", index) || tokens.isMark("~", index)
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
    let group = (list.parts.map(\.group).max() ?? 0) + 1
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
    if list.parts[0].unit == .whole, list.parts.count == 1 {
      guard list.end == close, list.parts[0].quantity.upper != nil else { return nil }
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
    let isAllowed =
      rest.isEmpty || totalWords.contains(tokens.lowercased(rest.lowerBound))
      || tokens.isMark(",", rest.lowerBound) || tokens.isMark(";", rest.lowerBound)
      || tokens.isMark(".", rest.lowerBound) || tokens.isMark("*", rest.lowerBound)
    guard isAllowed || isShape(from: rest.lowerBound) else { return nil }
    let isEach = rest.contains { eachWords.contains(tokens.lowercased($0)) }
    return (AmountList(start: open, end: close + 1, parts: list.parts), isEach, close)
  }

  private func isAbout(_ index: Int) -> Bool {
    tokens.isMark("~", index) || tokens.isMark(",", index) || tokens.isMark("(", index)
      || tokens.isMark(".", index)
      || tokens.isMark("=", index)
      || tokens.isWord(index) && tokens.lowercased(index) != "from"
        && aboutWords.contains(tokens.lowercased(index))
  }
}
