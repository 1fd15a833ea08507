import Foundation
import Synchronization
import TestSupport
import Testing

/// `--network recorded:DIR`: answers from a bundle, and nothing goes out.
@Suite struct RecordedNetworkTests {
  /// Writes a bundle of these bodies, with an index in which a name in braces stands for one of them.
  private func bundle(
    _ place: Workplace, _ lines: [String], _ bodies: [String: String] = [:]
  ) throws -> String {
    let folder = place.path + "/night.rcpd"
    try FileManager.default.createDirectory(
      atPath: folder + "/http/bodies", withIntermediateDirectories: true)
    var files: [String: Data] = [:]
    var index = "rcp-http 1\nrecorded: 2025-10-01T12:00:00Z\n" + lines.map { $0 + "\n" }.joined()
    for (name, text) in bodies {
      let data = Data(text.utf8)
      let file = digest(data) + ".json"
      files["http/bodies/" + file] = data
      index.replace("{\(name)}", with: "body=\(file) bytes=\(data.count)")
    }
    files["http/index"] = Data(index.utf8)
    files["MANIFEST"] = Data(
      files.sorted { $0.key < $1.key }.map { "\(digest($0.value))  \($0.key)\n" }.joined().utf8)
    for (path, data) in files { try data.write(to: URL(filePath: folder + "/" + path)) }
    return folder
  }

  @Test func `a feed is played answer by answer, and nothing goes out`() async throws {
    try await withServer({ $1.answer() }) { server in
      let place = try Workplace()
      let url = server.url("/f")
      let folder = try bundle(
        place,
        [
          "GET \(url)", "< 200 application/json etag=\"1\" {old} first",
          "< 304 etag=\"1\" then", "< 200 application/json etag=\"2\" {new} then",
          "< fail reset then",
        ], ["old": SampleFeed.dishes, "new": SampleFeed.malformed])
      let terminal = try place.prompt(["--network", "recorded:\(folder)", url], at: "f 8")
      try terminal.enter("reload", prompt: "f 8")
      #expect(terminal.screen.text.contains("nothing is new"))
      try terminal.enter("reload", prompt: "f 3")
      try terminal.enter("reload", prompt: "f 3 failed")
      #expect(terminal.screen.text.contains("The answer is incomplete or not valid (the"))
      try terminal.leave()
      #expect(server.requests.isEmpty)
      #expect(
        !(try place.filesAtHome().contains {
          $0.hasPrefix("cache/b") || $0.hasPrefix("cache/pack")
        }))
    }
  }

  @Test(arguments: [
    ("refused", "does not accept the connection"), ("tls", "no secure connection"),
    ("timeout after=5ms", "did not answer within"), ("reset", "was reset when it was recorded"),
  ])
  func `a recorded failure is reported with the message of the original failure`(
    kind: String, told: String
  ) throws {
    let place = try Workplace()
    let folder = try bundle(place, ["GET http://a.example/f", "< fail \(kind)"])
    let run = try place.larder(
      "--network", "recorded:\(folder)", "fetch", "http://a.example/f")
    #expect(run.status == 69)
    #expect(run.output.isEmpty && run.errors.contains(told), "\(run.errors)")
  }

  @Test func `an unrecorded request is refused with the reason`() async throws {
    try await withServer({ $1.answer() }) { server in
      let place = try Workplace()
      let folder = try bundle(place, ["GET \(server.url("/f"))", "< 200 {a}"], ["a": "[]"])
      for (address, told) in [
        (server.url("/f?x=1"), "only with another query"),
        (server.url("/other/place"), "such as \(server.url("/f"))"),
        ("http://b.example/", "no answer from b.example, only from 127.0.0.1"),
      ] {
        let run = try place.larder("--network", "recorded:\(folder)", "fetch", address)
        #expect(run.status == 69 && run.output.isEmpty)
        #expect(run.errors.contains(told), "\(run.errors)")
      }
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `a bundle that is damaged ends the program with its file and its line`() throws {
    let place = try Workplace()
    for (damage, told) in [
      { (folder: String) in try Data("x\n".utf8).append(to: folder + "/MANIFEST") },
      { try Data("x\n".utf8).append(to: $0 + "/http/index") },
      { try FileManager.default.removeItem(atPath: $0 + "/MANIFEST") },
    ].enumerated().map({ ($1, ["/MANIFEST:3: ", "/http/index: ", "/MANIFEST: no such file"][$0]) })
    {
      let folder = try bundle(place, ["GET http://a/", "< 200 {a}"], ["a": "[]"])
      try damage(folder)
      let run = try place.larder("--network", "recorded:\(folder)", "fetch", "http://a/")
      #expect(run.status == 66)
      #expect(run.errors.contains(folder + told), "\(run.errors)")
      try FileManager.default.removeItem(atPath: folder)
    }
    let folder = try bundle(place, ["GET http://a/", "< 204", "nonsense"])
    let run = try place.larder("--network", "recorded:\(folder)", "fetch", "http://a/")
    #expect(run.status == 66 && run.errors.contains("/http/index:5: "), "\(run.errors)")
  }
}

extension Data {
  /// Adds these bytes to the end of a file.
  fileprivate func append(to path: String) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    try file.write(contentsOf: self)
    try file.close()
  }
}
