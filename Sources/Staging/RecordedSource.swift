import LiveWorld
import Recordings
import Shell
import World

/// The feed of a recording, as a header field.
struct RecordedSource {
  /// A copy of the feed for the bundle, with its file name.
  struct Copy {
    var name: String
    var bytes: [UInt8]
  }

  /// The header field for the feed.
  let field: String
  let copy: Copy?

  /// Creates the source for a bundled feed, a file or an address.
  ///
  /// - Parameters:
  ///   - feed: The user's argument.
  ///   - place: The destination of the recording. A file outside its folder is copied into the bundle.
  ///   - files: The file system.
  ///   - hasNetwork: Whether the network can be reached.
  /// - Throws: ``ScriptRefusal`` if a script cannot use the feed.
  init(
    _ feed: String, for place: RecordingPlace, _ files: any FileSystem, hasNetwork: Bool
  ) throws {
    let name = feed.hasPrefix("builtin:") ? String(feed.dropFirst("builtin:".count)) : feed
    if Shell.bundledFeeds.contains(name) {
      (field, copy) = ("feed: builtin:\(name)", nil)
    } else if feed.hasPrefix("https://") || feed.hasPrefix("http://") {
      guard hasNetwork else {
        throw ScriptRefusal(
          .refused,
          "\(feed): a feed from the web cannot be recorded from the prompt; use "
            + "larder script record FILE --net --feed \(feed)")
      }
      (field, copy) = ("feed: \(feed)", nil)
    } else {
      let path = files.absolute(feed)
      guard files.kind(of: path) == .file else {
        throw ScriptRefusal(
          .unfit, "\(feed): a script can use a bundled feed, a file or an address")
      }
      let bytes = try files.contents(of: path, limit: 64 << 20)
      let own = Self.path(path, below: files.absolute(place.folder))
      let name = RecordingPlace.word(path.split(separator: "/").last.map(String.init) ?? "")
      copy = own == nil ? Copy(name: name, bytes: bytes) : nil
      field = Self.field(own ?? "\(place.bundleName)/feed/\(name)", bytes)
    }
  }

  /// Returns the header field for a file.
  static func field(_ path: String, _ bytes: [UInt8]) -> String {
    "feed: \(path) sha256:\(sha256(of: bytes))"
  }

  /// Returns the path relative to the script's folder; nil for other files, and for names that the script
  /// format does not allow.
  private static func path(_ path: String, below folder: String) -> String? {
    let base = folder == "/" ? "/" : folder + "/"
    guard path.utf8.starts(with: base.utf8) else { return nil }
    let rest = String(decoding: path.utf8.dropFirst(base.utf8.count), as: UTF8.self)
    // A path that is not allowed is copied like a file outside the folder.
    return rest.contains(" ") ? nil : (try? ScriptPath(rest))?.text
  }

  /// Returns the file system with the files of the future bundle.
  func files(_ files: any FileSystem, at place: RecordingPlace) -> any FileSystem {
    var draft = BundleDraft()
    if let copy { _ = draft.add(feed: copy.bytes, named: copy.name) }
    return MountedFiles(files, folder: place.bundle, contents: draft.contents)
  }
}
