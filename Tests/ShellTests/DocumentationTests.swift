import Foundation
import LiveWorld
import Shell
import Testing
import World

/// The folder of the project that these tests are a part of.
private let projectFolder =
  #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

/// The text of a page.
private func page(_ name: String) throws -> String {
  String(
    decoding: try LiveFileSystem().contents(of: "\(projectFolder)/\(name)", limit: 1 << 20),
    as: UTF8.self)
}

@Test
func `the table of commands in the documentation is that of the declarations`() throws {
  let isComplete = try page("docs/commands.md").contains("\n\n" + Shell.commandsTable + "\n")
  #expect(isComplete, "\(Shell.commandsTable)")
}

@Test
func `the table of settings in the documentation is that of the declarations`() throws {
  let isComplete = try page("docs/files-and-settings.md").contains(
    "\n\n" + Shell.settingsTable + "\n")
  #expect(isComplete, "\(Shell.settingsTable)")
}

@Test
func `the table of keys in the documentation is that of help`() throws {
  let isComplete = try page("docs/prompt.md").contains("\n\n" + Shell.keysTable + "\n")
  #expect(isComplete, "\(Shell.keysTable)")
}

@Test
func `the tables of notations in the documentation are those of help`() throws {
  let pages = try ["filters", "cooking", "prompt"].map { try page("docs/\($0).md") }.joined()
  for table in Shell.notationTables { #expect(pages.contains("\n\n" + table + "\n"), "\(table)") }
}

@Test
func `links between pages lead to files and headings`() throws {
  let manager = FileManager.default
  let pages =
    try manager.contentsOfDirectory(atPath: projectFolder).filter { $0.hasSuffix(".md") }
    + manager.contentsOfDirectory(atPath: projectFolder + "/docs").filter { $0.hasSuffix(".md") }
    .map { "docs/" + $0 }
  for name in pages {
    for match in try page(name).matches(of: /\]\(([^):\s]+)\)/) {
      let parts = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let folder = name.hasPrefix("docs/") ? "docs/" : ""
      let target = parts[0].isEmpty ? name : folder + parts[0]
      #expect(manager.fileExists(atPath: "\(projectFolder)/\(target)"), "\(name): \(match.1)")
      guard parts.count == 2 else { continue }
      let headings = try page(target).matches(of: /\n#+ (.+)/).map {
        $0.1.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
          .replacing(" ", with: "-")
      }
      #expect(headings.contains(String(parts[1])), "\(name): \(match.1)")
    }
  }
}
