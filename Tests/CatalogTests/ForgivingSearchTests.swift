import TestSupport
import Testing

@testable import Catalog

/// A catalog of names with one list of ingredients each.
private func catalog(_ rows: [(name: String, ingredients: [String])]) -> Catalog {
  let schema = Schema([
    Field("name", .text, role: .name), Field("ingredients", .list, role: .ingredients),
    Field("steps", .list, role: .instructions),
  ])
  return Catalog(
    schema, count: rows.count,
    values: [
      rows.map { .text($0.name) }, rows.map { .list($0.ingredients) },
      rows.map { _ in .list(["Mix with a wooden spatula"]) },
    ])
}

private let pantry = catalog([
  ("Chicken soup", ["1 chicken", "2 carrots"]), ("Baked eggs", ["4 eggs"]),
  ("Ratatouille", ["1 eggplant", "3 tomatoes"]), ("Pink salmon", ["salmon"]),
  ("鶏肉の照り焼き", ["醤油"]), ("Crème brûlée", ["cream"]), ("Carrot cake", ["1 egg"]),
  ("Risotto", ["mushrooms"]),
])

@Suite struct ForgivingSearchTests {
  @Test(arguments: [
    ("chiken", ["Chicken soup"]), ("chcken", ["Chicken soup"]), ("hcicken", ["Chicken soup"]),
    ("chickenn", ["Chicken soup"]), ("chiken carots", ["Chicken soup"]),
    ("tomatose", ["Ratatouille"]), ("ratatulle", ["Ratatouille"]), ("bruleé", ["Crème brûlée"]),
    ("照り焼さ", ["鶏肉の照り焼き"]),
    // Singular and plural are the same word.
    ("carot", ["Carrot cake", "Chicken soup"]), ("carots", ["Carrot cake", "Chicken soup"]),
    ("musroom", ["Risotto"]), ("eggz", ["Baked eggs", "Carrot cake"]),
    // Eggs are not eggplants, and pork is not pink.
    ("egsg", ["Baked eggs", "Carrot cake"]), ("pork", []),
    // Three letters are too few, three edits too many, and prose is not looked at.
    ("egz", []), ("ratatxxye", []), ("spatulla", []),
    // Every word must be found.
    ("chiken wombat", []),
  ])
  func `a mistyped word finds the rows with the word that it stands for`(
    text: String, expected: [String]
  ) {
    #expect(pantry.forgivingSearch(text).rows.map { pantry.name($0) } == expected)
  }

  @Test(arguments: [
    "a", "ch", "egg", "eggs", "soup", "1 ch", "chicken soup", "carrots", "bruleé", "crème", "焼き",
    "wooden", "2 carrots",
    "eggs, 4", "é", "xyz", "n s",
  ])
  func `the index of words finds the same rows as a scan of all texts, in the same order`(
    text: String
  ) {
    let long = String(repeating: "x", count: 300) + "yz"
    let names = [
      "Chicken soup", "Baked eggs", "soup", "Eggplant soup", "Xyz", long, "Crème brûlée",
    ]
    func rows(of catalog: Catalog) -> [String] {
      catalog.search(text, notes: [2: "eggs"]).map { catalog.name($0) }
    }
    for names in [names, names.map { $0 + " 照り焼き" }] {
      let made = catalog(names.map { ($0, ["4 eggs", $0]) })
      let scanned = rows(of: made)
      #expect(made.vocabulary.valueIfMade == nil)
      _ = made.forgivingSearch("chiken")
      #expect(made.vocabulary.valueIfMade != nil)
      #expect(rows(of: made) == scanned)
    }
  }

  @Test func `a word that occurs is never taken for another`() {
    for word in ["egg", "eggs", "chick", "cream", "salmon", "1"] {
      let found = pantry.forgivingSearch(word)
      #expect(Array(found.rows) == Array(pantry.search(word)) && found.corrections.isEmpty)
    }
  }

  @Test func `a correction names the words and counts their rows`() throws {
    let correction = try #require(pantry.forgivingSearch("soup chiken").corrections.first)
    #expect(correction.word == "chiken")
    #expect(correction.found.map(\.word) == ["chicken"] && correction.found[0].count == 1)
  }

  @Test func `a note with the word is a hit`() {
    #expect(Array(pantry.forgivingSearch("chiken", notes: [1: "like chiken"]).rows) == [1])
  }

  @Test func `one edit in a name leaves it among the first ten`() {
    var numbers = SeededNumbers(seed: 12)
    let words = (0..<600).map { _ in
      (0..<3 + numbers.below(4)).map { _ in
        numbers.oneOf(["b", "ch", "d", "gr", "k", "l", "m", "p", "r", "st", "t"])
          + numbers.oneOf(["a", "e", "i", "o", "u"])
      }.joined()
    }
    let names = (0..<1000).map { _ in numbers.some(1...3, of: words).joined(separator: " ") }
    let rows = catalog(names.map { ($0, []) })
    var found = 0
    for name in names {
      let text = edited(name, &numbers)
      let first = rows.forgivingSearch(text).rows.prefix(10).map { rows.name($0) }
      if first.contains(name) { found += 1 }
    }
    #expect(found >= 980, "\(found) of 1000")
  }

  /// A name with one letter of a word of four letters or more inserted, deleted, replaced or exchanged with the next.
  private func edited(_ name: String, _ numbers: inout SeededNumbers) -> String {
    var words = name.split(separator: " ").map { Array($0) }
    let long = words.indices.filter { words[$0].count >= 5 }
    let place = numbers.oneOf(long)
    let at = numbers.below(words[place].count - 1)
    let letter = numbers.oneOf(Array("abcdefghijklmnopqrstuvwxyz"))
    switch numbers.below(4) {
    case 0: words[place].insert(letter, at: at)
    case 1: words[place].remove(at: at)
    case 2: words[place][at] = letter
    default: words[place].swapAt(at, at + 1)
    }
    return words.map { String($0) }.joined(separator: " ")
  }
}
