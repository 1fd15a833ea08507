import Foundation
import TestSupport
import Testing

@Suite struct ExitStatusTests {
  private static let commandLines: [([String], Int)] = [
    (["-c", "count"], 0),
    (["-c", "filter cuisine=Nowhere"], 0),
    (["-c", "no-such-command"], 1),
    (["-c", "show 99"], 1),
    (["-c", "open video Scones"], 1),
    (["-c", "filter cuisine="], 1),
    (["--no-such-flag"], 64),
    (["--format", "sound", "-c", "count"], 64),
    (["-c"], 64),
    (["another feed", "-c", "count"], 66),
    (["--strict", "-c", "count"], 0),
  ]

  @Test(arguments: commandLines)
  func `commands and flags end with a status of their own`(
    arguments: [String], status: Int
  ) throws {
    let place = try Workplace()
    let feed = try place.file("dishes.json", SampleFeed.dishes)
    let run = try place.larder([feed] + arguments)
    #expect(run.status == status, "\(run.errors)")
  }

  @Test(arguments: [
    (["--home", "", "demo", "-c", "count"], 64), (["lint", "--home", "", "demo"], 64),
    (["--color", "never", "script", "check", "--home", "there", "a.rcp", "--offline"], 0),
    (["script", "check", "--nonsense", "a.rcp"], 64), (["--home", "there", "script"], 0),
    (["--format", "json", "script", "check", "--strict", "a.rcp"], 0),
    (["--home", "there", "library"], 0), (["library", "--home", "there", "--help"], 0),
    (["help", "nosuch"], 64), (["help", "lint"], 0), (["help", "--help"], 0), (["help"], 0),
    (["library", "--nonsense"], 64), (["--offline", "fetch"], 64),
  ])
  func `global flags are accepted before and after subcommands, unknown flags end with 64`(
    words: [String], status: Int
  ) throws {
    let place = try Workplace()
    _ = try place.file("a.rcp", "rcp 1\n\n> count\n| 64\n")
    let run = try place.run(larderPath, words)
    #expect(run.status == status, "\(run.errors)")
    #expect(!run.errors.contains("Usage:") || run.errors.contains("Usage: larder "))
  }

  @Test(arguments: [
    ("", 65),
    ("neither JSON nor anything else", 65),
    ("<!DOCTYPE html><html><body>Welcome</body></html>", 65),
    ("{\"recipes\": [", 65),
    ("{\"recipes\": 3}", 65),
    ("42", 65),
    (SampleFeed.empty, 0),
  ])
  func `bytes that are no feed end with 65`(text: String, status: Int) throws {
    let place = try Workplace()
    let run = try place.larder(try place.file("feed.json", text), "-c", "list")
    #expect(run.status == status, "\(run.errors)")
    #expect(run.errors.contains("feed"))
    if status != 0 { #expect(run.output.isEmpty) }
  }

  @Test func `running a script that does not exist ends with 66`() throws {
    let run = try Workplace().larder("demo", "-c", "run nowhere.rcp")
    #expect(
      run.status == 66 && run.errors.contains("there is no file nowhere.rcp\n  run nowhere.rcp"))
  }

  @Test(arguments: ["missing.json", "./missing", "no/such/folder/feed.json", "nowhere"])
  func `a missing feed ends with 66 and is named`(feed: String) throws {
    let run = try Workplace().larder(feed, "-c", "count")
    #expect(run.status == 66)
    #expect(run.errors.contains(feed))
    #expect(run.output.isEmpty)
  }

  @Test func `a server that refuses ends with 69`() throws {
    let port = try LoopbackServer.refusedPort()
    let run = try Workplace().larder("http://127.0.0.1:\(port)/feed.json", "-c", "count")
    #expect(run.status == 69)
    #expect(run.errors.contains("127.0.0.1"))
  }

  @Test func `no network is used when it is off`() throws {
    let run = try Workplace().larder("--offline", "http://127.0.0.1:9/feed", "-c", "count")
    #expect(run.status == 69)
    #expect(run.errors.contains("network"))
  }

  @Test(arguments: ["export csv dishes.json/rows.csv", "favorite 1"])
  func `a disk that cannot be written ends with 74`(command: String) throws {
    let place = try Workplace()
    let feed = try place.file("dishes.json", SampleFeed.dishes)
    let run = try place.run(
      larderPath, ["--home", feed + "/home", feed, "-c", command])
    #expect(run.status == 74, "\(run.errors)")
    #expect(run.errors.contains("dishes.json"))
  }

  @Test func `without a home nothing is kept, and that is said`() throws {
    let place = try Workplace()
    let run = try place.run(larderPath, ["-c", "count"])
    #expect(run.status == 0)
    #expect(run.output == "64\n")
    #expect(run.errors.contains("HOME"))
  }
}
