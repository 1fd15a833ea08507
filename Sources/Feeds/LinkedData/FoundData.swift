/// The contents of the JSON-LD blocks of a document.
struct FoundData {
  var records: [FoundRecord] = []
  var nodes: [String: FoundNode] = [:]
  var remarks: [LinkedData.Remark] = []

  /// Adds the contents of a block.
  mutating func add(_ block: BlockScan) {
    records += block.found
    remarks += block.notes
    nodes.merge(block.nodes) { $0.memberCount < $1.memberCount ? $1 : $0 }
  }

  /// Removes repeated recipes, retaining the longest copy of each, and the places of the others.
  mutating func dropRepeated() {
    var places: [RecipeIdentity: Int] = [:]
    var unique: [FoundRecord] = []
    for record in records {
      let known = record.matches.lazy.compactMap { places[$0] }.first
      for identity in record.identities { places[identity] = known ?? unique.count }
      guard let known else {
        unique.append(record)
        continue
      }
      let isLonger = record.location.range.count > unique[known].location.range.count
      let dropped = isLonger ? unique[known] : record
      remarks.append(LinkedData.Remark(offset: dropped.location.range.lowerBound, kind: .repeated))
      let copies = unique[known].copies + [dropped.location.range]
      if isLonger { unique[known] = record }
      unique[known].copies = copies
    }
    records = unique.sorted { $0.location.range.lowerBound < $1.location.range.lowerBound }
  }
}

/// A key under which two copies of a recipe are equal.
enum RecipeIdentity: Hashable {
  case id(String)
  case address(String, name: String)
  /// The name of a recipe that has neither an id nor an address, as in a review.
  case name(String)
  /// The name of a recipe that also has an id or an address.
  case alias(String)
}

/// A recipe, and the values that identify it.
struct FoundRecord {
  var location: LinkedData.RecordLocation
  var id: String?
  var link: String?
  /// The name without case, accents and repeated white space.
  var name: String?
  /// The byte ranges of its other copies.
  var copies: [Range<Int>] = []

  /// The keys that the recipe is stored under.
  fileprivate var identities: [RecipeIdentity] {
    var identities: [RecipeIdentity] = []
    if let id { identities.append(.id(id)) }
    if let link, let name { identities.append(.address(link, name: name)) }
    if let name { identities.append(hasOnlyName ? .name(name) : .alias(name)) }
    return identities
  }

  /// The keys of equal recipes.
  ///
  /// A recipe that has only a name equals all recipes of that name.
  fileprivate var matches: [RecipeIdentity] {
    guard let name else { return identities }
    return identities.filter { $0 != .alias(name) }
      + (hasOnlyName ? [.alias(name)] : [.name(name)])
  }

  private var hasOnlyName: Bool { id == nil && link == nil }
}

/// An object that references can point to.
struct FoundNode {
  var range: Range<Int>
  /// The number of members whose names do not begin with `@`.
  var memberCount: Int
}
