import Diagnostics
import Feeds
import Text
import World

/// The files of sources on this machine: of a folder, of a pattern, or one file.
struct SourceTree {
  let files: any FileSystem
  private(set) var items: [SourceItem] = []
  /// The sources that could not be listed.
  private(set) var unread: [UnreadSource] = []
  /// The namespace of the ids of all files that are being added; nil for one each.
  private var scope: String?
  /// The absolute path of the folder that is being added, or of the folder of the file.
  private var root = "/"
  /// The files and folders so far, by their absolute paths: a link may lead back to one.
  private var known: Set<String> = []

  /// The maximum number of files.
  static let limit = 250_000
  /// The maximum depth of folders.
  private static let deepest = 32

  init(_ files: any FileSystem) { self.files = files }

  /// Adds the files of a path.
  ///
  /// - Parameters:
  ///   - path: A file, a folder or a pattern.
  ///   - shown: What the user calls it.
  ///   - source: The value of the field `from`; nil to call each file what it is called in the folder.
  ///   - scope: The namespace of the ids of all its files; nil for one each.
  mutating func add(_ path: String, shown: String, source: String?, scope: String? = nil) {
    self.scope = scope
    let kind = files.kind(of: path)
    root = kind == .folder ? files.absolute(path) : folder(ofPath: files.absolute(fixedPart(path)))
    if !root.hasSuffix("/") { root += "/" }
    switch kind {
    case .folder:
      let before = items.count + unread.count
      addFolder(path, shown: shown.hasSuffix("/") ? shown : shown + "/", source, depth: 0)
      if items.count + unread.count == before {
        unread.append(UnreadSource(shown, "there is no feed in it"))
      }
    case nil where isPattern(path): addMatches(of: path, source)
    default: add(file: path, shown: shown, source)
    }
  }

  mutating func add(_ item: SourceItem) { items.append(item) }

  mutating func add(unread source: UnreadSource) { unread.append(source) }

  private mutating func add(file path: String, shown: String, _ source: String?) {
    let place = files.absolute(path)
    guard known.insert(place).inserted else { return }
    items.append(
      SourceItem(
        name: shown, source: source ?? nameWithoutEnding(shown), scope: scope ?? place,
        identity: fileIdentity(place, files), path: place, root: root,
        open: { [files] in try files.open(path, limit: FeedLoader.feedLimit) },
        currentIdentity: { [files] in fileIdentity(place, files) },
        isFile: { [files] in
          resolvedPath($0, in: folder(ofPath: place)).map { files.kind(of: $0) == .file } ?? false
        }))
  }

  private mutating func addFolder(
    _ path: String, shown: String, _ source: String?, depth: Int
  ) {
    guard known.insert(files.absolute(path)).inserted else { return }
    guard depth < Self.deepest, items.count < Self.limit else {
      return unread.append(
        UnreadSource(
          shown, "folders are read \(Self.deepest) deep, up to \(grouped(Self.limit)) files"))
    }
    let names: [String]
    do throws(FileError) {
      names = try files.names(in: path).sorted()
    } catch {
      return unread.append(UnreadSource(shown, error.description))
    }
    let known = Set(names)
    for name in names where mayBeFeed(path: name) {
      let inner = path.hasSuffix("/") ? path + name : path + "/" + name
      switch files.kind(of: inner) {
      case .folder:
        // A browser saves the pictures and styles of a page in a folder next to it.
        if isCompanion(name, of: known) { continue }
        addFolder(inner, shown: shown + name + "/", source ?? name, depth: depth + 1)
      case .file: add(file: inner, shown: shown + name, source)
      case .other, nil: break
      }
    }
  }

  /// Whether a folder belongs to a saved page.
  private func isCompanion(_ folder: String, of names: Set<String>) -> Bool {
    for ending in ["_files", "-Dateien", "_fichiers", "_archivos", ".files"]
    where folder.hasSuffix(ending) {
      let page = folder.dropLast(ending.count)
      if names.contains(page + ".html") || names.contains(page + ".htm") { return true }
    }
    return false
  }
}

/// Patterns.
extension SourceTree {
  private mutating func addMatches(of pattern: String, _ source: String?) {
    let parts = pattern.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let fixed = parts.prefix { !isPattern($0) }
    let folder = fixed.joined(separator: "/")
    let before = items.count
    match(
      Array(parts[fixed.count...])[...],
      in: folder.isEmpty ? (pattern.hasPrefix("/") ? "/" : ".") : folder,
      shown: folder.isEmpty && !pattern.hasPrefix("/") ? "" : folder + "/", source, depth: 0)
    if items.count == before { unread.append(UnreadSource(pattern, "no file matches it")) }
  }

