import Recordings
import Testing

@Suite struct SceneTests {
  /// The moments of a session as text: time in milliseconds, caption, key.
  private func moments(_ session: SampleSession, showsKeys: Bool = false) throws -> [String] {
    try Scene(session.log).moments(showsKeys: showsKeys).map { moment in
      let caption = moment.caption.map { ($0.titles + $0.texts).joined(separator: "/") }
      return "\(moment.time / 1000) \(caption ?? "-") \(moment.key ?? "-")"
    }
  }

  @Test func `a scene has a moment for each change of screen, caption and key`() throws {
    var session = SampleSession()
    session.wait(milliseconds: 100)
    session.note(.chapter("One"))
    session.wait(milliseconds: 100)
    session.press("Tab")
    session.wait(milliseconds: 2000)
    session.note(.narration("text"))
    #expect(try moments(session) == ["0 - -", "100 One -", "2500 One/text -"])
    #expect(
      try moments(session, showsKeys: true) == [
        "0 - -", "100 One -", "500 One Tab", "1700 One -", "2500 One/text -",
      ])
  }

  @Test func `changes within 20 ms are one moment, at the time of the first`() throws {
    var session = SampleSession()
    session.wait(milliseconds: 100)
    session.show("a")
    session.wait(milliseconds: 15)
    session.note(.chapter("One"))
    session.wait(milliseconds: 100)
    session.show("b")
    #expect(try moments(session) == ["0 - -", "100 One -", "215 One -"])
  }

  @Test func `the moments of a film do not drift`() throws {
    var session = SampleSession()
    for number in 1...400 {
      session.wait(milliseconds: 33)
      session.show("\r\(number)")
    }
    let times = try Scene(session.log).moments(showsKeys: false).map(\.time)
    #expect(times == (0...400).map { $0 * 33_000 })
  }

  @Test(arguments: [1, 2, 3])
  func `a layout is as large as the scale says`(scale: Int) throws {
    let scene = try Scene(SampleSession.everything.log)
    let (small, large) = (scene.layout(), scene.layout(SceneMeasures(letter: 15 * scale)))
    #expect(large.width == scale * small.width && large.height == scale * small.height)
    #expect(large.terminal.y == scale * small.terminal.y)
    #expect(large.captionBaseline(line: 1) == scale * small.captionBaseline(line: 1))
  }

  @Test func `a layout has whole cells at any size of letters`() throws {
    let layout = try Scene(SampleSession("x", columns: 80, rows: 24).log).layout(
      SceneMeasures(letter: 17))
    #expect(layout.terminal.width == 80 * 10 && layout.terminal.height == 24 * 22)
  }
}
