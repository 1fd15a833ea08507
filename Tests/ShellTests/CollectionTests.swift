import Diagnostics
import Foundation
import Output
import Shell
import TestSupport
import Testing
import Text
import World

private let mine = "/home/x/.larder/data/mine"

private func text(_ path: String, in files: MemoryFileSystem) throws -> String {
  String(decoding: try files.contents(of: path, limit: 1 << 20), as: UTF8.self)
}

@Test @MainActor
func `a saved dish is a readable file, and the same row when it is read`() throws {
  let shell = ShellUnderTest()
  let before = shell.run("show Lasagne")
  shell.run("save Lasagne", "load mine")
  let file = try text(mine + "/Lasagne.md", in: shell.files)
  #expect(file.contains("\n# Lasagne\n") && file.contains("\n- *500 g* minced beef\n"))
  #expect(file.contains("saved-from: demo"))
  let after = shell.run("show Lasagne")
  // The number in the view, what the row resembles, and the order of links are those of the feed.
  for line in before.split(separator: "\n").dropFirst()
  where !line.contains("Similar") && !line.contains("prep 40 min") {
    #expect(after.contains(line), "\(line)\n\n\(after)\n\n\(file)")
  }
}

@Test @MainActor
func `every dish of the demo is the same when it was saved`() throws {
  let shell = ShellUnderTest { $0.saysYes = true }
  let records = { (output: String) -> [[String: JSONValue]] in
    guard case .array(let rows)? = JSONValue(json: Array(output.utf8)) else { return [] }
    return rows.map { row in
      guard case .object(let members) = row else { return [:] }
      return Dictionary(members.map { ($0.name, $0.value) }) { $1 }
        .filter { $0.value != .null && $0.key != "saved-from" }
    }
  }
  shell.run("set format json")
  let before = records(shell.run("sort name; list all"))
  shell.run("save", "load mine")
  let after = records(shell.run("sort name; list all"))
  #expect(before.count == 64 && after.count == 64)
  for (old, new) in zip(before, after) { #expect(new == old) }
}

@Test @MainActor
func `a file that a person adds is a row after reload, and a mistake is named with its line`()
  throws
{
  let files = MemoryFileSystem([:])
  let shell = ShellUnderTest(files: files)
  shell.run("save 1", "load mine")
  try files.write(
    Array("# Dal\n\n**4**\n\n---\n\n- *200 g* lentils\n\n---\n\nBoil.\n".utf8),
    to: mine + "/by hand.md", replacing: false)
  let bad = "---\ntime: 5 min\n---\n\n# Pie\n\n---\n\n- *some* salt\n"
  try files.write(Array(bad.utf8), to: mine + "/bad.md", replacing: false)
  shell.run("reload")
  #expect(shell.run("list").contains("Dal"))
  let problems = shell.run("problems")
  #expect(problems.contains("bad.md") && problems.contains("line 9"), "\(problems)")
  #expect(try text(mine + "/bad.md", in: files) == bad)
}

@Test @MainActor
func `a dish that was deleted is back after undo, byte by byte`() throws {
  let shell = ShellUnderTest { $0.saysYes = true }
  shell.run("save Lasagne")
  let path = mine + "/Lasagne.md"
  let file = try text(path, in: shell.files)
  shell.run("delete Lasagne")
  #expect(shell.files.kind(of: path) == nil)
  _ = shell.takeErrors()
  shell.run("undo")
  #expect(shell.takeErrors() == "undo: Lasagne is in mine again\n")
  #expect(try text(path, in: shell.files) == file)
  shell.run("redo")
  #expect(shell.files.kind(of: path) == nil)
}

@Test @MainActor
func `undo leaves a file alone that was changed since`() throws {
  let shell = ShellUnderTest()
  shell.run("save Lasagne")
  let path = mine + "/Lasagne.md"
  try shell.files.write(Array("# Mine\n\n---\n".utf8), to: path, replacing: true)
  #expect(shell.shell.run("undo") == .disk)
  #expect(try text(path, in: shell.files) == "# Mine\n\n---\n")
}

@Test @MainActor
func `delete asks before it removes what was written by hand`() throws {
  let path = mine + "/Dal.md"
  let shell = ShellUnderTest(
    files: MemoryFileSystem([path: "# Dal\n\n---\n\n* lentils\n"]), isInteractive: true)
  shell.run("load mine")
  var questions: [String] = []
  shell.shell.output.ask = { question in
    questions.append(question)
    return "n"
  }
  _ = shell.shell.run("delete Dal")
  #expect(questions == ["Remove \(path), written by hand? [y/N] "])
  #expect(shell.files.kind(of: path) == .file)
  shell.run("load demo", "save Lasagne", "delete Lasagne")
  #expect(questions.count == 1)
}

@Test @MainActor
func `the list of an earlier version becomes files once, and stays`() throws {
  let old = """
    [{"name":"Pie","id":"1","time":90,"tags":["a"],"saved-from":"demo","original":{"n":1}},
    {"name":"Stew","note-of-mine":"x","saved-from":"/f.json","original":{"n":2}}]
    """
  let files = MemoryFileSystem(["/home/x/.larder/data/mine.json": old])
  let shell = ShellUnderTest(files: files) { $0.saysYes = true }
  shell.run("load mine")
  #expect(shell.run("count") == "2\n")
  #expect(
    try text(mine + "/Pie.md", in: files).contains("saved-from: demo\nid: \"1\"\n---\n\n# Pie"))
  #expect(try text("/home/x/.larder/data/mine.json", in: files) == old)
  shell.run("delete Stew", "load demo", "load mine")
  #expect(shell.run("count") == "1\n")
}

