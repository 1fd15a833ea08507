import Catalog

/// Flattens nested objects into columns that can be shown, compared and sorted.
///
/// `"author": {"name": "Ann", "site": "…"}` becomes `author` and `author.site`. A list of objects becomes a list of
/// texts. The keys inside of an envelope around all members of a record, such as `attributes` in JSON:API, get no
/// prefix.
///
/// - Complexity: O(*n*) in the bytes of objects and lists. Columns without objects are not copied.
struct ObjectFlattener {
  typealias Column = UnmappedColumns.Column

  /// The maximum depth of nested objects that are flattened.
  private static let depthLimit = 4
  /// The maximum number of keys of objects that share none.
  ///
  /// With more, the keys are data.
  private static let memberLimit = 64

  /// The keys of objects that contain links or search results, but nothing about the record.
  private static let sideKeys: Set = ["_links", "links", "@context", "_highlightResult", "_meta"]

  /// The members that describe an object, best first.
  private static let mainKeys = [
    "name", "title", "label", "rendered", "@value", "#text", "_text", "$t", "text", "value",
  ]
  /// Further members that describe it, if other records have a text or an address instead of the object.
  private static let pointing = ["url", "src", "href"]
  /// The keys of objects that link to the record itself.
  private static let ownLinks: Set = ["href", "link", "source", "url"]

  /// The path of the first key beyond the limit, and a row with it.
  private(set) var firstOmitted: (path: String, row: UInt32)?
  /// The texts and numbers of ingredients and steps that no column has.
  private(set) var unused: [Column.Unused] = []
  /// The number of further ones.
  private(set) var omittedCount = 0
  private var own: [Column] = []
  private var inner: [Column] = []
  /// The keys of the top-level columns.
  private var keys: Set<String>
  /// Whether the records were saved by the user, and contain the original records of feeds.
  private let isSaved: Bool
  /// Whether the records have a name that is not an object.
  private let isNamed: Bool
  /// The minimum number of columns in the result.
  private var count: Int

  /// Flattens some columns.
  init(_ columns: [Column]) {
    keys = Set(columns.map(\.key))
    isSaved = keys.contains(SavedRecord.source)
    isNamed = columns.contains { $0.isName && $0.hasScalars }
    count = columns.count
    let wrapper = Wrapper.place(among: columns)
    for (place, column) in columns.enumerated() {
      flatten(column, isWrapper: place == wrapper, depth: 0)
    }
  }

  /// The top-level columns, then the nested ones.
  var columns: [Column] { own + inner }

  private mutating func append(_ column: Column) {
    if column.isInner { inner.append(column) } else { own.append(column) }
  }

  private mutating func flatten(_ column: Column, isWrapper: Bool, depth: Int) {
    switch column.nesting {
    case .none: append(column)
    case .some:
      let part = RecipePart(key: column.key)
      if let part, let (items, left, count) = column.items(part) {
        append(items)
        unused += left
        omittedCount += count
      } else {
        var builder = ItemTextBuilder(column)
        append(builder.texts() ?? column)
      }
      if depth == 0 { appendSupplies(of: column) }
    case .objects:
      let isSide = Self.sideKeys.contains(column.key) || depth == 0 && isSaved && column.isOriginal
      if isSide || depth == Self.depthLimit { return append(column) }
      flattenObjects(column, isWrapper: isWrapper, depth: depth)
    }
  }

  /// Appends the ingredients of steps as a column, if the records list them nowhere else.
  private mutating func appendSupplies(of column: Column) {
    if keys.contains(where: { $0.lowercased().hasSuffix("ingredients") }) { return }
    guard let (supplies, left, count) = column.ingredientsOfSteps() else { return }
    keys.insert(supplies.key)
    append(supplies)
    // The steps do not show their ingredients, which are shown here.
    unused.removeAll { [depth = column.path.split(separator: ".").count] in
      $0.path.dropFirst(depth + 1).first == "ingredients"
    }
    unused += left
    omittedCount += count
  }

