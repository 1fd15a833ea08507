import FeedLoading
import FoundationEssentials
import LiveWorld
import SessionStore
import Testing
import TestSupport
import World

private let noon = Date(timeIntervalSince1970: 1_790_000_000)

private func keepsake(_ name: String) -> Keepsake {
  Keepsake(
    key: "id:\(name)", feed: "demo", name: name, links: ["video": "https://x.example/\(name)"],
    isFavorite: true, since: noon)
}

private func library(at path: String?) -> Library {
  Library(path: path, files: LiveFileSystem(), now: { noon })
}

@Test
func `an optional read that fails is reported once and not repeated`() throws {
  let folder = try TemporaryFolder()
  let path = folder.path + "/library.sqlite"
  try LiveFileSystem().makeFolder(path)
  let library = library(at: path)
  var count = 0
  for _ in 0..<2 {
    let settings = library.optionally { () throws(LibraryError) in
      count += 1
      return try library.storedSettings()
    }
    #expect(settings == nil)
  }
  #expect(count == 1 && library.isUnavailable)
  let notices = library.takeNotices()
  #expect(notices.count { if case .unread = $0 { true } else { false } } == 1, "\(notices)")
}

@Test
func `a stored library is read by the next shell`() throws {
  let folder = try TemporaryFolder()
  let path = folder.path + "/deep/library.sqlite"
  let first = library(at: path)
  _ = try first.setFavorite(true, [keepsake("pie")])
  _ = try first.addNote("less salt", about: keepsake("soup"), at: noon)
  try first.set("color", to: "never")
  try first.setAlias("q", to: "quit")
  try first.save(
    NamedFeed(
      name: "f", source: "https://x.example/", profile: "recipes",
      headers: [.init(name: "K", value: "$V")]))
  let second = library(at: path)
  #expect(try second.favoriteKeys() == ["id:pie", "id:soup"])
  #expect(try second.keepsakes().map(\.name) == ["pie", "soup"])
  #expect(try second.notes(about: "id:soup").map(\.text) == ["less salt"])
  #expect(try second.storedSettings() == ["color": "never"])
  #expect(try second.storedAliases() == ["q": "quit"])
  #expect(try second.feeds().first?.headers.first?.value == "$V")
}

@Test
func `a note that is taken back brings no favorite back that another shell removed`() throws {
  let folder = try TemporaryFolder()
  let (one, other) = (library(at: folder.path + "/l"), library(at: folder.path + "/l"))
  _ = try one.setFavorite(true, [keepsake("pie")])
  let note = try other.addNote("salt", about: keepsake("pie"), at: noon)
  _ = try one.setFavorite(false, [keepsake("pie")])
  try other.apply(note.inverse)
  #expect(try one.favoriteKeys().isEmpty && one.notes().isEmpty)
  let own = try other.addNote("salt", about: keepsake("pie"), at: noon)
  #expect(try one.favoriteKeys() == ["id:pie"])
  try other.apply(own.inverse)
  #expect(try one.favoriteKeys().isEmpty)
}

@Test
func `reading makes no library`() throws {
  let folder = try TemporaryFolder()
  let library = library(at: folder.path + "/library.sqlite")
  #expect(try library.favoriteKeys().isEmpty)
  #expect(try library.storedSettings().isEmpty)
  try library.set("color", to: nil)
  #expect(try folder.names().isEmpty)
}

@Test
func `the library is its owner's alone`() throws {
  let folder = try TemporaryFolder()
  _ = try library(at: folder.path + "/a/library.sqlite").setFavorite(true, [keepsake("pie")])
  #expect(try folder.mode(of: "a") == 0o700)
  #expect(try folder.mode(of: "a/library.sqlite") == 0o600)
}

@Test
func `a damaged library is set aside under a name that is told`() throws {
  let folder = try TemporaryFolder()
  let path = folder.path + "/library.sqlite"
  try LiveFileSystem().write(
    Array("this is no database, but somebody may want it back".utf8), to: path, replacing: true)
  let damaged = library(at: path)
  #expect(try damaged.favoriteKeys().isEmpty)
  let notices = damaged.takeNotices()
  let name = try #require(try folder.names().first { $0.contains(".damaged-") })
  guard case .setAside(folder.path + "/" + name, _, 0, [:]) = notices.first else {
    Issue.record("\(notices)")
    return
  }
  #expect(notices.count == 1 && damaged.takeNotices().isEmpty)
  let kept = try LiveFileSystem().contents(of: folder.path + "/" + name, limit: 1000)
  #expect(String(decoding: kept, as: UTF8.self).hasPrefix("this is no database"))
  _ = try damaged.setFavorite(true, [keepsake("pie")])
}

