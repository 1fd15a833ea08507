import Foundation
import Synchronization
import TestSupport
import Testing

/// `larder fetch`: addresses through the cache, for people and other programs.
@Suite struct FetchTests {
  /// An answer in JSON.
  private struct Answer: Decodable {
    var id: String?
    var status: Int?
    var statusText: String?
    var headers: [[String]]?
    var body: String?
    var bodyEncoding: String?
    var source: String?
    var error: String?

    init(_ line: String) throws {
      self = try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
    }

    func values(of name: String) -> [String] {
      (headers ?? []).filter { $0[0].lowercased() == name }.map { $0[1] }
    }
  }

  private static let fresh: LoopbackServer.Handler = { request, peer in
    peer.answer(
      200,
      [
        ("Cache-Control", "max-age=600"), ("Content-Type", "text/plain"), ("Set-Cookie", "a=b"),
        ("Set-Cookie", "c=d"),
      ], body: Array("hello \(request.path)\n".utf8))
  }

  @Test func `fetch prints the content to standard output and the header to standard error`()
    async throws
  {
    try await withServer(Self.fresh) { server in
      let place = try Workplace()
      let first = try place.larder("fetch", "-H", "Accept: text/plain", server.url("/a"))
      #expect(first.output == "hello /a\n")
      #expect(first.errors.hasPrefix("200 Status 200 · from the network · no copy yet\n"))
      #expect(first.errors.contains("\nSet-Cookie: a=b\nSet-Cookie: c=d\n"))
      #expect(server.requests.last?["accept"] == "text/plain")
      let second = try place.larder("fetch", "-H", "Accept: text/plain", server.url("/a"))
      #expect(second.output == "hello /a\n")
      #expect(second.errors.contains("from the cache, ") && second.errors.contains("fresh for"))
      #expect(server.requests.count == 1)
    }
  }

  @Test(arguments: [(200, 0), (204, 0), (404, 66), (410, 66), (403, 1), (500, 69), (503, 69)])
  func `fetch maps the HTTP status to an exit status`(code: Int, status: Int32) async throws {
    try await withServer({ $1.answer(code, body: [0x61]) }) { server in
      let run = try Workplace().larder("fetch", server.url())
      #expect(run.status == Int(status))
      #expect(run.output == (code == 204 ? "" : "a"))
      #expect(run.errors.hasPrefix("\(code) "))
    }
  }

  @Test(arguments: [
    (["fetch"], 64), (["fetch", "--batch", "http://a/"], 64),
    (["fetch", "-H", "no field", "http://127.0.0.1:1/"], 64),
    (["fetch", "-H", "a: b\nc: d", "http://127.0.0.1:1/"], 64),
    (["fetch", "ftp://a/"], 66), (["fetch", "http://a b/"], 66),
    (["fetch", "http://127.0.0.1:1/"], 69),
  ])
  func `a failed fetch prints an error`(arguments: [String], status: Int) throws {
    let run = try Workplace().larder(arguments)
    #expect(run.status == status, "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(!run.errors.isEmpty)
  }

  @Test func `an address in the name of another host has copies of its own`() async throws {
    try await withServer({ request, peer in
      peer.answer(
        200, [("Cache-Control", "max-age=600")], body: Array((request["host"] ?? "").utf8))
    }) { server in
      let place = try Workplace()
      let other = try place.larder("fetch", "-H", "Host: other.example", server.url())
      #expect(other.output == "other.example")
      #expect(try place.larder("fetch", server.url()).output == "127.0.0.1:\(server.port)")
      #expect(try place.larder("fetch", server.url()).errors.contains("from the cache"))
    }
  }

  @Test func `a failure names the address, and blames no proxy where there is none`() throws {
    let run = try Workplace().larder("fetch", "http://[::1]:1/a?key=secret")
    #expect(run.status == 69)
    #expect(run.errors.contains("http://[::1]:1/a?…: "), "\(run.errors)")
    #expect(!run.errors.contains("roxy"), "\(run.errors)")
  }

  @Test func `offline a copy is the answer, and without one there is none`() async throws {
    try await withServer(Self.fresh) { server in
      let place = try Workplace()
      _ = try place.larder("fetch", server.url("/a"))
      let copy = try place.larder("--offline", "fetch", server.url("/a"))
      #expect(copy.output == "hello /a\n")
      #expect(copy.errors.contains("not checked"))
      let nothing = try place.larder("fetch", "--offline", server.url("/b"))
      #expect(nothing.status == 69)
      #expect(nothing.errors.contains("offline"))
      #expect(server.requests.count == 1)
    }
  }

