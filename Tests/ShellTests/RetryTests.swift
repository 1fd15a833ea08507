import FoundationEssentials
import HTTPCache
import Interpreter
import Synchronization
import Testing
import World

@testable import FeedLoading
@testable import Shell

// Commands that wait for the network block their thread, so these tests take the main one.
private let address = "https://x.example/dishes"

private func answer(
  _ names: String..., status: Int = 200, caching: String = "max-age=0"
) -> FixedTransport.Answer {
  let records = names.map { "{\"id\": \"\($0.prefix(1))\", \"name\": \"\($0)\"}" }
  return .response(
    status: status, headers: [HTTPField("Cache-Control", caching)],
    body: Array("[\(records.joined(separator: ","))]".utf8))
}

/// Loading again after failures, and after empty feeds.
@Suite @MainActor struct RetryTests {
  @Test(arguments: ["[]", #"{"recipes": []}"#, "[7]"])
  func `an empty feed offers a reload`(feed: String) {
    let files = MemoryFileSystem(["/f.json": feed])
    let shell = ShellUnderTest(feed: nil, files: files, isInteractive: true)
    _ = shell.shell.run("load /f.json")
    #expect(shell.shell.advice(on: "", at: 0).proposal?.text == "reload")
    let other = ShellUnderTest(feed: "/f.json", files: files, isInteractive: true)
    #expect(other.shell.advice(on: "", at: 0).proposal?.text == "reload")
  }

  @Test func `only the failure of the present feed is marked in the prompt`() {
    let shell = ShellUnderTest(feed: nil, answers: [address: answer("A")], isInteractive: true)
    _ = shell.shell.run("load nothing")
    #expect(shell.nextPrompt() == "larder failed ❯ ")
    _ = shell.shell.run("load \(address)")
    _ = shell.shell.run("load nothing")
    #expect(shell.nextPrompt() == "dishes 1 ❯ ")
    shell.http.set(.failure(.cannotConnect(host: "x", reason: "no")), for: address)
    _ = shell.shell.run("reload")
    #expect(shell.nextPrompt() == "dishes 1 failed ❯ ")
  }

  @Test func `a retry asks the server, even if its failure is cached`() {
    let failure = answer(status: 500, caching: "max-age=600")
    let shell = ShellUnderTest(feed: nil, answers: [address: failure], isInteractive: true)
    _ = shell.shell.run("load \(address)")
    let count = shell.http.requests.count
    _ = shell.shell.run("load \(address)")
    #expect(shell.http.requests.count > count)
    shell.http.set(answer("A"), for: address)
    _ = shell.shell.run("load \(address)")
    #expect(shell.nextPrompt() == "dishes 1 ❯ ")
  }

  @Test func `a server that answers again is reported`() {
    let http = Mutex<FixedTransport?>(nil)
    // The server is well again when it is asked half a minute later.
    let shell = ShellUnderTest(
      feed: nil, answers: [address: answer("A")], isInteractive: true,
      pauses: .init { pause in
        if pause > .seconds(20) { http.withLock { $0?.set(answer("A"), for: address) } }
      })
    http.withLock { $0 = shell.http }
    _ = shell.shell.run("load \(address)")
    shell.http.set(answer(status: 500), for: address)
    _ = shell.shell.run("load \(address)")
    #expect(shell.takeErrors().contains("stale: this copy is from"))
    #expect(shell.shell.loader.refresh?.promise.isKept(withinMilliseconds: 10_000) == true)
    _ = shell.takeErrors()
    #expect(shell.nextPrompt() == "dishes 1 ❯ ")
    #expect(shell.takeErrors() == "dishes: its server answers again, and nothing is new\n")
  }

  @Test func `a server that does not answer was asked several times`() {
    let hung = FixedTransport.Answer.failure(.timedOut(after: .seconds(15), what: .answer))
    let shell = ShellUnderTest(feed: nil, answers: [address: hung], isInteractive: true)
    _ = shell.shell.run("load \(address)")
    #expect(shell.http.requests.count == 3)
    #expect(
      shell.takeErrors().contains(
        "The server did not answer within 15 seconds. Try again later. Larder tried 3 times."))
  }
}
