import FoundationEssentials
import Output
import Shell
import Synchronization
import TestSupport
import Testing
import World

/// Whether the system is asked to tell when memory is short, for which Linux has a run end later.
@Test(arguments: [("blocks", 0), ("kitty", 1)])
func `the shell asks for memory warnings once it has sent pictures to the terminal`(
  mode: String, watches: Int
) async throws {
  let count = try await onOwnThread {
    let shell = ShellUnderTest(columns: 200, rows: 80, options: { $0.color = .always })
    shell.run("set pictures \(mode); picture 1; picture 2; picture 1")
    return shell.memoryWatches
  }
  #expect(count == watches)
}

@Test
func `the placeholder of a picture stays for a moment`() async throws {
  let png = Array(
    try #require(
      Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhf"
          + "DwAChwGA60e6kgAAAABJRU5ErkJggg==")))
  let pauses = Mutex<[Duration]>([])
  let output = try await onOwnThread {
    let gate = Gate()
    let shell = ShellUnderTest(
      feed: "/f.json",
      files: MemoryFileSystem([
        "/f.json": #"[{"name":"Pie","photo":"https://x.example/pie.png"}]"#
      ]),
      answers: ["https://x.example/pie.png": .response(body: png)], isInteractive: true,
      pauses: .init { pause in pauses.withLock { $0.append(pause) } }, gate: gate,
      environment: ["HOME": "/home/x", "TERM": "xterm-256color", "COLORTERM": "truecolor"],
      options: { $0.color = .always })
    shell.run("set pictures blocks")
    shell.open(gate)
    return shell.run("picture 1")
  }
  #expect(output.contains("waiting"))
  #expect(output.contains("PNG 1 × 1"))
  #expect(pauses.withLock { $0 } == [.milliseconds(300)])
}
