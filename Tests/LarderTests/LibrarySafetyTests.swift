import Foundation
import TestSupport
import Testing

@Suite struct LibrarySafetyTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  /// The names of all favorites of the demo, as another process sees them.
  private func favorites() throws -> Set<String> {
    let run = try place.larder("demo", "--format", "json", "-c", "favorites")
    return Set(try JSONDecoder().decode([Named].self, from: Data(run.output.utf8)).map(\.name))
  }

  private struct Named: Decodable { var name: String }

  @Test func `a library in a folder where nothing can be written is read`() throws {
    #expect(try place.larder("demo", "-c", "favorite 1").status == 0)
    // As on a disk that is read-only, SQLite cannot make the file that is beside a library in use.
    let shared = place.library + "-wal"
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: false)
    let listed = try place.larder("demo", "-c", "favorites")
    #expect(listed.output.contains("Bánh mì"))
    #expect(listed.errors.contains("is read-only"))
    #expect(try place.larder("demo", "-c", "favorite 2").status == 74)
    let terminal = try place.prompt(["demo"], at: "demo 64")
    // It is said as soon as the library is opened, which is after the prompt.
    try terminal.expect { $0.text.contains("is read-only") }
    try terminal.write("count\r")
    try terminal.expect { $0.text.contains("\n64\n") }
    try FileManager.default.removeItem(atPath: shared)
    #expect(try favorites() == ["Bánh mì"])
  }

  @Test func `two processes that star at once lose nothing`() throws {
    let starting = try [1...20, 21...40].map { numbers in
      try place.start(
        larderPath,
        ["--home", place.home, "demo"] + numbers.flatMap { ["-c", "favorite \($0)"] })
    }
    for (process, _, errors) in starting {
      let status = try process.exitStatus()
      let told = try place.text(of: errors)
      #expect(status == 0, "\(told)")
    }
    #expect(try favorites().count == 40)
  }

  @Test func `many processes may be the first to make the library`() throws {
    let starting = try (1...8).map { number in
      try place.start(
        larderPath, ["--home", place.home, "demo", "-c", "favorite \(number); note \(number) good"])
    }
    for (process, _, errors) in starting {
      let status = try process.exitStatus()
      let told = try place.text(of: errors)
      #expect(status == 0, "\(told)")
    }
    #expect(try favorites().count == 8)
  }

  @Test func `two prompts see each other's stars`() throws {
    let first = try place.prompt(["demo"], at: "demo 64")
    let second = try place.prompt(["demo"], at: "demo 64")
    for number in 1...5 {
      try first.write("favorite \(number)\r")
      try second.write("favorite \(number + 5)\r")
    }
    try first.expect { $0.text.count { $0 == "★" } == 5 }
    try second.expect { $0.text.count { $0 == "★" } == 5 }
    try first.enter("filter is:favorite", prompt: "demo 10/64")
    try second.enter("filter is:favorite", prompt: "demo 10/64")
  }

  @Test func `a shell that leaves does not remove the log of one that stays`() throws {
    let first = try place.prompt(["demo"], at: "demo 64")
    try first.enter("favorite 3", prompt: "demo 64")
    // The second reads the log of the first at its start, and opens the library when the prompt is there.
    let second = try place.prompt(["demo"], at: "demo 64")
    try second.enter("favorite 4", prompt: "demo 64")
    try first.leave()
    try second.enter("favorite 5", prompt: "demo 64")
    try second.expect { $0.text.count { $0 == "★" } == 2 }
    second.process.send(9)
    #expect(try second.expectEnd() == .signal(9))
    #expect(try favorites().count == 3)
  }

  @Test func `a favorite and a note survive a kill right after they are confirmed`() throws {
    let terminal = try place.prompt(["demo"], at: "demo 64")
    try terminal.write("favorite 3\r")
    try terminal.expect(text: "★ ")
    terminal.process.send(9)
    #expect(try terminal.expectEnd() == .signal(9))
    #expect(try favorites().count == 1)
    let next = try place.prompt(["demo"], at: "demo 64")
    try next.enter("note 3 for Sunday", prompt: "demo 64")
    next.process.send(9)
    #expect(try next.expectEnd() == .signal(9))
    #expect(try place.larder("demo", "-c", "notes 3").output.contains("for Sunday"))
  }

  @Test(arguments: ["favorites", "favorite 2", "notes", "set format json", "list"])
  func `a damaged library is set aside under a name that is told`(command: String) throws {
    let damaged = Data("This is no database, but it may be precious.\n".utf8)
    _ = try place.run("/bin/mkdir", ["-p", place.home + "/data"])
    try damaged.write(to: URL(filePath: place.library))
    let run = try place.larder("demo", "-c", command)
    #expect(run.status == 0, "\(run.errors)")
    let aside = try place.filesAtHome().filter { $0.hasPrefix("data/library.sqlite.") }
      .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
    try #require(aside.count == 1, "\(run.errors)")
    #expect(FileManager.default.contents(atPath: place.home + "/" + aside[0]) == damaged)
    #expect(run.errors.contains(aside[0]))
    #expect(try place.larder("demo", "-c", "favorite 2").status == 0)
  }

  @Test func `commands work without a readable library, except those that need it`() throws {
    _ = try place.script("mkdir -p \"$home/data/library.sqlite\"")
    let run = try place.larder("demo", "-c", "count; status")
    #expect(run.status == 0 && run.lines.first == "64", "\(run.errors)")
    #expect(run.output.contains("not known: \(place.library): unable to open"))
    #expect(run.errors.contains("Larder continues without favorites and settings"))
    for command in [
      "favorites", "notes", "favorite 2", "set format json", "filter is:favorite", "feeds",
      "discover",
      "note delete 2 1", "feeds remove x", "export json - 1", "load nosuch",
    ] {
      let run = try place.larder("demo", "-c", command)
      #expect(run.status == 74 && run.output.isEmpty, "\(command): \(run.errors)")
    }
    for command in ["list", "show 1", "fields", "raw 1", "similar 1", "count by cuisine"] {
      let run = try place.larder("demo", "-c", command)
      #expect(run.status == 0 && !run.output.isEmpty, "\(command): \(run.errors)")
    }
    let rows = try place.larder("demo", "--format", "ndjson", "-c", "list 1-1", "-c", "show 1")
    #expect(rows.lines.count == 2 && rows.lines.allSatisfy { $0.contains("\"favorite\":null") })
    #expect(rows.output.contains("\"notes\":null"))
    _ = try place.file("backup.json", "precious")
    let export = try place.script("\"$larder\" --home \"$home\" --yes library export backup.json")
    #expect(export.status == 74, "\(export.errors)")
    #expect(try place.text(of: place.path + "/backup.json") == "precious")
    try place.prompt([], at: "demo 64").leave()
  }

  @Test func `a library with a broken page is kept whole, with what it had`() throws {
    _ = try place.larder("demo", "-c", "favorite 1-40")
    var bytes = try Data(contentsOf: URL(filePath: place.library))
    try #require(bytes.count > 12_288)
    bytes.replaceSubrange(4096..<12_288, with: Data(repeating: 0x5A, count: 8192))
    try bytes.write(to: URL(filePath: place.library))
    let run = try place.larder("demo", "-c", "favorite 41")
    let aside = try place.filesAtHome().filter {
      $0.hasPrefix("data/library.sqlite.damaged") && $0.split(separator: "-").last != "wal"
        && $0.split(separator: "-").last != "shm"
    }
    try #require(aside.count == 1, "\(run.errors)")
    #expect(FileManager.default.contents(atPath: place.home + "/" + aside[0]) == bytes)
  }

  @Test func `two damaged libraries do not overwrite each other`() throws {
    _ = try place.run("/bin/mkdir", ["-p", place.home + "/data"])
    for text in ["first damage, long enough to be read", "second damage, long enough to be read"] {
      for ending in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: place.library + ending)
      }
      try Data(text.utf8).write(to: URL(filePath: place.library))
      _ = try place.larder("demo", "-c", "favorites")
    }
    let texts = try place.filesAtHome().filter { $0.contains("damaged") }
      .map { FileManager.default.contents(atPath: place.home + "/" + $0) ?? Data() }
    #expect(texts.count == 2)
  }

  @Test func `many processes set a damaged library aside but once`() throws {
    _ = try place.run("/bin/mkdir", ["-p", place.home + "/data"])
    try Data("This is no database, but it may be precious.\n".utf8)
      .write(to: URL(filePath: place.library))
    let starting = try (1...6).map { number in
      try place.start(
        larderPath, ["--home", place.home, "demo", "-c", "favorite \(number)"])
    }
    for (process, _, errors) in starting {
      let status = try process.exitStatus()
      let told = try place.text(of: errors)
      #expect(status == 0, "\(told)")
    }
    #expect(try favorites().count == 6)
    #expect(try place.filesAtHome().count { $0.contains("damaged") } == 1)
  }

  @Test(arguments: [false, true])
  func `no command claims to store in a library that was moved away or replaced`(
    isReplaced: Bool
  ) throws {
    let terminal = try place.prompt(["demo"], at: "demo 64", columns: 300)
    try terminal.enter("favorite 1", prompt: "demo 64")
    let aside = place.library + ".aside"
    try FileManager.default.moveItem(atPath: place.library, toPath: aside)
    if isReplaced { try FileManager.default.copyItem(atPath: aside, toPath: place.library) }
    for line in ["note 2 lost?", "favorite 3", "set page-size 7"] {
      try terminal.enter(line, prompt: "demo 64")
    }
    try terminal.expect { screen in
      screen.text.components(separatedBy: "was moved away or replaced").count == 4
        && !screen.text.contains("noted on") && !screen.text.contains("★ Butter")
    }
    // What was liked before is still seen.
    try terminal.enter("favorites", prompt: "demo 64")
    try terminal.expect { $0.text.contains("1  Bánh mì") }
    try terminal.write("\u{4}")
    #expect(try terminal.expectEnd() == .status(0))
  }

  @Test func `unfavorite of a row that is no favorite makes no library`() throws {
    let run = try place.larder("demo", "-c", "unfavorite 1")
    #expect(run.status == 0 && run.errors == "Bánh mì is not a favorite\n")
    #expect(try place.filesAtHome() == [])
  }
}
