import Foundation
import TestSupport
import World

/// A folder of scripts beside a home that nothing may change.
struct ScriptFolder {
  let place: Workplace
  var path: String { place.path + "/scripts" }

  /// A folder with a script `x.rcp` in it, and a home with what a person keeps there.
  init(_ script: String = "") throws {
    place = try Workplace()
    for folder in ["scripts", "home/.config/larder", "tmp"] {
      try FileManager.default.createDirectory(
        atPath: place.path + "/" + folder, withIntermediateDirectories: true)
    }
    _ = try place.file("home/.config/larder/larderrc", "export csv stolen.csv\n")
    _ = try place.file("home/.editrc", "bind ^A ed-insert\n")
    _ = try place.file("secret.json", "[{\"name\": \"hunter2\"}]\n")
    try write("x.rcp", script)
  }

  /// Writes a file, and the folders it lies in.
  func write(_ name: String, _ text: String) throws { try write(name, Data(text.utf8)) }

  func write(_ name: String, _ bytes: Data) throws {
    let url = URL(filePath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: url)
  }

  /// Makes a name lead elsewhere.
  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + "/" + name, withDestinationPath: target)
  }

  /// Runs `larder script` with these words in the folder, with no terminal.
  func larder(_ words: [String], environment: [String: String] = [:]) throws -> Run {
    let own = ["HOME": place.home, "TMPDIR": place.path + "/tmp", "SECRET": "correct-horse-1"]
    let line = "cd scripts && exec \"$@\""
    return try place.run(
      "/bin/sh", ["-c", line, "sh", larderPath, "script"] + words,
      environment: own.merging(environment) { $1 })
  }

  /// All that lies in the folder, the home and the folder of temporary files, with what tells its states apart.
  func contents() throws -> [String: String] {
    var contents: [String: String] = [:]
    for folder in ["scripts", "home", "tmp"] {
      for name in try FileManager.default.subpathsOfDirectory(atPath: place.path + "/" + folder) {
        let path = "\(place.path)/\(folder)/\(name)"
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        contents["\(folder)/\(name)"] =
          "\(facts[.size] ?? 0) \(facts[.modificationDate] ?? "") \(facts[.posixPermissions] ?? 0)"
      }
    }
    return contents
  }
}

/// The SHA-256 digest of bytes in hexadecimal.
func digest(_ data: Data) -> String {
  sha256(of: Array(data))
}

extension ScriptFolder {
  /// Writes a bundle of these lines, with a name in braces for each body; returns the digest of its manifest.
  func bundle(
    _ lines: [String], _ bodies: [String: String] = [:], entries: String = "",
    name: String = "x.rcpd"
  ) throws -> String {
    var files: [String: Data] = [:]
    var index = "rcp-http 1\nrecorded: 2025-10-01T12:00:00Z\n" + lines.map { $0 + "\n" }.joined()
    for (name, text) in bodies {
      let data = Data(text.utf8)
      let file = digest(data) + ".json"
      files["http/bodies/" + file] = data
      index.replace("{\(name)}", with: "body=\(file) bytes=\(data.count)")
    }
    files["http/index"] = Data(index.utf8)
    let listed = files.sorted { $0.key < $1.key }.map { "\(digest($0.value))  \($0.key)\n" }
    let manifest = Data((listed.joined() + entries).utf8)
    files["MANIFEST"] = manifest
    for (path, data) in files { try write("\(name)/\(path)", data) }
    return digest(manifest)
  }
}
