import LiveWorld
import Recordings
import Shell
import World

/// The feed of a recording, as the header says it.
struct RecordedSource {
  /// The bytes of a feed that is kept in the bundle, and what it is called there.
  struct Copy {
    var name: String
    var bytes: [UInt8]
  }

  /// The field of the header that says where the feed comes from.
  let field: String
  let copy: Copy?

  /// A bundled feed by its name, a file by its path and its digest, or an address.
  ///
  /// - Parameters:
  ///   - feed: What the person named.
  ///   - place: Where the recording goes; a file that lies elsewhere is copied into its bundle.
  ///   - files: Where it lies.
  ///   - hasNetwork: Whether the network may be reached.
  /// - Throws: ``ScriptRefusal`` if a script cannot take it.
  init(
    _ feed: String, for place: RecordingPlace, _ files: any FileSystem, hasNetwork: Bool
  ) throws {
    if Shell.bundledFeeds.contains(feed) {
      (field, copy) = ("feed: builtin:\(feed)", nil)
    } else if feed.hasPrefix("https://") || feed.hasPrefix("http://") {
      guard hasNetwork else {
        throw ScriptRefusal(
          .refused,
          "\(feed): a feed at an address is recorded from outside: "
            + "larder script record FILE --net --feed \(feed)")
      }
      (field, copy) = ("feed: \(feed)", nil)
    } else {
      let path = files.absolute(feed)
      guard files.kind(of: path) == .file else {
        throw ScriptRefusal(
          .unfit, "\(feed): a script can take a bundled feed, a file, or an address")
      }
      let bytes = try files.contents(of: path, limit: 64 << 20)
      let own = Self.path(path, below: files.absolute(place.folder))
      let name = RecordingPlace.word(path.split(separator: "/").last.map(String.init) ?? "")
      copy = own == nil ? Copy(name: name, bytes: bytes) : nil
      field = Self.field(own ?? "\(place.bundleName)/feed/\(name)", bytes)
    }
  }

  /// The field for a file.
  static func field(_ path: String, _ bytes: [UInt8]) -> String {
    "feed: \(path) sha256:\(sha256(of: bytes))"
  }

  /// The path from the script's folder; nil for what lies elsewhere, or under a name that no script can say.
  private static func path(_ path: String, below folder: String) -> String? {
    let base = folder == "/" ? "/" : folder + "/"
    guard path.utf8.starts(with: base.utf8) else { return nil }
    let rest = String(decoding: path.utf8.dropFirst(base.utf8.count), as: UTF8.self)
    // What is no such path is copied like what lies elsewhere.
    return rest.contains(" ") ? nil : (try? ScriptPath(rest))?.text
  }

  /// The files of this machine, and the bundle as if it were there already.
  func files(_ files: any FileSystem, at place: RecordingPlace) -> any FileSystem {
    var draft = BundleDraft()
    if let copy { _ = draft.add(feed: copy.bytes, named: copy.name) }
    return MountedFiles(files, folder: place.bundle, contents: draft.contents)
  }
}
