import LiveWorld
import Recordings
import World

/// The destination of a recording: a script, and a bundle next to it.
struct RecordingPlace {
  let script: String
  /// The script's folder, spelled as in the path of the script.
  let folder: String
  /// The name of the bundle: that of the script with a `d` appended.
  let bundleName: String

  init(_ script: String) {
    self.script = script
    folder = script.lastIndex(of: "/").map { String(script[..<$0]) } ?? "."
    let name = script.split(separator: "/").last.map(String.init) ?? ""
    let stem = name.hasSuffix(".rcp") ? String(name.dropLast(4)) : name
    bundleName = Self.word(stem) + ".rcpd"
  }

  var bundle: String { "\(folder)/\(bundleName)" }

  /// The path of the unfinished recording.
  var unfinished: String { script + ".unfinished" }

  /// Returns an unused name for a temporary file or folder.
  func temporary() -> String {
    "\(folder)/.\(bundleName).\(String(liveRandom().next(), radix: 36)).tmp"
  }

  /// Returns a name as the header format allows it.
  static func word(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar in
      scalar.value <= 0x20 || "\\\u{7F}".unicodeScalars.contains(scalar) ? "-" : scalar
    }
    let word = String(String.UnicodeScalarView(scalars))
    // A name that is still not allowed is replaced.
    return (try? ScriptPath(word)) == nil ? "recording" : word
  }

  /// The maximum length of the script's file name, in bytes, which leaves space for the affixes of temporary
  /// names.
  private static let longestName = 200

  /// Verifies that the folder exists and that nothing is overwritten without `--force`.
  ///
  /// - Throws: ``ScriptRefusal`` if a file exists or the folder is not writable.
  func check(_ files: any FileSystem, isReplacing: Bool) throws(ScriptRefusal) {
    do {
      try files.requireFolder(of: script)
    } catch {
      throw ScriptRefusal(.unfit, "\(error)")
    }
    if let name = script.split(separator: "/").last, name.utf8.count > Self.longestName {
      throw ScriptRefusal(
        .unfit,
        "\(script): the name is too long; at most \(Self.longestName) bytes"
      )
    }
    for path in [script, bundle] where files.kind(of: path) != nil {
      guard isReplacing else {
        throw ScriptRefusal(.unfit, "\(path): exists already; --force replaces it")
      }
    }
    guard files.kind(of: unfinished) == nil || isReplacing else {
      throw ScriptRefusal(
        .unfit,
        "\(unfinished): is a recording that was interrupted, or is still running; move it away, or replace it with --force"
      )
    }
    try probe(files)
    // A missing bundle is fine.
    guard let kind = try? files.status(of: bundle).kind else { return }
    guard kind == .folder, files.kind(of: "\(bundle)/\(BundleManifest.name)") == .file else {
      throw ScriptRefusal(.unfit, "\(bundle): exists and is not a bundle; move it away")
    }
  }

  /// Verifies that the folder is writable, before the user types anything.
  private func probe(_ files: any FileSystem) throws(ScriptRefusal) {
    let path = temporary()
    do throws(FileError) {
      try files.write([], to: path, replacing: false)
      try files.remove(path)
    } catch {
      throw ScriptRefusal(.unfit, "\(FileError(path: script, reason: error.reason))")
    }
  }
}
