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
    let process = spawn(path, words, environment, input: ends.readEnd.rawValue)
    close(ends.readEnd)
    guard let process else {
      close(ends.writeEnd)
      return nil
    }
    return Running(
      write: { bytes in
        do { return try ends.writeEnd.writeAll(bytes) == bytes.count } catch { return false }
      },
      finish: {
        close(ends.writeEnd)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) == -1, errno == EINTR {}
      })
  }

  /// There is nothing to lose in a pipe that is closed.
  private static func close(_ end: FileDescriptor) { try? end.close() }

  private static func spawn(
    _ path: String, _ words: [String], _ environment: [String: String], input: Int32
  ) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_addclose(&actions, input)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var standard = sigset_t()
    unsafe sigemptyset(&standard)
    for signal in [SIGINT, SIGPIPE, SIGQUIT] { unsafe sigaddset(&standard, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &standard)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let arguments = CStrings(words)
    let variables = CStrings(environment.map { "\($0)=\($1)" })
    let error = unsafe posix_spawn(
      &process, path, &actions, &attributes, arguments.pointers, variables.pointers)
    return error == 0 ? process : nil
  }
}

/// Texts as a C program takes them.
@safe
private struct CStrings: ~Copyable {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [String]) { unsafe pointers = texts.map { unsafe strdup($0) } + [nil] }

  deinit { unsafe pointers.forEach { unsafe free($0) } }
}
