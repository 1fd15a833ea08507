import Foundation
import SessionStore
import Shell
import TestSupport
import Testing
import World

private let pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
private let png = Data(base64Encoded: pixel).map { Array($0) } ?? []

/// Runs work that waits for pictures on a thread of its own.
func onThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await onOwnThread { Result { try work() } }.get()
}

/// A world with files of bytes.
private func files(_ contents: [String: [UInt8]]) throws -> MemoryFileSystem {
  let files = MemoryFileSystem()
  for (path, bytes) in contents { try files.write(bytes, to: path, replacing: true) }
  return files
}

private func zip(_ members: [(String, [UInt8])]) -> [UInt8] {
  var zip = ZipFile()
  for (name, bytes) in members { zip.add(name, bytes) }
  return zip.archive
}

private func page(_ image: String) -> [UInt8] {
  Array(
    #"<script type="application/ld+json">{"@type": "Recipe", "name": "Soup", "image": "\#(image)"}</script>"#
      .utf8)
}

private let paprika = Array(
  #"""
  {"name": "Soup", "ingredients": "1 onion", "directions": "Cook.", "uid": "1", "image_url": "https://x.example/a.jpg",
   "photo_data": "\#(pixel.replacingOccurrences(of: "/", with: #"\/"#))"}
  """#.utf8)
private let tandoor = Array(
  #"{"name": "Soup", "steps": [{"instruction": "Cook.", "ingredients": []}], "working_time": 5}"#
    .utf8)
private let nextcloud = Array(
  #"""
  {"@type": "Recipe", "name": "Soup", "recipeIngredient": ["1 onion"], "image": ["https://x.example/soup.jpg"]}
  """#.utf8)
private let copyMeThat = Array(
  #"""
  <meta name="copymethat_class_id_version" content="1"><div class = "recipe"><div id="name">Soup</div>
  <img class= "recipeImage" src = "images/soup.png"/></div>
  """#.utf8)
private let gourmet = Array(
  "<gourmetDoc><recipe><title>Soup</title><image><![CDATA[\(pixel)]]></image></recipe></gourmetDoc>"
    .utf8)

@Test(
  arguments: [
    ("in base64 in a record", ["/d/a.paprikarecipe": paprika], "/d/a.paprikarecipe"),
    (
      "in base64 in a record of an archive", ["/d/a.zip": zip([("R/a.paprikarecipe", paprika)])],
      "/d/a.zip/R/a.paprikarecipe"
    ),
    ("in base64 in XML", ["/d/a.grmt": gourmet], "/d/a.grmt"),
    ("in a data URL of a page", ["/d/a.html": page("data:image/png;base64," + pixel)], "/d/a.html"),
    (
      "next to a page",
      ["/d/a.html": page("a_files/my%20soup.png"), "/d/a_files/my soup.png": png],
      "/d/a_files/my soup.png"
    ),
    (
      "next to a page in an archive",
      ["/d/a.zip": zip([("x/a.html", page("b/a.png")), ("x/b/a.png", png)])], "/d/a.zip/x/b/a.png"
    ),
    (
      "in a folder above, in the same source",
      ["/d/r/a.html": page("../i/a.png"), "/d/i/a.png": png], "/d/i/a.png"
    ),
    (
      "listed by an export",
      ["/d/a.zip": zip([("images/soup.png", png), ("recipes.html", copyMeThat)])],
      "/d/a.zip/images/soup.png"
    ),
    (
      "named by its program", ["/d/Soup/recipe.json": nextcloud, "/d/Soup/full.jpg": png],
      "/d/Soup/full.jpg"
    ),
    (
      "in an archive in an archive",
      ["/d/a.zip": zip([("1.zip", zip([("recipe.json", tandoor), ("image.png", png)]))])],
      "/d/a.zip/1.zip/image.png"
    ),
    (
      "named like a recipe", ["/d/Soup.cook": Array("Cook @onion{1}.".utf8), "/d/Soup.png": png],
      "/d/Soup.png"
    ),
    (
      "among the words of a recipe",
      [
        "/d/a.md": Array("# Soup\n\nGood. ![bowl](s.png)\n\n---\n\n- 1 onion\n".utf8),
        "/d/s.png": png,
      ], "/d/s.png"
    ),
  ] as [(String, [String: [UInt8]], String)])
func `a picture that is in the files of a feed is shown`(
  case title: String, contents: [String: [UInt8]], place: String
) async throws {
  let (shown, listed, written, problems) = try await onThread {
    let shell = ShellUnderTest(files: try files(contents))
    shell.run("load /d")
    let shown = shell.run("picture 1")
    let listed = shell.run("set format json; picture 1")
    let problems = shell.run("problems")
    let names = Set(try shell.files.names(in: "/d"))
    return (shown, listed, names, problems)
  }
  #expect(shown.contains("Soup · PNG 1 × 1 · 70 bytes · from its file"), "\(title): \(shown)")
  #expect(listed.contains("\"\(place)\""), "\(listed)")
  #expect(!problems.contains("link"), "\(problems)")
  // Nothing is written next to the source.
  #expect(
    written == Set(contents.keys.map { String($0.dropFirst(3).prefix { $0 != "/" }) }))
}

@Test(arguments: [
  "../secret.png", "/secret.png", "file:///secret.png", "x/../../secret.png", "..%2Fsecret.png",
])
func `a picture outside of the source is not read`(link: String) async throws {
  let shown = try await onThread {
    let shell = ShellUnderTest(
      files: try files([
        "/d/a.html": page(link), "/secret.png": png, "/e/a.zip": zip([("a.html", page(link))]),
        "/e/secret.png": png,
      ]))
    return shell.run("load /d; picture 1; load /e/a.zip; picture 1") + shell.takeErrors()
  }
  #expect(!shown.contains("PNG"), "\(shown)")
}

@Test func `a picture that is gone or too long says so`() async throws {
  let outputs = try await onThread {
    let long = png + [UInt8](repeating: 0, count: 20_000_000)
    let shell = ShellUnderTest(
      files: try files([
        "/d/a.html": page("a.png"), "/d/a.png": png,
        "/z.zip": zip([("a.html", page("a.png")), ("a.png", long)]),
      ]))
    shell.run("load /d")
    try shell.files.remove("/d/a.png")
    return [shell.run("picture 1"), shell.run("load /z.zip; picture 1")]
  }
  #expect(outputs[0].contains("broken picture: there is no file /d/a.png"), "\(outputs)")
  #expect(outputs[1].contains("a.png is longer than 20.0 MB"), "\(outputs)")
}

@Test func `an archive that has changed since it was loaded is not searched for pictures`()
  async throws
{
  let shown = try await onThread {
    let shell = ShellUnderTest(
      files: try files(["/z.zip": zip([("a.html", page("a.png")), ("a.png", png)])]))
    shell.run("load /z.zip")
    try shell.files.write(
      zip([("a.html", page("a.png")), ("b.html", page("b.png"))]), to: "/z.zip", replacing: true)
    return shell.run("picture 1")
  }
  #expect(shown.contains("/z.zip has changed since it was loaded, or is gone: reload"), "\(shown)")
}

@Test func `a cookbook has the pictures that are in files, and JSON-LD does not name them`()
  async throws
{
  let (pages, exported, shown) = try await onThread {
    let shell = ShellUnderTest(files: try files(["/d/a.paprikarecipe": paprika]))
    shell.run("load /d; export html /book")
    let shown = shell.run("show 1")
    let pages = try shell.files.names(in: "/book/pictures")
    return (pages, shell.run("export schema.org -"), shown)
  }
  #expect(pages.contains { $0.hasSuffix(".png") }, "\(pages)")
  #expect(exported.contains("Soup") && !exported.contains("#picture"), "\(exported)")
  #expect(shown.contains("in /d/a.paprikarecipe") && !shown.contains("never opened"), "\(shown)")
}

@Test(arguments: ["schema.org", "cooklang"])
func `an export for other programs reports the pictures that it leaves out`(format: String) throws {
  let shell = ShellUnderTest(files: try files(["/d/a.paprikarecipe": paprika]))
  shell.run("load /d/a.paprikarecipe; export \(format) /d/out/")
  #expect(shell.takeErrors().contains("1 picture in files left out; export html copies them"))
  shell.run("export text -")
  #expect(!shell.takeErrors().contains("left out"))
}

@Test func `pictures in files are counted by a prefetch, and those that are gone as broken`()
  async throws
{
  let said = try await onThread {
    let shell = ShellUnderTest(
      files: try files([
        "/d/a.html": page("a.png"), "/d/a.png": png, "/d/b.html": page("b.png"), "/d/b.png": png,
      ]))
    shell.run("load /d")
    try shell.files.remove("/d/b.png")
    return shell.run("prefetch") + shell.takeErrors()
  }
  #expect(said.contains("0 of 2 pictures fetched"), "\(said)")
  #expect(said.contains("1 already cached · 1 broken"), "\(said)")
}
