import TestSupport
import Testing

@Suite struct MissionTests {
  @Test func `three lines lead from a feed to a video`() throws {
    let place = try Workplace()
    let (opener, log) = try place.opener()
    _ = try place.larder("demo", "-c", "set opener \(opener)")
    let terminal = try place.prompt(at: "demo 64")
    #expect(terminal.screen.lines[0].hasPrefix("Larder 0.1 · demo: 64 recipes, 18 cuisines"))
    try terminal.write("fil\t")
    try terminal.expect(typed: "demo 64 ❯ filter")
    try terminal.write("cuisine=It\t")
    try terminal.expect(typed: "demo 64 ❯ filter cuisine=Italian")
    try terminal.write("\r")
    try terminal.expectPrompt("demo 6/64")
    try terminal.expect(line: "6 of 64 · cuisine=Italian")
    try terminal.write("sort na\t\r")
    try terminal.expect(line: "6 of 64 · cuisine=Italian · by name")
    try terminal.expectPrompt("demo 6/64")
    try terminal.write("open video 3\r")
    try terminal.expect { $0.lines.contains { $0.hasPrefix("Lasagne: opening https://") } }
    try terminal.expectPrompt("demo 6/64")
    #expect(
      try place.text(of: log).hasPrefix("https://www.youtube.com/results?search_query=Lasagne"))
    try terminal.leave()
  }

  @Test func `Tab lists values with their counts`() throws {
    let terminal = try Workplace().prompt(at: "demo 64")
    try terminal.write("filter cuisine=I\t")
    try terminal.expect { screen in
      let lines = screen.lines.map { $0.split(separator: " ").joined(separator: " ") }
      return ["Indian 5", "Irish 2", "Italian 6"].allSatisfy(lines.contains)
    }
  }

  @Test(arguments: [
    ("filter cuisine=Ja\t", "filter cuisine=Japanese"), ("open vi\tLasag\t", "open video Lasagne"),
    ("load demo-sl\t", "load demo-slow"), ("set page-\t", "set page-size"),
    ("cou\tby cui\t", "count by cuisine"),
    ("show Butter c\t", "show \"Butter chicken\""), ("filter no:vid\t", "filter no:video"),
    ("favo\t", "favorite"), ("Japan\t", "cuisine=Japanese"),
    ("filter -Japan\t", "filter -cuisine=Japanese"),
    ("count; -mexi\t", "count; -cuisine=Mexican"),
    ("filter time<45 middle\t", "filter time<45 cuisine=\"Middle Eastern\""),
  ])
  func `Tab completes commands, fields, values and names at the prompt`(keys: String, line: String)
    throws
  {
    let terminal = try Workplace().prompt(at: "demo 64")
    try terminal.write(keys)
    try terminal.expect { $0.cursorLine.hasPrefix("demo 64 ❯ \(line)") }
  }

  @Test func `five keys leave out one cuisine`() throws {
    let terminal = try Workplace().dishes()
    try terminal.write("-Br\t")
    try terminal.expect(typed: "dishes 8 ❯ -cuisine=British")
    try terminal.write("\r")
    try terminal.expectPrompt("dishes 5/8")
  }

  @Test func `values without a field are listed with it and their counts`() throws {
    let terminal = try Workplace().prompt(at: "demo 64")
    try terminal.write("filter ch\t")
    try terminal.expect { screen in
      let lines = screen.lines.map { $0.split(separator: " ").joined(separator: " ") }
      return ["cuisine=Chinese 4", "tags=chicken 7"].allSatisfy(lines.contains)
    }
  }

  @Test func `a failed command changes nothing`() throws {
    let terminal = try Workplace().dishes()
    try terminal.enter("filter cuisine=British", prompt: "dishes 3/8")
    for line in ["filter cuisine=Brtish", "sort colour", "show 4", "filtre x", "filter drop 7"] {
      try terminal.enter(line, prompt: "dishes 3/8")
      #expect(terminal.screen.text.contains("error: "), "\(line)")
    }
  }

  @Test func `a replaced filter is told, and so is an empty result`() throws {
    let terminal = try Workplace().dishes()
    try terminal.enter("filter cuisine=British", prompt: "dishes 3/8")
    try terminal.enter("filter cuisine=Italian", prompt: "dishes 3/8")
    #expect(terminal.screen.text.contains("cuisine=Italian replaces cuisine=British"))
    try terminal.enter("filter no:source", prompt: "dishes 1/8")
    try terminal.enter("filter no:video", prompt: "dishes 0/8")
    #expect(terminal.screen.text.contains("No rows. Without `"))
  }

  @Test func `values are counted under the filter, without its clauses on the field`() throws {
    let terminal = try Workplace().dishes()
    try terminal.enter("filter has:video", prompt: "dishes 7/8")
    try terminal.enter("filter cuisine=Italian", prompt: "dishes 3/8")
    try terminal.write("filter cuisine=\t")
    try terminal.expect { screen in
      let lines = screen.lines.map { $0.split(separator: " ").joined(separator: " ") }
      return ["American 1", "British 2", "French 1", "Italian 3"].allSatisfy(lines.contains)
    }
  }
}
