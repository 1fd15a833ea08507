/// Which members of an object say what it is, by their keys.
struct ItemLayout {
  /// The members that say what an object is, the best first.
  private static let speaking = [
    "name", "title", "label", "text", "rendered", "@value", "#text", "_text", "$t",
    "display_text", "step", "description", "caption", "stringvalue",
  ]
  /// Those that say it if no text does.
  private static let pointing = ["value", "url", "src", "href"]
  /// Those that say what is needed, the best first.
  private static let wholes = ["original", "originalstring", "raw_text", "display", "text"]
  private static let amounts = ["amount", "quantity", "qty"]
  private static let units = ["unit", "units", "unittext", "measure"]
  private static let supplies = ["name", "ingredient", "food", "item", "product", "title"]

  /// Those that say what is to be done, the best first: their names only number them.
  private static let telling = [
    "text", "step", "instruction", "direction", "description", "display_text",
  ]
  /// Those that say what a part of a recipe is called.
  private static let titling = ["name", "title", "label"]
  /// Those that hold what belongs to a part of a recipe.
  private static let steps = ["steps", "itemlistelement", "instructions", "directions"]
  private static let supplyLists = ["ingredients", "itemlistelement", "items"]

  /// The keys as they are written between their quotes.
  fileprivate let keys: [ArraySlice<UInt8>]
  /// The places of members, the best first.
  let named, others, wholeSupplies, amounts, units, supplies: [Int]
  let tellings, titles, steps, supplyLists: [Int]
  /// Whether each member names or identifies.
  let isEssential: [Bool]

  fileprivate init(_ keys: [ArraySlice<UInt8>]) {
    self.keys = keys
    let names = keys.map { keyName($0).lowercased() }
    func places(_ wanted: [String]) -> [Int] {
      wanted.compactMap { names.firstIndex(of: $0) }
    }
    named = places(Self.speaking)
    others = places(Self.pointing)
    wholeSupplies = places(Self.wholes)
    amounts = places(Self.amounts)
    units = places(Self.units)
    supplies = places(Self.supplies)
    tellings = places(Self.telling)
    titles = places(Self.titling)
    steps = places(Self.steps)
    supplyLists = places(Self.supplyLists)
    isEssential = names.map { Inference.isEssential($0) }
  }
}

/// The layouts of objects that came up lately: most objects of a list have the same keys.
struct ItemLayouts {
  private static let limit = 4

  private var known: [ItemLayout] = []

  /// The layout of an object by the places of its keys.
  mutating func layout(of keys: [Range<Int>], in text: [UInt8]) -> ItemLayout {
    let place = known.firstIndex { layout in
      layout.keys.count == keys.count
        && zip(layout.keys, keys).allSatisfy { $0 == text[$1] }
    }
    if let place { return known[place] }
    let layout = ItemLayout(keys.map { text[$0] })
    known.insert(layout, at: 0)
    if known.count > Self.limit { known.removeLast() }
    return layout
  }
}