@Test @MainActor
func `mine is where the setting says`() throws {
  let shell = ShellUnderTest()
  shell.run("set mine /sync/recipes", "save Lasagne")
  #expect(shell.files.kind(of: "/sync/recipes/Lasagne.md") == .file)
  #expect(shell.run("load mine; count") == "1\n")
}

@Test @MainActor
func `a pasted recipe is read until the end of input`() throws {
  let shell = ShellUnderTest(
    input: "Waffles\nServes 2\n200 g flour\n2 eggs\nMix everything well, and bake it.\n")
  shell.run("new -")
  #expect(
    shell.takeErrors().hasSuffix("Waffles is saved in mine (1 in all): 2 ingredients, 1 step\n"))
  let file = try text(mine + "/Waffles.md", in: shell.files)
  #expect(file.contains("- *200 g* flour\n- *2* eggs\n"), "\(file)")
  shell.run("load mine")
  #expect(shell.run("show Waffles for 4").contains("400 g flour"))
}

@Test(arguments: [
  "a/b\\c", "..", ".hidden", "CON: a?", String(repeating: "long name ", count: 40), "\u{202E}evil",
]) @MainActor
func `a dish of any name gets a file of its own in the folder`(name: String) throws {
  let escaped = name.replacing("\\", with: "\\\\")
  let shell = ShellUnderTest(
    feed: "/f.json",
    files: MemoryFileSystem([
      "/f.json": #"[{"id":"1","name":"\#(escaped)"},{"id":"2","name":"\#(escaped)"}]"#
    ]))
  shell.run("save 1-2")
  let names = try shell.files.names(in: mine)
  #expect(names.count == 2 && names.allSatisfy { $0.utf8.count < 140 && !$0.hasPrefix(".") })
  shell.run("load mine")
  #expect(shell.run("count") == "2\n")
}

private let twins = """
  [{"id":"1","name":"Apple pie","ingredients":["3 apples","100 g sugar","flour"],
    "source":"https://a.example/pie","time":60},
   {"id":"2","name":"Pie, Apple","ingredients":["4 apples","sugar","2 cups flour","salt"],
    "source":"https://b.example/pie","time":50},
   {"id":"3","name":"Apple pie","ingredients":["beef","onions"]},
   {"id":"4","name":"Stew","ingredients":["beef"]}]
  """

@Test @MainActor
func `doubles lists rows of the same dish by name and ingredients, and what differs`() {
  let shell = ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": twins]))
  let doubles = shell.run("set format csv; doubles")
  #expect(doubles.split(separator: "\n").count == 3, "\(doubles)")
  #expect(doubles.contains("time") && doubles.contains("ingredients (7 lines)"), "\(doubles)")
}

@Test @MainActor
func `merged rows are one in mine with the links and notes of both, until undo`() throws {
  let shell = ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": twins]))
  shell.run("note 2 needs cinnamon", "tag 2 autumn", "merge 1-2", "load mine")
  let file = try text(mine + "/Apple pie.md", in: shell.files)
  #expect(file.contains("source: https://a.example/pie\n"))
  #expect(file.contains("source-2: https://b.example/pie\n"))
  #expect(shell.run("notes 1").contains("needs cinnamon"))
  #expect(shell.run("tags").contains("autumn"))
  shell.run("undo")
  #expect(shell.files.kind(of: mine + "/Apple pie.md") == nil)
}

