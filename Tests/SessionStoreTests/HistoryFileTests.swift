import FoundationEssentials
import SessionStore
import Testing
import TestSupport
import Text
import World

private let noon: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_790_000_000) }

private func history(_ files: any FileSystem, path: String? = "/d/h") -> HistoryFile {
  HistoryFile(path: path, files: files, now: noon)
}

private func history(of lines: [String]) -> HistoryFile {
  let history = history(MemoryFileSystem(), path: nil)
  for line in lines { history.add(line) }
  history.refresh()
  return history
}

@Test(arguments: [
  "list", "filter name=\"a\\b\"", "two\nlines", "tab\there", "親子丼 🫩", "\\n", " trailing\\",
])
func `a line comes back as it was entered`(line: String) {
  let files = MemoryFileSystem()
  history(files).add(line)
  #expect(history(files).entries().map(\.line) == [line])
  #expect(history(files).entries().map(\.date) == [noon()])
}

@Test
func `two shells see each other's lines as they come`() {
  let files = MemoryFileSystem()
  let (one, two) = (history(files), history(files))
  one.add("a")
  #expect(newLines(of: two) == ["a"])
  two.add("b")
  #expect(newLines(of: one) == ["a", "b"])
  #expect(newLines(of: one) == [])
  one.add("c")
  #expect(newLines(of: two) == ["b", "c"])
}

@Test
func `lines of a history file without an entry are skipped`() {
  let files = MemoryFileSystem(["/d/h": "1\ta\nrubbish\n\u{0}\n\n\tx\nx1\ty\n3\tb\n"])
  #expect(history(files).entries().map(\.line) == ["a", "b"])
}

@Test
func `a line that is entered again is found at its latest place, and numbers stay`() {
  let history = history(of: ["count", "list", "count", "show 1", "list"])
  #expect(history.entries().map(\.number) == [2, 3, 4])
  #expect((0..<history.count).map { history[$0] } == ["count", "list", "count", "show 1", "list"])
  #expect(history.latest(startingWith: "cou", before: 5) == 2)
  #expect(history.latest(startingWith: "cou", before: 2) == nil)
  #expect(history.matches("list", limit: 9) == [4])
}

@Test(arguments: [
  ("f", 3, 2), ("f", 2, 0), ("f", 0, nil), ("filter a", 3, nil), ("", 2, 1), ("x", 3, nil),
  ("two\nl", 3, nil), ("filter", 9, 2),
])
func `the latest earlier line with a given prefix is found unless it equals the prefix`(
  text: String, before: Int, expected: Int?
) {
  let history = history(of: ["filter a", "list", "filter b"])
  #expect(history.latest(startingWith: text, before: before) == expected)
}

@Test(arguments: [
  ("italian", [3, 0]), ("ITALIAN filter", [0]), ("creme", [1]), ("crème BRU", [1]), ("ilt", [0]),
  ("xyz", []), ("two lines", [2]), ("", [3, 2, 1, 0]), ("  ", [3, 2, 1, 0]),
])
func `lines are found by their words, whatever their case and accents`(
  text: String, expected: [Int]
) {
  let lines = ["filter cuisine=Italian", "show Crème Brûlée", "two\nlines", "search italian"]
  #expect(history(of: lines).matches(text, limit: 9) == expected)
}

@Test
func `a search ends at its limit`() {
  #expect(history(of: ["a1", "a2", "a3"]).matches("a", limit: 2) == [2, 1])
}

@Test(arguments: [
  ("filter", 3), ("Cuisine=", 2), ("\"Crème Brûlée\"", 1), ("creme", 2), ("list", 0), ("", 0),
  ("thai", 1),
])
func `the usage of a word counts its occurrences in all lines`(text: String, count: Int) {
  let history = history(of: [
    "filter cuisine=Thai", "filter cuisine=Italian", "show Crème Brûlée", "search creme", "filter",
  ])
  #expect(history.usage(of: text) == count)
}

@Test
func `the count of words grows with the lines`() {
  let history = history(of: ["count"])
  #expect(history.usage(of: "count") == 1)
  history.add("count by cuisine")
  history.refresh()
  #expect(history.usage(of: "count") == 2)
}

@Test
func `a half-written last line waits for its end`() throws {
  let files = MemoryFileSystem(["/d/h": "1\ta\n2\thal"])
  let history = history(files)
  #expect(newLines(of: history) == ["a"])
  try files.append(Array("f\n".utf8), to: "/d/h")
  #expect(newLines(of: history) == ["half"])
}

@Test(arguments: [true, false])
func `a line that was cut off does not swallow the next one`(wasRead: Bool) {
  let files = MemoryFileSystem(["/d/h": "1\ta\n2\thal"])
  let one = history(files)
  if wasRead { one.refresh() }
  one.add("b")
  #expect(history(files).entries().map(\.line) == ["a", "hal", "b"])
}

