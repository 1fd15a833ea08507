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
        saved[0] = first.change.files.last?.path
      }
      guard let path = saved.lazy.compactMap(\.self).first else { return merged }
      let links = rows.compactMap { feed.sourceLink(of: $0) }
      if let change = try add(links, to: path) { merged.change.add(change) }
      let others = Set(saved.compactMap(\.self)).subtracting([path])
      let unsaved = zip(rows, saved).filter { $1 == nil }.map(\.0)
      let pictures = try addPicture(of: unsaved, feed, to: path, removing: others, &merged.change)
      for change in try removed(others.sorted() + pictures) { merged.change.add(change) }
      let now = try read()
      merged.count = now.catalog.count
      merged.key = (0..<now.catalog.count).first { now.feed.file(of: $0) == path }
        .flatMap { now.key(of: $0)?.text }
      return merged
    }
  }

  /// Gives a recipe without a picture that of another row.
  ///
  /// - Parameters:
  ///   - rows: The rows that are merged, which are not in the collection.
  ///   - feed: Their feed.
  ///   - path: The file of the recipe that stays.
  ///   - others: The files of those that are removed.
  ///   - change: Takes the changes.
  /// - Returns: The files with pictures that no recipe has any more.
  /// - Throws: An error if a file or a picture cannot be read or written.
  private func addPicture(
    of rows: [Int], _ feed: LoadedFeed, to path: String, removing others: Set<String>,
    _ change: inout Change
  ) throws -> [String] {
    let mine = try read()
    let numbers = { (paths: Set<String>) in
      (0..<mine.catalog.count).filter { mine.feed.file(of: $0).map(paths.contains) ?? false }
    }
    let left = numbers(others).flatMap { pictures(of: $0, in: mine) }
    guard path.hasSuffix(".md"), let own = numbers([path]).first,
      mine.catalog.text(.photo, own) == nil
    else { return left }
    // A picture that is next to the recipes already stays where it is.
    var link = left.first.map(Self.lastComponent)
    for row in rows where link == nil {
      if let copied = try copyPicture(row, of: feed, titled: mine.catalog.name(own)) {
        change.add(copied)
        link = Self.lastComponent(copied.path)
      } else {
        link = feed.catalog.text(.photo, row).flatMap { isWebLink($0) ? $0 : nil }
      }
    }
    link = link ?? numbers(others).lazy.compactMap { mine.catalog.text(.photo, $0) }.first
    if let link, let added = try add([link], as: "photo", to: path) { change.add(added) }
    return left.filter { Self.lastComponent($0) != link }
  }

  /// Adds links that a file does not have, under a key; other bytes stay as they are.
  ///
  /// - Returns: The change; nil if the file has all of them.
  func add(
    _ links: [String], as key: String = "source", to path: String
  ) throws -> Change.FileChange? {
    guard let before = try contents(of: path) else { return nil }
    let old = String(decoding: before, as: UTF8.self)
    var text = old
    for link in links where !text.contains(link) {
      text = RecipeMD.adding(link, as: key, to: text)
    }
    if text == old { return nil }
    let after = Array(text.utf8)
    try world.files.write(after, to: path, replacing: true)
    return .init(path: path, before: before, after: after)
  }
}
