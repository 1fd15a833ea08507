import Recordings
import Synchronization
import Testing
import World

@Suite("The files of a script")
struct ScriptFileSystemTests {
  /// The paths requested from the script's folder.
  private final class Asked: Sendable {
    let paths = Mutex<[String]>([])
  }

  private let asked = Asked()
  private let files: ScriptFileSystem

  init() {
    let beside = MemoryFileSystem(["feed.json": "[]", "lib/more.json": "{}", ".secret": "x"])
    files = ScriptFileSystem(attachments: ["mini.json": Array("mini".utf8)]) {
      [asked] (path, limit) throws(FileError) in
      asked.paths.withLock { $0.append(path) }
      return try beside.contents(of: path, limit: limit)
    }
  }

  @Test(arguments: [
    ("feed.json", "[]"), ("./feed.json", "[]"), ("lib/more.json", "{}"), ("mini.json", "mini"),
    ("lib/../feed.json", "[]"), ("/home/you/feed.json", "[]"), ("lib//more.json", "{}"),
    ("/home/you/../you/mini.json", "mini"),
  ])
  func `files below the script's folder can be read`(path: String, text: String) throws {
    #expect(try files.contents(of: path, limit: 100) == Array(text.utf8))
    #expect(files.kind(of: path) == .file)
    #expect(try files.open(path, limit: 100).count == text.utf8.count)
  }

  @Test(arguments: [
    "/etc/passwd", "../feed.json", "../../etc/passwd", "/", "/home", "/home/you/../feed.json",
    "lib/../../feed.json", "/home/you2/feed.json", "/home/youfeed.json", ".secret", "./.secret",
    "lib/../.secret", "missing", "", "..", ".",
  ])
  func `files outside the script's folder cannot be read`(path: String) {
    #expect(throws: FileError.self) { try files.contents(of: path, limit: 100) }
    #expect(throws: FileError.self) { try files.openRegular(path) }
    #expect(files.kind(of: path) != .file)
    #expect(asked.paths.withLock { $0 }.allSatisfy { !$0.hasPrefix(".") && !$0.contains("..") })
  }

  @Test func `the size limit applies to attached and external files`() {
    #expect(throws: FileError.self) { try files.contents(of: "mini.json", limit: 3) }
    #expect(throws: FileError.self) { try files.contents(of: "feed.json", limit: 1) }
  }

  @Test(arguments: ["/etc/x", "../x", "/home/x", "/home/you/../x", "/tmp/x"])
  func `files outside the home folder cannot be written`(path: String) {
    #expect(throws: FileError.self) { try files.write([1], to: path, replacing: true) }
    #expect(throws: FileError.self) { try files.append([1], to: path) }
    #expect(throws: FileError.self) { try files.rename("mini.json", to: path) }
    #expect(throws: FileError.self) { try files.remove(path) }
    #expect(throws: FileError.self) { try files.extend(path) }
    #expect(throws: FileError.self) { try files.beginFile(in: path) }
    #expect(files.kind(of: path) == nil)
  }

  @Test func `written files take precedence over those of the script's folder`() throws {
    try files.write([1, 2], to: "feed.json", replacing: true)
    #expect(try files.contents(of: "/home/you/feed.json", limit: 9) == [1, 2])
    #expect(throws: FileError(path: "/home/you/feed.json", reason: .exists)) {
      try files.write([3], to: "feed.json", replacing: false)
    }
    try files.append([3], to: "new")
    try files.rename("new", to: "out/newer")
    #expect(try files.contents(of: "out/newer", limit: 9) == [3])
    try files.remove("out/newer")
    #expect(files.kind(of: "out/newer") == nil)
    #expect(asked.paths.withLock { $0 } == ["out/newer"])
  }
}
