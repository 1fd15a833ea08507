@testable import World

/// A small bundle, intact or with a fault that no digest reveals.
struct SampleBundle {
  enum Fault { case count, unlisted, misnamed, nonsense }

  static let content = "[{\"name\": \"Pie\"}]"
  static let digit = String(repeating: "0", count: 64)

  let index: String
  let manifest: String
  let body: RecordedNetwork.Body
  /// The contents by path in the bundle.
  private(set) var contents: [String: [UInt8]]

  init(_ fault: Fault? = nil, lines: [String]? = nil) {
    let content = Array(Self.content.utf8)
    let name = fault == .misnamed ? Self.digit : BundleFolder.digest(of: content)
    let body = RecordedNetwork.Body(
      digest: name, suffix: "json", count: content.count + (fault == .count ? 1 : 0))
    self.body = body
    let own = ["GET http://a/feed?x=1", "< 200 application/json BODY"]
    let written = (lines ?? own).map {
      $0.replacing("BODY", with: "body=\(name).json bytes=\(body.count)")
    }
    index =
      (["rcp-http 1", "recorded: 2025-10-01T12:00:00Z"] + (fault == .nonsense ? ["?"] : [])
      + written)
      .map { $0 + "\n" }.joined()
    contents = [
      "feed/recipes.json": [0x5B, 0x5D], "http/index": Array(index.utf8),
      "http/bodies/\(body.name)": content,
    ]
    let listed = contents.filter { fault != .unlisted || !$0.key.hasPrefix("http/bodies") }
    manifest =
      BundleManifest(
        listed.map { BundleManifest.Entry(digest: BundleFolder.digest(of: $0.value), path: $0.key) }
      ).text
    contents["MANIFEST"] = Array(manifest.utf8)
  }

  /// The bundle at `/b.rcpd`.
  var files: MemoryFileSystem { files(with: manifest, at: "MANIFEST") }

  /// Returns the bundle with one file changed or removed.
  func files(with text: String?, at path: String) -> MemoryFileSystem {
    var files: [String: String] = [:]
    for (name, bytes) in contents {
      files["/b.rcpd/" + name] = String(decoding: bytes, as: UTF8.self)
    }
    files["/b.rcpd/" + path] = text
    return MemoryFileSystem(files)
  }
}
