import LiveWorld
import Testing
import TestSupport
import World

@Suite("Files below a folder are opened, and nothing else")
struct FileBeneathTests {
  let folder: TemporaryFolder
  private let live = LiveFileSystem()

  init() throws {
    folder = try TemporaryFolder()
    try live.write([1, 2, 3], to: folder.path + "/a/b/c", replacing: false)
  }

  private func systems() throws -> [(any FileSystem, String)] {
    [(live, folder.path), (MemoryFileSystem(["/f/a/b/c": "\u{1}\u{2}\u{3}"]), "/f")].flatMap {
      files, root in
      [(files, root), (FaultyFileSystem(files), root)]
    }
  }

  @Test func `a regular file is read`() throws {
    for (files, root) in try systems() {
      let file = try files.open("a/b/c", beneath: root, limit: 3)
      var bytes: [UInt8] = [0, 0, 0]
      #expect(try file.read(at: 0, into: &bytes, 0..<3) == 3)
      #expect(bytes == [1, 2, 3])
    }
  }

  @Test(arguments: [
    "a/b", "a", "a/x", "x/b/c", "a/b/c/d", "../a", "a/../a/b/c", "/a/b/c", "a//b/c", "./a/b/c",
    "../\u{338}x", "",
  ])
  func `an invalid path is refused`(path: String) throws {
    for (files, root) in try systems() {
      #expect(throws: FileError.self) { try files.open(path, beneath: root, limit: 10) }
    }
  }

  @Test func `a file over the size limit is refused`() throws {
    for (files, root) in try systems() {
      #expect(throws: FileError(path: root + "/a/b/c", reason: .tooLong(limit: 2))) {
        try files.open("a/b/c", beneath: root, limit: 2)
      }
    }
  }

  @Test func `links, pipes and devices are refused without blocking`() throws {
    let root = folder.path
    makeLink(at: root + "/link", to: root + "/a/b/c")
    makeLink(at: root + "/way", to: root + "/a")
    makeLink(at: root + "/null", to: "/dev/null")
    makePipe(at: root + "/pipe")
    for path in ["link", "way/b/c", "null", "pipe"] {
      #expect(throws: FileError.self) { try live.open(path, beneath: root, limit: 10) }
    }
    #expect(throws: FileError.self) { try live.open("null", beneath: "/dev", limit: 10) }
    makeLink(at: root + "/root", to: root)
    #expect(try live.open("a/b/c", beneath: root + "/root", limit: 10).count == 3)
  }
}
