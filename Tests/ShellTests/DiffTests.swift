import Diagnostics
import FeedLoading
import HTTPCache
import Output
import SessionStore
import Testing
import World

@testable import Shell

/// A record in the recipes form, whose id begins like that of every other.
private func dish(_ number: Int, _ name: String, _ more: String = "") -> String {
  "{\"uuid\": \"00000000-0000-4000-8000-00000000000\(number)\", \"name\": \"\(name)\", "
    + "\"cuisine\": \"Thai\"\(more)}"
}

private func feed(_ records: String...) -> String {
  "{\"recipes\": [\(records.joined(separator: ", "))]}"
}

/// A shell that has loaded one state of a feed and reloaded it in another.
private func reloaded(_ before: String, _ after: String) throws -> ShellUnderTest {
  let shell = ShellUnderTest(feed: "/f/a.json", files: MemoryFileSystem(["/f/a.json": before]))
  try shell.files.write(Array(after.utf8), to: "/f/a.json", replacing: true)
  #expect(shell.shell.run("reload") == .success)
  shell.shell.output.preferences.format = .csv
  return shell
}

@Suite struct DiffTests {
  @Test(arguments: [
    (feed(dish(1, "A")), feed(dish(1, "A")), []),
    (feed(dish(1, "A"), dish(2, "B")), feed(dish(2, "B"), dish(1, "A")), []),
    (feed(dish(1, "A")), feed(dish(1, "A"), dish(2, "B")), ["new,B,,,"]),
    (feed(dish(1, "A"), dish(2, "B")), feed(dish(1, "A")), ["gone,B,,,"]),
    (feed(dish(1, "A")), feed(dish(2, "A")), ["new,A,,,", "gone,A,,,"]),
    (feed(dish(1, "A")), feed(dish(1, "B")), ["changed,B,name,A,B"]),
    (
      feed(dish(1, "A", ", \"source_url\": \"https://a/\""), dish(2, "B")),
      feed(dish(1, "A"), dish(2, "B", ", \"source_url\": \"https://b/\"")),
      ["changed,A,source,https://a/,", "changed,B,source,,https://b/"]
    ),
    // A field that only one state has.
    (
      feed(dish(1, "A", ", \"tags\": [\"x\", \"y\"]"), dish(2, "B")),
      feed(dish(1, "A", ", \"minutes\": 7"), dish(2, "B")),
      ["changed,A,minutes,,7", "changed,A,tags,x; y,"]
    ),
    // Ids that come up again are compared in their order.
    (
      feed(dish(1, "A"), dish(1, "B")), feed(dish(1, "B"), dish(1, "B"), dish(1, "C")),
      ["new,C,,,", "changed,B,name,A,B"]
    ),
    (feed(dish(1, "A"), dish(1, "B")), feed(dish(1, "A")), ["gone,B,,,"]),
    // Without ids, name and links tell.
    (
      "[{\"name\": \"A\", \"n\": 1}, {\"name\": \"B\", \"n\": 1}]",
      "[{\"name\": \"A\", \"n\": 2}, {\"name\": \"C\", \"n\": 1}]",
      ["new,C,,,", "gone,B,,,", "changed,A,n,1,2"]
    ),
    (
      "[{\"id\": \"a\", \"name\": \"A\"}]", "[{\"id\": \"a\", \"name\": \"B\"}]",
      ["changed,B,name,A,B"]
    ),
  ])
  func `diff tells which rows are new, gone and changed`(
    before: String, after: String, rows: [String]
  ) throws {
    let shell = try reloaded(before, after)
    let lines = shell.run("diff").split(separator: "\n").map(String.init)
    #expect(lines == ["change,name,field,before,after"] + rows)
    #expect(shell.takeErrors().contains("the last reload changed nothing") == rows.isEmpty)
  }

  @Test func `ids of which only the second halves differ are told apart`() throws {
    // Only of more than a thousand are the ids kept as UUIDs.
    func many(_ end: Int) -> String {
      let records = (1000..<2100).map { number in
        "{\"uuid\": \"\(number)6ca6-e32a-4053-b824-1dbf749910d\(number == 1033 ? end : 0)\", "
          + "\"name\": \"Dish \(number)\", \"cuisine\": \"Thai\"}"
      }
      return "{\"recipes\": [\(records.joined(separator: ","))]}"
    }
    let shell = try reloaded(many(1), many(2))
    let lines = shell.run("diff").split(separator: "\n").map(String.init)
    #expect(lines.dropFirst() == ["new,Dish 1033,,,", "gone,Dish 1033,,,"])
  }

