import FeedLoading
import Foundation
import GRDB
import LiveWorld
import SessionStore
import TestSupport
import Testing
import World

/// Reading a library that other shells change, that is damaged, or that has another version.
@Suite struct LibraryReadingTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    // What means something in an address of SQLite's means nothing in a path.
    path = folder.path + "/a%20b?c#d.sqlite"
  }

  private func library() -> Library {
    Library(path: path, files: LiveFileSystem(), now: { Date(timeIntervalSince1970: 1e9) })
  }

  /// Settings that were merged, as when the last shell ends.
  private func keep(_ value: String) throws {
    let library = library()
    try library.set("color", to: value)
    library.close()
  }

  @Test func `a library that was only read leaves no files next to it when it is closed`() throws {
    try keep("never")
    let asking = library()
    #expect(try asking.storedSettings() == ["color": "never"])
    #expect(
      try asking.storedAliases().isEmpty && asking.feeds().isEmpty && asking.lastVisit() == nil)
    asking.close()
    #expect(try folder.names() == ["a%20b?c#d.sqlite"])
  }

  @Test func `a library reads settings that another shell has not merged yet`() throws {
    try keep("never")
    let other = library()
    try other.set("color", to: "always")
    #expect(try folder.names().count == 3)
    #expect(try library().storedSettings() == ["color": "always"])
    withExtendedLifetime(other) {}
  }

  @Test func `a library reads settings that another shell merged meanwhile`() throws {
    try keep("never")
    let asking = library()
    #expect(try asking.storedSettings() == ["color": "never"])
    try keep("always")
    #expect(try asking.storedSettings() == ["color": "always"])
    #expect(try asking.storedSettings() == ["color": "always"])
  }

  @Test func `a library reads settings that another shell changed meanwhile`() throws {
    try keep("never")
    let (asking, other) = (library(), library())
    #expect(try asking.storedSettings() == ["color": "never"])
    try other.set("color", to: "always")
    #expect(try asking.storedSettings() == ["color": "always"])
    withExtendedLifetime(other) {}
  }

  /// Holds an unfinished transaction in a library with a rollback journal.
  private func halfChanged() throws -> DatabaseQueue {
    try keep("never")
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { database in
      try database.execute(
        sql: "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 2; PRAGMA cache_spill = 1")
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.inDatabase { database in
      try database.execute(sql: "BEGIN IMMEDIATE; UPDATE setting SET value = 'always'")
      for number in 0..<200 {
        try database.execute(
          sql: "INSERT INTO alias VALUES (?, ?)",
          arguments: ["a\(number)", String(repeating: "x", count: 900)])
      }
    }
    return queue
  }

  @Test func `a change that was broken off is taken back, not read`() throws {
    let queue = try halfChanged()
    let copy = folder.path + "/copy.sqlite"
    for ending in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending)
    }
    let asking = Library(path: copy, files: LiveFileSystem(), now: { .now })
    #expect(try asking.storedSettings() == ["color": "never"])
    #expect(try asking.storedAliases().isEmpty)
    #expect(try !folder.names().contains("copy.sqlite-journal"))
    try queue.inDatabase { try $0.execute(sql: "ROLLBACK") }
  }

  @Test func `a read during another change fails at once in withoutWaiting`() throws {
    let queue = try halfChanged()
    let asking = library()
    #expect(throws: LibraryError.self) {
      try asking.withoutWaiting { () throws(LibraryError) in _ = try asking.storedSettings() }
    }
    try queue.inDatabase { try $0.execute(sql: "ROLLBACK") }
    #expect(try asking.storedSettings() == ["color": "never"])
  }

  @Test func `a library behind a symbolic link is read with the log of its target`() throws {
    try keep("never")
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let other = library()
    try other.set("color", to: "always")
    let asking = Library(path: link, files: LiveFileSystem(), now: { .now })
    #expect(try asking.storedSettings() == ["color": "always"])
    withExtendedLifetime(other) {}
  }

  @Test func `named feeds and the last visit are read from a stored library`() throws {
    let first = library()
    let feed = NamedFeed(
      name: "ours", source: "https://x.example/", profile: nil,
      headers: [.init(name: "K", value: "$V")])
    try first.save(feed)
    try first.recordVisit("demo", profile: nil, at: Date(timeIntervalSince1970: 1))
    try first.recordVisit("ours", profile: "recipes", at: Date(timeIntervalSince1970: 2))
    first.close()
    let asking = library()
    #expect(try asking.feeds() == [feed])
    #expect(try asking.lastVisit()?.source == "ours")
    #expect(try asking.lastVisit()?.profile == "recipes")
  }

  @Test func `reading a library of a newer version throws an error`() throws {
    try keep("never")
    try NewerLibrary.pretend(at: path)
    #expect(throws: LibraryError.self) { try library().storedSettings() }
  }

  @Test func `reading a damaged library sets it aside and reports that once`() throws {
    try keep("never")
    var bytes = try LiveFileSystem().contents(of: path, limit: 1 << 20)
    for place in 4096..<bytes.count { bytes[place] = 0x5A }
    try LiveFileSystem().write(bytes, to: path, replacing: true)
    let asking = library()
    #expect(try asking.storedSettings().isEmpty)
    #expect(asking.isIncomplete && asking.notices.count == 1)
    #expect(try folder.names().contains { $0.contains(".damaged-") })
  }
}
