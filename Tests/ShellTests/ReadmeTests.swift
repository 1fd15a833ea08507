import FoundationEssentials
import LiveWorld
import Shell
import Testing
import World

/// The README of the project that these tests are a part of.
private func readme() throws -> String {
  let path = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/README.md"
  return String(
    decoding: try LiveFileSystem().contents(of: path, limit: 1 << 20), as: UTF8.self)
}

/// The lines of the README between two marks.
private func part(after start: String, before end: String) throws -> String {
  let text = try readme()
  let first = try #require(text.firstRange(of: start), "\(start)")
  let rest = text[first.upperBound...]
  let last = try #require(rest.firstRange(of: end), "\(end)")
  return String(rest[..<last.lowerBound])
}

@Test
func `the README's table of commands is that of the declarations`() throws {
  #expect(try part(after: "## Commands\n\n", before: "\n##").hasPrefix(Shell.commandsTable))
}

@Test
func `the README's table of keys is that of help`() throws {
  #expect(try readme().contains("\n\n" + Shell.keysTable + "\n"))
}
