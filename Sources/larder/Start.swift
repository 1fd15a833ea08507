import ArgumentParser
import Diagnostics
import LiveWorld
import SessionStore
import Shell
import World

/// One run of the program.
struct Run {
  /// What the command line asked for beside a feed and commands.
  struct Choices {
    var options = Options()
    var home: String?
    var seed: UInt64?
    var log: String?
  }

  var feed: String?
  var commands: [String] = []
  var choices = Choices()
}

extension Run.Choices {
  /// A shell on this machine.
  ///
  /// - Throws: ``ExitCode`` after saying why there can be none.
  func shell(isInteractive: Bool) throws -> Shell {
    guard var world = World.live(home: home, seed: seed) else {
      complain(
        "HOME is not set, so there is no place for your files", "say --home DIR or --ephemeral")
      throw ExitCode(RunStatus.usage.rawValue)
    }
    if let log { world.http = try LoggingTransport(world.http, to: log, world: world) }
    var options = options
    options.isInteractive = isInteractive
    let library = Library(
      path: options.isEphemeral ? nil : world.folders.data + "/library.sqlite", files: world.files,
      now: world.now)
    let history = HistoryFile(
      path: options.isEphemeral ? nil : world.folders.state + "/history", files: world.files,
      now: world.now)
    return Shell(world: world, library: library, history: history, options: options)
  }

  private func complain(_ message: String, _ hint: String) {
    let lines = Diagnostic(message, hint: hint).lines.joined(separator: "\n")
    _ = Console.live(environment: [:]).errors.write(Array((lines + "\n").utf8))
  }
}

/// Ends the program with a status, if it is not success.
func leave(_ status: RunStatus) throws {
  if status != .success { throw ExitCode(status.rawValue) }
}
