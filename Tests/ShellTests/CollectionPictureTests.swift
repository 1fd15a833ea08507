import Foundation
import Output
import SessionStore
import Shell
import TestSupport
import Testing
import World

private let mine = "/home/x/.larder/data/mine"
private let pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
private let png = Data(base64Encoded: pixel).map { Array($0) } ?? []

private func recipe(_ name: String, _ picture: String = pixel) -> [UInt8] {
  Array(
    #"{"name": "\#(name)", "ingredients": "1 onion\n2 eggs", "directions": "Cook.", "uid": "1", "photo_data": "\#(picture)"}"#
      .utf8)
}

/// A shell whose feed is two recipes, one of them with a picture in it.
private func shell() throws -> ShellUnderTest {
  let files = MemoryFileSystem()
  try files.write(recipe("Onion soup"), to: "/d/soup.paprikarecipe", replacing: false)
  try files.write(recipe("Eggs", ""), to: "/d/eggs.paprikarecipe", replacing: false)
  let shell = ShellUnderTest(files: files) { $0.saysYes = true }
  shell.run("load /d")
  _ = shell.takeErrors()
  return shell
}

private func names(_ shell: ShellUnderTest) -> Set<String> {
  Set((try? shell.files.names(in: mine)) ?? [])
}

@Test func `a saved recipe has its picture next to it, and shows it`() async throws {
  let (found, text, bytes, shown, errors) = try await onThread {
    let shell = try shell()
    shell.run("save all")
    shell.run("save 1 2")
    let text = String(
      decoding: try shell.files.contents(of: mine + "/Onion soup.md", limit: 1 << 20),
      as: UTF8.self)
    let bytes = try shell.files.contents(of: mine + "/Onion soup.png", limit: 1 << 20)
    shell.run("load mine")
    let errors = shell.takeErrors()
    return (names(shell), text, bytes, shell.run("picture Onion"), errors)
  }
  #expect(found == ["Onion soup.md", "Onion soup.png", "Eggs.md"], "\(errors)")
  #expect(text.contains("\nphoto: Onion soup.png\n"), "\(text)")
  #expect(bytes == png)
  #expect(shown.contains("PNG 1 × 1 · 70 bytes · from its file"), "\(shown)")
}

@Test func `delete takes a picture along, and undo brings it back`() async throws {
  let states = try await onThread {
    let shell = try shell()
    shell.run("save 2")
    shell.run("load mine")
    shell.run("delete 1")
    let after = names(shell)
    shell.run("undo")
    let back = names(shell)
    shell.run("redo")
    return [after, back, names(shell)]
  }
  #expect(states == [[], ["Onion soup.md", "Onion soup.png"], []])
}

@Test func `undo of save removes the picture, too`() async throws {
  let left = try await onThread {
    let shell = try shell()
    shell.run("save 2", "undo")
    return names(shell)
  }
  #expect(left.isEmpty)
}

@Test func `a picture that two recipes have stays when one of them is removed`() async throws {
  let left = try await onThread {
    let shell = try shell()
    for name in ["A", "B"] {
      let text = "---\nphoto: shared.png\n---\n\n# \(name)\n\n---\n\n- 1 onion\n"
      try shell.files.write(Array(text.utf8), to: mine + "/\(name).md", replacing: false)
    }
    try shell.files.write(png, to: mine + "/shared.png", replacing: false)
    shell.run("load mine", "delete A")
    return names(shell)
  }
  #expect(left == ["B.md", "shared.png"])
}

@Test func `merge keeps the picture of a recipe that goes`() async throws {
  let (left, text, shown) = try await onThread {
    let shell = try shell()
    for (name, head) in [("A", ""), ("B", "---\nphoto: b.png\n---\n\n")] {
      let text = "\(head)# Soup \(name)\n\n---\n\n- 1 onion\n"
      try shell.files.write(Array(text.utf8), to: mine + "/\(name).md", replacing: false)
    }
    try shell.files.write(png, to: mine + "/b.png", replacing: false)
    shell.run("load mine", "merge 1 2")
    let text = String(
      decoding: try shell.files.contents(of: mine + "/A.md", limit: 1 << 20), as: UTF8.self)
    return (names(shell), text, shell.run("picture 1"))
  }
  #expect(left == ["A.md", "b.png"])
  #expect(text.contains("photo: b.png"), "\(text)")
  #expect(shown.contains("PNG 1 × 1"), "\(shown)")
}

@Test func `a picture that cannot be copied is reported, and the recipe is saved`() async throws {
  let (errors, found) = try await onThread {
    let shell = try shell()
    try shell.files.write(
      recipe("Stew", "bm8gcGljdHVyZQ=="), to: "/e/stew.paprikarecipe", replacing: false)
    shell.run("load /e", "save 1")
    return (shell.takeErrors(), names(shell))
  }
  #expect(errors.contains("1 picture could not be copied"), "\(errors)")
  #expect(found == ["Stew.md"])
}
