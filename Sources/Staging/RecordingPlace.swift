import LiveWorld
import Recordings
import World

/// Where a recording goes: a script, and a bundle beside it.
struct RecordingPlace {
  let script: String
  /// The script's folder, spelled as those spell it who play the script.
  let folder: String
  /// What the bundle is called: as the script, with a `d` behind it.
  let bundleName: String

  init(_ script: String) {
    self.script = script
    folder = script.lastIndex(of: "/").map { String(script[..<$0]) } ?? "."
    let name = script.split(separator: "/").last.map(String.init) ?? ""
    let stem = name.hasSuffix(".rcp") ? String(name.dropLast(4)) : name
    bundleName = Self.word(stem) + ".rcpd"
  }

  var bundle: String { "\(folder)/\(bundleName)" }

  /// Where the script is kept while it is recorded.
  var unfinished: String { script + ".unfinished" }

  /// The name of a file that nobody else uses, for what is on its way to become another.
  func temporary() -> String {
    "\(folder)/.\(bundleName).\(String(liveChance().next(), radix: 36)).tmp"
  }

  /// A name as a header can say it.
  static func word(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar in
      scalar.value <= 0x20 || "\\\u{7F}".unicodeScalars.contains(scalar) ? "-" : scalar
    }
    let word = String(String.UnicodeScalarView(scalars))
    // A name that no header can say is replaced by one that it can.
    return (try? ScriptPath(word)) == nil ? "recording" : word
  }

  /// The most bytes of a script's name: those of any file, less what is put around it until it is finished.
  private static let longestName = 200

  /// Makes sure that there is a folder, and that nothing is replaced that nobody wants to be.
  ///
  /// - Throws: ``ScriptRefusal`` if something is there.
  func check(_ files: any FileSystem, isReplacing: Bool) throws(ScriptRefusal) {
    do {
      try files.requireFolder(of: script)
    } catch {
      throw ScriptRefusal(.unfit, "\(error)")
    }
    if let name = script.split(separator: "/").last, name.utf8.count > Self.longestName {
      throw ScriptRefusal(
        .unfit,
        "\(script): the name is too long for what is kept beside it; it may have \(Self.longestName) bytes"
      )
    }
    for path in [script, bundle] where files.kind(of: path) != nil {
      guard isReplacing else {
        throw ScriptRefusal(.unfit, "\(path): is there already; --force replaces it")
      }
    }
    guard files.kind(of: unfinished) == nil || isReplacing else {
      throw ScriptRefusal(
        .unfit,
        "\(unfinished): holds a recording that was cut off, or goes on; move it away, or let --force replace it"
      )
    }
    try probe(files)
    // What is not there stands in nobody's way.
    guard let kind = try? files.status(of: bundle).kind else { return }
    guard kind == .folder, files.kind(of: "\(bundle)/\(BundleManifest.name)") == .file else {
      throw ScriptRefusal(.unfit, "\(bundle): is there, and no bundle; move it away")
    }
  }

  /// Makes sure that files can be made beside the script, before anything is typed that would be lost.
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
