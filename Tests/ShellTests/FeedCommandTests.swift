import Diagnostics
import FeedLoading
import HTTPCache
import SessionStore
import Shell
import Testing
import World

// Commands that wait for the network block their thread, so these tests take the main one.
private let pies =
  #"{"recipes":[{"uuid":"0c6ca6e7-e32a-4053-b824-1dbf749910d8","name":"Pie","cuisine":"British"},{"uuid":"599344f4-3c5c-4cca-b914-2210e3b3312f","name":"Tart","cuisine":"French"}]}"#

private func body(_ text: String) -> FixedTransport.Answer { .response(body: Array(text.utf8)) }

@Test
@MainActor
func `a feed loads by name, path and address`() {
  let shell = ShellUnderTest(
    files: MemoryFileSystem(["/f/pies.json": pies, "./demo": pies]),
    answers: ["https://x.example/pies.json": body(pies), "https://pies.example": body(pies)])
  for (source, prompt) in [
    ("/f/pies.json", "pies 2 ❯ "), ("https://x.example/pies.json", "pies 2 ❯ "),
    ("./demo", "demo 2 ❯ "), ("demo", "demo 64 ❯ "), ("pies.example", "pies.example 2 ❯ "),
  ] {
    shell.run("load \(source)")
    #expect(shell.nextPrompt() == prompt)
  }
}

@Test(arguments: [
  (FixedTransport.Answer.response(status: 404), RunStatus.noInput),
  (.response(status: 410), .noInput), (.response(status: 500), .network),
  (.response(status: 403), .network), (.response(body: Array("<html>".utf8)), .notAFeed),
  (.response(body: Array("{\"recipes\":[".utf8)), .notAFeed),
  (.response(body: [0x7B], failure: .dropped(reason: "it ended early")), .network),
  (.failure(.tooManyRedirects(limit: 20)), .network),
  (.failure(.cannotResolve(host: "x")), .network),
])
@MainActor
func `a failed load says why and keeps the feed`(answer: FixedTransport.Answer, status: RunStatus) {
  let shell = ShellUnderTest(answers: ["https://x.example/f": answer])
  #expect(shell.shell.run("load https://x.example/f") == status)
  let said = shell.takeErrors()
  #expect(said.hasPrefix("error: "))
  #expect(said.contains("demo remains loaded"))
  // The feed that is shown is as good as before.
  #expect(shell.nextPrompt() == "demo 64 ❯ ")
  #expect(shell.run("count") == "64\n")
}

@Test
@MainActor
func `after a failure the next success is announced`() {
  let shell = ShellUnderTest(
    answers: ["https://x.example/f": .response(status: 500)], isInteractive: true)
  _ = shell.shell.run("load https://x.example/f")
  shell.http.set(body(pies), for: "https://x.example/f")
  _ = shell.takeErrors()
  _ = shell.shell.run("load https://x.example/f")
  #expect(shell.takeErrors().hasPrefix("f is available again\n"))
}

@Test
@MainActor
func `the value of a feed header comes from the environment and is never printed`() throws {
  let shell = ShellUnderTest(
    answers: ["https://x.example/f": body(pies)],
    environment: ["HOME": "/home/x", "KEY": "s3cret", "TERM": "xterm"])
  shell.run("feeds add pies https://x.example/f as recipes -H 'X-Key: Token $KEY'")
  #expect(shell.status == .success)
  shell.run("load pies")
  let request = try #require(shell.http.requests.last)
  #expect(request.credentials == [HTTPField("X-Key", "Token s3cret")])
  #expect(!request.headers.contains { $0.value.contains("s3cret") })
  let seen = shell.run("feeds", "status") + shell.takeErrors()
  #expect(!seen.contains("s3cret"))
  #expect(seen.contains("X-Key"))
}

@Test(arguments: [("https://me:word@x.example/f", true), ("https://x.example/f", false)])
func `a password in an address is kept, which is said`(source: String, isSaid: Bool) throws {
  let shell = ShellUnderTest()
  shell.run("feeds add x \(source)")
  #expect(shell.takeErrors().contains("use -H 'Authorization: $NAME' instead") == isSaid)
  #expect(try shell.library.feeds().map(\.source) == [source])
}

@Test(arguments: [
  (
    "feeds add x https://x.example/ -H 'K: plain'",
    "the value of a header comes from an environment variable"
  ),
  ("feeds add x https://x.example/ as nosuch", "unknown profile `nosuch`"),
  ("feeds add 'a b' https://x.example/", "`a b` cannot name a feed"),
  ("feeds remove demo", "demo is part of Larder"),
  ("feeds remove nosuch", "no feed of yours is called `nosuch`"),
])
@MainActor
func `a feed that cannot be named is refused`(line: String, message: String) {
  let shell = ShellUnderTest()
  let before = try? shell.library.feeds()
  let status = shell.shell.run(line)
  #expect(status != .success)
  #expect(shell.takeErrors().contains(message))
  #expect((try? shell.library.feeds()) == before)
}

