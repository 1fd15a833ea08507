import Diagnostics
import FoundationEssentials
import HTTPCache
import Testing
import World

@testable import FeedLoading
@testable import Shell

// Commands that wait for the network block their thread, so these tests take the main one.
private let address = "https://x.example/dishes"

private func answer(_ names: String..., status: Int = 200) -> FixedTransport.Answer {
  let records = names.map { "{\"id\": \"\($0.prefix(1))\", \"name\": \"\($0)\"}" }
  return .response(
    status: status, headers: [HTTPField("Cache-Control", "max-age=0, stale-while-revalidate=600")],
    body: Array("[\(records.joined(separator: ","))]".utf8))
}

/// A prompt that shows a stale copy, behind which the server answers something.
@MainActor
private func stale(_ before: FixedTransport.Answer, _ now: FixedTransport.Answer) -> ShellUnderTest
{
  let shell = ShellUnderTest(feed: nil, answers: [address: before], isInteractive: true)
  _ = shell.shell.run("load \(address)")
  shell.http.set(now, for: address)
  _ = shell.shell.run("load \(address)")
  _ = (shell.takeOutput(), shell.takeErrors())
  #expect(shell.shell.loader.refresh?.promise.isKept(withinMilliseconds: 10_000) == true)
  return shell
}

@Suite @MainActor struct RefreshTests {
  @Test(arguments: [
    (answer("A", "B"), "1 new"), (answer(), "1 gone"), (answer("A2"), "1 changed"),
    (answer("B", "C"), "2 new, 1 gone"),
  ])
  func `a newer copy of a stale feed is announced once, and shown by reload`(
    now: FixedTransport.Answer, told: String
  ) {
    let shell = stale(answer("A"), now)
    #expect(shell.nextPrompt() == "dishes 1 stale ❯ ")
    #expect(shell.takeErrors() == "dishes: \(told) · reload shows them\n")
    #expect(shell.nextPrompt() == "dishes 1 stale ❯ ")
    #expect(shell.takeErrors() == "")
    #expect(shell.run("count") == "1\n")
    let requests = shell.http.requests.count
    _ = shell.shell.run("reload")
    #expect(shell.http.requests.count == requests)
    #expect(!shell.nextPrompt().contains("stale"))
    _ = shell.takeErrors()
    shell.run("diff")
    #expect(shell.takeErrors() == "\(told)\n")
  }

  @Test(arguments: [
    answer("A"), .response(body: Array("\n[ {\"name\": \"A\", \"id\": \"A\"} ]\n".utf8)),
  ])
  func `a revalidated feed is stale no more, without a message`(
    now: FixedTransport.Answer
  ) {
    let shell = stale(answer("A"), now)
    #expect(shell.nextPrompt() == "dishes 1 ❯ ")
    #expect(shell.takeErrors() == "")
  }

  @Test(arguments: [
    answer("B", status: 500), .failure(.cannotConnect(host: "x", reason: "no")),
    answer("B", status: 404),
    .response(body: Array("<html>".utf8)),
  ])
  func `a server that has no feed to offer changes nothing`(now: FixedTransport.Answer) {
    let shell = stale(answer("A"), now)
    #expect(shell.nextPrompt() == "dishes 1 stale ❯ ")
    #expect(shell.takeErrors() == "")
    #expect(shell.run("count") == "1\n")
  }

  @Test
  func `a newer copy that became stale is requested again`() {
    let shell = stale(answer("A"), answer("A", "B"))
    _ = shell.nextPrompt()
    shell.shell.loader.newer?.loadedAt -= 61
    shell.http.set(answer("A", "B", "C"), for: address)
    _ = shell.shell.run("reload")
    _ = shell.takeOutput()
    #expect(shell.run("count") == "3\n")
  }

  @Test
  func `a malformed newer copy is refused in strict mode`() {
    let malformed = FixedTransport.Answer.response(
      headers: [HTTPField("Cache-Control", "max-age=0, stale-while-revalidate=600")],
      body: Array(#"[{"id":"A","name":"A"},7]"#.utf8))
    let shell = stale(answer("A", "B"), malformed)
    _ = shell.nextPrompt()
    _ = shell.shell.run("set malformed strict")
    _ = shell.takeErrors()
    #expect(shell.shell.run("reload") != .success)
    _ = shell.takeOutput()
    #expect(shell.run("count") == "2\n")
  }

  @Test
  func `a newer copy is dropped with its feed`() {
    let shell = stale(answer("A"), answer("B"))
    _ = shell.nextPrompt()
    _ = shell.shell.run("load demo")
    _ = shell.takeErrors()
    _ = shell.shell.run("reload")
    #expect(shell.nextPrompt() == "demo 64 ❯ ")
  }

  @Test
  func `reload fresh asks the server although newer rows were reported`() {
    let shell = stale(answer("A"), answer("A", "B"))
    _ = shell.nextPrompt()
    shell.http.set(answer("A", "B", "C"), for: address)
    _ = shell.shell.run("reload fresh")
    _ = shell.takeOutput()
    #expect(shell.run("count") == "3\n")
  }
}
