import Recordings
import Testing

@Suite("Parsing of scripts")
struct ScriptParserTests {
  private let tour: Script
  private let editing: Script

  init() throws {
    tour = try Script(Array(SampleScripts.tour.utf8), path: "tour.rcp")
    editing = try Script(Array(SampleScripts.editing.utf8), path: "editing.rcp")
  }

  @Test func `a header describes the environment`() {
    let header = tour.header
    #expect(header.title == "A short tour")
    #expect(header.feed == .builtin("demo"))
    #expect(header.feedDigest?.prefix(4) == "0011")
    #expect(header.size == ScriptSize(columns: 72, rows: 20))
    #expect(header.clock == 1_759_320_000_000)
    #expect(header.tick == 1000)
    #expect(header.secondsAheadOfUTC == 19_800)
    #expect(header.seed == .max)
    #expect(header.variables == [ScriptVariable(name: "cuisine", value: "Thai")])
    #expect(header.range == 1..<11)
    #expect(header.names == ["title", "feed", "size", "clock", "tz", "seed", "var", "x-author"])
  }

  @Test func `a header describes presentation and limits`() {
    let header = editing.header
    #expect(header.feed == .attached("mini.json"))
    #expect(header.color == .indexed && header.images == .blocks && header.replaysNetwork)
    #expect(header.bundle == ScriptHeader.Bundle(path: "offline.rcpd", digest: nil))
    #expect(header.state == "library.json")
    #expect(header.pace == ScriptPace(speed: 20, jitter: 10) && header.gap == 1000)
    #expect(header.needs == ["images", "net-replay"])
    #expect(header.limits.time == 20_000 && header.limits.output == 256 << 10)
    #expect(header.limits.steps == 200 && header.isStrict)
    #expect(header.leastVersion == [0, 1] && header.versionLimit == [2])
  }

  @Test func `chapters, captions and comments are parsed`() {
    let kinds = tour.items.map(\.kind)
    #expect(kinds[0] == .chapter("Look around"))
    #expect(kinds[1] == .narration("The feed has 64 recipes.", isPrivate: false))
    #expect(kinds[2] == .narration("Say hello.", isPrivate: true))
    #expect(kinds[4] == .comment("There is no such row."))
  }

  @Test func `a step has its expectation and its lines`() {
    let step = tour.steps[0]
    #expect(step.action == .command("list --limit 2"))
    #expect(
      step.expected.map(\.form) == [
        .literal(" #  Name"), .literal(" 1  Açaí bowl"), .literal(""),
        .pattern(LinePattern("[int] of [..]")), .elision, .literal("ends \u{1F35A}"),
      ])
    #expect(step.expectation == 17..<23)
    #expect(tour.items[3].range == 16..<23)
    #expect(tour.items[3].line == 17)
  }

  @Test func `a step has output, diagnostics and a status`() {
    let step = tour.steps[1]
    #expect(step.expected.map(\.stream) == [.diagnostics, .diagnostics])
    #expect(step.status == .error("no-such-row"))
  }

  @Test func `a command continues after a plus, and has assertions`() {
    let step = tour.steps[2]
    #expect(step.action == .command("filter cuisine ${cuisine} --sort name"))
    #expect(step.assertions.map(\.text) == ["Thai $$", "say \"no\""])
    #expect(step.assertions.map(\.isExpected) == [true, false])
    #expect(step.status == .ok)
  }

  @Test func `keys are texts and keys with delays and counts`() {
    let step = editing.steps[0]
    #expect(
      step.action
        == .keys([
          KeyStrokes(.text("show ap")), KeyStrokes(.key(ScriptKey(.named(.tab))), rest: 300),
          KeyStrokes(.key(ScriptKey(.named(.tab))), count: 2),
          KeyStrokes(.key(ScriptKey(.character("a"), modifiers: .control))),
          KeyStrokes(.key(ScriptKey(.named(.left), modifiers: [.alt, .shift]))),
          KeyStrokes(.key(ScriptKey(.character("_"), modifiers: .control))),
          KeyStrokes(.key(ScriptKey(.character("y")))),
        ]))
    #expect(step.editLine == ExpectedEdit(text: "show ap", cursor: 5, line: 21))
    #expect(editing.steps[1].status == .quit)
    #expect(editing.steps[2].action == .screen)
  }

  @Test func `directives are parsed`() {
    #expect(
      editing.directives == [
        .hide, .include("lib/clean.rcp"), .show, .pace(ScriptPace(speed: 10)), .pause(800),
        .set("name", "a text"), .when(ScriptCondition(.feature("pictures"), isNegated: true)),
        .when(ScriptCondition(.atLeast([1, 2]))), .clockForward(93_600_000),
        .clock(1_759_492_800_250), .resize(ScriptSize(columns: 60, rows: 20)),
        .xfail("counts wide signs as one column"), .answer(true), .shot("end-state"), .stop,
      ])
  }

  @Test func `repetitions can be nested`() throws {
    let outer = try #require(editing.items.first { $0.line == 43 })
    guard case .repeated(3, let items) = outer.kind, case .repeated(2, let inner) = items[0].kind
    else { return #expect(Bool(false), "\(outer)") }
    #expect(outer.range == 42..<48)
    #expect(inner.count == 1 && inner[0].range == 44..<46)
  }

  @Test func `files are attached as lines or in base64`() {
    let files = editing.items.compactMap {
      if case .attachment(let file) = $0.kind { file } else { nil as ScriptAttachment? }
    }
    #expect(files.map(\.name) == ["mini.json", "library.json"])
    #expect(files.map(\.bytes) == [Array("{\"recipes\":[\n\n {}]}\n".utf8), Array("Larder!".utf8)])
    #expect(files.map { $0.digest == nil } == [true, false])
  }

  @Test func `lines can end in CR LF`() throws {
    let text = SampleScripts.tour.replacing("\n", with: "\r\n")
    var script = try Script(Array(text.utf8), path: "tour.rcp")
    #expect(script.lineEnd == "\r\n")
    script.lineEnd = "\n"
    #expect(script == tour)
  }

  @Test(arguments: ["rcp 1", "rcp 1\n", "#!x\nrcp 1\n\n", "rcp 1\n# note\n\n> \n>\n"])
  func `minimal scripts are valid`(text: String) { #expect(problem(in: text) == nil) }
}
