import Diagnostics
import Interpreter
import Output
import Shell
import Testing
import World

/// Keys that a test presses, and what was on the screen at each.
private final class PressedKeys: PagingKeySource {
  private var keys: [PagingKey]
  private let look: () -> Void

  init(_ keys: [PagingKey], look: @escaping () -> Void = {}) {
    self.keys = keys
    self.look = look
  }

  func nextPagingKey(redraw: () -> Void) -> PagingKey {
    look()
    return keys.isEmpty ? .escape : keys.removeFirst()
  }

  func beginPaging() {}
  func pausePaging() {}
  func endPaging() {}
}

/// Keys, of which one comes after something has happened that the pager shows.
private final class LateKeys: PagingKeySource {
  private var keys: [PagingKey]
  private let late: PagingKey

  init(_ keys: [PagingKey], late: PagingKey) { (self.keys, self.late) = (keys, late) }

  func nextPagingKey(redraw: () -> Void) -> PagingKey {
    let key = keys.isEmpty ? .escape : keys.removeFirst()
    if key == late { redraw() }
    return key
  }

  func beginPaging() {}
  func pausePaging() {}
  func endPaging() {}
}

private let manyRows =
  "[" + (0..<4000).map { "{\"name\":\"Dish \($0)\"}" }.joined(separator: ",") + "]"

/// A prompt on many rows in a window of 24.
private func prompt(
  _ keys: PagingKey..., options adjust: @escaping (inout RunOptions) -> Void = { _ in }
) -> ShellUnderTest {
  let shell = ShellUnderTest(
    feed: "/f.json", files: MemoryFileSystem(["/f.json": manyRows]), isInteractive: true,
    options: adjust)
  shell.shell.output.pagingKeys = PressedKeys(keys)
  return shell
}

@Test
func `the pager prints only the pages that the user asks for`() {
  let shell = prompt(.character(" "), .character("q"))
  #expect(shell.shell.run("list all") == .success)
  let output = shell.takeOutput()
  // The head of the table takes a row of the second page.
  #expect(output.contains("Dish 43") && !output.contains("Dish 44"))
  #expect(shell.takeErrors() == "")
}

@Test
func `the key G shows the end of a long list`() {
  let shell = prompt(.character("G"), .character("q"))
  #expect(shell.shell.run("list all") == .success)
  #expect(shell.takeOutput().contains("lines 3980–4001 of 4001 · end"))
}

@Test
func `the last line of a list stands below the pager`() {
  let shell = prompt(.character("G"), .character(" "))
  #expect(shell.shell.run("list 1-40") == .success)
  let both = shell.takeBoth()
  // The row that the head of the table hides is shown again.
  let end = "Dish 17\u{1B}[0m\u{1B}8\r\u{1B}[K1–40 of 4000 · next for more\n"
  #expect(both.hasSuffix(end), "\(both)")
}

@Test
func `a message that comes while a search is typed in the pager stands there after it`() throws {
  let shell = prompt()
  shell.shell.output.pagingKeys = LateKeys(
    [.character("/"), .character("7"), .enter, .character("q")], late: .enter)
  var news = ["Timer: tea is over."]
  shell.shell.output.newsWhilePaging = {
    defer { news = [] }
    return news
  }
  #expect(shell.shell.run("list all") == .success)
  let output = shell.takeOutput()
  let typed = try #require(output.ranges(of: "/7").last)
  #expect(output[typed.upperBound...].contains(" Timer: tea is over. "), "\(output)")
}

@Test
func `leaving the pager ends one command, and the next command of the line runs`() {
  let shell = prompt(.character("q"))
  #expect(shell.shell.run("list all; count") == .success)
  #expect(shell.takeOutput().hasSuffix("4000\n"))
}

@Test
func `a message of the next command stands below the list`() {
  let shell = prompt()
  #expect(shell.shell.run("list 1-40; favorite 1") == .success)
  let both = shell.takeBoth()
  #expect(both.contains("lines 1–23 of 41"))
  #expect(both.hasSuffix("\r\u{1B}[K★ Dish 0\n"))
  #expect(!both.contains("1–40 of 4000"))
}

@Test
func `an interrupt while the pager reads on stops the command`() {
  let shell = prompt(.character("G"))
  shell.shell.world.interruptions.raise(atLook: 20)
  #expect(shell.shell.run("list all") == .interrupted)
  #expect(shell.takeErrors().contains("error: stopped\n"))
}

@Test(arguments: ["pager=off", "format=json -c", "fits"])
func `the pager is not used if off, for programs, or for short output`(how: String) {
  let shell = prompt { options in
    guard how == "format=json -c" else { return }
    (options.isInteractive, options.format) = (false, .json)
  }
  var asked = 0
  shell.shell.output.pagingKeys = PressedKeys([]) { asked += 1 }
  if how == "pager=off" { _ = shell.shell.run("set pager off") }
  #expect(shell.shell.run(how == "fits" ? "list" : "list 1-300") == .success)
  #expect(asked == 0)
  #expect(!shell.takeOutput().contains("\u{1B}"))
}
