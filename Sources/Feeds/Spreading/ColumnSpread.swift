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
  /// The most members that are looked for in the objects of one key; with more their keys are values themselves.
  private static let memberLimit = 64

  /// Objects that say where things are, or how they were found, and nothing of the record.
  private static let asides: Set = ["_links", "links", "@context", "_highlightResult", "_meta"]

  /// The members that say what an object is, the best first.
  private static let mains = [
    "name", "title", "label", "rendered", "@value", "#text", "_text", "$t", "text", "value",
  ]

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
      guard let members = column.members(limit: Self.memberLimit) else {
        var speech = ItemSpeech(column)
        return keep(speech.values() ?? column)
      }
      if members.isEmpty || count + members.count > LooseColumns.limit { return keep(column) }
      count += members.count - 1
      let main = isWrapper ? nil : main(of: members, in: column)
      for (place, member) in members.enumerated() {
        var named = member
        named.path = column.path + "." + member.key
        if isWrapper, keys.insert(member.key).inserted {
          named.isInner = false
        } else if place == main {
          (named.key, named.isInner) = (column.key, column.isInner)
        } else {
          (named.key, named.isInner) = (column.key + "." + member.key, true)
        }
        spread(named, isWrapper: false, depth: depth + 1)
      }
    }
  }

  /// The place of the member that says what the objects of a column are.
  private func main(of members: [Column], in column: Column) -> Int? {
    // Values that are written with their type, as `{"$date": …}`, all have the same key by now.
    if let typed = members.firstIndex(where: { $0.key.isEmpty }) { return typed }
    if column.isName, isNamed { return nil }
    for key in Self.mains {
      if let place = members.firstIndex(where: { $0.key == key && $0.isSpeaking }) { return place }
    }
    // A name in several languages is one all the same.
    return column.isName ? members.firstIndex { $0.isSpeaking } : nil
  }
}

/// What wraps all that a record has.
private enum Wrapper {
  /// What services call it.
  private static let known: Set = ["_source", "attributes", "fields", "node", "properties"]

  /// Keys of texts that may stand beside it: they tell one record from another, or what kind it is.
  private static let besides: Set = [
    "cursor", "etag", "kind", "lang", "language", "object", "rev", "score", "status", "type",
  ]

  /// The place of the column that is one, if there is one.
  ///
  /// It has a name in it, and nothing beside it is one.
  static func place(among columns: [LooseColumns.Column]) -> Int? {
    let objects = columns.indices.filter { columns[$0].nesting == .objects }
    let wrappers = objects.filter { known.contains(columns[$0].key) }
    if wrappers.count == 1 { return wrappers[0] }
    let isAlone = columns.indices.allSatisfy { place in
      objects.contains(place) || isBeside(columns[place])
    }
    guard isAlone else { return nil }
    let named = objects.filter { columns[$0].hasNamedObjects }
    return named.count == 1 ? named[0] : nil
  }

  private static func isBeside(_ column: LooseColumns.Column) -> Bool {
    let key = column.key.lowercased()
    if column.isName { return false }
    if besides.contains(key) || Inference.isEssential(key) { return true }
    if let first = key.first, "_@$".contains(first) { return true }
    return column.values.indices.allSatisfy { place in
      guard let text = column.trimmedText(place) else { return column.values[place].shape != .list }
      return text.isEmpty || isWebLink(text) || isDateAlone(text)
    }
  }
}
