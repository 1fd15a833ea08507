import Foundation
import TestSupport
import Testing

/// Scripts from strangers, played by the program itself.
@Suite(.serialized) struct HostileScriptTests {
  @Test(
    arguments: HostileScript.texts + HostileScript.files + HostileScript.bundles
      + HostileScript.commands)
  func `a hostile script ends with its documented status and changes no file`(
    script: HostileScript
  ) async throws {
    try await withServer({ $1.answer() }) { server in
      let folder = try ScriptFolder()
      try script.prepare(folder)
      let text = try? String(contentsOfFile: folder.path + "/x.rcp", encoding: .utf8)
      if let text, text.contains("PORT") {
        try folder.write("x.rcp", text.replacing("PORT", with: "\(server.port)"))
      }
      let before = try folder.contents()
      let run = try folder.larder(script.words.isEmpty ? ["check", "x.rcp"] : ["run", "x.rcp"])
      #expect(run.status == script.status, "\(run.output)\(run.errors)")
      #expect((run.output + run.errors).contains(script.told), "\(run.output)\(run.errors)")
      #expect(!(run.output + run.errors).contains("hunter2"))
      #expect(!(run.output + run.errors).contains("correct-horse"))
      #expect(!(run.output + run.errors).utf8.contains(0x1B))
      #expect(try folder.contents() == before)
      #expect(server.connectionCount == 0)
      for path in ["/etc/larder-x", "/tmp/larder-x.csv", folder.place.path + "/x.csv"] {
        #expect(!FileManager.default.fileExists(atPath: path))
      }
    }
  }

  @Test func `a file that becomes a link while it is opened is not read`() throws {
    let folder = try ScriptFolder("rcp 1\nfeed: f.json\n\n> list\n? ok\n")
    let racing = try folder.place.start(
      "/bin/sh",
      [
        "-c",
        "cd scripts; for i in $(seq 2000); do ln -sfn ../secret.json f.json; rm f.json; echo '[]' > f.json; done",
      ], environment: ["PATH": "/usr/bin:/bin"])
    defer { racing.process.send(SIGTERM) }
    for _ in 1...5 {
      let run = try folder.larder(["run", "x.rcp"])
      #expect(!(run.output + run.errors).contains("hunter2"))
    }
  }
}
