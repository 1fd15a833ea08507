import Foundation
import Recordings
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Reports of played scripts")
struct ScriptReportTests {
  private func report(
    _ body: String, strictness: Strictness = []
  ) throws -> ScriptReport { ScriptReport(try played(body), strictness: strictness) }

  /// The updated lines without the header.
  private func written(_ report: ScriptReport) -> String {
    report.files[0].new.dropFirst(2).joined(separator: "\n")
  }

  @Test(arguments: [
    ("> say a", "1 step as expected, 1 of them without an expectation"),
    ("> say a\n| a\n\n> say b\n| b", "2 steps as expected"),
    ("> say a\n| b", "1 of 1 step not as expected"),
    (
      "> say a\n| b\n\n> say a\n| c\n\n> say b",
      "2 of 3 steps not as expected, 1 of them without an expectation"
    ),
  ])
  func `the summary counts steps and mismatches`(body: String, outcome: String) throws {
    #expect(try report(body).summary.last == "a.rcp: \(outcome)")
  }

  @Test func `the first fault is reported with the number of later ones`() throws {
    let summary = try report("> say a\n| b\n\n> say a\n| c").summary
    #expect(summary.count == 3)
    #expect(summary[0].hasPrefix("a.rcp:3: "))
    #expect(
      summary[1] == "a.rcp: the first mismatch is in line 3; 1 later mismatch may follow from it")
  }

  @Test(arguments: [
    ("> say a\n| b", "> say a\n| a"), ("> say a\n| a", "> say a\n| a"),
    ("# c\n\n> say a\n| b\n@ expect \"a\"\n% n", "# c\n\n> say a\n| a\n@ expect \"a\"\n% n"),
    ("@ repeat 2\n> say a\n| b\n@ end", "@ repeat 2\n> say a\n| a\n@ end"),
    (
      "@ repeat 3\n> time\n|~ [int]\n@ clock +1s\n@ end",
      "@ repeat 3\n> time\n|~ [int]\n@ clock +1s\n@ end"
    ),
    (
      "@ repeat 3\n> time\n| 946684800000\n@ clock +1s\n@ end",
      "@ repeat 3\n> time\n| 946684800000\n@ clock +1s\n@ end"
    ),
    (
      "@ repeat 2\n> time\n| 1\n@ clock +1s\n@ end",
      "@ repeat 2\n> time\n| 1\n@ clock +1s\n@ end"
    ),
    ("@ xfail \"x\"\n> say a\n| b", "@ xfail \"x\"\n> say a\n| b"),
    ("> fail", "> fail\n! it fails\n? error broken"), ("> say a", "> say a"),
  ])
  func `the updated script adopts the output`(body: String, new: String) throws {
    let report = try report(body)
    #expect(written(report) == new)
    #expect(report.files[0].difference.isEmpty == (body == new))
  }

  @Test func `strict mode requires an expectation for each step`() throws {
    let report = try report("> say a\n\n> say b\n? ok", strictness: .coverage)
    #expect(report.faults.map(\.line) == [3] && report.exit == .mismatch)
    #expect(try self.report("> say a").exit == .matched)
  }

  @Test func `faults are grouped by chapter`() throws {
    let report = try report(
      "> say a\n| b\n== One\n> say a\n| a\n== Two & \"more\"\n> say a\n| c\n\n> say a\n| d\n== Three"
    )
    #expect(report.chapters.map(\.title) == ["", "One", "Two & \"more\""])
    #expect(report.chapters.map(\.faults.count) == [1, 0, 2])
  }

  private static let awkward = "> say <&>\"'\n| \u{1F35A} <b>&amp;]]>\n== <Two> \"&\"\n> say a\n| b"

  @Test func `reports are written as JSON`() throws {
    struct Told: Decodable, Equatable {
      struct Fault: Decodable, Equatable {
        var path: String
        var line: Int
        var complaints: [String]
      }
      var path: String
      var exit: Int
      var steps: Int
      var unchecked: Int
      var faults: [Fault]
      var difference: String
    }
    let report = try report(Self.awkward)
    let told = try JSONDecoder().decode([Told].self, from: Data(ScriptReport.json([report]).utf8))
    #expect(told[0].faults.map(\.line) == report.faults.map(\.line))
    #expect(told[0].faults.map(\.complaints) == report.faults.map(\.complaints))
    #expect(told[0].difference == report.difference.joined(separator: "\n") + "\n")
    #expect((told[0].exit, told[0].steps, told[0].unchecked) == (1, 2, 0))
    #expect(try JSONDecoder().decode([Told].self, from: Data(ScriptReport.json([]).utf8)) == [])
  }

  @Test func `the head of a hunk names the command and the chapter`() throws {
    let heads = try report("== One\n> say a\n| b\n\n> say c\n| c\n\n== Two\n> say d\n| e")
      .difference
      .filter { $0.hasPrefix("@@") }
    #expect(heads.map { $0.split(separator: "@@").last ?? "" } == [" > say a  == One"])
    let far = try report(
      "> say a\n| b\n" + String(repeating: "\n", count: 9) + "== Two\n> say d\n| e"
    )
    .difference.filter { $0.hasPrefix("@@") }
    #expect(far.map { $0.split(separator: "@@").last ?? "" } == [" > say a", " > say d  == Two"])
  }

  @Test func `reports are written as JUnit XML`() throws {
    let text = ScriptReport.junit([try report(Self.awkward), try report("> say a\n| a")])
    let document = try XMLDocument(xmlString: text)
    func values(_ path: String) throws -> [String] {
      try document.nodes(forXPath: path).compactMap(\.stringValue)
    }
    #expect(try document.nodes(forXPath: "/testsuites/testsuite").count == 2)
    #expect(try values("//testcase/@name") == ["a.rcp", "<Two> \"&\"", "a.rcp"])
    #expect(try document.nodes(forXPath: "//failure").count == 2)
    #expect(try values("//testsuite/@tests") == ["2", "1"])
    #expect(try values("//testsuite/@errors") == ["0", "0"])
    #expect(try values("/testsuites/@tests") == ["3"])
    #expect(try values("/testsuites/@failures") == ["2"])
    #expect(try values("//testsuite/@time") == ["0.000", "0.000"])
    var timed = try report("> say a")
    timed.duration = .milliseconds(1042)
    #expect(ScriptReport.junit([timed]).contains("time=\"1.042\""))
    // The first failure of a script has its differences.
    let failures = try values("//failure")
    #expect(failures[0].contains("--- a.rcp") && !failures[1].contains("--- a.rcp"))
  }

  @Test func `a stopped script is not successful in any format`() throws {
    let player = try played("== One\n> flood\n== Two\n> say a", header: "limit: step-output=10B")
    let report = ScriptReport(player)
    let reason = "a.rcp: stopped at a limit: a step can write at most 10 bytes"
    #expect(report.summary.contains(reason))
    #expect(ScriptReport.json([report]).contains("\"stop\": \"\(reason)\""))
    #expect(ScriptReport.junit([report]).contains("<failure message=\"\(reason)\">"))
  }
}
