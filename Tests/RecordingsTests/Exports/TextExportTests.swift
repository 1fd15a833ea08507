import Recordings
import Testing

@Suite struct TextExportTests {
  private func session() -> SampleSession {
    var session = SampleSession("Tour & *more*")
    session.note(.chapter("One <script>"))
    session.note(.narration("1. See [this](https://a.example) `now`\u{1B}[2J"))
    session.enter("list", ["a ```` b", "", "\u{1B}[31mred\u{1B}[0m"])
    session.note(.line(.diagnostics, "late"))
    session.enter("show", [])
    session.note(.chapter("Keys"))
    session.note(.edit(keys: #""a`b" Tab"#, line: "a`bc", menu: ["  bc", "  bd"]))
    return session
  }

  @Test func `Markdown has headings, paragraphs and blocks`() {
    #expect(
      session().log.markdown() == #"""
        # Tour \& \*more\*

        ## One \<script\>

        1\. See \[this\](https://a.example) \`now\`�\[2J

        `````console
        > list
        a ```` b

        red
        late
        `````

        ```console
        > show
        ```

        ## Keys

        Keys: ``"a`b" Tab``

        ```console
        > a`bc
          bc
          bd
        ```

        """#)
  }

  @Test func `a transcript has commands and output`() {
    #expect(
      session().log.transcript() == """
        Tour & *more*

        One <script>
        ------------

        1. See [this](https://a.example) `now`�[2J

        > list
        a ```` b

        red
        late

        > show

        Keys
        ----

        @ keys "a`b" Tab
        > a`bc
          bc
          bd

        """)
  }

  @Test func `the timing file matches the typescript`() {
    var session = SampleSession()
    session.log.events = []
    session.wait(milliseconds: 1500)
    session.show("ab")
    session.wait(milliseconds: 250)
    session.show("é\r\n")
    session.wait(milliseconds: 2000)
    let (script, timing) = session.log.typescript()
    #expect(String(decoding: timing, as: UTF8.self) == "1.500000 2\n0.250000 4\n2.000000 3\n")
    let lines = String(decoding: script, as: UTF8.self).split(separator: "\n", maxSplits: 1)
    #expect(lines[0].hasPrefix("Script started ["))
    #expect(lines[1].utf8.elementsEqual("abé\r\n\u{1B}[m".utf8))
  }
}
