import LiveWorld
import TestSupport
import Testing

@testable import World

struct BundleDraftTests {
  private func draft() -> BundleDraft {
    var draft = BundleDraft()
    #expect(draft.add(feed: [0x5B, 0x5D], named: "x.json") == "feed/x.json")
    return draft
  }

  @Test func `a bundle is private to its owner and can be removed`() throws {
    let (folder, disk) = (try TemporaryFolder(), LiveFileSystem())
    try draft().write(to: folder.path + "/x.rcpd", disk)
    #expect(try folder.mode(of: "x.rcpd") == 0o700)
    #expect(try folder.mode(of: "x.rcpd/MANIFEST") == 0o600)
    #expect(try folder.mode(of: "x.rcpd/feed/x.json") == 0o600)
    try BundleDraft.remove(folder.path + "/x.rcpd", disk)
    #expect(try folder.names() == [])
  }

  @Test(arguments: 0..<16)
  func `a bundle and its script are replaced together, whatever fails`(call: Int) throws {
    let (folder, live) = (try TemporaryFolder(), LiveFileSystem())
    let (bundle, script) = (folder.path + "/x.rcpd", folder.path + "/x.rcp")
    try live.write([0x30], to: bundle + "/MANIFEST", replacing: false)
    try live.write([0x30], to: script, replacing: false)
    let disk = FaultyFileSystem(live)
    disk.fail(call..<call + 1, .full)
    var names = ["x.rcp", "x.rcpd"]
    var number = 0
    do throws(FileError) {
      try draft().place(
        at: bundle, with: (script, [0x31]), replacing: true,
        temporary: {
          number += 1
          return "\(folder.path)/\(number).tmp"
        }, disk)
    } catch {
      // The old bundle may remain under its temporary name.
      names += try folder.names().filter { $0 == "2.tmp" }
    }
    let isNew = try live.contents(of: script, limit: 9) == [0x31]
    let manifest = try live.contents(of: bundle + "/MANIFEST", limit: 999)
    #expect((manifest == draft().manifest) == isNew)
    #expect(try folder.names() == names.sorted())
    #expect(isNew == (call > 5))
  }

  @Test func `sha256sum reads the manifest`() {
    let digest = "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"
    #expect(draft().manifest == Array("\(digest)  feed/x.json\n".utf8))
  }

  @Test(arguments: [
    (1 << 20, 2000, 1 << 20), (60, 2000, 1 << 20), (1 << 20, 2, 1 << 20), (1 << 20, 9, 100),
  ])
  func `size limits of a bundle are enforced`(bytes: Int, count: Int, text: Int) throws {
    var bounds = BundleBounds()
    (bounds.bytes, bounds.files, bounds.text) = (bytes, count, text)
    let base = BundleBase(folder: "", path: "b.rcpd")
    func open() throws(BundleError) {
      _ = try RecordedBundle(base, files: SampleBundle().files, bounds: bounds)
    }
    if count == 2000, bytes > 60 {
      try open()
    } else {
      #expect(throws: BundleError.self) { try open() }
    }
  }
}
