import LiveWorld
import Testing
import TestSupport
import World

/// The operations of the disk cache, on disk and in memory.
struct FileStorageTests {
  let folder: TemporaryFolder
  private let live = LiveFileSystem()

  init() throws { folder = try TemporaryFolder() }

  private var systems: [(any FileSystem, String)] {
    [(live, folder.path), (MemoryFileSystem(), "/folder")]
  }

  @Test func `a new file is appended, read and renamed`() throws {
    for (files, root) in systems {
      try files.makeFolder(root + "/tmp")
      let file = try files.beginFile(in: root + "/tmp")
      let other = try files.beginFile(in: root + "/tmp")
      #expect(file.path != other.path)
      #expect(file.path.hasPrefix(root + "/tmp/"))
      try file.append([1, 2])
      try file.append([3])
      try files.rename(file.path, to: root + "/a")
      var bytes: [UInt8] = [0, 0, 0]
      #expect(try file.reader().read(at: 0, into: &bytes, 0..<3) == 3)
      #expect(bytes == [1, 2, 3])
      #expect(try files.contents(of: root + "/a", limit: 10) == [1, 2, 3])
      let end = try files.extend(root + "/a")
      try end.append([4])
      #expect(try files.contents(of: root + "/a", limit: 10) == [1, 2, 3, 4])
    }
    #expect(try folder.mode(of: "a") == 0o600)
  }

  @Test func `writes at offsets leave zeros between them`() throws {
    for (files, root) in systems {
      try files.makeFolder(root)
      let file = try files.beginFile(in: root)
      try file.write([[1], [2]], at: 3)
      try file.write([[3]], at: 0)
      #expect(try files.contents(of: file.path, limit: 10) == [3, 0, 0, 1, 2])
    }
  }

