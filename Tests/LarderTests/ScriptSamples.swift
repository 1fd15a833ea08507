import Foundation
import TestSupport

/// Scripts that tests play.
enum SampleScript {
  static let header = """
    rcp 1
    title: Small
    feed: builtin:demo
    size: 80x24
    clock: 2026-11-20T18:00:00Z
    tz: UTC
    locale: en_US
    seed: 1
    var: many = 64

    """

  /// One of everything that is expected.
  static let small =
    header + """

      # A comment.
      == One
      % A narration.
      > count
      |~ ${many}

      > list 1-3
      |...
      |   3  Butter chicken  Indian         source video
      ! 1–3 of 64 · next for more

      @ keys "filter cui" Tab
      _ filter cuisine={^}

      @ keys Ctrl+U
      _ {^}

      == Two
      > nosuch
      ! error: no command `nosuch`
      !...
      ? error unknown-command

      > count
      | 64

      """
}

extension Workplace {
  /// Writes the sample script, or another.
  func recorded(_ name: String = "a.rcp", text: String = SampleScript.small) throws -> String {
    _ = try file(name, text)
    return name
  }

  /// Runs `larder script` to its end, with no terminal anywhere.
  func scripts(_ words: String..., environment: [String: String] = [:]) throws -> Run {
    try scripts(words, environment: environment)
  }

  func scripts(_ words: [String], environment: [String: String] = [:]) throws -> Run {
    try run(larderPath, ["script"] + words, environment: environment)
  }

  /// `larder script` at a terminal of its own.
  func scriptTerminal(
    _ arguments: [String], environment: [String: String] = [:], rows: Int = 24, columns: Int = 80
  ) throws -> PseudoTerminal {
    // No folder but this one can be worked in, and the terminal begins in that of the tests.
    let command = "cd '\(path)' && exec '\(larderPath)' \"$@\""
    return try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", command, "sh"] + arguments,
      environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": home]
        .merging(environment) { $1 }, rows: rows, columns: columns)
  }

  /// A job of a shell that prints `stopped` whenever the job is stopped, and continues it after Enter.
  func stoppable(_ arguments: String, rows: Int = 24) throws -> PseudoTerminal {
    let job =
      "set -m; cd '\(path)'; '\(larderPath)' --home '\(home)' \(arguments); "
      + "while kill -0 %1 2>/dev/null; do echo stopped; read x; fg >/dev/null; done"
    return try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", job],
      environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": home], rows: rows)
  }
}

/// Where the project lies.
let projectFolder = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().path

/// Whether programs that are no part of the project are here.
func areHere(_ programs: String...) -> Bool {
  programs.allSatisfy { program in
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }
}
