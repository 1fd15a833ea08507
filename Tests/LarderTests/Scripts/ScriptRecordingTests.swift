import Foundation
import TestSupport
import Testing

/// `larder script record --net`, typed at a terminal.
@Suite(.serialized) struct ScriptRecordingTests {
  /// Records some lines, and returns how that ended and what was seen.
  private func record(
    _ folder: ScriptFolder, _ words: [String], _ lines: [String], at prompt: String = "f 8",
    environment: [String: String] = [:]
  ) throws -> (ending: ChildProcess.Ending, output: String) {
    let own = ["TERM": "xterm-256color", "HOME": folder.place.home]
    let terminal = try PseudoTerminal(
      running: larderPath, arguments: ["script", "record", folder.path + "/r.rcp"] + words,
      environment: own.merging(environment) { $1 }, rows: 30, columns: 100)
    for line in lines {
      try terminal.expect(until: Self.isAtPrompt)
      try terminal.write(line)
      try terminal.expect { $0.cursorLine.contains(line.suffix(12)) }
      try terminal.write("\r")
    }
    return (try terminal.expectEnd(), terminal.output)
  }

  /// Whether a line is waited for, with a proposal behind the prompt or none.
  private static func isAtPrompt(_ screen: ScreenModel) -> Bool {
    screen.cursorLine.hasSuffix("❯") || screen.cursorLine.contains("❯ ")
  }

  /// All names in the folder of scripts.
  private func names(_ folder: ScriptFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func server(
    _ body: String = SampleFeed.dishes, run: (LoopbackServer) async throws -> Void
  ) async throws {
    try await withServer(
      { request, peer in
        let headers = [
          ("Content-Type", "application/json"), ("Set-Cookie", "id=4"), ("ETag", "\"1\""),
        ]
        if request.path.hasPrefix("/none") {
          peer.answer(404, headers)
        } else {
          peer.answer(200, headers, body: Array(body.utf8))
        }
      }, run: run)
  }

  @Test func `the network is recorded beside the script, which then plays without it`()
    async throws
  {
    try await server { server in
      let folder = try ScriptFolder()
      let (ending, output) = try record(
        folder, ["--net", "--feed", server.url("/f")],
        ["count", "load \(server.url("/none"))", "record stop"])
      #expect(ending == .status(0), "\(output)")
      #expect(output.contains("2 steps, checked in a fresh environment"))
      #expect(try names(folder) == ["r.rcp", "r.rcpd", "x.rcp"])
      let script = try folder.place.text(of: folder.path + "/r.rcp")
      let manifest = try Data(contentsOf: URL(filePath: folder.path + "/r.rcpd/MANIFEST"))
      #expect(script.contains("\nbundle: r.rcpd sha256:\(digest(manifest))\n"))
      #expect(
        script.contains("\nfeed: \(server.url("/f"))\n") && script.contains("\nnet: replay\n"))
      let index = try folder.place.text(of: folder.path + "/r.rcpd/http/index")
      #expect(!index.contains("id=4") && index.contains("etag=\"1\""))
      for (name, mode) in [("r.rcp", 0o600), ("r.rcpd", 0o700), ("r.rcpd/http/index", 0o600)] {
        #expect(try folder.place.mode(of: folder.path + "/" + name) == mode)
      }
      let sums = try folder.place.script("cd scripts/r.rcpd && sha256sum -c --quiet MANIFEST")
      #expect(sums.status == 0)
      let count = server.connectionCount
      #expect(try folder.larder(["check", "r.rcp"]).status == 0)
      #expect(server.connectionCount == count)
    }
  }

