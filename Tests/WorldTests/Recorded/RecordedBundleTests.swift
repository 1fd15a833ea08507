import Foundation
import LiveWorld
import TestSupport
import Testing

@testable import World

struct RecordedBundleTests {
  private let sample = SampleBundle()

  @Test func `an intact bundle opens`() throws {
    let bundle = try RecordedBundle("/b.rcpd", files: sample.files)
    #expect(bundle.network == (try RecordedNetwork(Array(sample.index.utf8))))
    #expect(bundle.digest == BundleFolder.digest(of: Array(sample.manifest.utf8)))
    #expect(try bundle.contents(of: sample.body) == Array(SampleBundle.content.utf8))
  }

  @Test(
    arguments: [
      ("MANIFEST", nil, "MANIFEST: no such file; a bundle has"),
      ("MANIFEST", "\n", "MANIFEST:1: it is not a digest"),
      ("MANIFEST", "\(SampleBundle.digit)  /etc/passwd\n", "MANIFEST:1: it is not a digest"),
      ("MANIFEST", "\(SampleBundle.digit)  a/../../x\n", "MANIFEST:1: it is not a digest"),
      (
        "MANIFEST", "\(SampleBundle.digit)  x\n\(SampleBundle.digit) *x\n",
        "MANIFEST:2: x is listed"
      ),
      ("MANIFEST", "", "MANIFEST: http/index is not listed; add it"),
      ("http/index", nil, "http/index: no such file"),
      (
        "http/index", "rcp-http 1\n", "http/index: its digest differs from the manifest; bring back"
      ),
      ("feed/recipes.json", "[ ]", "feed/recipes.json: its digest differs from the manifest"),
      ("feed/recipes.json", nil, "feed/recipes.json: no such file"),
    ] as [(String, String?, String)])
  func `a damaged bundle is reported with the file`(
    file: String, text: String?, problem: String
  ) throws {
    let files = sample.files(with: text, at: file)
    let error = #expect(throws: BundleError.self) {
      try RecordedBundle("/b.rcpd", files: files)
    }
    #expect(
      error?.description.hasPrefix("/b.rcpd/" + problem) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    (SampleBundle.Fault.count, "http/index: http/bodies/"), (.unlisted, "MANIFEST: http/bodies/"),
    (.misnamed, "http/bodies/"), (.nonsense, "http/index:3: it is neither"),
  ])
  func `an index that contradicts its bodies is refused`(
    fault: SampleBundle.Fault, problem: String
  ) throws {
    let error = #expect(throws: BundleError.self) {
      try RecordedBundle("/b.rcpd", files: SampleBundle(fault).files)
    }
    let text = "\(String(describing: error))"
    #expect(error?.description.hasPrefix("/b.rcpd/" + problem) == true, "\(text)")
  }

  @Test func `a symbolic link out of the bundle is refused`() throws {
    let folder = try TemporaryFolder()
    let live = LiveFileSystem()
    for (path, bytes) in sample.contents {
      try live.write(bytes, to: folder.path + "/b.rcpd/" + path, replacing: false)
    }
    _ = try RecordedBundle(folder.path + "/b.rcpd", files: live)
    let feed = folder.path + "/b.rcpd/feed/recipes.json"
    try live.rename(feed, to: folder.path + "/outside")
    try FileManager.default.createSymbolicLink(
      atPath: feed, withDestinationPath: folder.path + "/outside")
    let error = #expect(throws: BundleError.self) {
      try RecordedBundle(folder.path + "/b.rcpd", files: live)
    }
    #expect(error?.problem == "a link leads away from here")
  }
}
