import Testing
import World

struct MountedFilesTests {
  private let files = MountedFiles(
    MemoryFileSystem(["./x.json": "disk", "./a.rcpd/f": "below"]), folder: "./a.rcpd",
    contents: ["f": [0x31], "g/h": [0x32, 0x33]])

  @Test(arguments: [
    ("./a.rcpd/f", FileKind.file), ("./a.rcpd/g", .folder), ("./a.rcpd/g/h", .file),
    ("./a.rcpd/none", nil), ("./x.json", .file),
  ])
  func `a virtual folder appears among the files`(path: String, kind: FileKind?) {
    #expect(files.kind(of: path) == kind)
  }

  @Test func `files are read from memory or from disk`() throws {
    #expect(try files.contents(of: "./a.rcpd/f", limit: 9) == [0x31])
    #expect(try files.open("a.rcpd/g/h", beneath: ".", limit: 9).count == 2)
    #expect(try files.open("./x.json", limit: 9).count == 4)
    #expect(throws: FileError.self) { try files.contents(of: "./a.rcpd/g/h", limit: 1) }
    #expect(throws: FileError.self) { try files.contents(of: "./a.rcpd/none", limit: 1) }
  }
}
