import CPlatform
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A child process, started without a shell.
struct StartedProgram {
  let process: pid_t
  private let terminal: CookedTerminalMode?

  /// Starts a program with default signal actions.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - words: The arguments, starting with the program's name.
  ///   - environment: The environment variables; nil to inherit them.
  ///   - input: The standard input; nil to inherit it.
  ///   - output: The standard output; nil to inherit it.
  /// - Throws: The error of posix_spawn.
  init(
    _ path: String, _ words: [String], environment: [String: String]? = nil, input: Int32? = nil,
    output: Int32? = nil
  ) throws(Errno) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
      unsafe posix_spawn_file_actions_addclose(&actions, input)
    }
    if let output {
      unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
      unsafe posix_spawn_file_actions_addclose(&actions, output)
    }
    // Closes all other descriptors, because libcurl does not set close-on-exec.
    #if canImport(Glibc)
      unsafe cplatform_close_from(&actions, STDERR_FILENO + 1)
    #endif
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var standard = sigset_t()
    unsafe sigemptyset(&standard)
    for signal in [SIGINT, SIGPIPE, SIGQUIT, SIGXFSZ] { unsafe sigaddset(&standard, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &standard)
    #if canImport(Glibc)
      let flags = POSIX_SPAWN_SETSIGDEF
    #else
      let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    let arguments = CStrings(words)
    let variables = environment.map { CStrings($0.map { "\($0)=\($1)" }) }
    var process: pid_t = 0
    terminal = CookedTerminalMode()
    let error = unsafe posix_spawn(
      &process, path, &actions, &attributes, arguments.pointers, variables?.pointers ?? environ)
    guard error == 0 else {
      terminal?.restore()
      throw Errno(rawValue: error)
    }
    self.process = process
  }

  /// Waits for the process.
  ///
  /// - Returns: The status as `waitpid` returns it.
  @discardableResult
  func wait() -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) == -1, errno == EINTR {}
    terminal?.restore()
    return status
  }
}

/// An array of C strings.
@safe
private final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ texts: [String]) {
    count = texts.count
    unsafe pointers = .allocate(capacity: count + 1)
    for (number, text) in texts.enumerated() { unsafe pointers[number] = strdup(text) }
    unsafe pointers[count] = nil
  }

  deinit {
    for number in 0..<count { unsafe free(pointers[number]) }
    unsafe pointers.deallocate()
  }
}

/// Puts the terminal into canonical mode with echo for a child process, and restores it later.
struct CookedTerminalMode {
  private let found: termios

  /// Changes the terminal on standard input; nil if it is not a terminal or already in that mode.
  init?() {
    var modes = termios()
    guard tcgetpgrp(STDIN_FILENO) == getpgrp(), unsafe tcgetattr(STDIN_FILENO, &modes) == 0,
      modes.c_lflag & tcflag_t(ECHO) == 0
    else { return nil }
    found = modes
    modes.c_lflag |= tcflag_t(ECHO | ICANON)
    // The mark of a command of this process: with it, a stop would change the modes that the child has set.
    modes.c_lflag &= ~tcflag_t(NOFLSH)
    unsafe _ = tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
  }

  /// Restores the terminal.
  func restore() {
    var modes = found
    unsafe _ = tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
  }
}
