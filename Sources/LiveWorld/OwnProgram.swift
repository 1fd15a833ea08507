import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs this program in a child process.
package enum OwnProgram {
  static var path: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      CommandLine.arguments[0]
    #endif
  }

  /// The first command-line argument that is not UTF-8, which Swift would repair silently.
  package static var unreadableWord: UnreadableText? {
    for number in 1..<max(1, Int(CommandLine.argc)) {
      // The strings are valid for the lifetime of the process.
      guard let word = unsafe CommandLine.unsafeArgv[number] else { break }
      let bytes = unsafe UnsafeRawBufferPointer(start: word, count: strlen(word))
      let text = unsafe readableText(bytes, from: "word \(number) of the command line")
      if case .failure(let error) = text { return error }
    }
    return nil
  }

  /// Runs the program with other arguments on the same terminal, and waits for it.
  ///
  /// - Returns: Its exit status, or 128 plus the signal that ended it; nil if it cannot be started.
  static func run(_ words: [String]) -> Int32? {
    // The caller reports the error.
    guard let program = try? StartedProgram(path, ["larder"] + words) else { return nil }
    return exitStatus(program.wait())
  }

  /// Runs the program with other arguments in another environment, and waits for it.
  ///
  /// - Parameters:
  ///   - words: The arguments.
  ///   - environment: The environment variables.
  ///   - nice: The niceness, from 0 to 19.
  /// - Returns: Its standard output and exit status; nil if it cannot be started.
  package static func output(
    of words: [String], environment: [String: String], nice: Int32 = 0
  ) -> (bytes: [UInt8], status: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { _ = close(ends[0]) }
    // The caller reports the error.
    let started = try? StartedProgram(
      path, ["larder"] + words, environment: environment, output: ends[1])
    _ = close(ends[1])
    guard let program = started else { return nil }
    if nice > 0 { program.giveWay(nice) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(ends[0], &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    return (bytes, exitStatus(program.wait()))
  }

  private static func exitStatus(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

extension StartedProgram {
  /// Lowers the priority of the process.
  fileprivate func giveWay(_ nice: Int32) {
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process), nice)
  }
}
