import Output
import Shell
import Testing
import World

/// A shell whose output is plain.
private func plainShell(
  isInteractive: Bool = false, columns: Int = 100, rows: Int = 24,
  environment: [String: String] = ["HOME": "/home/x", "TERM": "xterm", "CI": "true"]
) -> ShellUnderTest {
  let toast =
    #"[{"@type":"Recipe","name":"Toast","recipeIngredient":["2 slices bread"],"#
    + #""recipeInstructions":["Toast the bread.","Serve at once."]}]"#
  return ShellUnderTest(
    files: MemoryFileSystem(["/toast.json": toast]), isInteractive: isInteractive,
    columns: columns, rows: rows, environment: environment
  ) { $0.isPlain = true }
}

@Suite struct PlainOutputTests {
  @Test(arguments: [
    (
      "list 1-2",
      "1. Bánh mì. Cuisine Vietnamese. Links source video.\n2. Bigos. Cuisine Polish. Links source.\n"
    ),
    (
      "favorite Lasagne; list columns time,servings; filter name=Lasagne",
      "1. Lasagne. Cuisine Italian. Favorite. Links source video.\n"
    ),
    ("filter cuisine=French; count cuisine", "French. Count 5.\n"),
    (
      "shop add 6 eggs, bread; shop done bread; shop",
      "Dairy and eggs:\n1. eggs. 6.\nBread and pastry:\n2. bread. Ticked off.\n"
    ),
    ("cook timers", ""),
    (
      "load /toast.json; cook 1",
      "Toast, step 1 of 2\nToast the bread.\nIngredients: 2 slices bread.\n"
        + "Toast, step 2 of 2\nServe at once.\n"
    ),
  ])
  func `each value has its label and each mark its word`(line: String, expected: String) {
    let text = plainShell().run(line)
    #expect(text.hasSuffix(expected), "\(text)")
  }

  @Test(arguments: [
    ("status", "\norder: the feed's own.\n"), ("help images", "picture: Show the picture of a row"),
  ])
  func `a name and the text about it are one sentence`(line: String, expected: String) {
    let text = plainShell().run(line)
    #expect(text.contains(expected), "\(text)")
  }

  @Test func `a note has the number of its row, and its own with a label`() {
    let text = plainShell().run("note 3 good", "notes")
    #expect(text.hasPrefix("3. K 1. Butter chicken. Date 2026-"), "\(text)")
    #expect(text.hasSuffix(". Note good.\n"), "\(text)")
  }

  @Test(arguments: [
    (
      "filter cusine=Greek",
      "error: unknown field `cusine`, at word 2, \"cusine\"\ndid you mean cuisine?\n"
    ),
    ("show 99", "error: there is no row 99, at word 2, \"99\"\nthe view has 64 rows\n"),
    ("filter time<45", "15 of 64, time<45\n"),
  ])
  func `messages name the place in words`(line: String, expected: String) {
    let shell = plainShell()
    shell.run(line)
    #expect(shell.takeErrors() == expected)
  }

  @Test func `long output stops in parts that next and previous print`() {
    let shell = plainShell(isInteractive: true, rows: 8)
    _ = shell.shell.run("help narrow")
    let first = shell.takeOutput()
    #expect(first.split(separator: "\n").count == 4 && first.hasPrefix("filter:"))
    #expect(shell.takeErrors().hasPrefix("Lines 1 to 4 of 7. next shows more."))
    _ = shell.shell.run("next")
    #expect(shell.takeOutput().contains("redo:"))
    _ = shell.shell.run("previous")
    #expect(shell.takeOutput() == first)
    // After other output, the words mean pages of the list.
    _ = shell.shell.run("list all")
    #expect(shell.takeOutput().split(separator: "\n").count == 4)
    _ = shell.shell.run("next")
    #expect(shell.takeOutput().hasPrefix("5. "))
  }

  @Test func `a picture is named with its size and whether it is there`() {
    #expect(
      plainShell(isInteractive: true).run("picture Lasagne")
        == "Lasagne, PNG 320 × 240, 5.3 KB, bundled\n")
  }

  @Test(arguments: [
    (["TERM": "dumb"], true, "auto", true), (["TERM": "dumb"], true, "off", false),
    (["TERM": "dumb"], false, "auto", false), (["TERM": "xterm"], true, "auto", false),
    (["TERM": "xterm"], true, "on", true),
    (["TERM": "xterm", "LARDER_PLAIN": "1"], false, "off", true),
    (["TERM": "xterm", "LARDER_PLAIN": "0"], true, "on", false),
  ])
  func `a variable, a setting or a terminal that only prints turns plain mode on`(
    environment: [String: String], isTerminal: Bool, setting: String, isPlain: Bool
  ) {
    let shell = ShellUnderTest(isInteractive: isTerminal, environment: environment)
    shell.run("set plain \(setting)")
    _ = shell.takeOutput()
    #expect(shell.shell.isPlain == isPlain)
    #expect(shell.run("list 1").hasPrefix("1. ") == isPlain)
  }
}
