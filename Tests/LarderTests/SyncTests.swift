import Foundation
import TestSupport
import Testing

/// Machines that share a folder, each with a home of its own.
@Suite struct SyncTests {
  private let machines: [String: Workplace]
  private let shared: String

  init() throws {
    let one = try Workplace()
    machines = ["one": one, "two": try Workplace()]
    shared = one.path + "/shared"
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
  }

  /// Runs commands, each after a `-c` of its own.
  private func run(_ machine: String, _ commands: String...) throws -> Run {
    try place(of: machine).larder(["demo", "--yes"] + commands.flatMap { ["-c", $0] })
  }

  private func place(of machine: String) throws -> Workplace {
    try #require(machines[machine])
  }

  private func share(_ machines: String...) throws {
    for machine in machines {
      let run = try run(machine, "set sync \(shared)")
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  @Test func `favorites, notes, tags and kitchen lists of one machine are on the other`() throws {
    try share("one", "two")
    _ = try run(
      "one", "favorite Lasagne", "note Bigos good", "tag 1 weeknight", "rate 2 5", "cooked 3",
      "shop Lasagne for 4", "shop add candles", "pantry add eggs", "plan 2099-12-24 3",
      "feeds add cakes https://a.example/c")
    let two = try run(
      "two", "favorites", "notes", "tags", "shop", "pantry", "plan", "feeds", "show 2", "show 3")
    for text in [
      "Lasagne", "good", "weeknight", "candles", "eggs", "Butter chicken", "cakes", "my-rating 5",
      "last cooked",
    ] {
      #expect(two.output.contains(text), "\(text): \(two.output)\(two.errors)")
    }
    #expect(two.errors.contains("arrived from "), "\(two.errors)")
    // Nothing bounces back.
    #expect(!(try run("one", "count").errors.contains("arrived")))
    #expect(!(try run("two", "count").errors.contains("arrived")))
  }

  @Test func `a removal on one machine removes on the other, and the notes of both stay`() throws {
    try share("one", "two")
    _ = try run(
      "one", "favorite Lasagne", "note Bigos from one", "tag 1 weeknight", "shop add candles")
    _ = try run(
      "two", "unfavorite Lasagne", "note Bigos from two", "untag 1 weeknight",
      "shop done candles")
    let one = try run("one", "favorites", "notes", "tags", "shop left")
    #expect(!one.output.contains("Lasagne") && !one.output.contains("weeknight"), "\(one.output)")
    #expect(one.output.contains("from one") && one.output.contains("from two"))
    #expect(!one.output.contains("candles"), "\(one.output)")
  }

  @Test func `a machine that adds and removes entries keeps one log in the shared folder`() throws {
    try share("one", "two")
    for _ in 1...2 {
      _ = try run("one", "pantry add milk", "shop add soap")
      _ = try run("one", "pantry remove milk", "shop remove soap", "rate 1 4")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: shared).count == 1)
    let two = try run("two", "rate 1 none", "sync")
    #expect(two.errors.contains("arrived from"))
    #expect(two.output.split(separator: "\n").count == 3, "\(two.output)")
    let one = try run("one", "count")
    #expect(one.errors.contains("removed from") && one.errors.contains("1 rating"), "\(one.errors)")
  }

  @Test func `settings, aliases and header fields stay where they are`() throws {
    try share("one", "two")
    _ = try run(
      "one",
      "set page-size 7", "alias x = count",
      "feeds add secret https://a.example/s header 'K: $TOKEN'")
    let two = try run("two", "set", "alias", "feeds")
    #expect(!two.output.contains("page-size         7") && !two.output.contains("= count"))
    let logs = try FileManager.default.contentsOfDirectory(atPath: shared)
    for log in logs {
      let text = try String(contentsOfFile: shared + "/" + log, encoding: .utf8)
      #expect(!text.contains("TOKEN") && !text.contains("page-size"))
    }
  }

  @Test func `a log that is cut is read as far as it goes, and completed later`() throws {
    try share("one", "two")
    _ = try run("one", "note Bigos first", "note Lasagne second")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: shared).first { file in
        try String(contentsOfFile: shared + "/" + file, encoding: .utf8).contains("second")
      })
    let whole = try Data(contentsOf: URL(filePath: shared + "/" + name))
    try whole.prefix(whole.count * 2 / 3).write(to: URL(filePath: shared + "/" + name))
    _ = try run("two", "note Dal third")
    try whole.write(to: URL(filePath: shared + "/" + name))
    let two = try run("two", "notes")
    for text in ["first", "second", "third"] { #expect(two.output.contains(text), "\(text)") }
    // The folder is emptied: the logs are written again, and nothing is lost.
    for log in try FileManager.default.contentsOfDirectory(atPath: shared) {
      try FileManager.default.removeItem(atPath: shared + "/" + log)
    }
    #expect(try run("two", "note Bigos fourth", "notes").output.contains("first"))
    #expect(try run("one", "notes").output.contains("fourth"))
  }

