import Catalog
import Cooking
import Diagnostics
import FeedLoading
import Feeds
import Formats
import Text
import World

/// Saving and removing rows.
extension RecipeCollection {
  /// The result of saving or removing rows.
  package struct Outcome {
    /// The changed files, which can be undone.
    package var change = Change()
    /// The favorites, notes and own values that saved rows took along, which belong to the change.
    package var marks = Library.Change()
    /// The number of rows of the collection after it.
    package var count = 0
    /// The number of rows that were added.
    package var added = 0
    /// The number of rows whose dish the collection has from another source, which got their links.
    package var joined = 0
    /// The files that have the saved rows, by their rows.
    var files: [Int: String] = [:]
    /// The pictures that could not be copied, and why.
    package var lostPictures: [StoredPicture.Fault] = []
  }

  /// Saves rows of a feed, except those that are saved already.
  ///
  /// An id that is unique only within its feed gets the name of the feed before it if another row has it already. If the
  /// collection has the same dish from another source, that gets the link of the row. Rows take their favorites, notes and own
  /// values along, and keep them.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - feed: Their feed.
  ///   - areOthers: Whether each is a recipe of its own, even if the collection has its id or dish already.
  /// - Returns: What was saved.
  /// - Throws: An error if a file cannot be written.
  /// - Complexity: O(*n*) in the number of saved recipes.
  package func save(
    _ rows: [Int], of feed: LoadedFeed, asOthers areOthers: Bool = false
  ) throws -> Outcome {
    try changing {
      var outcome = try saveLocked(rows, of: feed, asOthers: areOthers)
      if !outcome.change.files.isEmpty { outcome.marks = try addMarks(to: outcome.files, feed) }
      return outcome
    }
  }

  /// Saves rows while the folder is locked.
  func saveLocked(
    _ rows: [Int], of feed: LoadedFeed, asOthers areOthers: Bool = false
  ) throws -> Outcome {
    var saved = try savedRows()
    var outcome = Outcome()
    for row in rows where areOthers || saved.row(of: row, feed) == nil {
      // The document may have changed since it was loaded, and the row with it.
      _ = try feed.lookingUp { (feed) throws(FileError) in try feed.source(of: row) }
      if !areOthers, let path = saved.fileOfSameDish(as: row, feed) {
        if let change = try add(feed.sourceLink(of: row).map { [$0] } ?? [], to: path) {
          outcome.change.add(change)
        }
        outcome.joined += 1
        outcome.files[row] = path
        continue
      }
      let id = areOthers ? nil : saved.freeId(of: row, feed)
      try write(row, of: feed, id: id, &outcome)
      outcome.added += 1
      saved.add(row, feed, id: id)
    }
    outcome.count = saved.count
    return outcome
  }

  /// Writes the recipe of a row, after its picture: no recipe has a link to a file that is not there.
  private func write(
    _ row: Int, of feed: LoadedFeed, id: String?, _ outcome: inout Outcome
  ) throws {
    var picture: Change.FileChange?
    do {
      picture = try copyPicture(row, of: feed, titled: feed.catalog.name(row))
    } catch let fault as StoredPicture.Fault {
      outcome.lostPictures.append(fault)
    }
    let recipe = recipe(
      row, of: feed, id: id, picture: picture.map { Self.lastComponent($0.path) })
    do {
      let file = try write(Self.text(of: recipe), titled: recipe.title, to: folder)
      if let picture { outcome.change.add(picture) }
      outcome.change.add(file)
      outcome.files[row] = file.path
    } catch {
      if let picture { try world.files.remove(picture.path) }
      throw error
    }
  }

  /// The file of a saved row.
  package struct SavedFile: Equatable, Sendable {
    package var path: String
    /// Whether it differs from what Larder would write for its row.
    package var isByHand: Bool
    /// The files with pictures that only this recipe has.
    package var pictures: [String] = []
  }

  /// Returns the files of saved rows.
  ///
  /// - Parameters:
  ///   - rows: Rows of the collection, or of the feeds that they were saved from.
  ///   - feed: Their feed.
  /// - Returns: The files, without those of rows that are not saved.
  /// - Throws: ``Failure`` if a file has other rows, too.
  package func files(of rows: [Int], _ feed: LoadedFeed) throws -> [SavedFile] {
    try prepare()
    let saved = try savedRows()
    return try rows.compactMap { (row) throws -> SavedFile? in
      guard let number = saved.row(of: row, feed), let mine = saved.feed,
        let path = mine.feed.file(of: number)
      else { return nil }
      let rows = (0..<mine.catalog.count).count { mine.feed.file(of: $0) == path }
      guard rows == 1 else {
        throw Failure(
          "\(harmless(path)) has \(rows) rows", hint: "edit the file itself", status: .disk)
      }
      let text = Self.text(of: recipe(number, of: mine, id: mine.catalog.text(.id, number)))
      return SavedFile(
        path: path, isByHand: try contents(of: path) != Array(text.utf8),
        pictures: pictures(of: number, in: mine))
    }
  }

  /// Adds the text of a recipe.
  package func add(_ text: String, titled title: String) throws -> Outcome {
    try changing {
      var outcome = Outcome()
      let file = try write(text, titled: title, to: folder)
      outcome.change.add(file)
      outcome.count = try savedRows().count
      return outcome
    }
  }