  @Test func `record without --net refuses a feed at a web address and names the option`() throws {
    let folder = try ScriptFolder()
    let run = try folder.larder(["record", "r.rcp", "--feed", "https://a.example/f"])
    #expect(run.status == 4)
    let how = "larder script record FILE --net --feed https://a.example/f\n"
    #expect(
      run.errors
        == "https://a.example/f: a feed from the web cannot be recorded from the prompt; use \(how)"
    )
  }

  @Test func `a feed that lies elsewhere is copied into the bundle`() throws {
    let folder = try ScriptFolder()
    let path = try folder.place.file("f.json", SampleFeed.dishes)
    let (ending, output) = try record(folder, ["--feed", path], ["count", "record stop"])
    #expect(ending == .status(0), "\(output)")
    let sum = digest(Data(SampleFeed.dishes.utf8))
    let script = try folder.place.text(of: folder.path + "/r.rcp")
    #expect(script.contains("\nfeed: r.rcpd/feed/f.json sha256:\(sum)\n"))
    #expect(try folder.place.text(of: folder.path + "/r.rcpd/MANIFEST") == "\(sum)  feed/f.json\n")
    try FileManager.default.removeItem(atPath: path)
    #expect(try folder.larder(["check", "r.rcp"]).status == 0)
  }

  @Test(arguments: [
    (["--redact", "Tiramisù"], ["count", "record drop", "record stop"], 0, "nothing was written"),
    ([], ["note 1 aB3dE5gH7jK9mN1pQ3sT5vW7", "record stop"], 4, "r.rcp: not written"),
  ])
  func `dropped steps and secrets leave nothing in a recording`(
    words: [String], lines: [String], status: Int32, told: String
  ) async throws {
    try await server { server in
      let folder = try ScriptFolder()
      let (ending, output) = try record(
        folder, ["--net", "--feed", server.url("/f")] + words, lines)
      #expect(ending == .status(status), "\(output)")
      #expect(output.contains(told), "\(output)")
      #expect(try names(folder) == ["x.rcp"])
    }
  }

  /// The one recording that was put aside in a folder of its own.
  private func rescued(_ folder: ScriptFolder) throws -> String {
    let found = try folder.place.script("cat home/larder-*/r.rcp")
    #expect(found.status == 0, "\(found.errors)")
    return found.output
  }

  @Test func `a recording that cannot be written in its place is written aside`() throws {
    let folder = try ScriptFolder()
    let home = ["TMPDIR": folder.place.home]
    let (ending, output) = try record(
      folder, [], ["count", "note 1 aB3dE5gH7jK9mN1pQ3sT5vW7", "record stop"], environment: home)
    #expect(ending == .status(4), "\(output)")
    #expect(output.contains("the recording is in \(folder.place.home)/larder-"))
    #expect(try rescued(folder).contains("\n> note 1 aB3dE5gH7jK9mN1pQ3sT5vW7\n"))
    #expect(try names(folder) == ["x.rcp"])
  }

  @Test func `a file that appears meanwhile is left alone, and the recording kept aside`() throws {
    let folder = try ScriptFolder()
    let terminal = try PseudoTerminal(
      running: larderPath, arguments: ["script", "record", folder.path + "/r.rcp"],
      environment: [
        "TERM": "xterm-256color", "HOME": folder.place.home, "TMPDIR": folder.place.home,
      ],
      rows: 30, columns: 100)
    try terminal.expect(until: Self.isAtPrompt)
    try terminal.write("count\r")
    try terminal.expect { $0.lines.contains("64") && Self.isAtPrompt($0) }
    _ = try folder.place.script("echo mine > scripts/r.rcp")
    try terminal.write("record stop\r")
    #expect(try terminal.expectEnd() == .status(3), "\(terminal.output)")
    #expect(try folder.place.text(of: folder.path + "/r.rcp") == "mine\n")
    #expect(try rescued(folder).contains("\n> count\n| 64\n"))
  }

  @Test func `a line over the size limit ends the recording and is the only line left out`() throws
  {
    let folder = try ScriptFolder()
    let long = String(repeating: "long ", count: 1000)
    let rows = (0..<250).map {
      "{\"id\": \($0), \"name\": \"Dish \($0)\", \"method\": \"\(long)\"}"
    }
    let feed = try folder.place.file("big.json", "[\(rows.joined(separator: ","))]")
    let (ending, output) = try record(
      folder, ["--feed", feed], ["count", "set pager off", "export json -"])
    #expect(ending == .status(5), "\(output.suffix(500))")
    #expect(output.contains("the last line reached a limit and was not recorded"))
    let script = try folder.place.text(of: folder.path + "/r.rcp")
    #expect(script.contains("\n> count\n| 250\n") && script.contains("> set pager off"))
    #expect(!script.contains("export"))
    #expect(try folder.larder(["check", "r.rcp"]).status == 0)
  }

  @Test func `Ctrl-C stops a command, and neither it nor pending lines are recorded`() async throws
  {
    let rest = DispatchSemaphore(value: 0)
    let handler: LoopbackServer.Handler = { request, peer in
      guard request.path == "/hang" else {
        return peer.answer(200, body: Array(SampleFeed.dishes.utf8))
      }
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n[")
      rest.wait()
    }
    try await withServer(handler) { server in
      defer { rest.signal() }
      let folder = try ScriptFolder()
      let terminal = try PseudoTerminal(
        running: larderPath,
        arguments: [
          "script", "record", folder.path + "/r.rcp", "--net", "--feed", server.url("/f"),
        ],
        environment: ["TERM": "xterm-256color", "HOME": folder.place.home], rows: 30, columns: 100)
      try terminal.expect(until: Self.isAtPrompt)
      // What is behind it, read with it or later, is not entered.
      try terminal.write("load \(server.url("/hang"))\rfavorite 1\r")
      while !server.requests.contains(where: { $0.path == "/hang" }) { await Task.yield() }
      try terminal.write("favorite 2\r\u{4}favorite 3\n\u{3}")
      try terminal.expect {
        $0.text.contains("stopped") && $0.cursorLine.contains("favorite 1 favorite 2 favorite 3")
      }
      try terminal.write("\u{15}count\r")
      try terminal.expect { $0.lines.contains("8") && Self.isAtPrompt($0) }
      try terminal.write("record stop\r")
      #expect(try terminal.expectEnd() == .status(0), "\(terminal.output)")
      let script = try folder.place.text(of: folder.path + "/r.rcp")
      #expect(script.contains("\n> count\n| 8\n") && !script.contains("hang"))
      #expect(!script.contains("favorite"))
    }
  }

  @Test func `lines that were pasted together are recorded as they were run`() throws {
    let folder = try ScriptFolder()
    let terminal = try PseudoTerminal(
      running: larderPath, arguments: ["script", "record", folder.path + "/r.rcp"],
      environment: ["TERM": "xterm-256color", "HOME": folder.place.home], rows: 30, columns: 100)
    try terminal.expect(until: Self.isAtPrompt)
    try terminal.write("\u{1B}[200~filter cuisine=Thai\rcount\u{1B}[201~")
    try terminal.expect { $0.cursorLine.contains("count") }
    try terminal.write("\r")
    try terminal.expect { $0.cursorLine.contains("/64 ❯") && Self.isAtPrompt($0) }
    try terminal.write("record stop\r")
    #expect(try terminal.expectEnd() == .status(0), "\(terminal.output)")
    let script = try folder.place.text(of: folder.path + "/r.rcp")
    #expect(script.contains("@ keys \"filter cuisine=Thai\" Alt+Enter \"count\" Enter\n"))
  }

  @Test func `a secret in a recorded address is reported and can be redacted`()
    async throws
  {
    let secret = "q7Rt9xLm2K4v8W1z"
    let body = "{\"token\": \"\(secret)\", \(SampleFeed.dishes.dropFirst())"
    try await server(body) { server in
      let folder = try ScriptFolder()
      let words = ["--net", "--feed", server.url("/f?key=\(secret)")]
      let (ending, output) = try record(folder, words, ["count", "record stop"], at: "f 8")
      #expect(ending == .status(4), "\(output)")
      #expect(output.contains("r.rcpd/http/index:3:1: this is the value of key"))
      #expect(try names(folder) == ["x.rcp"])
      let (second, seen) = try record(
        folder, words + ["--redact", secret], ["count", "record stop"])
      #expect(second == .status(0), "\(seen)")
      let all = try folder.place.script("cat scripts/r.rcp $(find scripts/r.rcpd -type f)")
      #expect(!all.output.contains(secret) && all.output.contains("key=redacted"))
      #expect(try folder.larder(["check", "r.rcp"]).status == 0)
    }
  }

  @Test func `history in a recording lists only the recorded lines`() throws {
    let folder = try ScriptFolder()
    let (ending, output) = try record(
      folder, [],
      [
        "count", "record mark Two", "record pause", "sort name", "record pause", "history",
        "record stop",
      ], at: "")
    #expect(ending == .status(0), "\(output)")
    let script = try folder.place.text(of: folder.path + "/r.rcp")
    #expect(script.contains("> history\n") && !script.contains("sort name"), "\(script)")
  }

  @Test func `requests of paused lines are not recorded`() async throws {
    try await server { server in
      let folder = try ScriptFolder()
      let (ending, output) = try record(
        folder, ["--net", "--feed", server.url("/f")],
        [
          "count", "record pause", "load \(server.url("/none/private"))", "record pause",
          "load \(server.url("/none/dropped"))", "record drop", "record stop",
        ])
      #expect(ending == .status(0), "\(output)")
      let index = try folder.place.text(of: folder.path + "/r.rcpd/http/index")
      #expect(index.contains("/f\n") && !index.contains("/none/"), "\(index)")
    }
  }

  @Test func `only a bundle is replaced, and only with --force`() throws {
    let folder = try ScriptFolder()
    try folder.write("r.rcpd/mine.txt", "mine")
    for words in [[], ["--force"]] {
      let run = try folder.larder(["record", "r.rcp"] + words)
      #expect(run.status == 3 && run.errors.hasPrefix("./r.rcpd: exists"))
    }
    #expect(try folder.place.text(of: folder.path + "/r.rcpd/mine.txt") == "mine")
  }

  @Test func `a bundle takes the place of one that was there`() async throws {
    try await server { server in
      let folder = try ScriptFolder()
      _ = try folder.bundle(["GET http://a/", "< 204"], name: "r.rcpd")
      try folder.write("r.rcp", "old")
      let (ending, output) = try record(
        folder, ["--net", "--force", "--feed", server.url("/f")], ["count", "record stop"])
      #expect(ending == .status(0), "\(output)")
      #expect(try names(folder) == ["r.rcp", "r.rcpd", "x.rcp"])
      #expect(try folder.larder(["check", "r.rcp"]).status == 0)
    }
  }
}
