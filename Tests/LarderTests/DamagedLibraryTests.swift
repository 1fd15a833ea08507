import Foundation
import GRDB
import TestSupport
import Testing

/// A library with rows that cannot be read, as a bad disk leaves it.
@Suite struct DamagedLibraryTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private static let warning =
    "warning: 6 rows of the library cannot be read: "
    + "1 favorite, 2 notes, 1 setting, 1 alias, 1 named feed\n"

  /// Makes a library in which each table has a row that can be read and one that cannot.
  private func makeLibrary() throws {
    let feed = try place.file("own.json", SampleFeed.dishes)
    let made = try place.larder(
      "demo", "-c", "favorite 1-3", "-c", "note 1 bad", "-c", "note 1 worse", "-c", "note 2 good",
      "-c", "set page-size 7", "-c", "set pictures off", "-c", "alias bad = list", "-c",
      "alias good = count", "-c", "feeds add good \(feed)", "-c", "feeds add bad \(feed)")
    try #require(made.status == 0, "\(made)")
    try DatabaseQueue(path: place.library).write { database in
      try database.execute(
        sql: """
          UPDATE keepsake SET since = 'long ago' WHERE name = (SELECT max(name) FROM keepsake);
          UPDATE note SET text = x'FF00FE' WHERE text = 'bad';
          UPDATE note SET date = 'tomorrow' WHERE text = 'worse';
          UPDATE setting SET value = x'FFFE' WHERE name = 'page-size';
          UPDATE alias SET commands = x'FFFE' WHERE name = 'bad';
          UPDATE feed SET headers = '[' WHERE name = 'bad'
          """)
    }
  }

  @Test(arguments: ["list", "favorites", "notes", "feeds", "set", "alias", "status", "good"])
  func `every command goes on with the rows that can be read`(command: String) throws {
    try makeLibrary()
    let run = try place.larder("demo", "-c", command)
    #expect(run.status == 0 && !run.output.isEmpty, "\(run)")
    #expect(run.errors.components(separatedBy: Self.warning).count == 2, "\(run)")
    #expect(run.errors.components(separatedBy: "warning:").count == 2, "\(run)")
    #expect(run.errors.contains(place.library))
  }

  @Test func `the rows that can be read are shown, and damaged ones stay in the file`() throws {
    try makeLibrary()
    let favorites = try place.larder("demo", "--format", "ndjson", "-c", "favorites")
    #expect(favorites.lines.count == 2, "\(favorites)")
    let notes = try place.larder("demo", "--format", "ndjson", "-c", "notes")
    #expect(notes.lines.count == 1 && notes.output.contains("good"), "\(notes)")
    #expect(try place.larder("good", "-c", "count").output == "8\n")
    #expect(try place.larder("demo", "-c", "favorite 9").status == 0)
    let left = try DatabaseQueue(path: place.library).read { database in
      try Int.fetchOne(
        database,
        sql: """
          SELECT (SELECT count(*) FROM note WHERE typeof(text) = 'blob' OR typeof(date) = 'text')
            + (SELECT count(*) FROM keepsake WHERE since = 'long ago')
          """)
    }
    #expect(left == 3)
    #expect(try place.filesAtHome().filter { $0.contains("damaged") } == [])
  }

  @Test func `a prompt begins and goes on with the rows that can be read`() throws {
    try makeLibrary()
    let terminal = try place.prompt(["demo"], at: "demo 64", columns: 200)
    try terminal.expect { $0.text.contains("6 rows of the library cannot be read") }
    try terminal.enter("favorite 9", prompt: "demo 64")
    try terminal.enter("filter is:favorite", prompt: "demo 3/64")
    try terminal.write("\u{4}")
    #expect(try terminal.expectEnd() == .status(0))
  }

  @Test func `an export has every row that can be read, and reports the rest`() throws {
    try makeLibrary()
    let path = place.path + "/export.json"
    let run = try place.larder("library", "export", path)
    #expect(run.status == 74)
    #expect(
      run.errors.contains(
        "error: 6 rows cannot be read and are missing from \(path): "
          + "1 favorite, 2 notes, 1 setting, 1 alias, 1 named feed\n"), "\(run)")
    let text = try place.text(of: path)
    #expect(text.contains("good") && !text.contains("long ago"))
    // A file that may have the missing rows is not replaced.
    let again = try place.larder("library", "export", path, "--yes")
    #expect(again.status == 74 && again.errors.contains("\(path) is not replaced"), "\(again)")
    let other = try Workplace()
    let imported = try other.larder("library", "import", "--trust", path)
    #expect(imported.status == 0, "\(imported)")
    #expect(try other.larder("demo", "-c", "notes").output.contains("good"))
  }

  @Test func `a library without bytes is reported, and a new one begins in it`() throws {
    try FileManager.default.createDirectory(
      atPath: place.home + "/data", withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: place.library))
    let backup = try place.file("backup.json", "precious")
    let run = try place.larder("demo", "-c", "favorite 1")
    #expect(run.status == 0)
    #expect(
      run.errors.contains(
        "warning: the library \(place.library) was empty (0 bytes): "
          + "earlier favorites, notes and settings may be lost\n"), "\(run)")
    let next = try place.larder("demo", "-c", "favorites")
    #expect(next.output.contains("Bánh mì") && next.errors.isEmpty, "\(next)")
    try Data().write(to: URL(filePath: place.library))
    let export = try place.larder("library", "export", backup, "--yes")
    #expect(export.status == 74, "\(export)")
    #expect(try place.text(of: backup) == "precious")
  }

  #if os(Linux)
    @Test(arguments: ["pwrite:1:EIO", "pwrite:*:ENOSPC", "fdatasync:*:EIO"])
    func `a library whose making was broken off is no reason for a warning`(rule: String) throws {
      let (run, failed) = try place.larder(["demo", "-c", "favorite 1"], failing: rule)
      #expect(!failed.isEmpty && run.status == 74, "\(run)")
      let next = try place.larder("demo", "-c", "favorite 1")
      #expect(next.status == 0 && next.errors == "★ Bánh mì\n", "\(next)")
    }
  #endif
}
