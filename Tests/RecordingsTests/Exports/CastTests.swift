import Recordings
import Testing

@Suite struct CastTests {
  private func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func session() -> SampleSession {
    var session = SampleSession("A \"tour\"\u{202E}", columns: 40, rows: 9)
    session.log.events = []
    session.note(.narration("Said\nfirst"))
    session.show("a\u{1B}[31mé\u{9B}\u{7F}")
    session.wait(milliseconds: 1234)
    session.note(.chapter("One"))
    session.press("Ctrl+R", "")
    session.note(.resize(ScriptSize(columns: 50, rows: 10)))
    session.show("\r\n")
    session.wait(milliseconds: 2000)
    return session
  }

  @Test func `version 2 has absolute times in microseconds`() {
    #expect(
      lines(session().log.cast2()) == [
        #"{"version":2,"width":40,"height":9,"timestamp":1759320000,"#
          + #""title":"A \"tour\"\u202e","env":{"TERM":"xterm-256color"}}"#,
        #"[0.000000, "o", "a\u001b[31mé\u009b\u007f"]"#, #"[1.234000, "m", "One"]"#,
        #"[1.534000, "r", "50x10"]"#, #"[1.534000, "o", "\r\n"]"#, #"[3.534000, "o", ""]"#,
      ])
  }

  @Test func `version 3 has intervals, comments and an exit event`() {
    #expect(
      lines(session().log.cast3(withInput: true)) == [
        #"{"version":3,"term":{"cols":40,"rows":9,"type":"xterm-256color"},"#
          + #""timestamp":1759320000,"title":"A \"tour\"\u202e"}"#,
        "# Said first", #"[0.000, "o", "a\u001b[31mé\u009b\u007f"]"#, #"[1.234, "m", "One"]"#,
        #"[0.300, "i", "\u0012"]"#, #"[0.000, "r", "50x10"]"#, #"[0.000, "o", "\r\n"]"#,
        #"[2.000, "o", ""]"#, #"[0.000, "x", "0"]"#,
      ])
  }

  @Test func `rounding errors of intervals do not add up`() {
    var log = SampleSession().log
    log.events = (0..<1000).map { SessionLog.Event(time: $0 * 1_000_333, .output([0x61])) }
    let difference = CastReview(log.cast2()).duration - CastReview(log.cast3()).duration
    #expect(abs(difference) < 1000)
  }

  @Test(arguments: [false, true]) func `exported casts are valid`(withInput: Bool) {
    for log in [session().log, SampleSession.everything.log, SampleSession.minute.log] {
      #expect(castProblems(log.cast2(withInput: withInput)) == [])
      #expect(castProblems(log.cast3(withInput: withInput)) == [])
      #expect(log.cast2() == log.cast2())
    }
  }

  @Test(arguments: [
    (ScriptHeader.Color.off, "xy"), (.ansi, #"\u001b[91mx\u001b[39my"#),
    (.indexed, #"\u001b[38;5;196mx\u001b[39my"#), (.full, #"\u001b[38;2;255;0;0mx\u001b[39my"#),
  ])
  func `the color depth follows the script`(
    color: ScriptHeader.Color, shown: String
  ) {
    var session = SampleSession(color: color)
    session.log.events = []
    session.show("\u{1B}[38;2;255;0;0mx\u{1B}[39my")
    #expect(lines(session.log.cast2())[1] == #"[0.000000, "o", "\#(shown)"]"#)
  }

  @Test(arguments: [
    ("a", "a"), ("Enter", #"\r"#), ("Up", #"\u001b[A"#), ("Ctrl+Left", #"\u001b[1;5D"#),
    ("Alt+D", #"\u001bD"#), ("Ctrl+Alt+H", #"\u001b\b"#), ("Ctrl+_", #"\u001f"#),
    ("Delete", #"\u001b[3~"#), ("Shift+PageUp", #"\u001b[5;2~"#), ("Backspace", #"\u007f"#),
    ("料", "料"), ("Alt+Enter", #"\u001b\r"#), ("a+b", "a+b"),
  ])
  func `keys are written as terminal input`(key: String, data: String) {
    var session = SampleSession()
    session.log.events = []
    session.note(.key(key))
    let shown = data.split(separator: #"\b"#, omittingEmptySubsequences: false)
      .joined(separator: #"\u0008"#)
    #expect(lines(session.log.cast2(withInput: true))[1] == #"[0.000000, "i", "\#(shown)"]"#)
  }
}