@Test
func `a file that is emptied or replaced brings only what is new, and numbers stay`() throws {
  let files = MemoryFileSystem(["/d/h": "1\ta\n2\tb\n"])
  let one = history(files)
  #expect(newLines(of: one) == ["a", "b"])
  try files.write(Array("2\tb\n3\tc\n".utf8), to: "/d/h", replacing: true)
  #expect(newLines(of: one) == ["c"])
  #expect((0..<one.count).map { one[$0] } == ["a", "b", "c"])
  try files.write([], to: "/d/h", replacing: true)
  #expect(newLines(of: one) == [])
  one.add("d")
  #expect(newLines(of: one) == ["d"])
}

@Test
func `lines that match a pattern are never kept`() {
  let files = MemoryFileSystem()
  let one = history(files)
  one.neverSaved = { ["*password*", "quit"].map { Pattern($0, wildcards: true) } }
  for line in ["set x PassWord=1", "quit", "quit now", "count"] { one.add(line) }
  #expect(history(files).entries().map(\.line) == ["quit now", "count"])
}

@Test
func `a line is forgotten wherever it was entered, and not by number only`() throws {
  let files = MemoryFileSystem(["/d/h": "1\ta\n2\tsecret\n3\tb\n4\tsecret\n"])
  let one = history(files)
  one.refresh()
  try one.delete(3)
  #expect(one.entries().map(\.line) == ["a", "b"])
  #expect(history(files).entries().map(\.line) == ["a", "b"])
  one.add("c")
  #expect(newLines(of: one) == ["c"])
}

@Test
func `a line that was entered twice is forgotten for good`() throws {
  let files = MemoryFileSystem(["/d/h": "1\ta\n2\tb\n3\ta\n"])
  let one = history(files)
  one.refresh()
  try one.delete(0)
  #expect(one.entries().map(\.line) == ["b"])
  #expect(history(files).entries().map(\.line) == ["b"])
}

@Test(arguments: ["9223372036854775807", "99999999999999", "253402300800", "1.2.3"])
func `an invalid or out-of-range time of a history line is read as zero`(time: String) {
  let entries = history(MemoryFileSystem(["/d/h": "\(time)\ta\n"])).entries()
  #expect(entries.map(\.line) == ["a"])
  #expect(entries.map(\.date.timeIntervalSince1970) == [0])
}

@Test
func `a file that grew too long keeps its last lines, and those that others add meanwhile`() throws
{
  let old = (0...20_000).map { "\($0)\tline \($0)\n" }.joined()
  let files = MemoryFileSystem(["/d/h": old])
  let (one, two) = (history(files), history(files))
  one.refresh()
  #expect(one.count == HistoryFile.limit)
  #expect(one[0] == "line 10001")
  two.refresh()
  two.add("two")
  one.add("one")
  let left = try files.contents(of: "/d/h", limit: .max).split(separator: 0x0A)
  #expect(left.count == HistoryFile.limit + 1)
  for shell in [one, two] {
    shell.refresh()
    #expect(shell.entries().suffix(3).map(\.line) == ["line 20000", "two", "one"])
  }
  #expect(history(files).entries().suffix(3).map(\.line) == ["line 20000", "two", "one"])
}

@Test(arguments: [true, false], ["", "1\tz\n"])
func `lines that a full disk refused are written once with the next line`(
  wereLearned: Bool, old: String
) throws {
  let disk = old.isEmpty ? MemoryFileSystem() : MemoryFileSystem(["/d/h": old])
  let files = FaultyFileSystem(disk)
  let one = history(files)
  one.refresh()
  files.fail(0..<100, .full)
  for line in ["a", "b"] { one.add(line) }
  if wereLearned { #expect(newLines(of: one).suffix(2) == ["a", "b"]) }
  files.fail(0..<0, .full)
  one.add("c")
  let expected = (old.isEmpty ? [] : ["z"]) + ["a", "b", "c"]
  #expect(history(disk).entries().map(\.line) == expected)
  one.refresh()
  #expect((0..<one.count).map { one[$0] } == expected)
}

@Test
func `lines that a full disk refused are written at exit if there is room`() {
  let disk = MemoryFileSystem()
  let files = FaultyFileSystem(disk)
  let one = history(files)
  files.fail(0..<100, .full)
  one.add("a")
  one.keep()
  #expect(history(disk).entries().isEmpty)
  files.fail(0..<0, .full)
  for _ in 0..<2 { one.keep() }
  #expect(history(disk).entries().map(\.line) == ["a"])
}

@Test
func `a deleted line that a full disk refused is not written later`() throws {
  let files = FaultyFileSystem(MemoryFileSystem())
  let one = history(files)
  files.fail(0..<100, .full)
  for line in ["a", "secret"] { one.add(line) }
  one.refresh()
  files.fail(0..<0, .full)
  try one.delete(1)
  one.add("b")
  #expect(one.entries().map(\.line) == ["a", "b"])
  #expect(history(files).entries().map(\.line) == ["a", "b"])
}

@Test
func `a history reads its file at the first request for a line`() {
  let files = MemoryFileSystem(["/d/h": "1\ta\n"])
  let history = history(files)
  #expect(history.count == 0)
  history.add("b")
  #expect(history.count == 0)
}

/// The lines that a history learns now.
private func newLines(of history: HistoryFile) -> [String] {
  let known = history.count
  history.refresh()
  return (known..<history.count).map { history[$0] }
}
