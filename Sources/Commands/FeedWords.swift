import Catalog
import FeedLoading
import Feeds

/// What a feed has, in words.
extension LoadedFeed {
  /// How many rows there are, and of how many kinds.
  package var contents: String {
    if catalog.count == 0 { return emptiness }
    let rows =
      feed.profile == "recipes"
      ? (catalog.count == 1 ? "recipe" : "recipes") : (catalog.count == 1 ? "row" : "rows")
    let first = "\(catalog.count) \(rows)"
    guard let facet = catalog.schema.index(of: .facet) else { return first }
    let kinds = catalog.distinctCount(facet)
    let name = catalog.schema.fields[facet].name
    return first + ", \(kinds) \(name)\(kinds == 1 ? "" : "s")"
  }

  /// Why there are no rows: the feed has no records, or none that is well formed.
  package var emptiness: String {
    feed.malformedCount == 0 ? "the feed is empty" : "every record is malformed: see problems"
  }
}