@Test @MainActor
func `saved rows take their favorites, notes, tags and ratings along, until undo`() {
  let shell = ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": twins]))
  shell.run("favorite 4", "note 4 needs salt", "tag 4 winter", "rate 4 5", "save 4", "load mine")
  #expect(shell.run("filter is:favorite tags=winter my-rating=5").contains("Stew"))
  #expect(shell.run("notes 1").contains("needs salt"))
  shell.run("load /f.json", "undo")
  #expect(!shell.run("favorites").contains("mine"))
  #expect(shell.run("notes 4").contains("needs salt"), "the row of the feed keeps its own")
}

@Test @MainActor
func `a dish that is saved from a second source is one recipe with both links`() throws {
  let shell = ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": twins]))
  shell.run("save 1", "save 2", "save 3")
  let errors = shell.takeErrors()
  #expect(
    errors.contains("Pie, Apple is in mine already, and has this link, too, now"), "\(errors)")
  #expect(errors.contains("Apple pie is saved in mine (2 in all)"))
  #expect(try text(mine + "/Apple pie.md", in: shell.files).contains("https://b.example/pie"))
}

@Test @MainActor
func `of two files with one id, a command changes the file of the row that was named`() throws {
  let shell = ShellUnderTest { $0.saysYes = true }
  shell.run("save Lasagne")
  let own = try text(mine + "/Lasagne.md", in: shell.files)
  let copy = own.replacing("# Lasagne\n", with: "# Lasagne from the laptop\n")
  try shell.files.write(
    Array(copy.utf8), to: mine + "/Lasagne.sync-conflict.md", replacing: false)
  shell.run("load mine", "unsave \"Lasagne from the laptop\"")
  #expect(shell.files.kind(of: mine + "/Lasagne.md") == .file)
  #expect(shell.files.kind(of: mine + "/Lasagne.sync-conflict.md") == nil)
  shell.run("undo", "load mine", "merge Lasagne, \"Lasagne from the laptop\"")
  #expect(shell.run("load mine; count") == "1\n")
}

@Test @MainActor
func `other recipes of one name without an id are saved beside each other`() throws {
  let files = MemoryFileSystem([
    "/d/a.json":
      #"[{"name":"Pie","ingredients":["1 kg apples","1 egg"],"instructions":["Bake."]}]"#,
    "/d/b.json":
      #"[{"name":"Pie","ingredients":["1 kg leeks","200 g ham"],"instructions":["Bake."]}]"#,
  ])
  let shell = ShellUnderTest(files: files)
  shell.run("load /d", "save 1", "save 2", "save 2")
  let told = shell.takeErrors()
  #expect(told.contains("Pie is saved in mine (2 in all)"), "\(told)")
  #expect(told.contains("Pie is in mine already"), "\(told)")
}

@Test @MainActor
func `a draft of a refused edit is saved beside the recipe that it was made from`() throws {
  let shell = ShellUnderTest()
  shell.run("save Lasagne")
  let own = try text(mine + "/Lasagne.md", in: shell.files)
  let draft = "/home/x/.larder/data/drafts/draft-1.md"
  try shell.files.write(
    Array(own.replacing("minced beef", with: "minced lamb").utf8), to: draft, replacing: false)
  shell.run("save \(draft)", "load mine")
  #expect(shell.run("count") == "2\n")
  #expect(shell.run("filter ingredients~lamb; count") == "1\n")
}

@Test @MainActor
func `a recipe whose file is gone is not brought back by an edit`() throws {
  let shell = ShellUnderTest { $0.isInteractive = true }
  shell.run("save Lasagne", "load mine")
  try shell.files.remove(mine + "/Lasagne.md")
  shell.run("edit Lasagne")
  #expect(shell.takeErrors().contains("the file of Lasagne is gone since it was loaded"))
  #expect(shell.files.kind(of: mine + "/Lasagne.md") == nil)
}

@Test @MainActor
func `another folder for recipes is told with the files that stay where they are`() throws {
  let shell = ShellUnderTest()
  shell.run("save 1-2", "set mine /home/x/recipes")
  #expect(
    shell.takeErrors().contains(
      "2 files stay in \(mine): move those that you want in /home/x/recipes"))
  try shell.files.write([], to: "/home/x/shared/a folder", replacing: false)
  shell.run("set sync /home/x/shared")
  #expect(
    shell.takeErrors().contains(
      "recipes of your own stay in /home/x/recipes; set mine /home/x/shared/recipes shares"))
  shell.run("set sync off", "set mine /home/x/shared")
  _ = shell.takeErrors()
  shell.run("set sync /home/x/shared")
  #expect(!shell.takeErrors().contains("recipes of your own stay"))
}
