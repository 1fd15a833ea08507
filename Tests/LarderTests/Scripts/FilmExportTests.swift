import Foundation
import TestSupport
import Testing

@Suite struct FilmExportTests {
  private let folder: ScriptFolder

  private static let script = """
    rcp 1
    title: Two chapters
    feed: builtin:demo
    size: 40x10
    gap: 200ms
    pace: 40cps 0%

    == Count
    % How many there are.
    > count
    @ shot counted

    == Look
    > filter cuisine=Thai
    > count

    """

  init() throws { folder = try ScriptFolder(Self.script) }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: folder.path + "/" + name))
  }

  /// Exports the script, and returns the file.
  private func export(
    _ name: String, _ words: String..., environment: [String: String] = [:]
  ) throws -> Data {
    let run = try folder.larder(
      ["export", "x.rcp", "-o", name, "--force"] + words, environment: environment)
    #expect(run.status == 0, "\(run.errors)")
    return try bytes(name)
  }

  @Test(arguments: ["gif", "webp", "png"])
  func `a film has the same bytes in other surroundings`(form: String) throws {
    let first = try export("a.\(form)")
    #expect(first.count > 3000)
    let other = try export(
      "b.\(form)",
      environment: [
        "TZ": "Asia/Kathmandu", "LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8", "TERM": "dumb",
        "HOME": "/nonexistent", "COLUMNS": "33", "USER": "other",
      ])
    #expect(other == first)
    let run = try folder.place.script(
      "cd scripts; umask 077; exec taskset -c 0 nice -n 5 \"$larder\" script export x.rcp -o c.\(form)"
    )
    #expect(run.status == 0, "\(run.errors)")
    #expect(try bytes("c.\(form)") == first)
  }

  @Test func `a still shows the moment that is named`() throws {
    let chapter = try export("a.png", "--at", "Count")
    #expect(try export("b.png", "--at", "L11") == chapter)
    // Both are at the end of the first chapter, which the shot ends.
    #expect(try export("c.png", "--shot", "counted") == chapter)
    let end = try export("d.png")
    #expect(try export("e.png", "--at", "Look") == end)
    #expect(try export("f.png", "--at", "L99") == end)
    let start = try export("g.png", "--at", "0s")
    #expect(chapter != end && start != chapter)
  }

  @Test func `a still of each chapter has its name`() throws {
    let run = try folder.larder(["export", "x.rcp", "-o", "a.png", "--all-chapters"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try bytes("a-1-count.png") == export("b.png", "--at", "Count"))
    #expect(try bytes("a-2-look.png") == export("b.png", "--at", "Look"))
    let again = try folder.larder(["export", "x.rcp", "-o", "a.png", "--all-chapters"])
    #expect(again.status == 3 && again.errors.contains("a-1-count.png: exists already"))
  }

  @Test func `a PNG has two pixels per unit unless a scale is given`() throws {
    func width(_ png: Data) -> Int { Int(png[18]) << 8 | Int(png[19]) }
    // 40 cells of 9 pixels, and margins of 18.
    #expect(width(try export("a.png")) == 2 * 396)
    #expect(width(try export("b.png", "--scale", "3")) == 3 * 396)
    #expect(width(try export("c.png", "--scale", "1", "--font-size", "20")) == 40 * 12 + 48)
    let gif = try export("a.gif")
    #expect(Int(gif[6]) | Int(gif[7]) << 8 == 396)
  }

  @Test(arguments: [
    (
      ["-o", "a.png", "--at", "Nowhere"], "There is no chapter \"Nowhere\"; there are Count, Look."
    ),
    (["-o", "a.png", "--at", "99s"], "The session has ended before 99.000000 s"),
    (["-o", "a.png", "--shot", "none"], "There is no still none; the script has counted."),
    (["-o", "a.gif", "--shot", "counted"], "--shot, --at and --all-chapters are for stills"),
    (
      ["-o", "a.png", "--at", "1s", "--all-chapters"],
      "Choose one of --shot, --at and --all-chapters"
    ),
    (["-o", "a.svg", "--scale", "2"], "--scale, --font and --font-size are for .png"),
    (["-o", "a.gif", "--quality", "50"], "--quality is for .webp"),
    (["-o", "a.gif", "--theme", "auto"], "--theme auto is for .svg"),
    (["-o", "a.gif", "--scale", "4"], "--scale is 1, 2 or 3"),
    (["-o", "a.gif", "--font", "x.rcp"], "x.rcp: is not a font that FreeType reads"),
  ])
  func `an export that cannot be made is refused with a reason`(words: [String], reason: String)
    throws
  {
    let run = try folder.larder(["export", "x.rcp"] + words)
    #expect(run.status != 0 && run.errors.contains(reason), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/" + words[1]))
  }

  @Test func `a video without ffmpeg is refused, and other formats are named`() throws {
    let run = try folder.larder(
      ["export", "x.rcp", "-o", "a.mp4"], environment: ["PATH": "/nowhere"])
    #expect(run.status == 3)
    #expect(
      run.errors
        == "a.mp4: is made by ffmpeg, which is not installed; .gif and .webp need no other program\n"
    )
  }

  @Test func `characters that the font lacks are reported`() throws {
    try folder.write(
      "x.rcp", Self.script + "> search 親子丼\n")
    let run = try folder.larder(["export", "x.rcp", "-o", "a.png"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("丼 子 親"), "\(run.errors)")
  }

  @Test func `an interrupt leaves neither a film nor a part of one`() throws {
    let place = try Workplace()
    // Painting it takes long enough to press a key.
    let steps = String(repeating: "> list\n> list 1-5\n> show 3\n", count: 120)
    _ = try place.file("x.rcp", Self.script + steps)
    let before = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
    let terminal = try place.scriptTerminal(["script", "export", "x.rcp", "-o", "a.webp"])
    try terminal.expect(text: "painting")
    try terminal.write("\u{3}")
    try terminal.expect(text: "The film was stopped, and nothing was written.")
    #expect(try terminal.expectEnd() == .status(130))
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).sorted() == before)
  }

  @Test func `a long film is reported with what makes it shorter`() throws {
    try folder.write(
      "x.rcp", Self.script + String(repeating: "@ pause 30s\n> count\n", count: 12))
    let run = try folder.larder(["export", "x.rcp", "-o", "a.gif"])
    #expect(run.status == 0)
    #expect(
      run.errors.contains(
        "a.gif: the film lasts 6 minutes. A faster `pace` and a shorter `gap` in the header"),
      "\(run.errors)")
  }
}