  @Test func `a column that changes between numbers and texts differs only where values differ`()
    throws
  {
    func feed(_ values: String...) -> String {
      let records = values.enumerated().map { #"{"id":\#($0),"name":"N\#($0)","v":\#($1)}"# }
      return "[\(records.joined(separator: ","))]"
    }
    let shell = try reloaded(feed("1", "2.5", "3"), feed("1", "\"n/a\"", "3"))
    #expect(shell.takeErrors().contains("1 changed"))
    #expect(shell.run("diff").split(separator: "\n").dropFirst() == ["changed,N1,v,2.5,n/a"])
    let back = try reloaded(feed("1", "\"n/a\"", "[\"3\"]"), feed("1", "2.5", "3"))
    #expect(back.run("diff").split(separator: "\n").dropFirst() == ["changed,N1,v,n/a,2.5"])
  }

  @Test func `changed cells of large columns are found in every encoding of a column`() throws {
    func uuid(_ number: Int) -> String { "\(number)6ca6-e32a-4053-b824-1dbf749910d8" }
    func links(_ number: Int, _ photo: Int) -> String {
      "\"photo_url_large\": \"https://p.example/\(uuid(photo))/large.jpg\", "
        + "\"source_url\": \"https://s\(number % 5).example/\(number)\""
    }
    func many(_ changes: [Int: String]) -> String {
      let records = (1000..<2100).map { number in
        "{\"uuid\": \"\(uuid(number))\", \"name\": \"Dish \(number)\", "
          + (changes[number] ?? "\"cuisine\": \"Thai\", \(links(number, number))") + "}"
      }
      return "{\"recipes\": [\(records.joined(separator: ","))]}"
    }
    let shell = try reloaded(
      many([1007: "\"cuisine\": \"Thai\", \"photo_url_large\": \"https://other.example/7\""]),
      many([
        1003: "\"cuisine\": \"Lao\", \(links(1003, 1003))",
        1009: "\"cuisine\": \"Thai\", \(links(1009, 1004))",
        1005: "\"cuisine\": \"Thai\", \"source_url\": \"https://s0.example/x\"",
        1007: "\"cuisine\": \"Thai\", \"photo_url_large\": \"https://other.example/8\"",
      ]))
    let lines = shell.run("diff").split(separator: "\n").dropFirst()
    #expect(
      lines.map { $0.split(separator: ",", omittingEmptySubsequences: false)[1...2] } == [
        ["Dish 1003", "cuisine"], ["Dish 1005", "photo"],
        ["Dish 1005", "source"], ["Dish 1007", "photo"], ["Dish 1009", "photo"],
      ])
  }

  @Test(arguments: [["count"], ["load demo"], ["reload", "load demo"]])
  func `diff before any reload reports that nothing was reloaded`(lines: [String]) {
    let shell = ShellUnderTest(feed: "demo")
    for line in lines { shell.run(line) }
    _ = shell.takeErrors()
    #expect(shell.run("diff") == "")
    #expect(shell.takeErrors().hasPrefix("nothing was reloaded yet"))
    #expect(shell.status == .success)
  }

  @Test func `a value is whole for programs and clipped for people`() throws {
    let long = String(repeating: "long ", count: 30) + "end"
    let shell = try reloaded(feed(dish(1, "A")), feed(dish(1, long)))
    #expect(shell.run("diff").contains("end"))
    shell.shell.output.preferences.format = .table
    #expect(!shell.run("diff").split(separator: "\n").contains { $0.hasSuffix("end") })
  }

  @Test func `a comparison can be stopped`() throws {
    let shell = try reloaded(feed(dish(1, "A")), feed(dish(1, "B")))
    let before = try #require(shell.shell.session.previous)
    let after = try #require(shell.shell.session.feed)
    #expect(throws: Failure.self) { () throws in
      _ = try FeedChanges(from: before, to: after) { true }
    }
  }
}
