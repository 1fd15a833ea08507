/// What was found in the blocks of a document.
struct FoundData {
  var records: [FoundRecord] = []
  var nodes: [String: FoundNode] = [:]
  var remarks: [LinkedData.Remark] = []

  /// Adds what one block has.
  mutating func add(_ block: BlockScan) {
    records += block.found
    remarks += block.notes
    nodes.merge(block.nodes) { $0.memberCount < $1.memberCount ? $1 : $0 }
  }

  /// Keeps of each recipe that is there more than once the one with most in it.
  mutating func dropRepeated() {
    var places: [RecipeIdentity: Int] = [:]
    var kept: [FoundRecord] = []
    for record in records {
      let known = record.matches.lazy.compactMap { places[$0] }.first
      for identity in record.identities { places[identity] = known ?? kept.count }
      guard let known else {
        kept.append(record)
        continue
      }
      let isLonger = record.place.range.count > kept[known].place.range.count
      let dropped = isLonger ? kept[known] : record
      remarks.append(LinkedData.Remark(offset: dropped.place.range.lowerBound, kind: .repeated))
      if isLonger { kept[known] = record }
    }
    records = kept.sorted { $0.place.range.lowerBound < $1.place.range.lowerBound }
  }
}

/// By what a recipe can be known again.
enum RecipeIdentity: Hashable {
  case id(String)
  case address(String, name: String)
  /// One that has a name and nothing else to tell it by, as in a review.
  case name(String)
  /// The name of one that can be told by more.
  case alias(String)
}

/// A recipe that was found, and what tells whether it is the same as another one.
struct FoundRecord {
  var place: LinkedData.Place
  var id: String?
  var link: String?
  var name: String?

  /// What it is.
  fileprivate var identities: [RecipeIdentity] {
    var identities: [RecipeIdentity] = []
    if let id { identities.append(.id(id)) }
    if let link, let name { identities.append(.address(link, name: name)) }
    if let name { identities.append(hasOnlyName ? .name(name) : .alias(name)) }
    return identities
  }

  /// What others that are the same may be: who has only a name is the same as all who have it.
  fileprivate var matches: [RecipeIdentity] {
    guard let name else { return identities }
    return identities.filter { $0 != .alias(name) }
      + (hasOnlyName ? [.alias(name)] : [.name(name)])
  }

  private var hasOnlyName: Bool { id == nil && link == nil }
}

/// An object that others may refer to.
struct FoundNode {
  var range: Range<Int>
  /// Its members, less those whose names begin with `@`.
  var memberCount: Int
}
