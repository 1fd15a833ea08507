import ArgumentParser
import Diagnostics
import FoundationEssentials
import HTTPCache
import LiveWorld
import Output
import SessionStore
import Shell
import World

/// One run of the program.
struct Run {
  /// The options of the command line, apart from the feed and the commands.
  struct Choices {
    var options = RunOptions()
    var home: String?
    var seed: UInt64?
    var log: String?
    /// The folder of a recorded network that replaces the live one.
    var recording: String?
    /// Standard input, if it was read before the terminal took its place.
    var input: [UInt8]?
  }

  var feed: String?
  var commands: [String] = []
  var choices = Choices()
}

extension Run.Choices {
  /// Creates a shell on this machine; without a home folder, it stores nothing, and reports that.
  ///
  /// - Throws: ``ExitCode`` if the log cannot be written, after reporting that.
  func shell(isInteractive: Bool) throws -> Shell {
    var options = options
    var world: World
    do throws(FolderProblem) {
      world = try World.live(home: home, seed: seed)
    } catch {
      world = .live(folders: Folders(home: "/nonexistent"), seed: seed)
      if !options.isEphemeral {
        complain("\(error), so nothing is stored", "name a folder with --home DIR")
      }
      options.isEphemeral = true
    }
    do {
      if let recording {
        let bundle = try RecordedBundle(recording, files: world.files)
        world.http = RecordedTransport(bundle, wait: world.wait)
      }
      if let log { world.http = try LoggingTransport(world.http, to: log, world: world) }
    } catch let error as BundleError {
      complain("\(error)", "", .error)
      throw ExitCode(RunStatus.noInput.rawValue)
    } catch {
      complain("the log cannot be written: \(error)", "", .error)
      throw ExitCode(RunStatus.disk.rawValue)
    }
    if let input { world.console.readInput = { _ in input } }
    options.isInteractive = isInteractive
    let library = Library(
      path: options.isEphemeral ? nil : world.folders.data + "/library.sqlite", files: world.files,
      patience: patience(world), now: world.now)
    let history = HistoryFile(
      path: options.isEphemeral ? nil : world.folders.state + "/history", files: world.files,
      now: world.now)
    let now = world.now
    // The responses of a recorded network must be the same in each run, so none are cached on disk.
    let keepsNothing = options.isEphemeral || recording != nil
    let cache = CacheStore(
      folder: keepsNothing ? nil : world.folders.cache, files: world.files,
      now: { now().timeIntervalSince1970 })
    return Shell(
      world: world, library: library, history: history, cache: cache, options: options)
  }

  /// Returns a patience that waits for the library until the user interrupts, after a message.
  private func patience(_ world: World) -> LibraryPatience {
    let (interruptions, errors) = (world.interruptions, world.console.errors)
    return LibraryPatience(isStopped: { interruptions.isRaised }) {
      _ = errors.write(
        Array("waiting for another program, which uses the library (^C stops)\n".utf8))
    }
  }

  private func complain(
    _ message: String, _ hint: String, _ severity: Diagnostic.Severity = .warning
  ) {
    let lines = Diagnostic(message, hint: hint, severity: severity).lines.joined(separator: "\n")
    _ = Console.live(environment: [:]).errors.write(Array((lines + "\n").utf8))
  }
}

/// Ends the program with a status, if it is not success.
func leave(_ status: RunStatus) throws {
  if status != .success { throw ExitCode(status.rawValue) }
}
