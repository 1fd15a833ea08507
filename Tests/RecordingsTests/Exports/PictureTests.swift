import Recordings
import Testing

@Suite struct PictureTests {
  private func svg(
    _ session: SampleSession, _ options: PictureOptions = PictureOptions()
  ) throws -> String {
    String(decoding: try session.log.svg(options), as: UTF8.self)
  }

  /// A session that attempts markup injection in its title, captions, keys and lines.
  private var hostile: SampleSession {
    var session = SampleSession("</title><script>alert(1)</script>\u{202E}")
    session.log.digest = "\"><a href='x'>"
    session.note(.narration("<a href=\"https://a.example\" onload='x()'>&\u{FFFE}\u{1}"))
    session.press("<image href=\"x\"/>")
    session.note(.chapter("]]><!--"))
    session.enter(
      "<foreignObject>", ["</text><use href='https://a.example'/>\u{1B}]8;;x\u{1B}\\&amp;"])
    return session
  }

  @Test func `a picture has a description and respects reduced motion`() throws {
    let text = try svg(.everything)
    for part in [
      "role=\"img\" aria-labelledby=\"t d\"",
      "<title id=\"t\">Recipes &amp; &lt;friends&gt;</title>",
      "<desc id=\"d\">Recipes &amp; &lt;friends&gt;\n", "&gt; list\n",
      "<metadata>rcp 1 sha256:0a0a0a", "step-end infinite",
      "@media (prefers-reduced-motion:reduce){.s{animation:none!important}}", "textLength=\"63\"",
    ] { #expect(text.contains(part), "\(part)") }
  }

  @Test func `session text cannot inject markup`() throws {
    let options = PictureOptions(showsKeys: true)
    for text in [
      try svg(hostile, options), String(decoding: try hostile.log.still(), as: UTF8.self),
    ] {
      for part in [
        "<script", "<a ", "<image", "<foreignObject", "https:", "<!--", "\u{202E}", "\u{FFFE}",
      ] {
        let places = text.split(separator: "<desc", maxSplits: 1)
        let isSaid = part == "https:" && places.count == 2
        #expect(isSaid || !text.contains(part), "\(part)")
      }
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
      #expect(!text.contains("href=\"h") && !text.contains("href='"))
    }
  }

  @Test func `the same session makes the same bytes`() throws {
    #expect(try svg(.everything) == svg(.everything))
    #expect(try svg(.minute) == svg(.minute))
  }

  @Test func `a picture of a busy minute is below 150 kB`() throws {
    #expect(try svg(.minute).utf8.count < 150_000)
  }

  @Test func `a picture loops, ends, or is still`() throws {
    #expect(try svg(.everything, PictureOptions(isLooping: false)).contains("step-end forwards"))
    #expect(
      !String(decoding: try SampleSession.everything.log.still(), as: UTF8.self).contains(
        "animation"))
  }

  @Test func `the final position is set by the transform attribute and by no style rule`() throws {
    let style = try svg(.everything).split(separator: "<style>")[1].split(separator: "</style>")[0]
    for rule in style.split(separator: "}") where !rule.contains("%{") {
      #expect(!rule.contains("transform:"))
    }
  }

  @Test func `a still shows the moment of its shot`() throws {
    let log = SampleSession.everything.log
    let list = String(decoding: try log.still(.shot("list")), as: UTF8.self)
    let end = String(decoding: try log.still(), as: UTF8.self)
    #expect(list.contains("Malaysian</text>") && !list.contains("shwo"))
    #expect(end.contains("No command is called shwo.</text>"))
    #expect(throws: ExportProblem.noSuchShot("lisst", known: ["list"])) {
      try log.still(.shot("lisst"))
    }
  }

  @Test func `keys are shown only on request`() throws {
    #expect(!(try svg(.everything)).contains(">Ctrl+U</text>"))
    #expect(try svg(.everything, PictureOptions(showsKeys: true)).contains(">Ctrl+U</text>"))
  }

  @Test func `colors are off unless the script enables them`() throws {
    var session = SampleSession.everything
    session.log.color = .off
    #expect(!(try svg(session)).contains("class=\"c0\""))
    #expect(try svg(.everything).contains("class=\"c0\""))
    #expect(try svg(.everything, PictureOptions(theme: .light)) != svg(.everything))
  }

  @Test func `the title of a chapter lasts as long as the chapter`() throws {
    var session = SampleSession()
    session.note(.chapter("First"))
    session.note(.narration("one"))
    session.wait(milliseconds: 500)
    session.note(.narration("two"))
    session.wait(milliseconds: 500)
    session.note(.chapter("Second"))
    let text = try svg(session)
    // Each caption has the title of its chapter; one that is replaced at once is left out.
    let titles = text.split(separator: " class=\"h\">").dropFirst().map { $0.prefix { $0 != "<" } }
    #expect(titles == ["First", "First", "Second"])
    let still = String(decoding: try session.log.still(), as: UTF8.self)
    #expect(still.contains(">Second</text>") && !still.contains(">First</text>"))
  }

  @Test func `a picture follows the preference of the viewer on request`() throws {
    let options = PictureOptions(theme: .light, darkTheme: .dark)
    let adaptive = try svg(.everything, options)
    let light = try svg(.everything, PictureOptions(theme: .light))
    let rule = "@media (prefers-color-scheme:dark){"
    #expect(adaptive.contains(rule) && !light.contains(rule))
    let dark = try #require(adaptive.split(separator: rule).last)
    // The colors of the dark theme replace those of the light one, and fixed colors stay as they are.
    #expect(dark.contains("text{fill:#e6edf3}") && dark.contains("{fill:#ff7b72}"))
    #expect(dark.contains(".x{fill:#11151c}") && adaptive.contains("<rect class=\"x\""))
    #expect(dark.contains(".de6edf3{fill:#e6edf3}") && adaptive.contains(" class=\"de6edf3\""))
    #expect(adaptive.utf8.count < light.utf8.count + 1500)
  }

  @Test func `output within 30 ms is one frame`() throws {
    var session = SampleSession()
    for letter in "abcdefghij" {
      session.wait(milliseconds: 2)
      session.show(String(letter))
    }
    let text = try svg(session)
    #expect(text.contains("&gt; abcdefghij</text>") && !text.contains("&gt; abcde</text>"))
  }

  @Test func `too many frames are refused`() throws {
    var session = SampleSession(columns: 20, rows: 2)
    for number in 0..<5001 {
      session.wait(milliseconds: 40)
      session.show("\r\(number)")
    }
    #expect(throws: ExportProblem.tooManyFrames(limit: 5000)) { try session.log.svg() }
  }

  @Test func `too many bytes are refused`() throws {
    var session = SampleSession()
    session.note(.line(.output, String(repeating: "x", count: 8 << 20)))
    #expect {
      try session.log.svg()
    } throws: { error in
      if case .tooLarge(_, limit: 8 << 20)? = error as? ExportProblem { true } else { false }
    }
  }
}