  @Test func `conflict copies that a sync program makes of logs are read`() throws {
    try share("one", "two")
    _ = try run("one", "note Bigos hello")
    let files = FileManager.default
    for log in try files.contentsOfDirectory(atPath: shared) {
      let stem = log.dropLast(7)
      try files.moveItem(
        atPath: shared + "/" + log, toPath: shared + "/\(stem).sync-conflict-20261127-1.ndjson")
    }
    #expect(try run("two", "notes").output.contains("hello"))
  }

  @Test func `a folder that is not there is told of, and nothing is lost`() throws {
    try share("one", "two")
    try FileManager.default.moveItem(atPath: shared, toPath: shared + "-away")
    let run = try run("one", "note Bigos later", "sync")
    #expect(run.status != 0 && run.errors.contains("shared is not there"), "\(run.errors)")
    try FileManager.default.moveItem(atPath: shared + "-away", toPath: shared)
    _ = try self.run("one", "count")
    #expect(try self.run("two", "notes").output.contains("later"))
  }

  @Test func `sync lists the machines, and a change from elsewhere is told of at the prompt`()
    throws
  {
    try share("one", "two")
    let terminal = try place(of: "one").prompt(["demo"], at: "demo 64")
    _ = try run("two", "favorite Lasagne")
    try terminal.enter("sync", prompt: "demo 64")
    try terminal.expect { $0.text.contains(/arrived from .+: 1 favorite/) }
    _ = try run("two", "favorite Bigos")
    try terminal.enter("count", prompt: "demo 64")
    try terminal.expect { $0.text.matches(of: /arrived from .+: 1 favorite/).count == 2 }
  }

  @Test func `recipes that another machine shares, changes and removes are told of at the prompt`()
    throws
  {
    try share("one", "two")
    for machine in ["one", "two"] {
      _ = try run(machine, "set mine \(shared)/recipes", "save 1")
    }
    let terminal = try place(of: "one").prompt(["demo"], at: "demo 64")
    try terminal.enter("save 5", prompt: "demo 64")
    _ = try run("two", "save 2")
    try terminal.enter("count", prompt: "demo 64")
    try terminal.expect { $0.text.contains("mine: Bigos is new") }
    let bigos = shared + "/recipes/Bigos.md"
    let text = try String(contentsOfFile: bigos, encoding: .utf8)
    try (text + "\nMore.\n").write(toFile: bigos, atomically: true, encoding: .utf8)
    try FileManager.default.removeItem(atPath: shared + "/recipes/Bánh mì.md")
    try terminal.enter("count", prompt: "demo 64")
    try terminal.expect { $0.text.contains("Bigos has changed, Bánh mì is gone") }
    // What the shell does itself is no news.
    #expect(!terminal.output.contains("is new, "))
  }

  @Test func `machines of one name are told apart`() throws {
    try share("one", "two")
    _ = try run("one", "note Bigos x")
    #expect(try run("two", "sync").output.matches(of: /\([0-9a-f]{4}\)/).count == 2)
  }

  @Test func `a copied home becomes a machine of its own, and both hear each other`() throws {
    try share("one")
    _ = try run("one", "note Bigos before")
    let files = FileManager.default
    let (one, two) = (try place(of: "one"), try place(of: "two"))
    try files.removeItem(atPath: two.home)
    try files.copyItem(atPath: one.home, toPath: two.home)
    _ = try run("one", "note Bigos from one")
    _ = try run("two", "note Bigos from two")
    let first = try run("one", "notes")
    let second = try run("two", "notes", "sync")
    for text in ["before", "from one", "from two"] {
      #expect(first.output.contains(text), "\(text): \(first.output)")
      #expect(second.output.contains(text), "\(text): \(second.output)")
    }
    #expect(second.output.split(separator: "\n").count { $0.contains(/20\d\d-/) } >= 2)
  }

  @Test func `processes that are killed lose nothing that they said they stored`() throws {
    try share("one", "two")
    var stored: Set<String> = []
    for round in 0..<6 {
      for machine in ["one", "two"] {
        let text = "note-\(machine)-\(round)"
        let process = Process()
        process.executableURL = URL(filePath: larderPath)
        process.arguments = [
          "--home", try place(of: machine).home, "demo", "-c", "note Bigos \(text)", "-c", "sync",
        ]
        let pipe = Pipe()
        (process.standardError, process.standardOutput) = (pipe, FileHandle.nullDevice)
        try process.run()
        // Killed as soon as it says so, in the middle of the exchange.
        var said = ""
        while let bytes = try pipe.fileHandleForReading.read(upToCount: 1) {
          said += String(decoding: bytes, as: UTF8.self)
          if said.contains("noted on") {
            stored.insert(text)
            break
          }
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
    }
    for _ in 0..<2 { for machine in ["one", "two"] { _ = try run(machine, "sync") } }
    let (one, two) = (try run("one", "notes"), try run("two", "notes"))
    for text in stored {
      #expect(one.output.contains(text) && two.output.contains(text), "\(text)")
    }
    #expect(!stored.isEmpty)
  }
}
