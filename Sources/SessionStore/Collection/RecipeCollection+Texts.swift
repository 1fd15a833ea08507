import Catalog
import Cooking
import FeedLoading
import Feeds
import Formats
import Text

/// The texts of recipes.
extension RecipeCollection {
  /// Returns the row of a feed as a recipe of the collection.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - feed: Its feed.
  ///   - id: Its id in the collection; nil for none.
  ///   - picture: The link to its picture, if that was copied.
  /// - Returns: The recipe, without what the user has added to the row.
  func recipe(
    _ row: Int, of feed: LoadedFeed, id: String?, picture: String? = nil
  ) -> RecipeText {
    let catalog = feed.feed.catalog
    let isOwn = feed.scope == Self.name
    var recipe = RecipeText(title: catalog.name(row))
    var others: [JSONValue.Member] = []
    for (number, field) in catalog.schema.fields.enumerated() {
      guard let value = catalog.value(number, row) else { continue }
      switch (field.role, field.name) {
      case (.name, _), (.id, _): break
      case _ where !isOwn && isStored(value, field, row, of: feed): break
      case (.photo, _) where picture != nil: break
      case (_, Feed.sourceField) where feed.feed.scope(of: row) != nil: break
      case (.ingredients, _): recipe.ingredients = value.texts
      case (.instructions, _): recipe.steps = value.texts
      case (_, "tags") where field.kind == .list: recipe.tags = value.texts
      case (_, "description") where field.kind != .list: recipe.description = value.text
      case (_, "yield") where field.kind != .list: recipe.yield = value.text
      case (_, "time") where feed.feed.terms(of: number, row) == ["prep", "cook"]: break
      default: others.append(.init(name(of: field, isOwn: isOwn), Self.json(value, field)))
      }
    }
    if let picture { others.append(.init("photo", .string(picture))) }
    others.sort { Self.rank(of: $0.name) < Self.rank(of: $1.name) }
    if !isOwn {
      others.append(.init(SavedRecord.source, .string(Self.source(of: row, feed))))
    }
    if let id { others.append(.init("id", .string(id))) }
    recipe.others = others
    return recipe
  }

  /// The keys that come first in a front matter, in their order.
  private static let firstNames = [
    "source", "author", "cuisine", "category", "prep", "cook", "time", "servings", "yield",
    "rating",
    "photo", "thumbnail", "video",
  ]

  /// The place of a key in the front matter: the same however the fields of the feed are ordered.
  private static func rank(of name: String) -> (Int, String) {
    let last = name == SavedRecord.source ? 1 : 0
    return (firstNames.firstIndex(of: name) ?? firstNames.count + last, name)
  }

  /// What a saved row calls the feed that it is from.
  static func source(of row: Int, _ feed: LoadedFeed) -> String {
    feed.feed.scope(of: row) ?? feed.scope ?? feed.name
  }

  /// Returns the file of a recipe.
  package static func text(of recipe: RecipeText) -> String {
    RecipeMDWriter.text(of: recipe)
  }

  /// The key of a field in the front matter: its name, unless the collection uses that with another meaning.
  private func name(of field: Field, isOwn: Bool) -> String {
    if field.role == .photo { return "photo" }
    let reserved = [SavedRecord.source, SavedRecord.original]
    return !isOwn && reserved.contains(field.name) ? field.name + "-2" : field.name
  }

  private static func json(_ value: Value, _ field: Field) -> JSONValue {
    switch value {
    case .number(let minutes)
    where field.kind == .minutes && ["prep", "cook", "time"].contains(field.name):
      return minutes == 0 ? .number(0) : .string("\(shown(minutes)) min")
    case .number(let number): return .number(number)
    case .list(let items): return .array(items.map { .string($0) })
    case .text(let text):
      if field.isFlag { return .bool(text == "true") }
      return .string(text)
    }
  }
}

extension Value {
  /// The items of a list, or the lines of a text.
  fileprivate var texts: [String] {
    if case .list(let items) = self { return items }
    return text.split(whereSeparator: \.isNewline).map { trimmingSpace(String($0)) }.filter {
      !$0.isEmpty
    }
  }
}
