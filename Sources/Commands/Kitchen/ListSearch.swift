import Cooking
import Diagnostics
import Interpreter
import Kitchen
import Text

/// A dish or an entry that `shop remove` removes from the list.
enum RemovedEntry: Sendable {
  case dish(key: String, Dish)
  /// The own items of an entry.
  case items(ShoppingList.Entry)
}

/// Finds what an argument names on the shopping list: an exact name first, then whole words.
struct ListSearch {
  let argument: Argument
  let list: ShoppingList
  let all: [ShoppingList.Entry]

  init(_ argument: Argument, _ list: ShoppingList, _ entries: [ShoppingList.Entry]) {
    (self.argument, self.list, all) = (argument, list, entries)
  }

  /// The entries with numbers such as `1-3,5`, or with names that have commas between them.
  func entries() throws -> [ShoppingList.Entry] {
    let text = argument.word.unquoted
    let isPlain = text == argument.text
    if isPlain, let numbers = try numbers(text) { return numbers.map { all[$0 - 1] } }
    // A name may contain a comma.
    if let one = try found(text, among: all) { return [one] }
    var entries: [ShoppingList.Entry] = []
    for name in isPlain ? separated(text) : [text] {
      let name = trimmingSpace(name)
      if isPlain, let numbers = try numbers(name) {
        entries += numbers.map { all[$0 - 1] }.filter { !entries.contains($0) }
        continue
      }
      guard let entry = try found(name, among: all) else { throw missing(name) }
      if !entries.contains(entry) { entries.append(entry) }
    }
    return entries
  }

  /// The dish, or the entry with own items, that the argument names.
  func removed() throws -> RemovedEntry {
    let text = argument.word.unquoted
    if text == argument.text, let number = ordinal(text), all.indices.contains(number - 1) {
      return try removed(all[number - 1])
    }
    let names = Dish.distinctNames(of: list.dishes.map(\.dish))
    let dishes = zip(names, list.dishes).map { name, entry in
      (name: name, RemovedEntry.dish(key: entry.key, entry.dish))
    }
    let items = all.filter { !$0.items.isEmpty }.map { (name: $0.name, RemovedEntry.items($0)) }
    for isMatch in ways(text) {
      let found = (dishes + items).filter { isMatch($0.name) }
      if found.count > 1 { throw several(text, found.map(\.name)) }
      if let one = found.first { return one.1 }
    }
    guard let entry = try found(text, among: all) else { throw missing(text) }
    return try removed(entry)
  }

  private func removed(_ entry: ShoppingList.Entry) throws -> RemovedEntry {
    guard entry.items.isEmpty else { return .items(entry) }
    throw Failure(
      "\(harmless(entry.name)) belongs to \(entry.dishes.map { harmless($0) }.joined(separator: ", "))",
      hint: "shop done \(entry.name) ticks it off, shop remove DISH removes the dish",
      at: argument.range, in: argument.line)
  }

  /// The numbers of a text such as `1-3,5`; nil for other texts.
  private func numbers(_ text: String) throws -> [Int]? {
    guard text.contains(where: \.isNumber), text.allSatisfy({ $0.isNumber || "-, ".contains($0) })
    else { return nil }
    var numbers: [Int] = []
    for part in text.split(whereSeparator: { ", ".contains($0) }) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { ordinal($0) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
        first <= last, last <= all.count
      else { throw missing(String(part)) }
      numbers += (first...last).filter { !numbers.contains($0) }
    }
    return numbers
  }

  /// The entry that a name means; nil if none does.
  ///
  /// - Throws: ``Failure`` if several do.
  private func found(
    _ name: String, among entries: [ShoppingList.Entry]
  ) throws -> ShoppingList.Entry? {
    let key = IngredientKey(name).text
    let exact = entries.filter { folded($0.name) == folded(name) || $0.key == key }
    if let one = exact.first { return one }
    for isMatch in ways(name).dropFirst() {
      let found = entries.filter { isMatch($0.name) }
      if found.count > 1 { throw several(name, found.map(\.name)) }
      if let one = found.first { return one }
    }
    return nil
  }

  /// The ways in which a name can match, the best one first.
  private func ways(_ name: String) -> [(String) -> Bool] {
    let wanted = words(name)
    return [
      { folded($0) == folded(name) },
      { !wanted.isEmpty && words($0).contains(wanted) },
    ]
  }

  /// The words of a name without their plurals.
  private func words(_ name: String) -> [String] {
    folded(name).split { !$0.isLetter && !$0.isNumber }.map { word in
      // A key has no words such as `fresh` and `all`.
      let key = IngredientKey(String(word)).text
      return key.isEmpty ? String(word) : key
    }
  }

  private func several(_ name: String, _ names: [String]) -> Failure {
    Failure(
      "`\(harmless(name))` could be \(names.count) entries",
      hint: names.prefix(5).map { harmless($0) }.joined(separator: ", ")
        + (names.count > 5 ? ", …" : ""), at: argument.range, in: argument.line)
  }

  private func missing(_ name: String) -> Failure {
    let names = all.map(\.name) + list.dishes.map(\.dish.name)
    return Failure(
      "the list has no \(harmless(name))",
      hint: nearest(to: name, among: names).map { "did you mean \($0)?" }
        ?? (all.isEmpty ? "it is empty: shop ITEM adds a dish" : "shop shows the list"),
      at: argument.range, in: argument.line)
  }
}

/// The parts of a text with commas between them; a comma between digits is part of a number, and one in quotes of a part.
func separated(_ text: String) -> [String] {
  let letters = Array(text)
  var parts = [""]
  var isQuoted = false
  let hasPairs = letters.count { $0 == "\"" }.isMultiple(of: 2)
  for (place, letter) in letters.enumerated() {
    if letter == "\"", hasPairs {
      isQuoted.toggle()
      continue
    }
    let isInNumber =
      place > 0 && place + 1 < letters.count && letters[place - 1].isNumber
      && letters[place + 1].isNumber
    if letter == ",", !isInNumber, !isQuoted {
      parts.append("")
    } else {
      parts[parts.count - 1].append(letter)
    }
  }
  return parts
}
