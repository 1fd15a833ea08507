import LiveWorld
import Recordings
import TestSupport
import Testing
import World

@Suite("Updates of scripts")
struct ScriptUpdateTests {
  private let folder: TemporaryFolder
  private let files = LiveFileSystem()
  private var path: String { folder.path + "/a.rcp" }

  init() throws { folder = try TemporaryFolder() }

  private static let script = """
    rcp 1

    # kept
    == One
    > say a
    | wrong

    == Two
    % kept
    > say ${x}
    |~ [..]ng

    > say c
    | wrong

    == Three
    > say d
    | wrong
    """

  /// Plays a script in the folder and returns its report.
  private func judged(_ text: String = script) throws -> (ScriptReport, ScriptSession) {
    let text = text.replacing("rcp 1\n", with: "rcp 1\nvar: x = ping\n") + "\n"
    try files.write(Array(text.utf8), to: path, replacing: true)
    let session = try ScriptSession.sessions(in: path, files: files, version: [1])[0]
    let player = Player(session.plan, interruptions: Interruptions())
    try player.play { FakeProgram(player) }
    return (ScriptReport(player), session)
  }

  private func text() throws -> String {
    String(decoding: try files.contents(of: path, limit: 10_000), as: UTF8.self)
  }

  @Test(arguments: [
    (nil, ["a", "c", "d"]), ("One", ["a"]), ("Two", ["c"]), ("Three", ["d"]), ("L1-7", ["a"]),
    ("L7", ["a"]), ("L8-9999", ["c", "d"]), ("L15-15", ["c"]), ("L1-6", []), ("L9999", []),
  ])
  func `an update changes the whole script or a part`(part: String?, changed: [String]) throws {
    let (report, session) = try judged()
    let old = try text()
    let update = try ScriptUpdate(report, session, part: part)
    try update.write(files)
    let new = try text()
    var wanted = old
    for letter in ["a", "c", "d"] where changed.contains(letter) {
      wanted = wanted.replacing("> say \(letter)\n| wrong", with: "> say \(letter)\n| \(letter)")
    }
    #expect(new == wanted)
    #expect(update.isChange == !changed.isEmpty)
  }

  @Test(arguments: [
    "Four", "L0", "L9-3", "L", "Lx", "L1-2-3", "", "L-4", "L1-", "L99999999999999999999",
  ])
  func `an unknown part is refused`(part: String) throws {
    let (report, session) = try judged()
    #expect(throws: ScriptRefusal.self) { try ScriptUpdate(report, session, part: part) }
  }

  @Test func `an update preserves the file mode`() throws {
    let (report, session) = try judged()
    setPermissions(0o640, of: path)
    try ScriptUpdate(report, session, part: nil).write(files)
    #expect(try folder.mode(of: "a.rcp") == 0o640)
    #expect(try folder.names() == ["a.rcp"])
  }

  @Test(arguments: ["rcp 1\n\n> say other\n", "no script", ""])
  func `a script changed in the meantime is not overwritten`(text: String) throws {
    let (report, session) = try judged()
    try files.write(Array(text.utf8), to: path, replacing: true)
    #expect(throws: ScriptRefusal.self) {
      try ScriptUpdate(report, session, part: nil).write(files)
    }
    #expect(try self.text() == text)
  }

  @Test func `a symbolic link is not replaced`() throws {
    let (report, session) = try judged()
    try files.rename(path, to: folder.path + "/real")
    makeLink(at: path, to: "real")
    #expect(throws: ScriptRefusal.self) {
      try ScriptUpdate(report, session, part: nil).write(files)
    }
    #expect(try text().contains("| wrong"))
    #expect(try folder.names() == ["a.rcp", "real"])
  }

  @Test func `an update without changes writes nothing`() throws {
    let (report, session) = try judged("rcp 1\n\n> say a\n| a")
    try files.remove(path)
    let update = try ScriptUpdate(report, session, part: nil)
    try update.write(files)
    #expect(update.summary(isDry: false) == "\(path): nothing to change")
    #expect(files.kind(of: path) == nil)
  }

  @Test func `lost placeholders are reported`() throws {
    let (report, session) = try judged("rcp 1\n\n> say a\n|~ b[..]")
    let summary = try ScriptUpdate(report, session, part: nil).summary(isDry: true)
    #expect(summary == "\(path): 1 step would change, 1 placeholder dropped at \(path):5")
  }
}