@Test
func `a page that was overwritten is noticed before anything is written`() throws {
  let folder = try TemporaryFolder()
  let path = folder.path + "/library.sqlite"
  do {
    let library = library(at: path)
    for number in 0..<200 {
      _ = try library.addNote(
        String(repeating: "x", count: 200), about: keepsake("pie \(number)"), at: noon)
    }
  }
  var bytes = try LiveFileSystem().contents(of: path, limit: 1 << 24)
  for place in stride(from: 4096, to: bytes.count, by: 3) { bytes[place] = 0xAA }
  try LiveFileSystem().write(bytes, to: path, replacing: true)
  let reopened = library(at: path)
  _ = try? reopened.notes()
  #expect(!reopened.takeNotices().isEmpty)
}

@Test
func `a change can be taken back and done again`() throws {
  let library = library(at: nil)
  let note = try library.addNote("salt", about: keepsake("pie"), at: noon)
  try library.apply(note.inverse)
  #expect(try library.notes().isEmpty)
  #expect(try library.favoriteKeys().isEmpty)
  try library.apply(note)
  #expect(try library.notes().map(\.text) == ["salt"])
  #expect(try library.favoriteKeys() == ["id:pie"])
}

@Test
func `un-favoriting keeps the notes`() throws {
  let library = library(at: nil)
  _ = try library.addNote("salt", about: keepsake("pie"), at: noon)
  _ = try library.setFavorite(false, [keepsake("pie")])
  #expect(try library.favoriteKeys().isEmpty)
  #expect(try library.notes(about: "id:pie").count == 1)
}

@Test
func `setting a favorite twice is one change`() throws {
  let library = library(at: nil)
  _ = try library.setFavorite(true, [keepsake("pie")])
  #expect(try library.setFavorite(true, [keepsake("pie")]).after.isEmpty)
}

@Test
func `an exported library can be added to another, twice without harm`() throws {
  let one = library(at: nil)
  _ = try one.addNote("salt", about: keepsake("pie"), at: noon)
  let other = library(at: nil)
  _ = try other.setFavorite(true, [keepsake("soup")])
  #expect(try other.add(one.contents()) == (1, 1, 0))
  #expect(try other.add(one.contents()) == (0, 0, 0))
  #expect(try other.favoriteKeys() == ["id:pie", "id:soup"])
}

@Test
func `a library of a newer Larder is left alone`() throws {
  let folder = try TemporaryFolder()
  let path = folder.path + "/library.sqlite"
  _ = try library(at: path).setFavorite(true, [keepsake("pie")])
  try NewerLibrary.pretend(at: path)
  #expect(throws: LibraryError.self) { try library(at: path).favoriteKeys() }
}

@Test(
  arguments: [
    ("a", nil, 60, false), ("a", nil, 3599, false), ("a", nil, 3600, true), ("a", nil, -1, true),
    ("a", "recipes", 60, true), ("b", nil, 60, true),
  ] as [(String, String?, Double, Bool)])
func `a visit is written once within the hour, unless another came between`(
  source: String, profile: String?, later: Double, isWritten: Bool
) throws {
  let folder = try TemporaryFolder()
  let (first, other) = (
    library(at: folder.path + "/library.sqlite"), library(at: folder.path + "/library.sqlite")
  )
  try first.recordVisit("b", profile: nil, at: noon - 9)
  try first.recordVisit("a", profile: nil, at: noon)
  let version = other.version
  try first.recordVisit(source, profile: profile, at: noon + later)
  #expect((other.version != version) == isWritten)
}

@Test
func `the last process to close the library leaves one file, and can open it again`() throws {
  let folder = try TemporaryFolder()
  let library = library(at: folder.path + "/library.sqlite")
  try library.set("color", to: "never")
  #expect(try LiveFileSystem().names(in: folder.path).count == 3)
  library.close()
  #expect(try LiveFileSystem().names(in: folder.path) == ["library.sqlite"])
  #expect(try library.storedSettings() == ["color": "never"])
}

@Test
func `notes are told in the order of their dates, whenever they came`() throws {
  let library = library(at: try TemporaryFolder().path + "/library.sqlite")
  _ = try library.addNote("later", about: keepsake("pie"), at: noon.addingTimeInterval(60))
  _ = try library.addNote("earlier", about: keepsake("pie"), at: noon)
  #expect(try library.notes(about: keepsake("pie").key).map(\.text) == ["earlier", "later"])
}
