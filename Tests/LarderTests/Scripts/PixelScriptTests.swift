import Foundation
import TestSupport
import Testing

/// Scripts with `images: pixels`.
@Suite struct PixelScriptTests {
  private let folder: ScriptFolder

  private static let script = """
    rcp 1
    title: A picture
    feed: builtin:demo
    size: 60x20
    images: pixels

    == Lasagne
    % It is drawn.
    > picture lasagne
    |...
    | Lasagne · PNG 320 × 240 · 5.3 KB · bundled

    """

  init() throws { folder = try ScriptFolder(Self.script) }

  private func larder(_ words: String...) throws -> Run {
    let run = try folder.larder(words)
    #expect(run.status == 0, "\(run.errors)")
    return run
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
  }

  @Test func `the expected output of a picture in pixels is a pattern for any lines`() throws {
    _ = try larder("check", "x.rcp", "--coverage")
    try folder.write("x.rcp", Self.script.replacing("|...\n", with: ""))
    #expect(try folder.larder(["check", "x.rcp"]).status == 1)
    _ = try larder("update", "x.rcp")
    #expect(try text("x.rcp") == Self.script)
  }

  @Test func `the same script passes with blocks, and is played the same each time`() throws {
    _ = try larder("check", "x.rcp", "--shake", "2")
    try folder.write("x.rcp", Self.script.replacing("pixels", with: "blocks"))
    _ = try larder("check", "x.rcp")
  }

  @Test func `exports as text have a placeholder and a description in place of the picture`() throws
  {
    _ = try larder("export", "x.rcp", "-o", "a.md")
    #expect(try text("a.md").contains("> picture lasagne\n[picture]\nLasagne · PNG"))
    let run = try larder("run", "x.rcp")
    #expect(run.output.hasPrefix("[picture]\nLasagne · PNG 320 × 240 · 5.3 KB · bundled"))
    #expect(try larder("explain", "x.rcp").output.contains("pictures, drawn in pixels"))
  }

  @Test func `an expected screen has a pattern for any lines in place of a picture`() throws {
    let look = "> picture lasagne\n@ screen\n"
    let header = Self.script.split(separator: "== Lasagne")[0]
    try folder.write("x.rcp", header + look)
    _ = try larder("update", "x.rcp", "--fill")
    let screen = try text("x.rcp").split(separator: "@ screen\n")[1].split(separator: "\n")
    #expect(screen.prefix(4).map { $0.prefix(8) } == ["| Larder", "| help f", "| demo 6", "|..."])
    #expect(screen.dropFirst(4).map { $0.prefix(9) } == ["| Lasagne", "| demo 64"])
  }

  @Test func `a cast shows blocks, because players have no pictures`() throws {
    _ = try larder("export", "x.rcp", "-o", "a.cast")
    let cast = try text("a.cast")
    #expect(cast.contains("▀") && !cast.contains("_G"))
  }

  @Test func `an SVG has the picture once, and rows that show parts of it`() throws {
    _ = try larder("export", "x.rcp", "-o", "a.svg")
    let svg = try text("a.svg")
    #expect(svg.split(separator: "<image ").count == 2)
    #expect(svg.contains(" width=\"324\" height=\"247\" href=\"data:image/png;base64,iVBOR"))
    #expect(svg.split(separator: "<use href=\"#i").count == 14)
    // Each row overlaps the next one.
    #expect(svg.contains("height=\"20\" viewBox=\"0 19 324 20\""))
  }

  @Test func `a picture in pixels needs colors`() throws {
    try folder.write("x.rcp", Self.script.replacing("images:", with: "color: 16\nimages:"))
    let run = try folder.larder(["check", "x.rcp"])
    #expect(run.status == 2 && run.errors.contains("pixels need more colors"), "\(run.errors)")
  }

  @Test func `a description has the title, chapters and narration`() throws {
    let run = try larder("export", "x.rcp", "-o", "a.gif", "--alt")
    #expect(run.output == "A picture. Lasagne. It is drawn.\n")
    try folder.write("x.rcp", "rcp 1\nfeed: builtin:demo\n\n> count\n> count by cuisine\n|...\n")
    #expect(
      try larder("export", "x.rcp", "-o", "b.txt", "--alt").output
        == "A session at a terminal. The commands are: count; count by cuisine.\n")
  }

  @Test func `lint names the letters for which a film needs other fonts`() throws {
    try folder.write("x.rcp", Self.script + "> search 親子丼\n!...\n")
    let run = try folder.larder(["lint", "x.rcp"])
    #expect(run.output.contains("x.rcp:12:1: films need a font of the system for 丼 子 親"), "\(run)")
    try folder.write("x.rcp", Self.script)
    #expect(!(try folder.larder(["lint", "x.rcp"]).output.contains("font")))
  }
}
