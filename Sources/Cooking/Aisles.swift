/// The aisles of a shop in which ingredients are found.
package struct Aisles: Equatable, Sendable {
  /// The names of the aisles, in the order of the walk through the shop.
  package private(set) var names: [String] = []
  private var aisleOf: [String: Int] = [:]
  /// The first name of each ingredient that a file lists under several names: its key, and as it is written.
  private var commonNames: [String: (key: String, name: String)] = [:]
  /// The order of the ingredients of a file; empty for the built-in aisles.
  private var order: [String: Int] = [:]
  /// The words of other languages, which also end compounds.
  private var compoundEnds: Set<String> = []

  package static func == (left: Aisles, right: Aisles) -> Bool {
    left.names == right.names && left.aisleOf == right.aisleOf && left.order == right.order
      && left.commonNames.mapValues(\.name) == right.commonNames.mapValues(\.name)
  }

  /// The name of the aisle of unknown ingredients.
  package static let other = "Other"

  /// The built-in aisle of goods in tins.
  private static let tins = "Tins and jars"

  /// The built-in aisles, with the commonest groceries in ten languages.
  package static let standard = {
    var aisles = Aisles(cooklang: aisleText)
    aisles.order = [:]
    aisles.addGroceries(groceryText)
    return aisles
  }()

  /// Reads a Cooklang `aisle.conf`: `[aisle]`, and lines of an ingredient with its other names between `|`.
  ///
  /// The first name of a line is that of the ingredient; where it is a synonym in another line, it stays itself.
  package init(cooklang text: String) {
    let lines = Self.lines(of: text)
    let firstKeys = Set(lines.compactMap { $0.items.first.map { IngredientKey($0).text } })
    for (aisle, items) in lines {
      guard let aisle else { continue }
      let number = place(adding: aisle)
      guard let first = items.first else { continue }
      let firstKey = IngredientKey(first).text
      for item in items {
        let key = IngredientKey(item).text
        let isOwnLine = key != firstKey && firstKeys.contains(key)
        guard !key.isEmpty, !isOwnLine, aisleOf[key] == nil else { continue }
        aisleOf[key] = number
        order[key] = order.count
        if key != firstKey { commonNames[key] = (firstKey, first) }
      }
    }
  }

  /// The lines of a file with their aisles; a line without items names an aisle.
  private static func lines(of text: String) -> [(aisle: String?, items: [String])] {
    var aisle: String?
    var lines: [(aisle: String?, items: [String])] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let line = String(
        line.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0])
      let words = line.split(separator: " ").joined(separator: " ")
      if words.hasPrefix("["), words.hasSuffix("]") {
        aisle = String(words.dropFirst().dropLast())
        lines.append((aisle, []))
      } else if !words.isEmpty {
        let items = words.split(separator: "|").map {
          $0.split(separator: " ").joined(separator: " ")
        }
        lines.append((aisle, items))
      }
    }
    return lines
  }

  private mutating func place(adding aisle: String) -> Int {
    if let known = names.firstIndex(of: aisle) { return known }
    names.append(aisle)
    return names.count - 1
  }

  /// Adds names of groceries that are not synonyms of each other.
  private mutating func addGroceries(_ text: String) {
    for (aisle, items) in Self.lines(of: text) {
      guard let aisle else { continue }
      let number = place(adding: aisle)
      for item in items {
        let key = IngredientKey(item).text
        guard !key.isEmpty, aisleOf[key] == nil else { continue }
        aisleOf[key] = number
        if !key.contains(" "), key.utf8.count >= 4 { compoundEnds.insert(key) }
      }
    }
  }

  /// The key under which an ingredient is listed; files may join several names.
  package func key(of key: IngredientKey) -> IngredientKey {
    commonNames[key.text].map { IngredientKey(stored: $0.key) } ?? key
  }

  /// The name that a file gives to an ingredient; nil unless it lists the ingredient as another name.
  package func commonName(of key: IngredientKey) -> String? { commonNames[key.text]?.name }

  /// Whether an ingredient is listed by its whole name, the text of its key.
  package func lists(_ text: String) -> Bool { aisleOf[text] != nil }

  /// The aisle of an ingredient by its whole name or its last words; nil if none is known.
  func aisle(ofEnd key: IngredientKey) -> String? {
    let words = key.text.split(separator: " ")
    return words.indices.lazy.compactMap { start in
      aisleOf[words[start...].joined(separator: " ")].map { names[$0] }
    }.first
  }

  /// The aisle of an ingredient, by its whole name, otherwise by its last words or its first ones; ``other`` if none is
  /// known.
  package func aisle(of key: IngredientKey) -> String {
    let words = key.text.split(separator: " ")
    if words.first == "canned", aisleOf[key.text] == nil, names.contains(Self.tins) {
      return Self.tins
    }
    if let aisle = aisle(ofEnd: key) { return aisle }
    if let aisle = words.last.flatMap({ aisle(ofCompound: $0) }) { return names[aisle] }
    // Romance languages begin with the noun: `huile d'olive vierge`.
    for end in words.indices.reversed() {
      if let aisle = aisleOf[words[..<end].joined(separator: " ")] { return names[aisle] }
    }
    return words.first.flatMap { aisle(ofCompound: $0) }.map { names[$0] } ?? Self.other
  }

  /// The aisle of the word that ends a compound: `käse` of `Bergkäse`.
  private func aisle(ofCompound word: Substring) -> Int? {
    for start in word.indices.dropFirst(2) {
      let end = String(word[start...])
      if compoundEnds.contains(end) { return aisleOf[end] }
    }
    return nil
  }

  /// The place of an aisle in the order of the shop.
  package func place(of aisle: String) -> Int { names.firstIndex(of: aisle) ?? names.count }

  /// The place of an ingredient in its file; the last one if no file lists it.
  package func place(ofIngredient key: IngredientKey) -> Int { order[key.text] ?? .max }
}