  @Test func `one request in JSON has one answer in JSON, from one process to the next`()
    async throws
  {
    try await withServer(Self.fresh) { server in
      let place = try Workplace()
      let request = #"{"id": "x", "url": "\#(server.url("/a"))", "headers": [["Accept", "a/b"]]}"#
      let first = try Answer(try place.larder("fetch", "--json", request).output)
      #expect(first.id == "x" && first.status == 200 && first.statusText == "Status 200")
      #expect(first.source == "network" && first.body == "hello /a\n")
      #expect(first.values(of: "set-cookie") == ["a=b", "c=d"])
      let second = try Answer(try place.larder("fetch", "--json", "-", input: request).output)
      #expect(second.source == "cache")
      #expect(second.values(of: "set-cookie") == ["a=b", "c=d"])
      #expect(second.values(of: "age").count == 1)
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a batch is answered line by line, each with its id`() async throws {
    try await withServer(Self.fresh) { server in
      let place = try Workplace()
      let lines = (0..<100).map { #"{"id": "\#($0)", "url": "\#(server.url("/\($0 % 10)"))"}"# }
      let run = try place.larder(
        ["fetch", "--batch"], input: lines.joined(separator: "\n") + "\n\n")
      let answers = try run.lines.map { try Answer($0) }
      #expect(answers.count == 100)
      for answer in answers {
        let number = try #require(answer.id.flatMap { Int($0) })
        #expect(answer.body == "hello /\(number % 10)\n")
      }
      #expect(server.requests.count == 10)
      #expect(run.status == 0)
    }
  }

  @Test func `once a batch has an answer, the next request finds it in the cache`() async throws {
    try await withServer(Self.fresh) { server in
      let place = try Workplace()
      let requests = [
        #"{"url": "\#(server.url("/a"))"}"#, #"{"url": "\#(server.url("/a"))"}"#,
        #"{"url": "\#(server.url("/a"))", "headers": [["Range", "bytes=0-4"]]}"#,
        #"{"url": "\#(server.url("/a"))", "method": "POST"}"#,
        #"{"url": "\#(server.url("/a"))"}"#,
        #"{"url": "\#(server.url("/a"))", "cache": "only-if-cached"}"#,
      ]
      let asking = requests.map { "echo '\($0)' >&3; read -r line <&4; printf '%s\\n' \"$line\"" }
      let run = try place.script(
        """
        mkfifo requests answers
        "$larder" --home "$home" fetch --batch < requests > answers &
        exec 3> requests 4< answers
        \(asking.joined(separator: "\n"))
        exec 3>&-
        wait
        """)
      let answers = try run.lines.map { try Answer($0) }
      #expect(
        answers.map(\.source) == ["network", "cache", "cache", "network", "network", "cache"])
      #expect(answers.map(\.status) == [200, 200, 206, 200, 200, 200])
      #expect(answers.last?.body == "hello /a\n")
      #expect(server.requests.count == 3)
      // Who comes next finds all of it.
      #expect(try place.larder("fetch", "--offline", server.url("/a")).output == "hello /a\n")
    }
  }

  @Test func `a slow request of a batch does not hold up the others`() async throws {
    let rest = DispatchSemaphore(value: 0)
    let handler: LoopbackServer.Handler = { _, peer in
      rest.wait()
      peer.answer(200, body: [])
    }
    try await withServer(handler) { server in
      let place = try Workplace()
      let held = (0..<25).map { #"{"id": "held", "url": "\#(server.url("/\($0)"))"}"# }
      let quick = (0..<300).map {
        #"{"id": "quick", "url": "\#(server.url("/q\($0)"))", "cache": "only-if-cached"}"#
      }
      let (process, output, _) = try place.start(
        larderPath, ["--home", place.home, "fetch", "--batch"],
        input: (held + quick).joined(separator: "\n") + "\n")
      // Those for which the server is not asked come, though nothing else does.
      let deadline = ContinuousClock.now + .seconds(60)
      while try place.text(of: output).split(separator: "\n").count < 300, .now < deadline {
        await Task.yield()
      }
      #expect(try place.text(of: output).split(separator: "\n").count >= 300)
      for _ in held { rest.signal() }
      #expect(try process.exitStatus() == 0)
      #expect(try place.text(of: output).split(separator: "\n").count == 325)
    }
  }

  @Test func `a batch that nobody reads any more ends`() async throws {
    try await withServer(Self.fresh) { server in
      let lines = (0..<50).map { #"{"url": "\#(server.url("/\($0)"))"}"# }.joined(separator: "\n")
      let place = try Workplace()
      let file = try place.file("requests", lines + "\n")
      let run = try place.script("$larder --home $home fetch --batch < '\(file)' | head -n 1")
      #expect(run.lines.count == 1)
      #expect(run.errors.isEmpty)
    }
  }

  /// Runs Larder until the person stops it, which happens when something of an answer has been sent.
  ///
  /// - Returns: Its exit status.
  private func stopped(
    _ arguments: (LoopbackServer) -> [String], input: (LoopbackServer) -> String,
    in place: Workplace,
    sending: @escaping @Sendable (LoopbackPeer) -> Void = { _ in }
  ) throws -> Int32 {
    let program = Mutex<Int32>(0)
    let started = DispatchSemaphore(value: 0)
    // The connection's own thread sends the signal: those of the pool may all be busy.
    let server = try LoopbackServer { _, peer in
      sending(peer)
      started.wait()
      started.signal()
      kill(program.withLock { $0 }, SIGINT)
      peer.waitForClose()
    }
    defer { server.stop() }
    let process = try place.start(
      larderPath, ["--home", place.home] + arguments(server), input: input(server))
    program.withLock { $0 = process.process.identifier }
    started.signal()
    return try process.process.exitStatus()
  }

  @Test(arguments: [1, 1000])
  func `a batch is stopped by the person, however many requests wait`(count: Int) async throws {
    let status = try stopped(
      { _ in ["fetch", "--batch"] },
      input: { server in
        (0..<count).map { #"{"url": "\#(server.url("/\($0)"))"}"# + "\n" }.joined()
      }, in: Workplace())
    #expect(status == 130)
  }

  @Test(arguments: [["fetch", "URL"], ["fetch", "--batch"], ["URL", "-c", "count"]], 1...3)
  func `a download that a person stops is stored for continuation`(
    words: [String], round: Int
  ) async throws {
    let place = try Workplace()
    let status = try stopped(
      { server in words.map { $0 == "URL" ? server.url("/a") : $0 } },
      input: { server in "{\"url\": \"\(server.url("/a"))\"}\n" }, in: place
    ) { peer in
      peer.send(
        "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nCache-Control: max-age=600\r\n"
          + "Content-Length: 48000000\r\n\r\n")
      // More than the sockets hold: some of it has arrived then.
      peer.send([UInt8](repeating: 0x20, count: 24_000_000))
    }
    #expect(status == 130)
    let files = try place.filesAtHome()
    #expect(files.filter { $0.hasPrefix("cache/part/") }.count == 1, "\(files)")
    #expect(files.filter { $0.hasPrefix("cache/tmp/") }.isEmpty, "\(files)")
  }

  @Test func `content that is too long for an answer in JSON is refused`() async throws {
    let handler: LoopbackServer.Handler = { _, peer in
      _ = peer.send("HTTP/1.1 200 OK\r\nContent-Length: 70000000\r\n\r\nthe beginning")
      peer.waitForClose()
    }
    try await withServer(handler) { server in
      let run = try Workplace().larder("fetch", "--json", "{\"url\": \"\(server.url("/a"))\"}")
      let answer = try Answer(try #require(run.lines.first))
      #expect(answer.error?.hasPrefix("The answer is larger than the limit of 64 MiB") == true)
    }
  }

  @Test(arguments: [
    ("{", "not a request: it is not JSON at byte 1: the text ends here"),
    ("{}", "`url` is missing"),
    ("[]", "not a request: it is not JSON at byte 0: this is not an object"),
    (#"{"url": null}"#, "`url` is missing"), (#"{"url": 5}"#, "`url` has to be a text"),
    (#"{"url": "http://a/"} x"#, "at byte 21: nothing more was expected"),
    (#"{"url": "http://a/", "id": [1]}"#, "`id` has to be a text, a number, true or false"),
    (#"{"url": "http://a/", "id": [["a"]]}"#, "`id` has to be a text, a number, true or false"),
    (
      #"{"url": "http://a/", "credentials": 1}"#,
      "`credentials` has to be a text or a list of pairs"
    ),
    (#"{"url": "http://a/", "credentials": "some"}"#, "`credentials` cannot be \"some\""),
    (#"{"url": "nowhere"}"#, "not a web address"),
    (
      #"{"url": "http://a/", "redirect": "never"}"#,
      "`redirect` cannot be \"never\"; follow, manual, error"
    ),
    (#"{"url": "http://a/", "cache": "sometimes"}"#, "`cache` cannot be \"sometimes\""),
    (#"{"url": "http://a/", "redirect": "back"}"#, "`redirect` cannot be \"back\""),
    (#"{"url": "http://a/", "method": "GET /"}"#, "`method` is not one word"),
    (#"{"url": "http://a/", "headers": [["a"]]}"#, "`headers` has to be a list of pairs"),
    (#"{"url": "http://a/", "headers": [["a", 1]]}"#, "`headers` has to be a list of pairs"),
    (#"{"url": "http://a/", "headers": "a"}"#, "`headers` has to be a list of pairs"),
    (#"{"url": "http://a/", "body": 12345678901234567890}"#, "`body` has to be a text"),
    (#"{"url": "http://a/", "headers": [["a b", "c"]]}"#, "cannot be sent"),
  ])
  func `a request that makes no sense has an answer that says so`(
    request: String, told: String
  ) throws {
    let run = try Workplace().larder(["fetch", "--batch"], input: request + "\n")
    #expect(try Answer(run.output).error?.contains(told) == true, "\(run.output)")
    #expect(run.status == 0)
  }

  @Test(arguments: [
    #"{"id": 7, "url": "http://a/", "method": 5}"#, #"{"id": 7, "url": "http://a/", "headers": 1}"#,
    #"{"id": 7, "url": "http://a/", "body": 2}"#, #"{"id": 7}"#, #"{"url": 3, "id": 7}"#,
    #"{"id": 7, "url": "http://a/", "cache": "sometimes"}"#,
  ])
  func `a failure has the id of its request, whatever is wrong with it`(request: String) throws {
    let run = try Workplace().larder(["fetch", "--batch"], input: request + "\n")
    #expect(run.output.contains(#""id":7"#) && run.output.contains("error"), "\(run.output)")
  }

  @Test(arguments: [
    "1.5", "18446744073709551615", "-3", "true", "\"a\"", "9007199254740993", "1E2",
  ])
  func `an id comes back as it was written`(id: String) throws {
    let run = try Workplace().larder(["fetch", "--batch"], input: #"{"id": \#(id)}"# + "\n")
    #expect(run.output.hasPrefix(#"{"id":\#(id),"error":"#), "\(run.output)")
  }

  @Test func `content that is no text comes in base64`() async throws {
    try await withServer({ $1.answer(body: [0xFF, 0xD8, 0xFF, 0x00]) }) { server in
      let run = try Workplace().larder("fetch", "--json", #"{"url": "\#(server.url())"}"#)
      let answer = try Answer(run.output)
      #expect(answer.bodyEncoding == "base64" && answer.body == "/9j/AA==")
    }
  }

  @Test func `a stale copy is revalidated before the program ends`() async throws {
    let handler: LoopbackServer.Handler = { request, peer in
      peer.answer(
        200, [("Cache-Control", "max-age=0, stale-while-revalidate=600"), ("ETag", "\"1\"")],
        body: Array((request["if-none-match"] == nil ? "old" : "new").utf8))
    }
    try await withServer(handler) { server in
      let place = try Workplace()
      #expect(try place.larder("fetch", server.url()).output == "old")
      #expect(try place.larder("fetch", server.url()).output == "old")
      #expect(try place.larder("fetch", server.url()).output == "new")
      #expect(server.requests.count == 3)
    }
  }

  @Test func `the cache is the user's alone and has a tag that names it`() async throws {
    try await withServer(Self.fresh) { server in
      let place = try Workplace()
      _ = try place.larder("fetch", server.url())
      let cache = place.home + "/cache"
      #expect(try place.mode(of: cache) == 0o700)
      #expect(try place.mode(of: cache + "/index.db") == 0o600)
      #expect(
        try place.text(of: cache + "/CACHEDIR.TAG").hasPrefix(
          "Signature: 8a477f597d28d172789f06886806bc55"))
    }
  }

  @Test func `an ephemeral run leaves nothing`() async throws {
    try await withServer(Self.fresh) { server in
      let place = try Workplace()
      #expect(try place.larder("fetch", "--ephemeral", server.url("/a")).output == "hello /a\n")
      #expect(try place.filesAtHome() == [])
    }
  }
}
