import Catalog
import FeedLoading
import Feeds
import Formats
import Pictures
import Text
import World

/// The pictures of recipes: files next to theirs, to which the recipes have a relative link.
extension RecipeCollection {
  /// A picture on this machine that belongs to a row.
  private func stored(_ row: Int, of feed: LoadedFeed) -> (link: String, picture: StoredPicture)? {
    for role in [Field.Role.photo, .thumbnail] {
      guard let field = feed.catalog.schema.index(of: role),
        let link = feed.catalog.value(field, row)?.text, encodedDataSize(of: link) == nil,
        case .file(let picture)? = feed.picture(link, of: row)
      else { continue }
      return (link, picture)
    }
    return nil
  }

  /// Copies the picture of a row next to the recipes, if it is on this machine.
  ///
  /// - Returns: The new file; nil if there is no such picture.
  /// - Throws: ``StoredPicture/Fault`` if the picture cannot be read, or is none.
  func copyPicture(
    _ row: Int, of feed: LoadedFeed, titled title: String
  ) throws -> Change.FileChange? {
    guard let (_, picture) = stored(row, of: feed) else { return nil }
    let bytes = try picture.bytes()
    guard let format = PictureFormat(start: Array(bytes.prefix(16))) else {
      throw StoredPicture.Fault("\(picture.name) is not a JPEG, PNG, WebP or GIF picture")
    }
    return try write(bytes, titled: title, ending: format.ending, to: folder)
  }

  /// Returns the files with pictures that only one row of the collection has, next to its recipe.
  func pictures(of row: Int, in mine: LoadedFeed) -> [String] {
    guard let (link, _) = stored(row, of: mine), let recipe = mine.feed.file(of: row),
      let field = mine.catalog.schema.index(of: .photo), !link.contains("/")
    else { return [] }
    let uses = (0..<mine.catalog.count).count { mine.catalog.value(field, $0)?.text == link }
    let path = fileFolder(recipe) + link
    return uses == 1 && world.files.kind(of: path) == .file ? [path] : []
  }

  /// Removes files, and returns the changes.
  func removed(_ paths: [String]) throws -> [Change.FileChange] {
    try paths.map { path in
      let change = Change.FileChange(path: path, before: try contents(of: path), after: nil)
      try world.files.remove(path)
      return change
    }
  }

  /// Whether a field of a row leads to a picture on this machine, which has another name in the collection.
  func isStored(_ value: Value, _ field: Field, _ row: Int, of feed: LoadedFeed) -> Bool {
    guard field.role == .photo || field.role == .thumbnail, encodedDataSize(of: value.text) == nil
    else { return false }
    if case .file? = feed.picture(value.text, of: row) { return true }
    return false
  }
}

extension RecipeCollection {
  /// Returns the name of a file in its folder.
  static func lastComponent(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

/// Returns the folder of a file, with a slash at its end.
private func fileFolder(_ path: String) -> String {
  path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
}
