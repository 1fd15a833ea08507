import Catalog
import Diagnostics
import FeedLoading
import Feeds
import Formats
import Text
import World

/// Keeping one of several recipes of the same dish.
extension RecipeCollection {
  /// The result of merging rows.
  package struct Merged {
    package var change = Change()
    /// Whether the first row was saved, because none was.
    package var isSaved = false
    /// The stored key of the row that stays.
    package var key: String?
    /// The number of rows of the collection after it.
    package var count = 0
  }

  /// Keeps one of several rows in the collection, with the links of all.
  ///
  /// The first row that is in the collection stays, otherwise the first one is saved; others that are in it are removed.
  ///
  /// - Parameters:
  ///   - rows: At least two rows.
  ///   - feed: Their feed.
  /// - Returns: The changes.
  /// - Throws: ``Failure`` if a file cannot be changed.
  package func merge(_ rows: [Int], of feed: LoadedFeed) throws -> Merged {
    try changing {
      var merged = Merged()
      var saved = try rows.map { try files(of: [$0], feed).first?.path }
      if saved.allSatisfy({ $0 == nil }) {
        let first = try saveLocked([rows[0]], of: feed)
        merged.change = first.change
        merged.isSaved = true
        saved[0] = first.change.files.first?.path
      }
      guard let path = saved.lazy.compactMap(\.self).first else { return merged }
      let links = rows.compactMap { feed.sourceLink(of: $0) }
      if let change = try addLinks(links, to: path) { merged.change.add(change) }
      for other in Set(saved.compactMap(\.self)).subtracting([path]).sorted() {
        let before = try contents(of: other)
        merged.change.add(.init(path: other, before: before, after: nil))
        try world.files.remove(other)
      }
      let now = try read()
      merged.count = now.catalog.count
      merged.key = (0..<now.catalog.count).first { now.feed.file(of: $0) == path }
        .flatMap { now.key(of: $0)?.text }
      return merged
    }
  }

  /// Adds links that a file does not have; other bytes stay as they are.
  ///
  /// - Returns: The change; nil if the file has all of them.
  func addLinks(_ links: [String], to path: String) throws -> Change.FileChange? {
    guard let before = try contents(of: path) else { return nil }
    let old = String(decoding: before, as: UTF8.self)
    var text = old
    for link in links where !text.contains(link) {
      text = RecipeMD.adding(link, as: "source", to: text)
    }
    if text == old { return nil }
    let after = Array(text.utf8)
    try world.files.write(after, to: path, replacing: true)
    return .init(path: path, before: before, after: after)
  }
}
