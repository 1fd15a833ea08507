import Foundation
import Output
import Shell
import Testing

/// A shell with a feed of one good record and 5000 malformed ones.
private func shell(_ adjust: (inout RunOptions) -> Void = { _ in }) -> ShellUnderTest {
  let records = ["{\"name\":\"Pie\"}"] + [String](repeating: "7", count: 5000)
  return ShellUnderTest(
    feed: "-", input: "[\(records.joined(separator: ","))]", options: adjust)
}

@Test func `a list of problems ends with how many are not listed`() {
  let shell = shell()
  let lines = shell.run("problems").split(separator: "\n")
  #expect(lines.count == 1001)
  #expect(lines.last?.contains("$[1000]") == true)
  #expect(shell.takeErrors() == "4000 more are not listed: 4000 broken-record\n")
  #expect(shell.run("problems 1000").hasPrefix("record 1000 is a number"))
  shell.run("problems 1001")
  #expect(shell.takeErrors().contains("1000 are listed"))
}

@Test func `problems in JSON end with how many are not listed`() throws {
  struct Row: Decodable {
    var k: Int?
    var severity: String
    var reason: String
    var omitted: Int?
  }
  let text = shell { $0.format = .json }.run("problems")
  let rows = try JSONDecoder().decode([Row].self, from: Data(text.utf8))
  #expect(rows.count == 1001)
  #expect(rows.prefix(1000).map(\.k) == (1...1000).map { $0 })
  #expect(rows.prefix(1000).allSatisfy { $0.omitted == nil })
  let last = try #require(rows.last)
  #expect(last.k == nil && last.severity == "error" && last.omitted == 4000)
  #expect(last.reason == "4000 more are not listed: broken-record")
}

@Test func `problems in csv end with how many are not listed`() {
  let lines = shell { $0.format = .csv }.run("problems").split(separator: "\n")
  #expect(lines.first == "k,index,path,offset,line,column,severity,reason,found,omitted")
  #expect(lines.last == ",,,,,,error,4000 more are not listed: broken-record,,4000")
}

@Test func `the state of a feed counts all problems, and says how many are not listed`() {
  let text = shell().run("status")
  #expect(text.contains("1, 5000 malformed, 0 repaired"))
  #expect(text.contains("4000 more are not listed: 4000 broken-record"))
  let json = shell { $0.format = .json }.run("status")
  #expect(json.contains("\"omitted\": 4000") && json.contains("\"malformed\": 5000"), "\(json)")
  #expect(!ShellUnderTest(feed: "demo-malformed").run("status").contains("not listed"))
}

@Test func `at most 1000 malformed rows say why, and the others that they are`() {
  let records = (0..<1500).map { #"{"cuisine": "Thai", "uuid": "\#($0)"}"# }
  let shell = ShellUnderTest(
    feed: "-", input: #"{"recipes": [\#(records.joined(separator: ","))]}"#)
  let lines = shell.run("set show-malformed on", "list").split(separator: "\n")
  #expect(lines.count { $0.contains("✗ has no `name`") } == 1000)
  #expect(lines.count { $0.contains("✗ is malformed") } == 500)
}
