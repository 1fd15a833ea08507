import Foundation
import TestSupport
import Testing

@Suite struct StreamTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test func `results that cannot be written are a failure of the disk`() throws {
    let run = try place.script("\"$larder\" --home \"$home\" demo -c list > /dev/full; echo $? >&2")
    #expect(run.errors.hasSuffix("74\n"))
    #expect(run.errors.contains("standard output"))
  }

  @Test(arguments: [
    "cat dishes.json | \"$larder\" --home \"$home\" /dev/stdin -c count",
    "mkfifo pipe; cat dishes.json > pipe & \"$larder\" --home \"$home\" pipe -c count",
  ])
  func `a feed that can be read only once is read once`(script: String) throws {
    _ = try place.file("dishes.json", SampleFeed.dishes)
    let run = try place.script("cd '\(place.path)' && \(script)")
    #expect(run.output == "8\n", "\(run.errors)")
  }

  @Test(arguments: ["--version", "--help", "script explain session.rcp"])
  func `lost output is a failure of every command`(words: String) throws {
    _ = try place.file("session.rcp", "rcp 1\n\n> count\n| 64\n")
    let run = try place.script(
      "cd '\(place.path)' && \"$larder\" \(words) > /dev/full; echo $? >&2")
    #expect(run.errors.hasSuffix("74\n"), "\(run.errors)")
  }

  @Test func `a stop ends a run that waits for its input`() throws {
    let script = "mkfifo pipe; exec 3<>pipe; exec '\(larderPath)' --home '\(place.home)' <&3"
    let (process, _, errors) = try place.start(
      "/bin/sh", ["-c", script], environment: ["PATH": "/bin"])
    while try !place.text(of: errors).contains("the feed is demo") {}
    while process.isRunning() { process.send(SIGINT) }
    #expect(try process.exitStatus() == 130)
  }

  @Test func `a link in the way of an export is not followed to its end`() throws {
    let victim = try place.file("victim", "precious")
    let link = place.path + "/link.csv"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: victim)
    #expect(try place.larder("demo", "-c", "export csv \(link) 1").status == 1)
    #expect(try place.text(of: victim) == "precious")
    #expect(try place.larder("demo", "--yes", "-c", "export csv \(link) 1").status == 0)
    #expect(try place.text(of: victim).hasPrefix("row,"))
    let kind = try FileManager.default.attributesOfItem(atPath: link)[.type] as? FileAttributeType
    #expect(kind == .typeSymbolicLink)
  }

  @Test func `the last feed is found again from another folder`() throws {
    _ = try place.file("dishes.json", #"[{"name":"Pie"}]"#)
    for folder in [place.path, "/"] {
      let words = folder == "/" ? "" : "dishes.json"
      let terminal = try PseudoTerminal(
        running: "/bin/sh",
        arguments: [
          "-c", "cd '\(folder)' && exec '\(larderPath)' --home '\(place.home)' \(words)",
        ],
        environment: ["TERM": "xterm-256color"])
      try terminal.expectPrompt("dishes 1")
      try terminal.write("\u{4}")
      #expect(try terminal.expectEnd() == .status(0))
    }
  }
}
