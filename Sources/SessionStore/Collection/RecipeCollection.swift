import Catalog
import Diagnostics
import FeedLoading
import Feeds
import Formats
import Text
import World

/// The recipes of the user, which are the feed `mine`: a folder of readable files, one recipe each.
///
/// Larder writes RecipeMD below a front matter. Files that the user adds or changes by hand are rows of the feed, too,
/// in any format that Larder reads.
package final class RecipeCollection {
  /// The name of the feed.
  package static let name = "mine"

  let library: Library
  private let loader: FeedLoader
  let world: World
  /// The folder at the last look; nil if nobody asks for news.
  var seen: Look?
  /// The paths of the files that this process has added, which are not new to whoever sits at it.
  package private(set) var added: Set<String> = []
  /// What has happened since the news were taken.
  var news = News()

  package init(_ library: Library, _ loader: FeedLoader, on world: World) {
    (self.library, self.loader, self.world) = (library, loader, world)
  }

  /// A change of files, which can be undone.
  package struct Change: Equatable, Sendable {
    /// The contents of a file before and after the change; nil for a file that is not there.
    package struct FileChange: Equatable, Sendable {
      package var path: String
      package var before: [UInt8]?
      package var after: [UInt8]?
    }

    /// The files, each once.
    package private(set) var files: [FileChange] = []

    package init(_ files: [FileChange] = []) { self.files = files }

    /// Adds a change of a file, which follows those before.
    mutating func add(_ change: FileChange) {
      if let place = files.firstIndex(where: { $0.path == change.path }) {
        files[place].after = change.after
      } else {
        files.append(change)
      }
    }

    /// The change that undoes this one.
    package var inverse: Change {
      Change(
        files.reversed().map { FileChange(path: $0.path, before: $0.after, after: $0.before) })
    }
  }

  /// The folder, by the setting `mine`.
  package var folder: String {
    let setting = library.settings[Self.name]
    return setting == "auto" ? standardFolder : world.expandingHome(setting)
  }

  private var standardFolder: String { world.folders.data + "/" + Self.name }

  /// The list of records in which an earlier version saved.
  private var oldList: String { world.folders.data + "/\(Self.name).json" }

  /// The origin of the feed.
  package var origin: FeedOrigin {
    var origin = FeedOrigin(
      location: .file(folder), name: Self.name, scope: Self.name, profile: nil)
    origin.sharesIds = true
    return origin
  }

  /// Whether there is anything to load.
  package var exists: Bool {
    world.files.kind(of: folder) != nil || world.files.kind(of: oldList) != nil
  }

  /// Reads the feed as it is now, without making it the current one.
  ///
  /// - Throws: ``Failure`` if the folder cannot be read, or none of its files.
  func read() throws -> LoadedFeed {
    try prepare()
    return try loader.read(FeedRequest(source: Self.name), from: origin)
  }

  /// Makes sure that nobody else can read or change the folder, and takes over the list of an earlier version.
  ///
  /// - Throws: ``Failure`` if the folder belongs to another user, or the list cannot be read.
  package func prepare() throws {
    let files = world.files
    if folder == standardFolder, files.kind(of: folder) != nil { try loader.claim(folder) }
    guard files.kind(of: oldList) != nil, files.kind(of: standardFolder) == nil else { return }
    try files.whileLocked(world.folders.data) {
      if files.kind(of: standardFolder) == nil { try takeOver() }
    }
  }

  /// Writes a file for each record of the list of an earlier version, which stays as it is.
  private func takeOver() throws {
    try loader.claim(oldList)
    let origin = FeedOrigin(
      location: .file(oldList), name: Self.name, scope: Self.name,
      profile: NamedProfile(Profile.records))
    let feed: LoadedFeed
    do {
      feed = try loader.read(FeedRequest(source: oldList), from: origin)
      if feed.feed.malformedCount > 0 {
        throw Failure("\(oldList) has records that cannot be read")
      }
    } catch {
      var failure = Failure(catching: error)
      failure.diagnostic.hint =
        "it is to become files in \(standardFolder); repair it or move it away"
      throw failure
    }
    let files = world.files
    let new = standardFolder + ".new"
    // What an interrupted attempt left is written again.
    for name in (try? files.names(in: new)) ?? [] { try files.remove(new + "/" + name) }
    try files.makeFolder(new)
    for row in feed.catalog.sorted(by: .feed) {
      let recipe = recipe(row, of: feed, id: feed.catalog.text(.id, row))
      _ = try write(Self.text(of: recipe), titled: recipe.title, to: new)
    }
    try files.rename(new, to: standardFolder)
  }

  /// Runs work while no other shell changes the folder.
  func changing<Result>(_ work: () throws -> Result) throws -> Result {
    try prepare()
    try world.files.makeFolder(folder)
    return try world.files.whileLocked(folder) {
      if seen == nil { return try work() }
      look()
      defer { look(isOwn: true) }
      return try work()
    }
  }

  /// Applies a change, or an inverse one.
  ///
  /// - Throws: ``Failure`` if a file is not as the change expects it; then nothing is changed.
  package func apply(_ change: Change) throws {
    try changing {
      for file in change.files {
        let now = try contents(of: file.path)
        if now == file.before { continue }
        throw Failure(
          now == nil
            ? "\(harmless(file.path)) was removed since"
            : "\(harmless(file.path)) was changed since, and stays as it is", status: .disk)
      }
      for file in change.files {
        if let after = file.after {
          try world.files.write(after, to: file.path, replacing: file.before != nil)
        } else {
          try world.files.remove(file.path)
        }
      }
    }
  }

  /// The largest file that is edited or removed, in bytes.
  private static let largestFile = max(16 << 20, StoredPicture.sizeLimit)

  /// Returns the bytes of a file; nil if there is none.
  package func contents(of path: String) throws(FileError) -> [UInt8]? {
    if world.files.kind(of: path) == nil { return nil }
    return try world.files.contents(of: path, limit: Self.largestFile)
  }

  /// Writes a new file named after a title.
  func write(
    _ text: String, titled title: String, to folder: String
  ) throws -> Change.FileChange {
    try write(Array(text.utf8), titled: title, ending: "md", to: folder)
  }

  /// Writes a new file named after a title, with an ending.
  func write(
    _ bytes: [UInt8], titled title: String, ending: String, to folder: String
  ) throws -> Change.FileChange {
    let name = Self.fileName(of: title)
    for number in 1... {
      let path = "\(folder)/\(name)\(number == 1 ? "" : " \(number)").\(ending)"
      do throws(FileError) {
        try world.files.write(bytes, to: path, replacing: false)
        added.insert(path)
        return Change.FileChange(path: path, before: nil, after: bytes)
      } catch {
        guard error.reason == .exists else { throw error }
      }
    }
    preconditionFailure("some number is free")
  }

  /// Returns a title as the name of a file that every system accepts, without its ending.
  private static func fileName(of title: String) -> String {
    let letters = title.map { letter -> Character in
      let isUnsafe =
        letter.isNewline || "/\\:*?\"<>|".contains(letter)
        || letter.unicodeScalars.contains { $0.value < 0x20 || isHarmful($0) }
      return isUnsafe ? " " : letter
    }
    var name = ""
    for word in String(letters).split(separator: " ") {
      let longer = name.isEmpty ? String(word) : name + " " + word
      if longer.utf8.count > 120 { break }
      name = longer
    }
    // A dot at the start hides a file, one at the end is dropped by some systems.
    while let first = name.first, first == "." || first == " " { name.removeFirst() }
    while let last = name.last, last == "." || last == " " { name.removeLast() }
    return name.isEmpty ? "Recipe" : name
  }
}
