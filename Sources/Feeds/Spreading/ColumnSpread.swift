import Catalog

/// Takes the objects that records hold apart, so that what is in them can be shown, compared and sorted.
///
/// `"author": {"name": "Ann", "site": "…"}` becomes `author` and `author.site`, and a list of objects a list of what
/// each of them says. What wraps all that a record has, as `attributes` does in JSON:API, leaves no trace in the keys.
///
/// - Complexity: O(*n*) in the bytes of the objects and lists; columns without any are taken as they are.
struct ColumnSpread {
  typealias Column = LooseColumns.Column

  /// How many objects inside of each other are taken apart.
  private static let depthLimit = 4
  /// The most members that objects have without any in common; with more their keys are values themselves.
  private static let memberLimit = 64

  /// Objects that say where things are, or how they were found, and nothing of the record.
  private static let asides: Set = ["_links", "links", "@context", "_highlightResult", "_meta"]

  /// The members that say what an object is, the best first.
  private static let mains = [
    "name", "title", "label", "rendered", "@value", "#text", "_text", "$t", "text", "value",
  ]
  /// Those that say it where other records have a text or an address in the place of the object.
  private static let pointing = ["url", "src", "href"]
  /// Keys of objects that lead to the record itself.
  private static let ownLinks: Set = ["href", "link", "source", "url"]

  /// The path of the first key that is one too many for a record, and a row that has it.
  private(set) var passedOver: (path: String, row: UInt32)?
  private var own: [Column] = []
  private var inner: [Column] = []
  /// The keys that the record's own columns have.
  private var keys: Set<String>
  /// Whether the records are what a person saved, with the records of feeds that it was made of.
  private let isSaved: Bool
  /// Whether the record has a name of its own, which no object could say better.
  private let isNamed: Bool
  /// How many columns there will be at least.
  private var count: Int

  /// The columns of records, with other columns in the place of those that hold objects.
  init(_ columns: [Column]) {
    keys = Set(columns.map(\.key))
    isSaved = keys.contains(SavedRecord.source)
    isNamed = columns.contains { $0.isName && $0.isSpeaking }
    count = columns.count
    let wrapper = Wrapper.place(among: columns)
    for (place, column) in columns.enumerated() {
      spread(column, isWrapper: place == wrapper, depth: 0)
    }
  }

  /// The record's own columns, then those of what is inside of it.
  var columns: [Column] { own + inner }

  private mutating func keep(_ column: Column) {
    if column.isInner { inner.append(column) } else { own.append(column) }
  }

  private mutating func spread(_ column: Column, isWrapper: Bool, depth: Int) {
    switch column.nesting {
    case .none: keep(column)
    case .some:
      var speech = ItemSpeech(column)
      keep(speech.spoken() ?? column)
    case .objects:
      let isAside = Self.asides.contains(column.key) || depth == 0 && isSaved && column.isOriginal
      if isAside || depth == Self.depthLimit { return keep(column) }
      spreadObjects(column, isWrapper: isWrapper, depth: depth)
    }
  }

  private mutating func spreadObjects(_ column: Column, isWrapper: Bool, depth: Int) {
    // What a wrapper has are the record's own keys.
    let limit = isWrapper ? max(0, LooseColumns.limit - count + 1) : LooseColumns.limit
    let inside = ObjectMembers(of: column, limit: limit)
    let members = inside.columns
    if members.isEmpty { return keep(column) }
    if isWrapper {
      passedOver = inside.passedOver.map { (column.path + "." + $0.key, $0.row) }
    } else {
      let isLarge = members.count > Self.memberLimit
      let hasRoom = count + members.count <= LooseColumns.limit
      if isLarge, !hasRoom || !inside.haveCommonKey {
        var speech = ItemSpeech(column)
        return keep(speech.values() ?? column)
      }
      if !hasRoom { return keep(column) }
    }
    count += members.count - 1
    let odds = column.odds
    let main = isWrapper ? nil : main(of: members, in: column, hasOdds: !odds.rows.isEmpty)
    for (place, member) in members.enumerated() {
      var named = member
      named.path = column.path + "." + member.key
      if isWrapper, keys.insert(member.key).inserted {
        named.isInner = false
      } else if place == main {
        (named.key, named.isInner) = (column.key, column.isInner)
        named.merge(odds)
      } else {
        (named.key, named.isInner) = (column.key + "." + member.key, true)
      }
      spread(named, isWrapper: false, depth: depth + 1)
    }
    if main == nil, !odds.rows.isEmpty {
      count += 1
      spread(odds, isWrapper: false, depth: depth + 1)
    }
  }

  /// The place of the member that says what the objects of a column are.
  private func main(of members: [Column], in column: Column, hasOdds: Bool) -> Int? {
    // Values that are written with their type, as `{"$date": …}`, all have the same key by now.
    if let typed = members.firstIndex(where: { $0.key.isEmpty }) { return typed }
    if !column.isInner, Self.ownLinks.contains(column.key.lowercased()),
      let link = members.firstIndex(where: { ["href", "url"].contains($0.key) && $0.isWebAddress })
    {
      return link
    }
    if column.isName, isNamed { return nil }
    for key in hasOdds ? Self.mains + Self.pointing : Self.mains {
      if let place = members.firstIndex(where: { $0.key == key && $0.isSpeaking }) { return place }
    }
    // A name in several languages is one all the same.
    return column.isName ? members.firstIndex { $0.isSpeaking } : nil
  }
}

/// What wraps all that a record has.
enum Wrapper {
  /// What services call it.
  private static let known: Set = ["_source", "attributes", "fields", "node", "properties"]

  /// Keys of texts that may stand beside it: they tell one record from another, or what kind it is.
  private static let besides: Set = [
    "cursor", "etag", "kind", "lang", "language", "object", "rev", "score", "status", "type",
  ]

  /// How many texts of a key are looked at.
  fileprivate static let glance = 64

  /// The place of the column that is one, if there is one.
  ///
  /// It has a name in it, and nothing beside it is one.
  static func place(among columns: [LooseColumns.Column]) -> Int? {
    let objects = columns.indices.filter { columns[$0].nesting == .objects }
    let wrappers = objects.filter { known.contains(columns[$0].key) }
    if wrappers.count == 1 { return wrappers[0] }
    let named = objects.filter { columns[$0].hasNamedObjects }
    guard named.count == 1 else { return nil }
    let rows = columns[named[0]].rows.count
    let isAlone = columns.indices.allSatisfy { place in
      objects.contains(place) || isBeside(columns[place], rows)
    }
    return isAlone ? named[0] : nil
  }

  /// Whether a key may stand beside what wraps so many rows: what at most half of them have is a remark.
  private static func isBeside(_ column: LooseColumns.Column, _ rows: Int) -> Bool {
    let key = column.key.lowercased()
    if column.isName { return false }
    if besides.contains(key) || Inference.isEssential(key) { return true }
    if let first = key.first, "_@$".contains(first) { return true }
    return column.rows.count * 2 <= rows || !column.isProse
  }
}

extension LooseColumns.Column {
  /// Whether half of the first texts or more say something, and do not only lead to it or date it.
  fileprivate var isProse: Bool {
    var (texts, prose) = (0, 0)
    for place in values.indices where texts < Wrapper.glance {
      let isList = values[place].shape == .list
      guard let text = isList ? "" : trimmedText(place), isList || !text.isEmpty else { continue }
      texts += 1
      if isList || !isWebLink(text) && !isDateAlone(text) { prose += 1 }
    }
    return texts > 0 && prose * 2 >= texts
  }
}