  private mutating func match(
    _ parts: ArraySlice<String>, in folder: String, shown: String, _ source: String?, depth: Int
  ) {
    guard let part = parts.first, depth < Self.deepest, items.count < Self.limit else { return }
    let rest = parts.dropFirst()
    // A folder that cannot be listed has no files that match.
    let names = ((try? files.names(in: folder)) ?? []).sorted()
    if part == "**" { match(rest, in: folder, shown: shown, source, depth: depth + 1) }
    for name in names where part == "**" ? !name.hasPrefix(".") : matches(name, pattern: part) {
      let path = folder + "/" + name
      let kind = files.kind(of: path)
      if kind == .folder, part == "**" || !rest.isEmpty {
        match(
          part == "**" ? parts : rest, in: path, shown: shown + name + "/", source, depth: depth + 1
        )
      } else if rest.isEmpty, part != "**", kind == .folder {
        addFolder(path, shown: shown + name + "/", source, depth: depth + 1)
      } else if rest.isEmpty, part != "**", kind == .file {
        add(file: path, shown: shown + name, source)
      }
    }
  }
}

/// Returns the folder of an absolute path, with a slash at its end.
func folder(ofPath path: String) -> String {
  path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
}

/// Returns the part of a pattern before its first component with a sign of patterns; another path as it is.
private func fixedPart(_ path: String) -> String {
  guard let sign = path.firstIndex(where: { "*?[".contains($0) }) else { return path }
  return path[..<sign].lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
}

/// Whether a path has a sign of patterns: `*`, `?` or `[`.
package func isPattern(_ path: String) -> Bool { path.contains { "*?[".contains($0) } }

/// Whether a name matches a pattern of `*`, `?` and `[a-z]`; a leading dot must be written.
package func matches(_ name: String, pattern: String) -> Bool {
  if name.hasPrefix("."), !pattern.hasPrefix(".") { return false }
  let (name, pattern) = (Array(name), Array(pattern))
  var (place, next) = (0, 0)
  // Where to go on if a later part does not match: behind the last star, at a later letter.
  var retry: (place: Int, next: Int)?
  while place < name.count {
    if next < pattern.count, pattern[next] == "*" {
      retry = (place, next + 1)
      next += 1
    } else if let end = matchEnd(name[place], pattern, at: next) {
      place += 1
      next = end
    } else if let last = retry {
      retry = (last.place + 1, last.next)
      (place, next) = (last.place + 1, last.next)
    } else {
      return false
    }
  }
  return pattern[next...].allSatisfy { $0 == "*" }
}

/// Returns the place after the part of a pattern that matches a letter; nil if it does not.
private func matchEnd(_ letter: Character, _ pattern: [Character], at place: Int) -> Int? {
  guard place < pattern.count else { return nil }
  if pattern[place] == "?" { return place + 1 }
  guard pattern[place] == "[", let close = pattern[(place + 1)...].firstIndex(of: "]"),
    close > place + 1
  else { return pattern[place] == letter ? place + 1 : nil }
  var letters = pattern[(place + 1)..<close]
  let isNegated = letters.first == "!" || letters.first == "^"
  if isNegated { letters = letters.dropFirst() }
  var (isFound, index) = (false, letters.startIndex)
  while index < letters.endIndex {
    if index + 2 < letters.endIndex, letters[index + 1] == "-" {
      isFound = isFound || letters[index] <= letter && letter <= letters[index + 2]
      index += 3
    } else {
      isFound = isFound || letters[index] == letter
      index += 1
    }
  }
  return isFound != isNegated ? close + 1 : nil
}

/// Returns the last component of a path without its ending, and without one of a packed file behind that.
package func nameWithoutEnding(_ path: String) -> String {
  var name = path.split(separator: "/").last ?? path[...]
  for ending in [".gz", ".xz", ".zst"] where name.hasSuffix(ending) {
    name = name.dropLast(ending.count)
  }
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
  return String(name[..<dot])
}

/// Bytes that identify the version of a file: its size, its time and its number; nil if it cannot be examined, which is
/// reported when it is opened.
func fileIdentity(_ path: String, _ files: any FileSystem) -> [UInt8]? {
  guard let status = try? files.status(of: path) else { return nil }
  var writer = BinaryWriter()
  writer.put(status.size)
  writer.put(word: status.modified.bitPattern)
  for word in status.identity { writer.put(word: word) }
  return writer.bytes
}