  private mutating func flattenObjects(_ column: Column, isWrapper: Bool, depth: Int) {
    // The members of an envelope count as keys of the record.
    let limit = isWrapper ? max(0, UnmappedColumns.limit - count + 1) : UnmappedColumns.limit
    let inside = ObjectMembers(of: column, limit: limit)
    let members = inside.columns
    if members.isEmpty { return append(column) }
    if isWrapper {
      firstOmitted = inside.firstOmitted.map { (column.path + "." + $0.key, $0.row) }
    } else {
      let isLarge = members.count > Self.memberLimit
      let hasRoom = count + members.count <= UnmappedColumns.limit
      if isLarge, !hasRoom || !inside.haveCommonKey {
        var builder = ItemTextBuilder(column)
        return append(builder.values() ?? column)
      }
      if !hasRoom { return append(column) }
    }
    count += members.count - 1
    let otherValues = column.otherValues
    let main = isWrapper ? nil : main(of: members, in: column, hasOdds: !otherValues.rows.isEmpty)
    for (place, member) in members.enumerated() {
      var named = member
      named.path = column.path + "." + member.key
      if isWrapper, keys.insert(member.key).inserted {
        named.isInner = false
      } else if place == main {
        (named.key, named.isInner) = (column.key, column.isInner)
        named.merge(otherValues)
      } else {
        (named.key, named.isInner) = (column.key + "." + member.key, true)
      }
      flatten(named, isWrapper: false, depth: depth + 1)
    }
    if main == nil, !otherValues.rows.isEmpty {
      count += 1
      flatten(otherValues, isWrapper: false, depth: depth + 1)
    }
  }

  /// Returns the index of the member that describes the objects of a column.
  private func main(of members: [Column], in column: Column, hasOdds: Bool) -> Int? {
    // Type wrappers such as `{"$date": …}` all have an empty key by now.
    if let typed = members.firstIndex(where: { $0.key.isEmpty }) { return typed }
    if !column.isInner, Self.ownLinks.contains(column.key.lowercased()),
      let link = members.firstIndex(where: { ["href", "url"].contains($0.key) && $0.isWebAddress })
    {
      return link
    }
    if column.isName, isNamed { return nil }
    for key in hasOdds ? Self.mainKeys + Self.pointing : Self.mainKeys {
      if let place = members.firstIndex(where: { $0.key == key && $0.hasScalars }) { return place }
    }
    // A name in several languages is used in the first one.
    return column.isName ? members.firstIndex { $0.hasScalars } : nil
  }
}

/// Detection of an envelope around all members of a record.
enum Wrapper {
  /// The usual keys of envelopes.
  private static let known: Set = ["_source", "attributes", "fields", "node", "properties"]

  /// Keys of texts that may occur next to an envelope: they identify or classify the record.
  private static let besides: Set = [
    "cursor", "etag", "kind", "lang", "language", "object", "rev", "score", "status", "type",
  ]

  /// The number of texts of a key that are examined.
  fileprivate static let sampleSize = 64

  /// Returns the index of the only column that is an envelope; nil if there is none.
  ///
  /// Apart from known keys, an envelope contains a name, and no column next to it does.
  static func place(among columns: [UnmappedColumns.Column]) -> Int? {
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

  /// Whether a key may occur next to an envelope of a number of rows.
  ///
  /// A key of at most half of them may.
  private static func isBeside(_ column: UnmappedColumns.Column, _ rows: Int) -> Bool {
    let key = column.key.lowercased()
    if column.isName { return false }
    if besides.contains(key) || Inference.isEssential(key) { return true }
    if let first = key.first, "_@$".contains(first) { return true }
    return column.rows.count * 2 <= rows || !column.isProse
  }
}

extension UnmappedColumns.Column {
  /// Whether at least half of the first texts are neither links nor dates.
  fileprivate var isProse: Bool {
    var (texts, prose) = (0, 0)
    for place in values.indices where texts < Wrapper.sampleSize {
      let isList = values[place].shape == .list
      guard let text = isList ? "" : trimmedText(place), isList || !text.isEmpty else { continue }
      texts += 1
      if isList || !isWebLink(text) && !isDateAlone(text) { prose += 1 }
    }
    return texts > 0 && prose * 2 >= texts
  }
}
