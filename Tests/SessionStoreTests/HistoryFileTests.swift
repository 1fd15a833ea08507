import FoundationEssentials
import SessionStore
import Testing
import World

private let noon: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_790_000_000) }

@Test(arguments: [
  "list", "filter name=\"a\\b\"", "two\nlines", "tab\there", "親子丼 🫩", "\\n", " trailing\\",
])
func `a line comes back as it was entered`(line: String) {
  let files = MemoryFileSystem()
  HistoryFile(path: "/h", files: files, now: noon).add(line)
  #expect(HistoryFile(path: "/h", files: files, now: noon).entries().map(\.line) == [line])
}

@Test
func `two shells see each other's lines as they come`() {
  let files = MemoryFileSystem()
  let one = HistoryFile(path: "/h", files: files, now: noon)
  let two = HistoryFile(path: "/h", files: files, now: noon)
  one.add("a")
  #expect(newLines(of: two) == ["a"])
  two.add("b")
  #expect(newLines(of: one) == ["a", "b"])
  #expect(newLines(of: one) == [])
  one.add("c")
  #expect(newLines(of: two) == ["b", "c"])
}

@Test
func `neighbours that are equal count once, and rubbish is passed over`() {
  let files = MemoryFileSystem(["/h": "1\ta\n2\ta\nrubbish\n\u{0}\n3\tb\n4\tcut off"])
  #expect(
    HistoryFile(path: "/h", files: files, now: noon).entries().map(\.line) == ["a", "b", "cut off"])
}

@Test
func `a half-written last line waits for its end`() throws {
  let files = MemoryFileSystem(["/h": "1\ta\n2\thal"])
  let history = HistoryFile(path: "/h", files: files, now: noon)
  #expect(newLines(of: history) == ["a"])
  try files.append(Array("f\n".utf8), to: "/h")
  #expect(newLines(of: history) == ["half"])
}

/// The lines that a history learns now.
private func newLines(of history: HistoryFile) -> [String] {
  let known = history.count
  history.refresh()
  return (known..<history.count).map { history[$0] }
}
