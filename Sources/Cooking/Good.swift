import Text

/// A good that a line asks for: what is bought, what is said of it, and how much.
package struct Good: Equatable, Sendable {
  /// The good by which lists merge lines.
  package private(set) var key: IngredientKey
  /// The name as the line has it.
  package private(set) var name: String
  /// The name without the words of the variety.
  package private(set) var plainName: String
  /// Words such as `whole wheat` and `large`, with which and without which the good is sold; empty if there are none.
  package private(set) var variety: String
  /// The amounts, each in the first of several units.
  package private(set) var amounts: [GoodAmount]

  /// The goods of a line: none of a heading or a line of marks, and several if it asks for them by the spoon or without
  /// an amount, as in `salt and pepper` and `sel, poivre`.
  package static func goods(of line: IngredientLine) -> [Good] {
    var names = ReadNames()
    return goods(of: line, &names)
  }

  /// The goods of a line, with the names that were read before.
  static func goods(of line: IngredientLine, _ names: inout ReadNames) -> [Good] {
    guard !line.isHeading, !isOnlyTaste(line) else { return [] }
    let listed = listedNames(of: line, &names)
    if listed.count > 1 { return listed.map { Good($0, line, &names) } }
    let name = firstName(of: line)
    // Of `1 tsp salt and pepper`, a teaspoon of each is enough; `200 g butter and lard` tells nothing of each.
    guard names.name(name).isJoined,
      line.publishedAmounts.allSatisfy({ !$0.scales || smallUnits.contains($0.unit.id) })
        || line.published.lowercased().contains(" each ")
    else {
      let good = Good(name, line, &names)
      return good.key.text.contains { $0.isLetter || $0.isNumber } ? [good] : []
    }
    return joinedNames(name, &names).map { Good($0, line, &names) }
  }

  /// Whether a line only says how much is needed, as in `to taste`.
  private static func isOnlyTaste(_ line: IngredientLine) -> Bool {
    guard line.published.utf8.count <= 24 else { return false }
    let words = LineTokens(line.published).words
    return tasteLines.contains(words.joined(separator: " "))
      || words.first.flatMap { tastePhrases[$0] }?.contains(Array(words.dropFirst())) ?? false
  }

  /// The name of a line; of several alternatives, as in `butter or margarine` and `canola/vegetable oil`, the first one.
  private static func firstName(of line: IngredientLine) -> String {
    if let first = line.alternatives.first { return first }
    guard !line.name.isEmpty else { return line.published }
    guard let slash = line.name.firstIndex(of: "/") else { return line.name }
    let first = trimmingSpace(String(line.name[..<slash]))
    let knows = { (name: String) in Aisles.standard.aisle(ofEnd: IngredientKey(name)) != nil }
    if knows(first) { return first }
    // The noun may be behind the last one only.
    let noun = line.name.split(separator: " ").last.map { first + " " + $0 } ?? first
    return knows(noun) ? noun : line.name
  }

  private init(_ given: String, _ line: IngredientLine, _ names: inout ReadNames) {
    var (name, read) = (given, names.name(given))
    // A line of numbers and marks is its own name.
    if read.words.isEmpty { (name, read) = (line.published, names.name(line.published)) }
    let amounts = line.amounts
    let sizes = amounts.filter { !$0.scales }
    let size = sizes.first { $0.unit != .whole }.map { "\($0.value.written) \($0.unit.id)" }
    // `2 x 6 beer` are twelve.
    let each = sizes.first { $0.unit == .whole }?.value ?? .one
    // Only the first unit of each quantity counts; a package is listed with its size.
    var groups: Set<Int> = []
    let listed = amounts.filter { $0.scales && groups.insert($0.group).inserted }
    let sizeUnit = listed.first { $0.unit.kind == .size && $0.unit.id != "whole" }?.unit.id
    let sizeWord = sizeUnit ?? line.size
    (self.name, plainName) = (name, read.plain)
    self.amounts = listed.map { GoodAmount($0.scaled(each), size: size) }
    key = IngredientKey(stored: read.words.isEmpty ? trimmingSpace(name) : read.key)
    variety = read.variety
    takeUnit(read.words, &names)
    takePreparation(line)
    takeContainer(line)
    takeVegetable()
    for index in self.amounts.indices { self.amounts[index].usePieces(of: key.text) }
    // Only things that are counted have a size.
    if !sizeWord.isEmpty, self.amounts.contains(where: { $0.unit == .whole }) {
      variety = variety.isEmpty ? sizeWord : sizeWord + " " + variety
    }
  }

  // MARK: - Measures in the name

  /// Counts in the unit at the end or the start of the name: `2 basil leaves`, `12 cloves garlic`.
  private mutating func takeUnit(_ words: [String], _ names: inout ReadNames) {
    let known = Aisles.standard
    // `1 stick cinnamon`, `2 sheets lasagne`
    if let unit = amounts.first?.unit, unit.kind == .part, unit != .whole,
      known.lists((words + [unit.id]).joined(separator: " "))
    {
      key = IngredientKey(stored: (words + [unit.id]).joined(separator: " "))
      let piece = " " + unit.name(after: amounts[0].upper)
      (name, plainName) = (name + piece, plainName + piece)
      amounts[0].unit = .whole
      return
    }
    guard let first = words.first, let last = words.last else { return }
    let isCount = amounts.first?.unit == .whole
    if let (good, unit) = piecesOfGoods[last] {
      key = IngredientKey(good)
      guard isCount, let unit = UnitTable.standard[unit] else { return }
      amounts[0].unit = unit
      (name, plainName) = (good, good)
    } else if words.count > 1, formWords.contains(last) || Self.piece(last) != nil {
      // `bay leaf`, and `dried bay leaf`
      let isGood = words.indices.dropLast().contains {
        known.lists(words[$0...].joined(separator: " "))
      }
      if !isGood { dropLast(of: words, isCount ? Self.piece(last) : nil, &names) }
    } else if words.count > 1, let unit = Self.piece(first),
      known.lists(words.dropFirst().joined(separator: " "))
    {
      key = IngredientKey(stored: words.dropFirst().joined(separator: " "))
      if isCount { amounts[0].unit = unit }
    }
  }

  /// Reads the words without the last one, which may be the unit that is counted.
  private mutating func dropLast(of words: [String], _ unit: Unit?, _ names: inout ReadNames) {
    // Without it, other words may be said of the good: `flat-leaf parsley leaves`.
    let read = names.name(words.dropLast().joined(separator: " "))
    key = IngredientKey(stored: read.key)
    variety = [read.variety, variety].filter { !$0.isEmpty }.joined(separator: " ")
    guard let unit else { return }
    amounts[0].unit = unit
    let rest = name.lastIndex(of: " ").map { String(name[..<$0]) } ?? name
    (name, plainName) = (rest, names.name(rest).plain)
  }

  /// The unit of a part or package that a word of a name is; nil for other words.
  private static func piece(_ word: String) -> Unit? {
    guard let phrase = UnitTable.standard.phrases[word]?.last, phrase.rest.isEmpty else {
      return nil
    }
    let unit = UnitTable.standard.units[phrase.unit]
    return unit.kind == .part || unit.kind == .package ? unit : nil
  }

  // MARK: - Goods that are sold prepared or in tins

  /// Takes the preparation of goods that are sold so, such as minced beef.
  private mutating func takePreparation(_ line: IngredientLine) {
    guard !line.note.isEmpty, let others = preparedGoods[key.text] else { return }
    let text = line.published.lowercased()
    for (preparation, good) in others where text.contains(preparation + " " + name.lowercased()) {
      key = IngredientKey(stored: good)
      (name, plainName) = (preparation + " " + name, preparation + " " + plainName)
      return
    }
  }

  /// Makes tomatoes in tins another good than fresh ones.
  private mutating func takeContainer(_ line: IngredientLine) {
    let isTinned = amounts.first.map { $0.unit.id == "can" } ?? false
    let canned = "canned "
    var rest = key.text.hasPrefix(canned) ? String(key.text.dropFirst(canned.utf8.count)) : key.text
    guard isTinned || key.text.hasPrefix(canned) else { return }
    let aisle = Aisles.standard.aisle(ofEnd: IngredientKey(stored: rest))
    guard let aisle, ["Fruit and vegetables", "Meat and fish", "Dry goods"].contains(aisle) else {
      return key = IngredientKey(stored: rest)
    }
    for word in tinnedPreparations where rest.hasPrefix(word + " ") {
      rest = String(rest.dropFirst(word.utf8.count + 1))
    }
    key = IngredientKey(stored: canned + rest)
    let text = line.published.lowercased()
    let words = tinnedPreparations.filter { text.contains($0) && !variety.contains($0) }
    variety = ([variety] + words).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Makes a pepper that is counted, and a red one that is not measured by the spoon, a vegetable.
  private mutating func takeVegetable() {
    guard let unit = amounts.first?.unit, let other = countedGoods[key.text] else { return }
    guard unit == .whole || key.text != "pepper" && !smallUnits.contains(unit.id) else { return }
    if key.text == "pepper" { (name, plainName) = ("bell " + name, "bell " + plainName) }
    key = IngredientKey(stored: other)
  }

  // MARK: - Two goods

  /// The names of a line such as `sel, poivre`; none unless it has no amounts, and all its parts are groceries.
  private static func listedNames(of line: IngredientLine, _ names: inout ReadNames) -> [String] {
    guard line.publishedAmounts.isEmpty, line.published.contains(",") else { return [] }
    let parts = line.published.split(separator: ",").map { trimmingSpace(String($0)) }
    let areGoods =
      (2...4).contains(parts.count)
      && parts.allSatisfy { part in
        let read = names.name(part)
        return Aisles.standard.lists(read.key) && !sharedParts.contains(read.words.last ?? "")
      }
    return areGoods ? parts : []
  }

  /// The names in `salt and pepper`; the whole name if it is not two groceries.
  private static func joinedNames(_ name: String, _ names: inout ReadNames) -> [String] {
    for word in [" and ", " & ", " und ", " et ", " y ", " og ", " och "]
    where name.contains(word) {
      let parts = name.split(separator: word).map { String($0) }
      guard parts.count == 2, !Aisles.standard.lists(names.name(name).key) else { continue }
      let reads = parts.map { names.name($0) }
      let areGoods = reads.allSatisfy { read in
        Aisles.standard.lists(read.key) && !sharedParts.contains(read.words.last ?? "")
      }
      if areGoods { return parts }
    }
    return [name]
  }
}

/// An amount of a good.
package struct GoodAmount: Equatable, Sendable {
  package var value: Rational
  package var upper: Rational
  package var unit: Unit
  /// The size of a package, such as `14 oz`; nil for other amounts.
  package var size: String?
  package var isApproximate: Bool

  init(_ amount: Amount, size: String?) {
    (value, upper) = (amount.value, amount.upper ?? amount.value)
    (unit, isApproximate) = (amount.unit, amount.isApproximate)
    if unit.kind == .size { unit = .whole }
    if unit.id == "tin", let can = UnitTable.standard["can"] { unit = can }
    if unit.id == "dozen", let low = value.times(Rational(12)), let high = upper.times(Rational(12))
    {
      (value, upper, unit) = (low, high, .whole)
    }
    self.size = unit.kind == .package || unit == .whole ? size : nil
  }

  /// Counts in the pieces in which a good is usually counted.
  mutating func usePieces(of good: String) {
    let id = unit == .whole ? usualPieces[good] : pieceSynonyms[good]?[unit.id]
    if let id, size == nil, let piece = UnitTable.standard[id] { unit = piece }
  }
}

/// Parts that belong to both words before them, as in `lemon zest and juice`.
private let sharedParts: Set<String> = ["juice", "zest", "peel", "rind"]

/// The units in which spices are measured.
private let smallUnits: Set<String> = ["tsp", "tbsp", "pinch", "dash"]
