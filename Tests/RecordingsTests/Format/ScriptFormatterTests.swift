import Recordings
import Testing

extension Script {
  /// The script without source positions.
  var meaning: Script {
    var script = Script(path: "", lines: [], header: header, items: items.map(\.meaning))
    script.header.names = []
    script.header.range = 0..<0
    return script
  }
}

extension ScriptItem {
  fileprivate var meaning: ScriptItem {
    switch kind {
    case .repeated(let count, let items):
      return ScriptItem(.repeated(count, items.map(\.meaning)), range: 0..<0)
    case .step(var step):
      step.expectation = 0..<0
      step.editLine?.line = 0
      for place in step.expected.indices { step.expected[place].line = 0 }
      for place in step.assertions.indices { step.assertions[place].line = 0 }
      return ScriptItem(.step(step), range: 0..<0)
    default: return ScriptItem(kind, range: 0..<0)
    }
  }
}

@Suite("The canonical form of a script")
struct ScriptFormatterTests {
  /// Combining marks after characters with a meaning in the format.
  private static let accents =
    "rcp 1\ntitle:\u{301}a\n\n#\u{301}b\n@ keys \"a\\\"\u{301}\"\n_ a{^}\u{301}\n@ expect \"\\\\\u{301}\"\n"

  @Test(arguments: [SampleScripts.tour, SampleScripts.editing, accents])
  func `formatting preserves the meaning and is idempotent`(text: String) throws {
    let script = try Script(Array(text.utf8), path: "a.rcp")
    let once = formatted(script)
    let again = try Script(Array(once.utf8), path: "a.rcp")
    #expect(again.meaning == script.meaning)
    #expect(formatted(again) == once)
    let lines = script.lines.joined(separator: "\n") + (script.endsInBreak ? "\n" : "")
    #expect(try Script(Array(lines.utf8), path: "a.rcp") == script)
  }

  @Test func `formatting writes out default header fields`() throws {
    let text =
      "rcp 1\n# why\nseed:   7\n# last\nx-a:b\n\n\n@  pause   2000ms\n> a \n?  error  disk \n# c\n== d\n\n\n@ keys  \"x\\\"\"  Ctrl+a*2@500ms\n"
    let script = try Script(Array(text.utf8), path: "a.rcp")
    #expect(
      formatted(script) == """
        rcp 1
        feed: builtin:demo
        size: 80x24
        clock: 2000-01-01T00:00:00Z
        tz: UTC
        locale: en_US
        # why
        seed: 7
        # last
        x-a: b

        @ pause 2s
        > a\u{20}
        ? error disk

        # c

        == d

        @ keys "x\\"" Ctrl+A*2@500ms

        """)
  }
}

@Suite("Scripts in Markdown documents")
struct MarkdownScriptTests {
  private let text = """
    # A tour
    ```sh
    rcp 2
    ```
    ~~~ rcp
    rcp 1
    title: Tour

    > a
    | 1
    ~~~
    Text.
      ````rcp here
      > b
      |~ [int]
      ````
    > quoted
    """

  @Test func `all blocks of a document form one script`() throws {
    let script = try Script.reading(Array(text.utf8), path: "a.md")
    #expect(script.steps.map(\.action) == [.command("a"), .command("b")])
    #expect(script.header.title == "Tour")
    #expect(script.lines.count == 17)
  }

  @Test func `a script in a document is updated in place`() throws {
    let script = try Script.reading(Array(text.utf8), path: "a.md")
    let step = script.steps[1]
    let verdict = verdict(
      on: step, of: script, outcome: outcome("| x\n| y"), variables: [:], isStrict: false)
    let lines = rewritten(script, [step.expectation.lowerBound: verdict.expectation])
    #expect(lines == script.lines.flatMap { $0 == "  |~ [int]" ? ["  | x", "  | y"] : [$0] })
    #expect(formatted(script).contains("~~~ rcp\nrcp 1\ntitle: Tour\nfeed: builtin:demo\n"))
    #expect(formatted(script).hasSuffix("  > b\n  |~ [int]\n  ````\n> quoted\n"))
  }

  @Test func `a document without a script throws`() {
    #expect(throws: ScriptProblem.self) { try Script.reading(Array("# A\n".utf8), path: "a.md") }
  }
}
