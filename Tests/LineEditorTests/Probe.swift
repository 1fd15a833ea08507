import Foundation
import TestSupport

extension PseudoTerminal {
  /// The editor probe at its first prompt.
  convenience init(
    probe arguments: [String] = [],
    environment: [String: String] = ["TERM": "xterm-256color", "LANG": "C.UTF-8"],
    rows: Int = 24,
    columns: Int = 80
  ) throws {
    try self.init(
      running: probePath, arguments: arguments, environment: environment, rows: rows,
      columns: columns)
    try expectPrompt()
  }

  /// Waits for an empty line with the prompt.
  func expectPrompt() throws {
    try expectEmptyLine(after: "probe ❯")
  }

  /// Waits for a line on the screen.
  func expect(line: String) throws {
    try expect { $0.lines.contains(line) }
  }

  /// Waits for the report of an accepted line.
  func expect(read line: String) throws {
    try expect(line: "read: \(line.debugDescription)")
  }
}

/// The probe lies in the build folder, beside the bundle or program that holds these tests.
let probePath: String = {
  let tests = Bundle.allBundles.map(\.bundleURL) + [URL(filePath: CommandLine.arguments[0])]
  let folders = tests.flatMap { [$0.deletingLastPathComponent(), $0] }
  let paths = folders.map { $0.appending(path: "EditorProbe").path }
  return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "EditorProbe"
}()
