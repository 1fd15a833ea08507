#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The library on a disk that fails, at each call in turn.
  @MainActor @Suite struct LibraryFaultTests {
    @Test(arguments: [
      ("pwrite", "*:ENOSPC"), ("pwrite", ":EIO"), ("open", "*:ENOSPC"), ("fdatasync", ":EIO"),
      ("ftruncate", ":EIO"), ("unlink", ":EIO"), ("mmap", ":EIO"),
    ])
    func `a failing write loses nothing that was stored, and is reported`(
      call: String, fault: String
    ) throws {
      try everyFault(of: call) { number in "\(call):\(number)\(fault)" }
    }

    @Test func `a read that fails once loses nothing`() throws {
      try everyFault(of: "pread") { "pread:\($0):EIO" }
    }

    @Test(arguments: [
      "mkdir:1:ENOSPC", "open:2:ENOSPC", "fsync:1:EIO", "link:1:EIO", "any:*:EROFS",
    ])
    func `a library that cannot be made is said`(rule: String) throws {
      let place = try Workplace()
      let (run, failed) = try place.larder(["demo", "-c", "note 1 new"], failing: rule)
      #expect(!failed.isEmpty)
      #expect(run.status == 74, "\(run.errors)")
      #expect(run.errors.hasPrefix("error: \(place.library)"), "\(run.errors)")
      #expect(!run.errors.contains("\(place.library): \(place.library)"), "\(run.errors)")
      #expect(!run.errors.contains("noted"))
      #expect(try place.larder("demo", "-c", "note 1 new").status == 0)
    }

    @Test func `a limit on the size of files is an error, and not the end`() throws {
      let place = try Workplace()
      let run = try place.script(
        "ulimit -f 1; exec \"$larder\" --home \"$home\" demo -c 'count; favorite 1; count'")
      #expect(run.status == 74, "\(run)")
      #expect(run.lines == ["64"])
      #expect(run.errors.contains(place.library), "\(run.errors)")
    }

    @Test func `on a full disk the library can be read and is reported as read-only`() throws {
      let place = try Workplace()
      let feed = try place.file("dishes.json", SampleFeed.dishes)
      #expect(try place.larder(feed, "-c", "favorite 1").status == 0)
      for command in ["list", "favorites", "export csv -", "count"] {
        let whole = try place.larder(feed, "-c", command)
        let (run, failed) = try place.larder([feed, "-c", command], failing: "pwrite:*:ENOSPC")
        #expect(!failed.isEmpty)
        #expect(run.status == 0 && run.output == whole.output, "\(command): \(run)")
        #expect(
          run.errors.contains("the library is read-only (the disk cannot be written)"))
      }
      let (run, _) = try place.larder([feed, "-c", "favorite 2"], failing: "pwrite:*:ENOSPC")
      #expect(run.status == 74 && !run.output.contains("★"), "\(run)")
      #expect(try place.larder(feed, "-c", "favorites").lines.count == 2)
    }

    @Test func `favorites are stored once a full disk has room again`() throws {
      let place = try Workplace()
      let feed = try place.file("dishes.json", SampleFeed.dishes)
      #expect(try place.larder(feed, "-c", "favorite 1").status == 0)
      let (run, failed) = try place.larder(
        [feed, "-c", "favorites; favorite 2", "-c", "favorites"], failing: "pwrite:1:ENOSPC")
      #expect(!failed.isEmpty && run.status == 0, "\(run)")
      #expect(run.errors.contains("the library is read-only"))
      #expect(try place.larder(feed, "-c", "favorites").lines.count == 3)
    }

    @Test func `a disk that stays full is reported once`() throws {
      let place = try Workplace()
      let feed = try place.file("dishes.json", SampleFeed.dishes)
      #expect(try place.larder(feed, "-c", "favorite 1").status == 0)
      let commands = ["favorites", "favorite 2", "favorite 3"].flatMap { ["-c", $0] }
      let (run, _) = try place.larder(
        ["--keep-going", feed] + commands, failing: "pwrite:*:ENOSPC")
      #expect(run.status == 74)
      let said = run.errors.split(separator: "\n").filter { $0.contains("read-only") }
      #expect(said.count == 3 && said.filter { $0.hasPrefix("warning:") }.count == 1, "\(run)")
    }

    @Test(arguments: ["write", "wrote:1:EIO", "write:0:EIO", "write:1:EWHAT", "write:*1:EIO"])
    func `an invalid rule for failing disk operations ends the program with status 99`(rule: String)
      throws
    {
      let (run, _) = try Workplace().larder(["demo", "-c", "count"], failing: rule)
      #expect(run.status == 99)
      #expect(run.errors.contains(rule))
    }

    /// Adds a note to a library that has one, failing the first call, then the second, to the last.
    private func everyFault(of call: String, rule: (Int) -> String) throws {
      let before = try Workplace()
      let feed = try before.file("dishes.json", SampleFeed.dishes)
      #expect(try before.larder(feed, "-c", "note 1 old").status == 0)
      var number = 1
      while try fault(rule(number), in: before) { number += 1 }
      #expect(number > 1, "\(call) is never called")
    }

    /// Whether there was a call left to fail.
    private func fault(_ rule: String, in before: Workplace) throws -> Bool {
      let place = try Workplace()
      let feed = try place.file("dishes.json", SampleFeed.dishes)
      try FileManager.default.removeItem(atPath: place.home)
      try FileManager.default.copyItem(atPath: before.home, toPath: place.home)
      let (run, failed) = try place.larder([feed, "-c", "note 2 new"], failing: rule)
      let told = "\(rule): \(run)"
      #expect([0, 74].contains(run.status), "\(told)")
      if run.status != 0 { #expect(run.errors.contains("error: \(place.library)"), "\(told)") }
      #expect(run.errors.contains("noted on") == (run.status == 0), "\(told)")
      let notes = try place.larder(feed, "-c", "notes 1; notes 2").output
      #expect(notes.contains("old"), "\(told)")
      if run.status == 0 { #expect(notes.contains("new"), "\(told)") }
      return !failed.isEmpty
    }
  }
#endif
