import LiveWorld
import TestSupport
import Testing
import World

@Test func `a text is sent to the input of a program and the exit status is returned`() throws {
  let folder = try TemporaryFolder()
  let viewer = TextViewer.live(environment: currentEnvironment())
  let path = folder.path + "/text"
  #expect(viewer.send("tee \(path)", Array("Bánh mì\n".utf8)) == 0)
  #expect(try LiveFileSystem().contents(of: path, limit: 100) == Array("Bánh mì\n".utf8))
  #expect(viewer.send("sh -c 'cat >/dev/null; exit 3'", [0x61]) == 3)
  #expect(viewer.send("no-such-program-of-larder", [0x61]) == nil)
}

@Test
func `an exported folder has the permissions that the umask allows, a private one its owner's`()
  throws
{
  let folder = try TemporaryFolder()
  let files = LiveFileSystem()
  let wrote = try files.writeNamed(
    [("index.html", [0x61]), ("pages/a.html", [0x62])], intoFolder: folder.path + "/book",
    mayReplace: { _ in false })
  #expect(wrote)
  let open = try files.status(of: folder.path + "/book/pages").permissions
  try files.makeFolder(folder.path + "/own")
  #expect(try files.status(of: folder.path + "/own").permissions == 0o700)
  #expect(open & 0o700 == 0o700 && open != 0o700)
  // The same files need no question; others do, and none is written without an answer.
  #expect(
    try files.writeNamed(
      [("index.html", [0x61])], intoFolder: folder.path + "/book", mayReplace: { _ in false }))
  var questions: [String] = []
  let replaced = try files.writeNamed(
    [("index.html", [0x63]), ("pages/a.html", [0x64]), ("new.html", [0x65])],
    intoFolder: folder.path + "/book"
  ) {
    questions.append($0)
    return false
  }
  #expect(!replaced && questions.count == 1)
  #expect(questions.first?.hasSuffix("has index.html and 1 more already. Replace them?") == true)
  #expect(files.kind(of: folder.path + "/book/new.html") == nil)
}
