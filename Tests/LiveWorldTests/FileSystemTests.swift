import LiveWorld
import Testing
import TestSupport
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file systems under test, each with a folder.
private func systems() throws -> [(any FileSystem, String, TemporaryFolder)] {
  let folder = try TemporaryFolder()
  return [(LiveFileSystem(), folder.path, folder), (MemoryFileSystem(), "/folder", folder)]
}

@Test
func `a written file is read back, on disk and in memory`() throws {
  for (files, root, folder) in try systems() {
    let path = root + "/a/b.txt"
    try files.write([1, 2, 3], to: path, replacing: false)
    #expect(try files.contents(of: path, limit: 10) == [1, 2, 3])
    #expect(files.kind(of: path) == .file)
    #expect(files.kind(of: root + "/a") == .folder)
    #expect(try files.names(in: root + "/a") == ["b.txt"])
    _ = folder
  }
}

@Test
func `a file is replaced only on request, on disk and in memory`() throws {
  for (files, root, folder) in try systems() {
    let path = root + "/x"
    try files.write([1], to: path, replacing: false)
    #expect(throws: FileError(path: path, reason: .exists)) {
      try files.write([2], to: path, replacing: false)
    }
    #expect(try files.contents(of: path, limit: 10) == [1])
    try files.write([2], to: path, replacing: true)
    #expect(try files.contents(of: path, limit: 10) == [2])
    _ = folder
  }
}

@Test
func `missing files, folders and overlong files are reported, on disk and in memory`() throws {
  for (files, root, folder) in try systems() {
    try files.write([1, 2], to: root + "/d/x", replacing: false)
    #expect(throws: FileError(path: root + "/no", reason: .missing)) {
      try files.contents(of: root + "/no", limit: 10)
    }
    #expect(throws: FileError(path: root + "/d", reason: .isDirectory)) {
      try files.contents(of: root + "/d", limit: 10)
    }
    #expect(throws: FileError.self) { try files.contents(of: root + "/d/x", limit: 1) }
    _ = folder
  }
}

@Test
func `appending and renaming work, on disk and in memory`() throws {
  for (files, root, folder) in try systems() {
    try files.append([1], to: root + "/e/x")
    try files.append([2], to: root + "/e/x")
    try files.rename(root + "/e/x", to: root + "/e/y")
    #expect(try files.contents(of: root + "/e/y", limit: 10) == [1, 2])
    #expect(files.kind(of: root + "/e/x") == nil)
    _ = folder
  }
}

@Test
func `new files and folders are private`() throws {
  let folder = try TemporaryFolder()
  try LiveFileSystem().write([1], to: folder.path + "/p/q/r", replacing: false)
  try LiveFileSystem().append([1], to: folder.path + "/p/s")
  #expect(try folder.mode(of: "p") == 0o700)
  #expect(try folder.mode(of: "p/q/r") == 0o600)
  #expect(try folder.mode(of: "p/s") == 0o600)
}

@Test(arguments: [true, false])
func `a dangling link is not replaced by a file`(replacing: Bool) throws {
  let folder = try TemporaryFolder()
  let (path, target) = (folder.path + "/mine", folder.path + "/drive/mine")
  makeLink(at: path, to: target)
  let reason = FileError.Reason.other("is a link whose target does not exist")
  #expect(throws: FileError(path: path, reason: reason)) {
    try LiveFileSystem().write([1], to: path, replacing: replacing)
  }
  try LiveFileSystem().write([1], to: target, replacing: false)
  try LiveFileSystem().write([2], to: path, replacing: true)
  #expect(try LiveFileSystem().contents(of: target, limit: 10) == [2])
  #expect(try folder.mode(of: "drive/mine") == 0o600)
}

@Test
func `an opener passes the link as one argument without a shell`() throws {
  let folder = try TemporaryFolder()
  let script = folder.path + "/opener"
  try LiveFileSystem().write(
    Array("printf '%s|' \"$@\" > \(folder.path)/log\n".utf8), to: script,
    replacing: false)
  let link = "https://x.example/?a=1&b=$(touch \(folder.path)/harm);`id`"
  let opener = Opener.live(environment: ["PATH": "/usr/bin:/bin"])
  #expect(opener.open(link, "/bin/sh \(script) --new") == .opened)
  let log = String(
    decoding: try LiveFileSystem().contents(of: folder.path + "/log", limit: 10_000), as: UTF8.self)
  #expect(log == "--new|\(link)|")
  #expect(opener.open("https://x.example/", "/bin/sh \(script) in=%s now") == .opened)
  let second = String(
    decoding: try LiveFileSystem().contents(of: folder.path + "/log", limit: 10_000), as: UTF8.self)
  #expect(second == "in=https://x.example/|now|")
  #expect(try folder.names() == ["log", "opener"])
}