@Test
@MainActor
func `a missing variable is named before anything is sent`() {
  let shell = ShellUnderTest(answers: ["https://x.example/f": body(pies)])
  shell.run("feeds add pies https://x.example/f -H 'K: $NOSUCH'")
  #expect(shell.shell.run("load pies") == .failure)
  #expect(shell.takeErrors().contains("NOSUCH"))
  #expect(shell.http.requests.isEmpty)
}

@Test
@MainActor
func `offline sends nothing until online`() {
  let shell = ShellUnderTest(answers: ["https://x.example/f": body(pies)])
  shell.run("offline")
  #expect(shell.shell.run("load https://x.example/f") == .network)
  #expect(shell.http.requests.isEmpty)
  #expect(shell.nextPrompt() == "demo 64 offline ❯ ")
  #expect(shell.run("status").contains(/network +offline/))
  shell.run("online", "load https://x.example/f")
  #expect(shell.http.requests.count == 1)
}

@Test(arguments: [
  ("demo-empty", "demo-empty 0 ❯ ", "the feed is empty"),
  ("demo-malformed", "demo-malformed 8 ❯ ", "4 records are malformed"),
  ("demo-stale", "demo-stale 64 stale ❯ ", "stale: this copy is from"),
  ("demo-offline", "demo-offline 64 copy ❯ ", "offline: this copy is from"),
  ("demo-slow", "demo-slow 64 ❯ ", "of 64"), ("demo-failing", "demo 64 ❯ ", "503"),
])
@MainActor
func `the demo feeds show every state of a feed`(feed: String, prompt: String, said: String) {
  let shell = ShellUnderTest(isInteractive: true)
  _ = shell.shell.run("load \(feed)")
  #expect(shell.nextPrompt() == prompt)
  #expect(shell.takeErrors().contains(said))
}

@Test
@MainActor
func `reload keeps the view and says what is new`() {
  let shell = ShellUnderTest(
    feed: nil, answers: ["https://x.example/f": body(pies)], isInteractive: true)
  _ = shell.shell.run("load https://x.example/f; filter cuisine=French; sort name desc")
  shell.http.set(
    body(
      pies.replacing("\"name\":\"Tart\"", with: "\"name\":\"Tarte\"").replacing(
        "599344f4", with: "699344f4")), for: "https://x.example/f")
  _ = shell.takeErrors()
  _ = shell.takeOutput()
  _ = shell.shell.run("reload")
  #expect(shell.takeErrors() == "1 new, 1 gone\n1 of 2 · cuisine=French · by name desc\n")
  #expect(shell.takeOutput().contains("Tarte"))
}

@Test
@MainActor
func `a record that is saved is a row of mine`() {
  let shell = ShellUnderTest(answers: ["https://x.example/one": body(#"{"name":"Toast","time":5}"#)]
  )
  shell.run("save Lasagne", "save Lasagne", "save https://x.example/one", "load mine", "count")
  #expect(shell.nextPrompt() == "mine 2 ❯ ")
  #expect(shell.run("show Toast", "filter name=lasagne; list").contains("Lasagne"))
}

@Test
@MainActor
func `a first word that begins no command but a row is offered as a search`() {
  let shell = ShellUnderTest()
  _ = shell.shell.run("guanciale")
  #expect(shell.takeErrors().contains("1 row contains it; to list it: search guanciale"))
}

@Test(arguments: [
  ("256 MB", 256_000_000), ("2GB", 2_000_000_000), ("1500 kb", 1_500_000),
])
@MainActor
func `the limit of the disk is a size`(size: String, bytes: Int) {
  let shell = ShellUnderTest()
  #expect(shell.shell.run("set disk-limit \(size)") == .success)
  #expect(shell.cache.limits.bytes == bytes)
}

@Test(arguments: ["lots", "10", "12 KB", "-5 MB", "99999999999999999999 GB"])
@MainActor
func `set disk-limit refuses a text that is no size`(size: String) {
  let shell = ShellUnderTest()
  #expect(shell.shell.run("set disk-limit \(size)") == .failure)
  #expect(shell.takeErrors().contains("megabyte"))
}

@Test
@MainActor
func `the setting turns the network off and on`() {
  let shell = ShellUnderTest(answers: ["https://x.example/f": body(pies)])
  shell.run("set network offline")
  #expect(shell.shell.run("load https://x.example/f") == .network)
  #expect(shell.http.requests.isEmpty)
  shell.run("set network online")
  #expect(shell.shell.run("load https://x.example/f") == .success)
}

@Test(arguments: [("./#hash.json", "#hash"), ("./a#b?c.json", "a#b?c")])
func `a path is no address, whatever is in it`(path: String, name: String) {
  let files = MemoryFileSystem([path: #"[{"name":"A"}]"#])
  let shell = ShellUnderTest(feed: path, files: files)
  #expect(shell.run("status").contains("\(name) (records)"))
}
