import Foundation
import TerminalEmulator
import TestSupport
import Testing

/// The scripts that come with the project, each a demo and a test.
@Suite struct ScriptGalleryTests {
  private static let scripts: [String] = {
    let folder = projectFolder + "/Tests/Sessions"
    // That there are some is a test of its own.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".rcp") }.sorted().map { folder + "/" + $0 }
      + [projectFolder + "/Modules/CDemo/tour.rcp"]
  }()

  @Test func `the gallery has at least eight scripts`() { #expect(Self.scripts.count >= 8) }

  @Test(arguments: [("first-steps.rcp", "first-steps.svg"), ("dishes.rcp", "dishes.gif")])
  func `the pictures in the README are what the scripts make`(script: String, picture: String)
    throws
  {
    let place = try Workplace()
    let folder = projectFolder + "/Tests/Sessions/"
    let export = try place.scripts("export", folder + script, "-o", folder + picture, "--verify")
    #expect(export.status == 0, "\(export.errors)")
  }

  @Test(arguments: ["README.md", "docs/prompt.md", "docs/tutorial.md"])
  func `the scripts in documentation pages have the results that the pages show`(page: String)
    throws
  {
    let check = try Workplace().scripts("check", projectFolder + "/" + page)
    #expect(check.status == 0, "\(check.errors)\(check.output)")
    #expect(check.errors.contains(" steps as expected"))
  }

  /// The last screen of a cast, and whether its terminal keeps its size.
  private func screen(of cast: String) throws -> (lines: [String], keepsSize: Bool) {
    var events = try cast.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8))
    }
    let header = try #require(events.removeFirst() as? [String: Any])
    let (columns, rows) = (
      try #require(header["width"] as? Int), try #require(header["height"] as? Int)
    )
    var screen = TerminalScreen(columns: columns, rows: rows)
    var keepsSize = true
    for case let event as [Any] in events {
      guard event.count == 3, let code = event[1] as? String, let data = event[2] as? String else {
        continue
      }
      if code == "o" { screen.feed(Array(data.utf8)) }
      guard code == "r" else { continue }
      let size = data.split(separator: "x").compactMap { Int($0) }
      screen.resize(columns: size[0], rows: size[1])
      keepsSize = false
    }
    #expect(screen.unknown == [])
    return (screen.lines, keepsSize)
  }

  @Test(arguments: scripts)
  func `each script of the gallery checks, and exports that other programs read`(script: String)
    throws
  {
    let place = try Workplace()
    let check = try place.scripts("check", script)
    #expect(check.status == 0, "\(check.errors)\(check.output)")
    for name in ["a.cast", "a.svg"] {
      let export = try place.scripts("export", script, "-o", name)
      #expect(export.status == 0, "\(export.errors)")
    }
    let (lines, keepsSize) = try screen(of: place.text(of: place.path + "/a.cast"))
    if FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/pyte/__init__.py") {
      #expect(try pyteLines(place) == lines)
    }
    if areHere("tmux", "asciinema", "script"), keepsSize {
      #expect(try tmuxLines(place, lines.count) == lines)
    }
    if areHere("xmllint", "rsvg-convert") {
      let read = try place.script("xmllint --noout a.svg && rsvg-convert a.svg -o a.png")
      #expect(read.status == 0, "\(read.errors)")
    }
  }

  private func pyteLines(_ place: Workplace) throws -> [String] {
    let program = """
      import json, pyte
      class Screen(pyte.Screen):
          # A position that was saved stays so, as on other terminals.
          def restore_cursor(self):
              saved = self.savepoints[-1:]
              super().restore_cursor()
              self.savepoints += saved
      events = [json.loads(line) for line in open("a.cast", encoding="utf-8")]
      screen = Screen(events[0]["width"], events[0]["height"])
      stream = pyte.Stream(screen)
      for time, code, data in events[1:]:
          if code == "o": stream.feed(data)
          if code == "r":
              columns, rows = map(int, data.split("x"))
              screen.resize(rows, columns)
      for line in screen.display: print(line.rstrip())
      """
    _ = try place.file("witness.py", program)
    let seen = try place.script(
      "/usr/bin/python3 witness.py", environment: ["LC_ALL": "C.UTF-8"])
    #expect(seen.status == 0, "\(seen.errors)")
    return seen.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  private func tmuxLines(_ place: Workplace, _ rows: Int) throws -> [String] {
    let header = try place.text(of: place.path + "/a.cast").prefix { $0 != "\n" }
    let sizes = try #require(
      JSONSerialization.jsonObject(with: Data(header.utf8)) as? [String: Any])
    let (width, height) = (sizes["width"] ?? 0, sizes["height"] ?? 0)
    let seen = try place.script(
      """
      export LC_ALL=C.UTF-8 TERM=xterm-256color HOME="$home"
      script -qec 'asciinema cat a.cast' /dev/null > bytes < /dev/null
      run() { tmux -S ./socket "$@"; }
      run -f /dev/null new-session -d -x \(width) -y \(height) \
      "stty raw; cat bytes; tmux -S ./socket wait-for -S over; cat"
      run set-option -g status off
      run wait-for over
      run capture-pane -p
      run kill-server
      """)
    #expect(seen.status == 0, "\(seen.errors)")
    return seen.output.split(separator: "\n", omittingEmptySubsequences: false).prefix(rows)
      .map(String.init)
  }
}
