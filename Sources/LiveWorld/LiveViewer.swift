import SystemPackage
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension TextViewer {
  /// Starts programs that read from a pipe.
  package static func live(environment: [String: String]) -> TextViewer {
    TextViewer { command in
      let words = command.split(separator: " ").map(String.init)
      guard let program = words.first, let path = findProgram(program, environment) else {
        return nil
      }
      var environment = environment
      // As for git: leave where all fits, keep colors, leave the text on the screen.
      if environment["LESS"] == nil { environment["LESS"] = "FRX" }
      return start(path, words, environment)
    }
  }

  private static func start(
    _ path: String, _ words: [String], _ environment: [String: String]
  ) -> Running? {
    guard let ends = try? FileDescriptor.pipe() else { return nil }  // nil says that it failed
    _ = fcntl(ends.writeEnd.rawValue, F_SETFD, FD_CLOEXEC)
    defer { close(ends.readEnd) }
    let program: StartedProgram
    do throws(Errno) {
      program = try StartedProgram(
        path, words, environment: environment, input: ends.readEnd.rawValue)
    } catch {
      close(ends.writeEnd)
      return nil
    }
    return Running(
      write: { bytes in
        do { return try ends.writeEnd.writeAll(bytes) == bytes.count } catch { return false }
      },
      finish: {
        close(ends.writeEnd)
        let status = program.wait()
        // A program that a signal ends was ended by somebody.
        return status & 0x7F == 0 ? Int(status >> 8 & 0xFF) : 0
      })
  }

  /// There is nothing to lose in a pipe that is closed.
  private static func close(_ end: FileDescriptor) { try? end.close() }
}
