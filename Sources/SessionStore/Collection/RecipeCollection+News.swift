import Text
import World

/// News of the files of the collection that another machine or program has changed.
extension RecipeCollection {
  /// The recipes that were added, changed and removed, by the names of their files.
  package struct News: Equatable, Sendable {
    var added: [String] = []
    var changed: [String] = []
    var removed: [String] = []

    /// Whether nothing has happened.
    package var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }

    /// A clause such as `Carrot Soup is new, 12 recipes have changed`.
    package var text: String {
      [
        Self.clause(added, "is new", "are new"),
        Self.clause(changed, "has changed", "have changed"),
        Self.clause(removed, "is gone", "are gone"),
      ].compactMap(\.self).joined(separator: ", ")
    }

    private static func clause(_ names: [String], _ one: String, _ many: String) -> String? {
      switch names.count {
      case 0: nil
      case 1...3:
        names.map { harmless($0) }.joined(separator: " and ") + " "
          + (names.count == 1 ? one : many)
      default: "\(names.count) recipes \(many)"
      }
    }

    fileprivate mutating func add(from before: Look, to after: Look) {
      for (name, state) in after.files.sorted(by: { $0.key < $1.key }) {
        if let known = before.files[name] {
          if known != state { changed.append(name) }
        } else {
          added.append(name)
        }
      }
      removed += before.files.keys.filter { after.files[$0] == nil }.sorted()
    }
  }

  /// The folder as it was at some moment.
  struct Look: Equatable {
    var folder: String
    /// The time of the folder's last change, in seconds since 1970.
    var modified: Double
    /// The size and the time of each file with a recipe, by its name without the ending.
    var files: [String: [Double]] = [:]
  }

  /// Returns what has happened since the last call, apart from what this process did; nothing at the first call.
  ///
  /// A file that is written in place, not replaced, is noticed with the next one that is.
  ///
  /// - Complexity: O(1) if the folder has not changed, otherwise O(*n*) in the number of its files.
  package func takeFileChanges() -> News {
    look()
    defer { news = News() }
    return news
  }

  /// Looks at the folder.
  ///
  /// - Parameter isOwn: Whether this process has changed it since the last look.
  func look(isOwn: Bool = false) {
    // A folder that is not there has no news; whoever reads it says so.
    guard let status = try? world.files.status(of: folder) else { return seen = nil }
    if seen?.folder == folder, seen?.modified == status.modified { return }
    var new = Look(folder: folder, modified: status.modified)
    // A folder that cannot be listed has no news either.
    for name in (try? world.files.names(in: folder)) ?? [] {
      guard let (stem, ending) = Self.divided(name), !Self.otherEndings.contains(ending),
        // A file that is gone meanwhile is gone.
        let status = try? world.files.status(of: folder + "/" + name)
      else { continue }
      new.files[stem] = [Double(status.size), status.modified]
    }
    if let seen, seen.folder == folder, !isOwn { news.add(from: seen, to: new) }
    seen = new
  }

  /// The name and the ending of a file; nil for a hidden one, and without an ending.
  private static func divided(_ name: String) -> (stem: String, ending: String)? {
    guard let dot = name.lastIndex(of: "."), !name.hasPrefix(".") else { return nil }
    return (String(name[..<dot]), name[name.index(after: dot)...].lowercased())
  }

  /// The endings of pictures, of the logs of `sync`, and of what carriers have not finished.
  private static let otherEndings: Set = [
    "jpg", "jpeg", "png", "webp", "gif", "ndjson", "tmp", "part",
  ]
}
