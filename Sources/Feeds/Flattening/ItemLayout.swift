/// The roles of an object's members, by their keys.
struct ItemLayout {
  /// The members that describe an object, best first.
  private static let speaking = [
    "name", "title", "label", "text", "rendered", "@value", "#text", "_text", "$t",
    "display_text", "step", "description", "caption", "stringvalue",
  ]
  /// Members that describe it if it has no text.
  private static let pointing = ["value", "url", "src", "href"]
  /// The keys, without their quotes.
  fileprivate let keys: [ArraySlice<UInt8>]
  /// The indices of members, best first.
  let named, others: [Int]
  /// Whether each member names or identifies the object.
  let isEssential: [Bool]

  fileprivate init(_ keys: [ArraySlice<UInt8>]) {
    self.keys = keys
    let names = keys.map { keyName($0).lowercased() }
    func places(_ wanted: [String]) -> [Int] {
      wanted.compactMap { names.firstIndex(of: $0) }
    }
    named = places(Self.speaking)
    others = places(Self.pointing)
    isEssential = names.map { Inference.isEssential($0) }
  }
}

/// A cache of recent layouts, because most objects of a list have the same keys.
struct ItemLayouts {
  private static let limit = 4

  private var known: [ItemLayout] = []

  /// Returns the layout of an object with keys at some locations.
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
