/// What was found in the blocks of a document.
struct FoundData {
  var records: [FoundRecord] = []
  var nodes: [String: FoundNode] = [:]
  var remarks: [LinkedRemark] = []

  /// Adds what one block has.
  mutating func add(_ block: BlockScan) {
    records += block.found
    remarks += block.notes
    nodes.merge(block.nodes) { $0.memberCount < $1.memberCount ? $1 : $0 }
  }

  /// Keeps of each recipe that is there more than once the one with most in it.
  mutating func dropRepeated() {
    var places: [String: Int] = [:]
    var kept: [FoundRecord] = []
    for record in records {
      let known = record.identities.lazy.compactMap { places[$0] }.first
      for identity in record.identities { places[identity] = known ?? kept.count }
      guard let known else {
        kept.append(record)
        continue
      }
      let isLonger = record.place.range.count > kept[known].place.range.count
      let dropped = isLonger ? kept[known] : record
      remarks.append(LinkedRemark(offset: dropped.place.range.lowerBound, kind: .repeated))
      if isLonger { kept[known] = record }
    }
    records = kept.sorted { $0.place.range.lowerBound < $1.place.range.lowerBound }
  }
}

/// A recipe that was found, and what tells whether it is the same as another one.
struct FoundRecord {
  var place: LinkedData.Place
  var id: String?
  var link: String?
  var name: String?

  /// What no other recipe has; empty if nobody can tell.
  fileprivate var identities: [String] {
    var identities: [String] = []
    if let id { identities.append("@" + id) }
    if let link, let name { identities.append("\(link)\n\(name)") }
    return identities
  }
}

/// An object that others may refer to.
struct FoundNode {
  var range: Range<Int>
  /// Its members, less those whose names begin with `@`.
  var memberCount: Int
}