@Test
func `an opener inherits no open files`() throws {
  let folder = try TemporaryFolder()
  let (script, body) = (folder.path + "/opener", folder.path + "/body")
  try LiveFileSystem().write(
    Array("ls -l /proc/$$/fd > \(folder.path)/log\n".utf8), to: script,
    replacing: false)
  try LiveFileSystem().write([1], to: body, replacing: false)
  // Without close-on-exec, as libcurl opens its sockets.
  let file = unsafe open(body, O_RDONLY)
  defer { close(file) }
  let opener = Opener.live(environment: ["PATH": "/usr/bin:/bin"])
  #expect(opener.open("https://x.example/", "/bin/sh \(script)") == .opened)
  let log = String(
    decoding: try LiveFileSystem().contents(of: folder.path + "/log", limit: 10_000), as: UTF8.self)
  #expect(log.contains("/opener") && !log.contains(body))
}

@Test
func `waiting for a lock has a time limit`() throws {
  let folder = try TemporaryFolder()
  let held = unsafe open(folder.path, O_RDONLY)
  #expect(flock(held, LOCK_EX) == 0)
  #expect(
    throws: FileError(path: folder.path, reason: .other("another program has locked it"))
  ) {
    try LiveFileSystem().whileLocked(folder.path) {}
  }
  close(held)
  #expect(try LiveFileSystem().whileLocked(folder.path) { 7 } == 7)
}

@Test
func `a missing opener is reported`() {
  #expect(
    Opener.live(environment: ["PATH": "/nonexistent"]).open("https://x.example/", nil) == .none)
  guard
    case .failed = Opener.live(environment: ["PATH": "/nonexistent"]).open(
      "https://x.example/", "nosuch")
  else {
    Issue.record("a missing program is a failure")
    return
  }
}

@Test(arguments: [[9], [9, 9, 9, 9]] as [[UInt8]])
func `writing into an open file changes it and replacing it does not`(
  bytes: [UInt8]
) throws {
  let folder = try TemporaryFolder()
  let (path, files) = (folder.path + "/f", LiveFileSystem())
  try files.write([1, 2], to: path, replacing: false)
  age(path, by: 3600)
  let file = try files.open(path, limit: 10)
  #expect(!file.hasChanged)
  try files.write([3, 4, 5], to: path, replacing: true)
  #expect(!file.hasChanged)
  age(path, by: 3600)
  let other = try files.open(path, limit: 10)
  overwrite(path, with: bytes)
  #expect(other.hasChanged && !file.hasChanged)
}

@Test
func `temporary files of killed processes are removed by the next write, and those in use stay`()
  throws
{
  let folder = try TemporaryFolder()
  let files = LiveFileSystem()
  let path = folder.path + "/export.csv"
  let others = ["export.csv.old.tmp", "export.csv.1", "other.csv.7.tmp"]
  let busy = folder.path + "/export.csv.8.tmp"
  for name in others + ["export.csv.7.tmp", "export.csv.8.tmp"] {
    try files.write([0], to: folder.path + "/" + name, replacing: false)
  }
  let descriptor = unsafe open(busy, O_RDWR)
  #expect(flock(descriptor, LOCK_EX) == 0)
  try files.write([1], to: path, replacing: false)
  let names = (others + ["export.csv", "export.csv.8.tmp"]).sorted()
  #expect(try files.names(in: folder.path).sorted() == names)
  close(descriptor)
  try files.write([2], to: path, replacing: true)
  #expect(try !files.names(in: folder.path).contains("export.csv.8.tmp"))
}

@Test
func `a byte of a file can be locked once until the lock is released`() throws {
  let folder = try TemporaryFolder()
  let files = LiveFileSystem()
  let path = folder.path + "/locks"
  var lock = try files.lock(7, of: path)
  #expect(lock != nil)
  #expect(try files.lock(7, of: path) == nil)
  #expect(try files.lock(8, of: path) != nil)
  lock = nil
  #expect(try files.lock(7, of: path) != nil)
  #expect(try files.status(of: path).permissions == 0o600)
  #expect(throws: FileError.self) { try files.lock(7, of: folder.path + "/none/locks") }
}