  /// Replaces the text of a file.
  ///
  /// - Throws: ``Failure`` if the file is not as it was before the edit.
  package func replace(_ path: String, _ before: [UInt8], with after: [UInt8]) throws -> Change {
    let change = Change([.init(path: path, before: before, after: after)])
    try apply(change)
    return change
  }

  /// Removes the files of rows with their pictures.
  package func remove(_ saved: [SavedFile]) throws -> Outcome {
    try changing {
      var outcome = Outcome()
      for file in saved {
        for change in try removed([file.path] + file.pictures) { outcome.change.add(change) }
      }
      outcome.count = try savedRows().count
      return outcome
    }
  }

  /// Gives the rows of files the marks of the rows that they were saved from.
  private func addMarks(to files: [Int: String], _ feed: LoadedFeed) throws -> Library.Change {
    let marked = try library.markedKeys()
    let rows = files.keys.sorted().filter {
      feed.key(of: $0).map { marked.contains($0.text) } ?? false
    }
    if rows.isEmpty { return Library.Change() }
    let mine = try read()
    let saved = Dictionary(
      (0..<mine.catalog.count).compactMap { row in mine.feed.file(of: row).map { ($0, row) } },
      uniquingKeysWith: { first, _ in first })
    let transfers = rows.compactMap { row -> (keys: Set<String>, item: Keepsake)? in
      guard let old = feed.key(of: row), let new = files[row].flatMap({ saved[$0] }),
        let key = mine.key(of: new)
      else { return nil }
      return ([old.text], mine.keepsake(of: new, key: key, at: world.now()))
    }
    return try library.addMarks(transfers, at: world.now())
  }

  private func savedRows() throws -> SavedRows {
    SavedRows(world.files.kind(of: folder) == nil ? nil : try read())
  }
}

/// The rows of the collection, and what is added to them.
private struct SavedRows {
  /// The collection; nil if there is none yet.
  let feed: LoadedFeed?
  private(set) var count: Int
  /// The ids of rows, and the feeds that they were saved from.
  private var sources: [String: String] = [:]
  /// The rows of each name.
  private var named: [String: [Int]] = [:]
  /// The rows by the words of their names.
  private var dishes: [String: [Int]] = [:]
  private let source: Int?

  init(_ feed: LoadedFeed?) {
    self.feed = feed
    count = feed?.catalog.count ?? 0
    source = feed?.catalog.schema.index(of: SavedRecord.source)
    guard let feed else { return }
    for row in 0..<feed.catalog.count {
      named[feed.catalog.name(row), default: []].append(row)
      dishes[DishSignature.key(of: feed.catalog.name(row)), default: []].append(row)
      if let id = feed.catalog.text(.id, row) { sources[id] = source(of: row) }
    }
  }

  private func source(of row: Int) -> String {
    source.flatMap { feed?.catalog.value($0, row)?.text } ?? ""
  }

  /// Returns the row of the collection that was saved from a row; nil if there is none.
  func row(of row: Int, _ other: LoadedFeed) -> Int? {
    guard let feed else { return nil }
    if other.scope == RecipeCollection.name {
      guard let key = other.key(of: row) else { return nil }
      let found = feed.rows(of: [key.text])[key.text] ?? []
      // Two files have one id if a carrier has made a copy of one.
      let file = other.feed.file(of: row)
      return found.count == 1 ? found[0] : found.first { feed.feed.file(of: $0) == file }
    }
    let name = other.catalog.name(row)
    let id = other.catalog.text(.id, row)
    let from = RecipeCollection.source(of: row, other)
    if let id, isUUID(id) || isWebLink(id) {
      let key = RecordKey(id: id, isUniversal: true, scope: "").text
      return feed.rows(of: [key])[key]?.first
    }
    return (named[name] ?? []).first { mine in
      guard source(of: mine) == from else { return false }
      if let own = feed.catalog.text(.id, mine) {
        return own == id || own.hasPrefix("\(from)#\(id ?? "")")
      }
      return id == nil && feed.signature(of: mine).isSameDish(as: other.signature(of: row))
    }
  }

  /// Returns the file with the same dish as a row, by name and ingredients; nil if there is none, or one with other rows.
  func fileOfSameDish(as row: Int, _ other: LoadedFeed) -> String? {
    let key = DishSignature.key(of: other.catalog.name(row))
    guard let feed, let rows = dishes[key] else { return nil }
    let signature = other.signature(of: row)
    let same = rows.first { feed.signature(of: $0).isSameDish(as: signature) }
    // A dish without ingredients may be anything else of that name.
    guard let same, signature.hasIngredients, let path = feed.feed.file(of: same) else {
      return nil
    }
    return path.hasSuffix(".md") ? path : nil
  }

  /// Returns the id of a row, with the name of its feed before it if another row has it already; nil for none.
  func freeId(of row: Int, _ other: LoadedFeed) -> String? {
    guard let id = other.catalog.text(.id, row), !isUUID(id), !isWebLink(id) else {
      return other.catalog.text(.id, row)
    }
    let from = RecipeCollection.source(of: row, other)
    if sources[id] == nil || sources[id] == from && other.scope != nil { return id }
    let named = "\(from)#\(id)"
    return sources[named] == nil
      ? named : (2...).lazy.map { "\(named)-\($0)" }.first { sources[$0] == nil }
  }

  mutating func add(_ row: Int, _ other: LoadedFeed, id: String?) {
    count += 1
    if let id { sources[id] = RecipeCollection.source(of: row, other) }
  }
}
