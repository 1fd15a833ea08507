import Foundation
import TestSupport
import Testing

/// Files of the home that belong to another user, or that others may change.
@Suite struct OwnershipTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    _ = try place.script("mkdir -m 700 $home/data $home/config $home/config/feeds $home/state")
  }

  /// Only the administrator can give a file away.
  private static let isAdministrator = geteuid() == 0

  private func giveAway(_ name: String) throws {
    #expect(try place.script("chown -h 54321 $home/\(name)").status == 0)
  }

  @Test(.enabled(if: isAdministrator), arguments: ["data", "data/library.sqlite"])
  func `a library of another user chooses no opener`(name: String) throws {
    let opener = try place.opener()
    #expect(try place.larder("demo", "-c", "set opener '\(opener.program)'").status == 0)
    try giveAway(name)
    let run = try place.larder("demo", "-c", "open Lasagne", "-c", "set page-size 7")
    #expect(run.status != 0 && run.errors.contains("/\(name): belongs to another user"), "\(run)")
    #expect(run.errors.contains("make it yours with chown"), "\(run)")
    #expect(!FileManager.default.fileExists(atPath: opener.log))
  }

  @Test(.enabled(if: isAdministrator), arguments: ["config", "config/larderrc"])
  func `a start file of another user is not run`(name: String) throws {
    let file = try place.file("home/config/larderrc", "alias mine-too = count\nset page-size 7\n")
    #expect(try place.script("chmod 600 '\(file)'").status == 0)
    try giveAway(name)
    let terminal = try place.prompt(["demo"], at: "demo 64", columns: 240)
    try terminal.expect(text: "belongs to another user")
    try terminal.enter("mine-too", prompt: "demo 64")
    try terminal.expect(text: "mine-too")
    try terminal.leave()
    #expect(!terminal.output.contains("page-size: 7"))
    #expect(try place.larder("demo", "-c", "mine-too").status != 0)
  }

  @Test(.enabled(if: isAdministrator), arguments: ["state", "state/history"])
  func `a history of another user is neither read nor written`(name: String) throws {
    let file = try place.file("home/state/history", "1790000000\tcount by cuisine\n")
    #expect(try place.script("chmod 600 '\(file)'").status == 0)
    try giveAway(name)
    let terminal = try place.prompt(["demo"], at: "demo 64", columns: 240)
    try terminal.enter("history", prompt: "demo 64")
    try terminal.expect(text: "belongs to another user")
    try terminal.leave()
    #expect(!terminal.output.contains("count by cuisine"))
    #expect(try place.text(of: file) == "1790000000\tcount by cuisine\n")
  }

  @Test(.enabled(if: isAdministrator), arguments: ["config/feeds", "config/feeds/own.toml"])
  func `a profile of another user is not used`(name: String) throws {
    let file = try place.file(
      "home/config/feeds/own.toml", "name = \"own\"\n[[field]]\nname = \"name\"\n")
    #expect(try place.script("chmod 600 '\(file)'").status == 0)
    try giveAway(name)
    let feed = try place.file("l.json", #"[{"name":"Pie"}]"#)
    let run = try place.larder("-c", "load \(feed) as own")
    #expect(run.status != 0 && run.errors.contains("belongs to another user"), "\(run)")
  }

  @Test(.enabled(if: isAdministrator), arguments: [false, true])
  func `saved records of another user are neither shown nor changed`(isLink: Bool) throws {
    let other = try place.file("other.json", "[{\"name\":\"Pie\"}]\n")
    #expect(
      try place.script(
        "chmod 600 other.json; " + (isLink ? "ln -s" : "mv") + " '\(other)' $home/data/mine.json"
      ).status == 0)
    try giveAway("data/mine.json")
    for command in ["load mine; list", "save 1"] {
      let run = try place.larder("demo", "-c", command)
      #expect(run.status != 0 && run.errors.contains("belongs to another user"), "\(run)")
      #expect(!run.output.contains("Pie"), "\(run)")
    }
    #expect(try place.text(of: place.home + "/data/mine.json") == "[{\"name\":\"Pie\"}]\n")
  }

  @Test(.enabled(if: isAdministrator)) func `stored rows of another user are not used`() throws {
    let records = (1...2000).map { SampleFeed.record($0, "Dish \($0)", "Thai") }
    let feed = try place.file(
      "feed.json", "{\"recipes\": [\(records.joined(separator: ", "))]}")
    #expect(try place.larder(feed, "-c", "reload").status == 0)
    let rows = try #require(try place.filesAtHome().first { $0.hasSuffix(".rows") })
    let before = try Data(contentsOf: URL(filePath: place.home + "/" + rows))
    try giveAway(rows)
    let run = try place.larder(feed, "-c", "list 1")
    #expect(run.status == 0 && run.output.contains("Dish 1"), "\(run)")
    #expect(run.errors.contains("\(rows): belongs to another user"), "\(run)")
    #expect(try Data(contentsOf: URL(filePath: place.home + "/" + rows)) == before)
  }

  @Test func `a link to a file of the user's own is followed`() throws {
    _ = try place.file("dotfiles", "alias few = list 1-2\n")
    #expect(
      try place.script("chmod 600 dotfiles; ln -s $PWD/dotfiles $home/config/larderrc").status == 0)
    let run = try place.larder("demo", "-c", "few")
    #expect(run.status == 0 && !run.errors.contains("another user"), "\(run)")
    #expect(run.output.contains("Bigos") && !run.output.contains("Lasagne"), "\(run)")
  }

  @Test(arguments: ["644", "666", "640"])
  func `a library and its folder become private, which is said once`(mode: String) throws {
    #expect(try place.larder("demo", "-c", "favorite 1").status == 0)
    _ = try place.script("chmod \(mode) $home/data/library.sqlite; chmod 777 $home/data")
    let run = try place.larder("demo", "-c", "favorites")
    let access = mode == "666" ? "change" : "read"
    #expect(
      run.status == 0
        && run.errors.contains("other users could \(access) \(place.library), and no longer can"),
      "\(run)")
    #expect(run.errors.contains("other users could change \(place.home)/data, and"), "\(run)")
    #expect(try place.mode(of: place.library) == 0o600)
    #expect(try place.mode(of: place.home + "/data") == 0o700)
    #expect(try place.larder("demo", "-c", "favorites").errors == "")
  }

  @Test func `a history that others could read becomes private`() throws {
    let file = try place.file("home/state/history", "")
    #expect(try place.script("chmod 644 '\(file)'").status == 0)
    let terminal = try place.prompt(["demo"], at: "demo 64", columns: 240)
    try terminal.enter("count", prompt: "demo 64")
    try terminal.expect(text: "could read")
    try terminal.leave()
    #expect(try place.mode(of: file) == 0o600)
  }
}
