/// The members of an object, as far as they determine whether it is a record or contains a list of records.
///
/// An object with a name is a record, unless one of its lists has records. The steps, pictures or keywords of a recipe
/// are parts of it, even if they are objects with names.
struct RecordOutline {
  /// The keys under which documents list records, whatever keys the records have.
  static let listNames: Set = [
    "bindings", "data", "docs", "edges", "entries", "hits", "items", "nodes", "recipes", "records",
    "results", "rows",
  ]
  /// The endings of keys whose lists are parts of a recipe, and of nothing else.
  private static let recipeParts = [
    "directions", "ingredient", "ingredients", "instructions", "method", "steps",
  ]
  /// The keys of lists that describe a record.
  private static let parts: Set = [
    "assets", "attachments", "authors", "categories", "comments", "extras", "images", "keywords",
    "links", "notes", "nutrition", "photos", "pictures", "properties", "ratings", "reviews", "tags",
    "tools", "videos",
  ]

  private(set) var isNamed = false
  private var hasRecipeParts = false
  private var hasRecords = false
  private var hasListName = false

  /// Adds a member that is not a list.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - first: The first byte of the value.
  mutating func add(_ key: String, first: UInt8) {
    if first == UInt8(ascii: "\""), Inference.nameKeys.contains(key.lowercased()) { isNamed = true }
  }

  /// Adds a list.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - first: The first byte of the first element, or the closing bracket.
  /// - Returns: Whether the keys of its elements matter, too.
  mutating func addList(_ key: String, first: UInt8) -> Bool {
    let isOfObjects = first == UInt8(ascii: "{")
    let key = key.lowercased()
    if Self.listNames.contains(key) {
      if isOfObjects || first == UInt8(ascii: "]") { hasListName = true }
    } else if Self.recipeParts.contains(where: key.hasSuffix) {
      hasRecipeParts = true
    } else {
      return isOfObjects && !hasRecords && !Self.parts.contains(key)
    }
    return false
  }

  /// Adds the keys of each of the first elements of the list that was added last.
  mutating func addElements(_ keys: [Set<String>]) {
    hasRecords = keys.contains { $0.contains(where: Inference.isEssential) }
  }

  /// Whether the object is a record.
  var isRecord: Bool { isNamed && !hasListName && (hasRecipeParts || !hasRecords) }
}
