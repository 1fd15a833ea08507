import Foundation
import LiveWorld
import Recordings
import Testing
import TestSupport

private func isHere(_ program: String) -> Bool {
  FileManager.default.isExecutableFile(atPath: program)
}

@Suite("Unified diffs")
struct UnifiedDiffTests {
  @Test func `a diff shows changes with three lines of context`() {
    let old = (1...9).map(String.init)
    var new = old
    new[4] = "five"
    #expect(
      unifiedDiff(path: "a.rcp", old: old, new: new) == [
        "--- a.rcp\texpected", "+++ a.rcp\t(actual)", "@@ -2,7 +2,7 @@", " 2", " 3", " 4", "-5",
        "+five",
        " 6", " 7", " 8",
      ])
  }

  @Test func `equal texts have no diff`() {
    let lines = (0..<100_000).map(String.init)
    #expect(unifiedDiff(path: "a", old: lines, new: lines) == [])
  }

  @Test(arguments: [
    ([], ["a"], "@@ -0,0 +1,1 @@"), (["a"], [], "@@ -1,1 +0,0 @@"),
    (["a", "b"], ["a", "x", "b"], "@@ -1,2 +1,3 @@"),
  ])
  func `the hunk header has the line ranges`(old: [String], new: [String], place: String) {
    #expect(unifiedDiff(path: "a", old: old, new: new).dropFirst(2).first == place)
  }

  @Test(.enabled(if: isHere("/usr/bin/patch")), arguments: 0..<40)
  func `patch applies the diff`(seed: Int) throws {
    var numbers = SeededNumbers(seed: seed)
    let old = numbers.some(0...60, of: ["a", "b", "c", "| d", "", "-e", "+f"])
    var new = old
    for _ in 0..<numbers.below(12) {
      let place = numbers.below(new.count + 1)
      if numbers.happens(oneIn: 2) || new.isEmpty {
        new.insert(numbers.oneOf(["x", "a", "| d"]), at: place)
      } else {
        new.remove(at: min(place, new.count - 1))
      }
    }
    try expectPatch(old, new)
  }

  @Test(.enabled(if: isHere("/usr/bin/patch")))
  func `patch applies the diff of very different texts`() throws {
    try expectPatch((0..<3000).map { "a\($0)" }, (0..<3000).map { "b\($0 % 7 == 0 ? 0 : $0)" })
  }

  /// Verifies that `patch -p0` turns the old text into the new one.
  private func expectPatch(_ old: [String], _ new: [String]) throws {
    let folder = try TemporaryFolder()
    let files = LiveFileSystem()
    func write(_ lines: [String], _ name: String) throws {
      let text = lines.map { $0 + "\n" }.joined()
      try files.write(Array(text.utf8), to: "\(folder.path)/\(name)", replacing: true)
    }
    try write(old, "a script.rcp")
    try write(unifiedDiff(path: "a script.rcp", old: old, new: new), "patch")
    if old == new { return }
    let patch = Process()
    patch.executableURL = URL(filePath: "/usr/bin/patch")
    patch.arguments = ["-p0", "-s", "-i", "patch"]
    patch.currentDirectoryURL = URL(filePath: folder.path)
    try patch.run()
    patch.waitUntilExit()
    #expect(patch.terminationStatus == 0)
    // patch removes a file that becomes empty.
    let bytes =
      new.isEmpty ? [] : try files.contents(of: folder.path + "/a script.rcp", limit: .max)
    #expect(String(decoding: bytes, as: UTF8.self) == new.map { $0 + "\n" }.joined())
  }
}
