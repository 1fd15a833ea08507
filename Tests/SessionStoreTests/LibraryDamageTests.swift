import FeedLoading
import Foundation
import GRDB
import LiveWorld
import SessionStore
import TestSupport
import Testing
import World

private let noon = Date(timeIntervalSince1970: 1_790_000_000)

/// A column and a value that its table does not allow.
struct Damage: CustomTestStringConvertible, Sendable {
  var table: LibraryTable
  var column: String
  var type: String
  var value: WrongValue

  /// A feed and a visit may be without a profile.
  var isAllowed: Bool { column == "profile" && value == .null }
  var testDescription: String { "\(table).\(column): \(value)" }

  static let all = DamagedLibrary.columns.flatMap { column in
    WrongValue.allCases.map {
      Damage(table: column.table, column: column.name, type: column.type, value: $0)
    }
  }
}

@Suite struct LibraryDamageTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/library.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  private func library() -> Library {
    Library(path: path, files: LiveFileSystem(), now: { noon })
  }

  private func keepsake(_ name: String) -> Keepsake {
    Keepsake(
      key: "id:\(name)", feed: "demo", name: name, links: ["video": "https://x.example/\(name)"],
      isFavorite: true, since: noon)
  }

  /// A library with a row `good` and a row `bad` in each table.
  private func makeLibrary() throws {
    let library = library()
    for name in ["good", "bad"] {
      _ = try library.addNote(name, about: keepsake(name), at: noon)
      try library.set(name, to: name)
      try library.setAlias(name, to: name)
      try library.save(
        NamedFeed(
          name: name, source: name, profile: "recipes", headers: [.init(name: "K", value: "$V")]))
      try library.recordVisit(name, profile: nil, at: noon + (name == "bad" ? 60 : 0))
      _ = try library.setOwnValues(
        [OwnValue(key: "id:\(name)", kind: .tag, value: name)], about: [], at: noon)
      _ = try library.put(
        KitchenList.allCases.map { KitchenEntry(list: $0, key: name, date: noon) })
    }
    library.close()
  }

  private func damage(_ damage: Damage) throws {
    // Each table has a text by which the row is found.
    let row = [
      LibraryTable.keepsake: "name", .note: "text", .setting: "name", .alias: "name", .feed: "name",
      .visit: "source", .shoppingDish: "key", .ownValue: "value",
    ]
    let value = damage.value.sql(in: damage.type)
    try DamagedLibrary.change(
      path, keepingIDs: damage.column != "id",
      "UPDATE \(damage.table.rawValue) SET \(damage.column) = \(value) WHERE \(row[damage.table] ?? "") = 'bad'"
    )
  }

  /// The names of the rows that can be read of each table.
  private func names(in library: Library) throws -> [LibraryTable: Set<String>] {
    var names: [LibraryTable: Set<String>] = [
      .keepsake: Set(try library.keepsakes().map(\.name)),
      .note: Set(try library.notes().map(\.text)),
      .ownValue: Set(try library.ownValues().map(\.value)),
      .setting: Set(try library.storedSettings().keys),
      .alias: Set(try library.storedAliases().keys),
      .feed: Set(try library.feeds().map(\.name)), .visit: Set(try library.visits().keys),
    ]
    for list in KitchenList.allCases {
      guard let table = LibraryTable(rawValue: list.rawValue) else { continue }
      names[table] = Set(try library.kitchen(list).map(\.key))
    }
    #expect(
      Set(try library.favoriteKeys().map { $0.dropFirst(3) })
        == Set(names[.keepsake, default: []].map { $0[...] }))
    return names
  }

  @Test(arguments: Damage.all, [false, true])
  func `a row with a wrong value hides no other, is reported once, and stays`(
    damage: Damage, isOpen: Bool
  ) throws {
    try makeLibrary()
    try self.damage(damage)
    let library = library()
    if isOpen { try library.prepare() }
    let names = try names(in: library)
    for table in LibraryTable.allCases {
      let isWhole = table != damage.table || damage.isAllowed
      #expect(names[table] == (isWhole ? ["good", "bad"] : ["good"]), "\(table)")
    }
    let lost = damage.isAllowed ? [:] : [damage.table: 1]
    #expect(try library.unreadableRows() == lost)
    #expect(library.takeNotices() == (lost.isEmpty ? [] : [.unreadable(path: path, rows: lost)]))
    let isVisitLost = damage.table == .visit && !damage.isAllowed
    #expect(try library.lastVisit()?.source == (isVisitLost ? "good" : "bad"))
    let contents = try library.contents()
    #expect(contents.notes.count == (lost[.note] == nil ? 2 : 1))
    #expect(contents.feeds.count == (lost[.feed] == nil ? 2 : 1))
    // What is written next leaves the row as it is.
    let before = try self.rows(of: damage.table)
    try library.set("new", to: "new")
    try library.recordVisit("new", profile: nil, at: noon + 7200)
    #expect(try library.storedSettings()["new"] == "new" && library.lastVisit()?.source == "new")
    #expect(library.takeNotices().isEmpty)
    library.close()
    #expect(try self.rows(of: damage.table).isSuperset(of: before))
    #expect(try folder.names() == ["library.sqlite"])
    // What was saved can be read back.
    let other = Library(path: nil, files: LiveFileSystem(), now: { noon })
    _ = try other.add(contents)
    #expect(try other.notes().map(\.text) == contents.notes.map(\.text))
  }

  /// The rows of a table as they are stored.
  private func rows(of table: LibraryTable) throws -> Set<String> {
    try DatabaseQueue(path: path).read { database in
      Set(
        try Row.fetchAll(database, sql: "SELECT * FROM \(table.rawValue)").map {
          "\($0.databaseValues)"
        })
    }
  }

  @Test func `damage in several tables is one notice`() throws {
    try makeLibrary()
    try DamagedLibrary.change(
      path, "UPDATE note SET text = NULL", "UPDATE feed SET headers = '{' WHERE name = 'bad'",
      "UPDATE keepsake SET links = '[1' WHERE name = 'bad'")
    let library = library()
    _ = try names(in: library)
    #expect(
      library.takeNotices() == [
        .unreadable(path: path, rows: [.note: 2, .feed: 1, .keepsake: 1])
      ])
  }

  @Test(arguments: ["9e999", "-9e999", "1e300", "253402300800"])
  func `a date that no calendar has is a wrong value`(date: String) throws {
    try makeLibrary()
    try DamagedLibrary.change(path, "UPDATE note SET date = \(date) WHERE text = 'bad'")
    #expect(try library().notes().map(\.text) == ["good"])
  }

  @Test(arguments: DamagedLibrary.columns.filter { $0.table == .keepsake && $0.name != "key" })
  func `to like a record again replaces its damaged row`(
    column: (table: LibraryTable, name: String, type: String)
  ) throws {
    try makeLibrary()
    try damage(.init(table: .keepsake, column: column.name, type: column.type, value: .blob))
    let library = library()
    _ = try library.setFavorite(true, [keepsake("bad")])
    #expect(try library.keepsakes().map(\.name) == ["good", "bad"])
    #expect(try library.unreadableRows().isEmpty)
  }

  @Test func `an import replaces damaged rows`() throws {
    try makeLibrary()
    let backup = try library().contents()
    try DamagedLibrary.change(
      path, "UPDATE setting SET value = NULL", "UPDATE alias SET commands = NULL",
      "UPDATE feed SET headers = NULL", "UPDATE keepsake SET since = 'x', isFavorite = 'x'")
    let library = library()
    _ = try library.add(backup)
    #expect(try library.contents() == backup)
  }

  /// Notes on many pages.
  private func makeLongLibrary() throws {
    let library = library()
    try library.set("page-size", to: "7")
    for number in 0..<60 {
      _ = try library.addNote(
        "\(number) " + String(repeating: "x", count: 400), about: keepsake("pie \(number)"),
        at: noon)
    }
    library.close()
  }

  @Test func `of a library with a damaged page the rows on all other pages stay in use`() throws {
    try makeLongLibrary()
    try DamagedLibrary.change(path, "UPDATE setting SET value = NULL")
    let bytes = try overwritePage()
    let library = library()
    let notes = try library.notes()
    try library.set("color", to: "never")
    let notices = library.takeNotices()
    #expect(notices.count == 1)
    guard case .setAside(let aside, _, let saved, let lost) = notices.first else {
      Issue.record("\(notices)")
      return
    }
    #expect(library.isIncomplete && saved > 90 && lost == [.setting: 1])
    #expect(try LiveFileSystem().contents(of: aside, limit: 1 << 24) == bytes)
    #expect(try library.notes().count >= 45 && notes.count >= 45)
    #expect(try library.keepsakes().count >= 45)
    #expect(try library.storedSettings() == ["color": "never"])
  }

  /// Overwrites one page of a long library with bytes that make no sense.
  ///
  /// - Returns: The bytes of the file.
  private func overwritePage() throws -> [UInt8] {
    let page = try DatabaseQueue(path: path).read { database in
      try Int.fetchOne(
        database, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'noteByKey'") ?? 0
    }
    var bytes = try LiveFileSystem().contents(of: path, limit: 1 << 24)
    // The index comes right before pages that were made as the tables grew.
    let start = (page + 12) * 4096
    try #require(start + 4096 < bytes.count)
    bytes.replaceSubrange(start..<start + 4096, with: Array(repeating: 0xAA, count: 4096))
    try LiveFileSystem().write(bytes, to: path, replacing: true)
    return bytes
  }

  @Test(arguments: [FileError.Reason.full, .other("Input/output error")])
  func `a damaged library that cannot be set aside stays in place`(reason: FileError.Reason) throws
  {
    try makeLongLibrary()
    let damaged = try overwritePage()
    let files = FaultyFileSystem(LiveFileSystem())
    var setAside = 0
    for number in 0..<40 {
      let path = folder.path + "/\(number)/library.sqlite"
      try LiveFileSystem().makeFolder(folder.path + "/\(number)")
      try LiveFileSystem().write(damaged, to: path, replacing: false)
      files.fail(number..<number + 1, reason)
      let library = Library(path: path, files: files, now: { noon })
      // A change checks the pages first. What fails here is tried again by the next shell.
      do throws(LibraryError) {
        try library.set("color", to: "never")
        if library.isIncomplete { setAside += 1 }
      } catch {
        #expect(!library.isIncomplete, "call \(number): \(error)")
      }
      library.close()
      let next = Library(path: path, files: LiveFileSystem(), now: { noon })
      #expect(try next.notes().count >= 45, "call \(number)")
      next.close()
      let names = try LiveFileSystem().names(in: folder.path + "/\(number)")
      let isLeft = try names.contains { name in
        try LiveFileSystem().contents(of: folder.path + "/\(number)/\(name)", limit: 1 << 24)
          == damaged
      }
      #expect(isLeft, "call \(number): \(names)")
    }
    #expect((1..<40).contains(setAside))
  }

  @Test(arguments: 0..<8)
  func `no damage anywhere in the file ends the process`(seed: Int) throws {
    try makeLongLibrary()
    let whole = try LiveFileSystem().contents(of: path, limit: 1 << 24)
    var numbers = SeededNumbers(seed: seed)
    for round in 0..<12 {
      var bytes = whole
      let length = 1 + numbers.below(2000)
      let start = round == 0 ? numbers.below(100) : numbers.below(bytes.count - length)
      let isZeroed = numbers.happens(oneIn: 2)
      for place in start..<start + length {
        bytes[place] = isZeroed ? 0 : UInt8(truncatingIfNeeded: numbers.next())
      }
      let path = folder.path + "/\(round)/library.sqlite"
      try LiveFileSystem().makeFolder(folder.path + "/\(round)")
      try LiveFileSystem().write(bytes, to: path, replacing: false)
      let library = Library(path: path, files: LiveFileSystem(), now: { noon })
      // An error is an answer as well.
      for read in [
        { _ = try library.storedSettings() }, { _ = try library.lastVisit() },
        { _ = try library.favoriteKeys() }, { _ = try library.keepsakes() },
        { _ = try library.notes() }, { _ = try library.feeds() },
        { _ = try library.storedAliases() },
        { _ = try library.contents() }, { try library.set("color", to: "never") },
        { _ = try library.addNote("new", about: self.keepsake("new"), at: noon) },
        { _ = try library.contents() },
      ] {
        do { try read() } catch { #expect(error is LibraryError) }
      }
      library.close()
    }
  }

  @Test func `a library without bytes is reported, and a new one begins in it`() throws {
    try LiveFileSystem().write([], to: path, replacing: false)
    let first = library()
    #expect(try first.storedSettings().isEmpty)
    #expect(first.takeNotices() == [.empty(path: path)])
    #expect(first.isIncomplete)
    try first.set("color", to: "never")
    first.close()
    let second = library()
    #expect(try second.storedSettings() == ["color": "never"])
    #expect(second.takeNotices().isEmpty && !second.isIncomplete)
    second.close()
    #expect(try folder.names() == ["library.sqlite"])
  }

  @Test func `a log next to a library without bytes is saved`() throws {
    try LiveFileSystem().write([], to: path, replacing: false)
    try LiveFileSystem().write(Array("changes".utf8), to: path + "-wal", replacing: false)
    let library = library()
    #expect(try library.storedSettings().isEmpty)
    let notices = library.takeNotices()
    guard case .setAside(let aside, _, 0, [:]) = notices.first else {
      Issue.record("\(notices)")
      return
    }
    #expect(try LiveFileSystem().contents(of: aside + "-wal", limit: 100) == Array("changes".utf8))
    try library.set("color", to: "never")
    #expect(try library.storedSettings() == ["color": "never"])
  }
}
