import Output
import Shell
import Testing
import World

private let kitty = ["HOME": "/home/x", "TERM": "xterm-kitty"]

private let feed = """
  [{"name":"Pie","source":"https://a.example/p","video":"https://v.example/1"},
   {"name":"Plum","video":"http://a.example/é"}]
  """

/// The output of a list in color.
private func listed(
  _ environment: [String: String] = kitty, isInteractive: Bool = true, _ lines: String...
) -> String {
  let shell = ShellUnderTest(
    feed: "/f.json", files: MemoryFileSystem(["/f.json": feed]), isInteractive: isInteractive,
    environment: environment
  ) {
    $0.color = environment["NO_COLOR"] == nil ? .always : .auto
  }
  for line in lines { _ = shell.shell.run(line) }
  return shell.takeOutput()
}

private func link(_ address: String) -> String { "\u{1B}]8;;\(address)\u{1B}\\\u{1B}[1m" }

@Test(arguments: [
  ("list", "https://a.example/p"), ("list", "http://a.example/%C3%A9"),
  ("show 1", "https://a.example/p"),
  ("favorite 1; favorites", "https://a.example/p"),
  ("set open-prefers video; list", "https://v.example/1"),
])
func `a listed name is a hyperlink to the address that open would use`(
  line: String, address: String
) {
  #expect(listed(kitty, line).contains(link(address)))
}

private let others: [([String: String], Bool, String)] = [
  (["TERM": "xterm"], true, "list"), (["TERM": "xterm-kitty", "NO_COLOR": "1"], true, "list"),
  (kitty, false, "list"), (kitty, true, "set links off; list"),
  (kitty, true, "set format json; list"),
  (kitty, true, "set format markdown; list"),
]

@Test(arguments: others)
func `names have no hyperlink without terminal support, color or the setting links`(
  environment: [String: String], isInteractive: Bool, line: String
) {
  let text = listed(environment, isInteractive: isInteractive, line)
  #expect(text.contains("Pie") && !text.contains("\u{1B}]8"))
}
