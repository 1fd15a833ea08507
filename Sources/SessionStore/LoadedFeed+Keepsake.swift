import Catalog
import FeedLoading
import FoundationEssentials

extension LoadedFeed {
  /// What the library remembers of a row.
  package func keepsake(of row: Int, key: RecordKey, at date: Date) -> Keepsake {
    var links: [String: String] = [:]
    for field in catalog.schema.links {
      if let link = catalog.value(field, row)?.text {
        links[catalog.schema.fields[field].name] = link
      }
    }
    return Keepsake(
      key: key.text, feed: scope ?? name, name: catalog.name(row), links: links,
      isFavorite: true, since: date)
  }
}
