import CPlatform

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A process: one that leads its own session at a terminal, or one whose streams are files.
///
/// It is started by `posix_spawn`. Foundation's `Process` crashed now and then while many were started at once.
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
    resetSignals(&attributes, newSession)
    unsafe posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    for stream: Int32 in [1, 2] { unsafe posix_spawn_file_actions_adddup2(&actions, 0, stream) }
    identifier = unsafe try spawned(path, arguments, environment, &actions, &attributes)
  }

  /// Starts a process of its own group, whose streams are files.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: Its arguments.
  ///   - environment: Its variables.
  ///   - folder: The folder that it starts in.
  ///   - input: The file that it reads.
  ///   - output: The file that results are written to.
  ///   - errors: The file that messages are written to.
  /// - Throws: ``PseudoTerminalError`` if it cannot be started.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String], in folder: String,
    input: String, output: String, errors: String
  ) throws {
    var attributes = posix_spawnattr_t()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawnattr_init(&attributes)
    unsafe posix_spawn_file_actions_init(&actions)
    defer {
      unsafe _ = posix_spawnattr_destroy(&attributes)
      unsafe _ = posix_spawn_file_actions_destroy(&actions)
    }
    resetSignals(&attributes, Int32(POSIX_SPAWN_SETPGROUP))
    unsafe _ = cplatform_change_folder(&actions, folder)
    unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY, 0)
    #if canImport(Glibc)
      unsafe _ = cplatform_close_from(&actions, 3)
    #endif
    identifier = unsafe try spawned(path, arguments, environment, &actions, &attributes)
  }

  /// Waits for the end of the process.
  ///
  /// - Returns: Its exit status, or minus the number of the signal that ended it.
  package func exitStatus() throws -> Int32 {
    switch try wait() {
    case .status(let status): status
    case .signal(let signal): -signal
    }
  }

  /// Whether the process has not ended yet.
  package func isRunning() -> Bool {
    if ending != nil { return false }
    var status: Int32 = 0
    guard unsafe waitpid(identifier, &status, WNOHANG) == identifier else { return true }
    ending = Ending(waitStatus: status)
    return false
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
    let ending = Ending(waitStatus: try waitForStatus(0))
    self.ending = ending
    return ending
  }

  /// Ends the process if it still runs, and those that it has started in its group.
  func end() {
    guard ending == nil else { return }
    _ = kill(-identifier, SIGKILL)
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

extension ChildProcess.Ending {
  fileprivate init(waitStatus status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
  }
}

private func spawned(
  _ path: String, _ arguments: [String], _ environment: [String: String],
  _ actions: inout posix_spawn_file_actions_t, _ attributes: inout posix_spawnattr_t
) throws -> pid_t {
  let variables = environment.merging(measuringEnvironment) { own, _ in own }.map { "\($0)=\($1)" }
  return unsafe try withCStrings([path] + arguments) { argv in
    unsafe try withCStrings(variables) { envp in
      var process = pid_t()
      let code = unsafe posix_spawn(&process, path, &actions, &attributes, argv, envp)
      guard code == 0 else { throw PseudoTerminalError.system(call: "posix_spawn", errno: code) }
      return process
    }
  }
}

/// No signal blocked and none ignored, whatever the tests run under; and a session or a group of its own.
private func resetSignals(_ attributes: inout posix_spawnattr_t, _ kind: Int32) {
  var all = sigset_t()
  var none = sigset_t()
  unsafe sigfillset(&all)
  unsafe sigemptyset(&none)
  unsafe posix_spawnattr_setsigdefault(&attributes, &all)
  unsafe posix_spawnattr_setsigmask(&attributes, &none)
  let flags = kind | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
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