  @Test func `a deallocated range takes no space and the length stays`()
    throws
  {
    let file = try live.beginFile(in: folder.path)
    try file.write([[UInt8](repeating: 7, count: 100_000)], at: 0)
    let before = try #require(roomTaken(by: file.path))
    try live.deallocate(4096..<90_112, of: file.path)
    #expect(try #require(roomTaken(by: file.path)) == before - 86_016)
    let bytes = try live.contents(of: file.path, limit: 200_000)
    #expect(bytes[..<4096] + bytes[90_112...] == [UInt8](repeating: 7, count: 13_984)[...])
    #expect(bytes[4096..<90_112].allSatisfy { $0 == 0 })
    #expect(bytes.count == 100_000)
    makeLink(at: folder.path + "/link", to: file.path)
    #expect(throws: FileError.self) { try live.deallocate(0..<4096, of: folder.path + "/link") }
    #expect(throws: FileError(path: folder.path + "/no", reason: .missing)) {
      try live.deallocate(0..<1, of: folder.path + "/no")
    }
    #expect(throws: FileError.self) { try MemoryFileSystem().deallocate(0..<1, of: "/a") }
  }

  @Test func `write-ahead does not change the file`() throws {
    for (files, root) in systems {
      let file = try files.beginFile(in: root)
      try file.write([[1], [2]], at: 3)
      files.startWriteback(of: file.path)
      try file.write([[3]], at: 0)
      #expect(try files.contents(of: file.path, limit: 10) == [3, 0, 0, 1, 2])
      files.startWriteback(of: root + "/no")
      files.startWriteback(of: root)
    }
  }

  @Test func `a removed file can still be read`() throws {
    for (files, root) in systems {
      let file = try files.beginFile(in: root)
      try file.append([7])
      try files.remove(file.path)
      #expect(try file.reader().count == 1)
    }
  }

  @Test func `a new file is named by the process ID`() throws {
    let name = try #require(try live.beginFile(in: folder.path).path.split(separator: "/").last)
    #expect(name.hasPrefix("\(ownProcess)-"))
  }

  @Test func `operations on missing files throw`() throws {
    for (files, root) in systems {
      #expect(throws: FileError(path: root + "/no", reason: .missing)) {
        try files.extend(root + "/no")
      }
      #expect(throws: FileError(path: root + "/no", reason: .missing)) {
        try files.remove(root + "/no")
      }
      #expect(throws: FileError(path: root + "/no", reason: .missing)) {
        try files.status(of: root + "/no")
      }
      #expect(throws: FileError(path: root + "/no", reason: .missing)) {
        try files.openRegular(root + "/no")
      }
      try files.write([1], to: root + "/full/x", replacing: false)
      #expect(throws: FileError.self) { try files.remove(root + "/full") }
    }
    #expect(throws: FileError.self) { try live.beginFile(in: folder.path + "/no") }
    #expect(throws: FileError(path: folder.path + "/no", reason: .missing)) {
      try live.disk(of: folder.path + "/no")
    }
  }

  @Test func `files, links and empty folders are removed, but not link targets`() throws {
    try live.write([1], to: folder.path + "/a", replacing: false)
    try live.makeFolder(folder.path + "/empty")
    makeLink(at: folder.path + "/link", to: folder.path + "/a")
    for name in ["empty", "link"] { try live.remove(folder.path + "/" + name) }
    #expect(try folder.names() == ["a"])
    try live.remove(folder.path + "/a")
    #expect(try folder.names() == [])
  }

  @Test func `size, kind and identity are known without opening the file`() throws {
    for (files, root) in systems {
      try files.write([1, 2, 3], to: root + "/d/a", replacing: false)
      try files.write([1, 2, 3], to: root + "/d/b", replacing: false)
      let (a, b) = (try files.status(of: root + "/d/a"), try files.status(of: root + "/d/b"))
      #expect(a.kind == .file && a.size == 3 && a.isOwn && a.permissions == 0o600)
      #expect(a.identity != b.identity)
      try files.rename(root + "/d/a", to: root + "/d/b")
      #expect(try files.status(of: root + "/d/b").identity == a.identity)
      let folder = try files.status(of: root + "/d")
      #expect(folder.kind == .folder && folder.isOwn && folder.permissions == 0o700)
    }
  }

  @Test func `the status of a link is its own`() throws {
    try live.write([1], to: folder.path + "/a", replacing: false)
    makeLink(at: folder.path + "/link", to: folder.path + "/a")
    #expect(try live.status(of: folder.path + "/link").kind == .other)
    #expect(live.kind(of: folder.path + "/link") == .file)
  }

  @Test func `the modification time is that of the disk`() throws {
    try live.write([1], to: folder.path + "/a", replacing: false)
    let modified = try live.status(of: folder.path + "/a").modified
    age(folder.path + "/a", by: 5000)
    let difference = modified - (try live.status(of: folder.path + "/a").modified)
    #expect((4900...5001).contains(difference))
  }

  @Test(.enabled(if: isRunByRoot)) func `a file of another user is not our own`() throws {
    try live.write([1], to: folder.path + "/a", replacing: false)
    #expect(give(folder.path + "/a", toUser: 65_534))
    #expect(try !live.status(of: folder.path + "/a").isOwn)
  }

  @Test func `only a regular file is opened`() throws {
    let path = folder.path + "/x"
    try live.write([1], to: folder.path + "/a", replacing: false)
    makeLink(at: path, to: folder.path + "/a")
    #expect(throws: FileError.self) { try live.openRegular(path) }
    try live.remove(path)
    makePipe(at: path)
    #expect(throws: FileError(path: path, reason: .other("is not a file"))) {
      try live.openRegular(path)
    }
    #expect(throws: FileError.self) { try live.openRegular(folder.path) }
    var bytes: [UInt8] = [0]
    #expect(try live.openRegular(folder.path + "/a").read(at: 0, into: &bytes, 0..<1) == 1)
    #expect(bytes == [1])
  }

  @Test func `free disk space is reported`() throws {
    for (files, root) in systems { #expect(try files.disk(of: root).freeBytes > 0) }
    #expect(try !live.disk(of: "/").isRemote)
  }
}
