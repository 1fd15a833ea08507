#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A process that leads its own session at a terminal.
package final class ChildProcess {
  /// How a process ended.
  package enum Ending: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)
  }

  package let identifier: pid_t

  private var ending: Ending?

  init(
    _ path: String,
    _ arguments: [String],
    environment: [String: String],
    terminal: String
  ) throws {
    var attributes = posix_spawnattr_t()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawnattr_init(&attributes)
    unsafe posix_spawn_file_actions_init(&actions)
    defer {
      unsafe _ = posix_spawnattr_destroy(&attributes)
      unsafe _ = posix_spawn_file_actions_destroy(&actions)
    }
    resetSignals(&attributes)
    unsafe posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    for stream: Int32 in [1, 2] { unsafe posix_spawn_file_actions_adddup2(&actions, 0, stream) }
    let variables = environment.merging(coverageEnvironment) { own, _ in own }
      .map { "\($0)=\($1)" }
    identifier = unsafe try withCStrings([path] + arguments) { argv in
      unsafe try withCStrings(variables) { envp in
        var process = pid_t()
        let code = unsafe posix_spawn(&process, path, &actions, &attributes, argv, envp)
        guard code == 0 else { throw PseudoTerminalError.system(call: "posix_spawn", errno: code) }
        return process
      }
    }
  }

  /// Sends a signal to the process alone.
  package func send(_ signal: Int32) {
    kill(identifier, signal)
  }

  /// Waits until the process is stopped by a signal.
  package func waitUntilStopped() throws {
    let status = try waitForStatus(WUNTRACED)
    guard status & 0xFF == 0x7F else {
      throw PseudoTerminalError.system(call: "waitpid", errno: 0)
    }
  }

  /// Waits for the end of the process.
  func wait() throws -> Ending {
    if let ending { return ending }
    let status = try waitForStatus(0)
    let signal = status & 0x7F
    let ending = signal == 0 ? Ending.status(status >> 8 & 0xFF) : .signal(signal)
    self.ending = ending
    return ending
  }

  /// Ends the process if it still runs.
  func end() {
    guard ending == nil else { return }
    send(SIGKILL)
    ending = (try? waitForStatus(0)).map { .signal($0 & 0x7F) }
  }

  private func waitForStatus(_ options: Int32) throws -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, options) < 0 {
      guard errno == EINTR else {
        throw PseudoTerminalError.system(call: "waitpid", errno: errno)
      }
    }
    return status
  }
}

#if canImport(Glibc)
  /// `POSIX_SPAWN_SETSID`, which <spawn.h> hides from Swift.
  private let newSession: Int32 = 0x80
#else
  private let newSession = Int32(POSIX_SPAWN_SETSID)
#endif

/// A new session, no signal blocked and none ignored, whatever the tests run under.
private func resetSignals(_ attributes: inout posix_spawnattr_t) {
  var all = sigset_t()
  var none = sigset_t()
  unsafe sigfillset(&all)
  unsafe sigemptyset(&none)
  unsafe posix_spawnattr_setsigdefault(&attributes, &all)
  unsafe posix_spawnattr_setsigmask(&attributes, &none)
  let flags = newSession | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
  unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
}

/// Calls a function with a null-terminated array of C strings.
private func withCStrings<Result>(
  _ strings: [String],
  _ body: ([UnsafeMutablePointer<CChar>?]) throws -> Result
) rethrows -> Result {
  let pointers = unsafe strings.map { unsafe strdup($0) }
  defer { unsafe pointers.forEach { unsafe free($0) } }
  return unsafe try body(pointers + [nil])
}
