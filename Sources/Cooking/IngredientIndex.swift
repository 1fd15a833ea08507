/// The ingredients of many recipes, by which recipes are found that can be cooked with a pantry.
package struct IngredientIndex: Sendable {
  /// The distinct ingredients.
  private var keys: [IngredientKey] = []
  private var names: [String] = []
  private var numbers: [IngredientKey: Int32] = [:]
  /// The needs of each line, by its text, as in ``all``; empty for headings and optional lines.
  private var needs: [String: [Int32]] = [:]
  private var readNames = ReadNames()
  /// The needs of all recipes: the ingredients of a need, followed by -1.
  private var all: [Int32] = []
  /// Where the needs of each recipe start in ``all``.
  private var starts: [Int] = []

  package init() {}

  /// The names of the distinct ingredients, in the order in which they were added.
  package var ingredients: [String] { names }

  /// The number of recipes.
  package var count: Int { starts.count }

  /// Adds the next recipe.
  package mutating func add(_ lines: [String]) {
    starts.append(all.count)
    for line in lines { all += needs(of: line) }
  }

  /// The needs of a line: the alternatives of each good, followed by -1.
  private mutating func needs(of text: String) -> [Int32] {
    if let known = needs[text] { return known }
    let line = IngredientLine(text)
    var read: [Int32] = []
    if !line.isOptional {
      for good in Good.goods(of: line, &readNames) {
        let others = line.alternatives.dropFirst().compactMap { number(of: IngredientKey($0), $0) }
        let need = (number(of: good.key, good.name).map { [$0] } ?? []) + others + noted(line)
        if !need.isEmpty { read += need + [-1] }
      }
    }
    needs[text] = read
    return read
  }

  /// The ingredient after `or` in the note, as in `1 egg (or 2 yolks)`.
  private mutating func noted(_ line: IngredientLine) -> [Int32] {
    let note = line.note.drop { $0 == "(" }
    guard line.alternatives.isEmpty, note.hasPrefix("or ") else { return [] }
    let other = IngredientLine(String(note.dropFirst(3))).name
    return number(of: IngredientKey(other), other).map { [$0] } ?? []
  }

  private mutating func number(of key: IngredientKey, _ name: String) -> Int32? {
    guard !key.text.isEmpty else { return nil }
    if let number = numbers[key] { return number }
    let number = Int32(keys.count)
    numbers[key] = number
    keys.append(key)
    names.append(name)
    return number
  }

  /// How well a recipe matches the pantry.
  package struct Fit: Equatable, Sendable {
    /// The number of the recipe.
    package let recipe: Int
    /// The names of the missing ingredients.
    package let missing: [String]
    /// The names of the ingredients in the pantry, without staples.
    package let used: [String]
    /// The number of ingredients.
    package let total: Int
  }

  /// Returns the recipes with the fewest missing ingredients, then those that use most of the pantry.
  ///
  /// - Parameters:
  ///   - pantry: The ingredients at home.
  ///   - staples: The ingredients that are never missing, and do not count as used.
  ///   - candidates: The recipes to consider, such as those of a view.
  ///   - limit: How many recipes to return.
  /// - Returns: The best recipes, of those that use anything of the pantry.
  /// - Complexity: O(*ingredients* × *pantry* + *recipes*)
  package func fits(
    pantry: [IngredientKey], staples: [IngredientKey], among candidates: some Sequence<Int>,
    limit: Int
  ) -> [Fit] {
    let states = states(pantry, staples)
    var scored: [(recipe: Int, missing: Int, present: Int, total: Int)] = []
    for recipe in candidates where recipe < count {
      let score = score(recipe, states)
      if score.present > 0 { scored.append((recipe, score.missing, score.present, score.total)) }
    }
    let best = scored.sorted { one, other in
      if one.missing != other.missing { return one.missing < other.missing }
      let shares = (one.present * max(other.total, 1), other.present * max(one.total, 1))
      if shares.0 != shares.1 { return shares.0 > shares.1 }
      return one.recipe < other.recipe
    }.prefix(limit)
    return best.map { entry in
      let names = names(of: entry.recipe, states)
      return Fit(
        recipe: entry.recipe, missing: names.missing, used: names.used, total: entry.total)
    }
  }

  /// Returns the recipes without missing ingredients that use anything of the pantry.
  package func cookable(pantry: [IngredientKey], staples: [IngredientKey]) -> [Int] {
    let states = states(pantry, staples)
    return (0..<count).filter { recipe in
      let score = score(recipe, states)
      return score.missing == 0 && score.present > 0
    }
  }

  private enum State: UInt8 { case missing, staple, present }

  private func states(_ pantry: [IngredientKey], _ staples: [IngredientKey]) -> [State] {
    keys.map { key in
      let whole = key.whole
      if pantry.contains(where: { key.isKind(of: $0, whole: whole) }) { return .present }
      return staples.contains { key.isKind(of: $0, whole: whole) } ? .staple : .missing
    }
  }

  private func range(of recipe: Int) -> Range<Int> {
    starts[recipe]..<(recipe + 1 < starts.count ? starts[recipe + 1] : all.count)
  }

  private func score(
    _ recipe: Int, _ states: [State]
  ) -> (missing: Int, present: Int, total: Int) {
    var (missing, present, total) = (0, 0, 0)
    var best = State.missing
    for place in range(of: recipe) {
      let number = all[place]
      if number >= 0 {
        let state = states[Int(number)]
        if state.rawValue > best.rawValue { best = state }
        continue
      }
      total += 1
      if best == .missing { missing += 1 } else if best == .present { present += 1 }
      best = .missing
    }
    return (missing, present, total)
  }

  private func names(
    of recipe: Int, _ states: [State]
  ) -> (missing: [String], used: [String]) {
    var found: (missing: [String], used: [String]) = ([], [])
    var need: [Int32] = []
    for place in range(of: recipe) {
      guard all[place] < 0 else {
        need.append(all[place])
        continue
      }
      if let present = need.first(where: { states[Int($0)] == .present }) {
        found.used.append(names[Int(present)])
      } else if let first = need.first, need.allSatisfy({ states[Int($0)] == .missing }) {
        found.missing.append(names[Int(first)])
      }
      need = []
    }
    return found
  }
}
