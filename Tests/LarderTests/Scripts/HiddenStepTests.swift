import Foundation
import TestSupport
import Testing

/// Steps between `@ hide` and `@ show` in exports.
@Suite struct HiddenStepTests {
  @Test(arguments: ["h.cast", "h.svg"])
  func `a hidden step leaves no trace in an export`(name: String) throws {
    let place = try Workplace()
    let script = try place.file(
      "h.rcp",
      """
      rcp 1
      title: Hidden steps
      feed: builtin:demo
      size: 60x12
      clock: 2026-11-20T18:00:00Z
      tz: UTC
      locale: en_US
      seed: 3

      > count
      | 64

      @ hide
      > filter cuisine=Ethiopian
      ? error bad-filter

      > count by cuisine
      ? silent

      > filter cuisine=Thai
      ? silent

      @ show
      > count
      | 4

      """)
    _ = try place.larder("script", "update", script)
    let output = place.path + "/" + name
    let run = try place.larder("script", "export", script, "-o", output, "--yes")
    #expect(run.status == 0, "\(run.errors)")
    let text = try String(contentsOfFile: output, encoding: .utf8)
    for trace in ["Thai", "Ethiopian", "by cuisine", "Green curry"] {
      #expect(!text.contains(trace), "\(trace)")
    }
    #expect(text.contains("4/64") && text.contains("64"))
  }
}
