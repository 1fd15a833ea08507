import Foundation
import TestSupport
import Testing

/// The pages for users, as far as they are about the whole program.
@Suite struct PageTests {
  private func page(_ name: String) throws -> String {
    try String(contentsOfFile: projectFolder + "/docs/" + name, encoding: .utf8)
  }

  /// The fenced blocks of a language, in order.
  private func blocks(_ language: String, in text: Substring) -> [String] {
    text.components(separatedBy: "\n```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
  }

  /// The commands after `$ larder`, each with the lines that follow it.
  private func calls(_ block: String) -> [(command: String, output: String)] {
    ("\n" + block).components(separatedBy: "\n$ larder ").dropFirst().map { call in
      let lines = call.components(separatedBy: "\n")
      return (lines[0], lines.dropFirst().joined(separator: "\n"))
    }
  }

  @Test func `the example of a profile has the output that its page shows`() throws {
    let text = try page("feeds.md")
    let start = try #require(text.range(of: "### A worked example")).lowerBound
    let example = text[start...]
    let place = try Workplace()
    let json = try #require(blocks("json", in: example).first)
    let profile = try #require(blocks("toml", in: example).first)
    let consoles = blocks("text", in: example)
    #expect(consoles.count == 2)
    for (number, console) in consoles.enumerated() {
      if number == 1 {
        try FileManager.default.createDirectory(
          atPath: place.home + "/config/feeds", withIntermediateDirectories: true)
        _ = try place.file("home/config/feeds/library.toml", profile)
        #expect(try place.larder("demo", "-c", "feeds check").status == 0)
      }
      _ = try place.file("books.json", json)
      for (command, output) in calls(console) {
        let run = try place.script("'\(larderPath)' --home '\(place.home)' \(command)")
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map {
          String($0.reversed().drop { $0 == " " }.reversed())
        }
        #expect(run.status == 0 && lines.joined(separator: "\n") == output + "\n", "\(command)")
      }
    }
  }

  @Test func `the page on lint has all rules`() throws {
    let rules = try Workplace().larder("lint", "--rules").output.split(separator: "\n").dropFirst()
    let table = rules.map { rule in
      let parts = rule.split(separator: " ", maxSplits: 2)
      let meaning = parts[2].drop { $0 == " " }
      return "| `\(parts[0])` | \(parts[1]) | \(meaning) |\n"
    }.joined()
    let isComplete = try page("lint.md").contains("|---|---|---|\n" + table)
    #expect(isComplete, "\(table)")
  }
}
