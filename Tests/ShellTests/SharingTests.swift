import Diagnostics
import Foundation
import Shell
import TestSupport
import Testing
import Text
import World

/// The text that a terminal is asked to put on the clipboard; nil if it is not.
private func copied(_ output: String) -> String? {
  guard let match = output.firstMatch(of: /\u{1B}\]52;c;([A-Za-z0-9+\/=]*)\u{7}/),
    let data = Data(base64Encoded: String(match.output.1))
  else { return nil }
  return String(decoding: data, as: UTF8.self)
}

private func terminalShell(_ environment: [String: String]) -> ShellUnderTest {
  ShellUnderTest(showsErrors: true, environment: ["HOME": "/home/x"].merging(environment) { $1 })
}

@Test func `share prints a recipe as text, and as an object for programs`() throws {
  let shell = ShellUnderTest()
  shell.run("note Lasagne my own words")
  let text = shell.run("share Lasagne for 2")
  #expect(
    text.hasPrefix(
      "Lasagne\nItalian · serves 2 · prep 40 min · cook 2 h 30 · total 3 h 25\n\nIngredients\n- 125 g minced beef\n"
    ))
  #expect(text.hasSuffix("\n\nhttps://en.wikipedia.org/wiki/Lasagna\n"))
  #expect(!text.contains("my own words"))
  let object = try #require(
    JSONValue(json: Array(shell.run("set format json; share Lasagne for 2").utf8)))
  #expect(object["name"] == .string("Lasagne") && object["text"] == .string(text))
}

@Test func `share prints headings, author, description and notes of a recipe as plain text`() {
  let feed = #"""
    [{"@type":"Recipe","name":"Pie\u001b[31m","recipeIngredient":["1 egg","Crust:","2 cups flour"],"recipeYield":"2 pies",
      "description":"Good.\n\nCold, too.","author":"Ann","recipeNotes":"Keeps.","url":"https://example.org/pie",
      "recipeInstructions":[{"@type":"HowToSection","name":"Crust","itemListElement":["Mix.","Rest."]}]}]
    """#
  let shell = ShellUnderTest(feed: "/f.json", files: MemoryFileSystem(["/f.json": feed]))
  #expect(
    shell.run("share 1") == """
      Pie�[31m
      2 pies · by Ann

      Good.
      Cold, too.

      Ingredients
      - 1 egg

      Crust:
      - 2 cups flour

      Steps
      Crust:
      1. Mix.
      2. Rest.

      Remarks
      Keeps.

      https://example.org/pie

      """)
}

@Test(arguments: [["TERM": "xterm-kitty"], ["TERM": "xterm", "ALACRITTY_WINDOW_ID": "1"]])
func `copy gives the terminal a recipe, or a field of it`(environment: [String: String]) {
  let shell = terminalShell(environment)
  shell.run("copy Lasagne for 2")
  let output = shell.takeErrors()
  #expect(copied(output)?.contains("- 125 g minced beef") == true)
  #expect(output.hasSuffix("Lasagne is on the clipboard\n"))
  shell.run("copy source Lasagne")
  let source = shell.takeErrors()
  #expect(copied(source) == "https://en.wikipedia.org/wiki/Lasagna")
  #expect(source.hasSuffix("the source of Lasagne is on the clipboard\n"))
  shell.run("copy ingredients Lasagne for 2")
  #expect(copied(shell.takeErrors())?.hasPrefix("125 g minced beef\n37.5 g minced pork\n") == true)
  shell.run("show Lasagne; copy name")
  #expect(copied(shell.takeErrors()) == "Lasagne")
  shell.run("copy photo Nothing")
  #expect(shell.status != .success && copied(shell.takeErrors()) == nil)
}

@Test func `copy warns about an unknown terminal and fails on one without a clipboard`() {
  let unknown = terminalShell(["TERM": "xterm"])
  unknown.run("copy name Lasagne")
  let output = unknown.takeErrors()
  #expect(copied(output) == "Lasagne" && output.contains("which may have a clipboard"))
  let tmux = terminalShell(["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0"])
  tmux.run("copy name Lasagne")
  #expect(tmux.takeErrors().contains("\u{1B}Ptmux;\u{1B}\u{1B}]52;c;TGFzYWduZQ==\u{7}\u{1B}\\"))
  let plain = terminalShell(["TERM": "xterm-kitty"])
  plain.run("set plain on")
  for shell in [ShellUnderTest(), terminalShell(["TERM": "dumb"]), plain] {
    shell.run("copy name Lasagne")
    #expect(shell.status != .success)
    #expect(shell.takeErrors().contains("no clipboard was found"))
  }
}

@Test func `a text that is too long for a terminal is not cut`() {
  let steps = String(repeating: "Stir well. ", count: 8000)
  let feed = "[{\"name\":\"Long\",\"ingredients\":[\"1 egg\"],\"instructions\":[\"\(steps)\"]}]"
  let shell = ShellUnderTest(
    feed: "/f.json", files: MemoryFileSystem(["/f.json": feed]), showsErrors: true,
    environment: ["HOME": "/home/x", "TERM": "xterm-kitty"])
  shell.run("copy 1")
  let output = shell.takeErrors()
  #expect(shell.status != .success && copied(output) == nil)
  #expect(output.contains("too much for the clipboard of a terminal, which takes 75.0 KB"))
}

@Test(arguments: [
  (["WAYLAND_DISPLAY": "w", "DISPLAY": ":0"], "wl-copy"),
  (["DISPLAY": ":0"], "xclip -selection clipboard"), (["TMUX": "x"], "tmux load-buffer -w -"),
])
func `copy uses a program where the terminal has no clipboard`(
  environment: [String: String], command: String
) {
  let shell = ShellUnderTest(
    environment: ["HOME": "/home/x", "TERM": "xterm"].merging(environment) { $1 },
    programs: ["wl-copy", "xclip", "tmux"])
  shell.run("copy name Lasagne")
  #expect(shell.sent == [[command, "Lasagne"]])
  #expect(
    shell.takeErrors()
      == "Lasagne is on the clipboard\n".replacing("Lasagne is", with: "the name of Lasagne is"))
}

@Test func `print sends lines of paper to lp, or says how to print`() throws {
  let shell = ShellUnderTest(programs: ["lp"])
  shell.run("print Lasagne for 2")
  let page = try #require(shell.sent.first)
  #expect(page[0] == "lp" && page[1].contains("\n- 125 g minced beef\n"))
  #expect(page[1].split(separator: "\n").allSatisfy { $0.count <= 78 })
  #expect(page[1].contains("\n1. Warm the oil") && page[1].contains("\n   "))
  #expect(shell.takeErrors() == "Lasagne is sent to the printer\n")
  let none = ShellUnderTest()
  none.run("print Lasagne")
  #expect(none.takeErrors().contains("export html FOLDER ITEM makes a page that a browser prints"))
}

@Test func `pick is an error outside of a prompt that a program has started with --pick`() {
  let shell = ShellUnderTest()
  shell.run("pick 1")
  #expect(shell.takeErrors().contains("`pick` works at the prompt of larder FEED --pick only"))
}
