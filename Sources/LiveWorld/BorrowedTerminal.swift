import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The terminal of the session in place of standard input and output, so that another program can read the result of
/// a dialog from standard output.
package struct BorrowedTerminal {
  /// Standard output as it was.
  private let output: FileDescriptor

  /// Connects standard input and output to the terminal, unless they are one.
  ///
  /// - Throws: The error of the system if there is no terminal.
  package init() throws(Errno) {
    do {
      let terminal = try FileDescriptor.open(FilePath("/dev/tty"), .readWrite)
      output = try FileDescriptor.standardOutput.duplicate()
      // Programs that are started must not keep it open.
      _ = fcntl(output.rawValue, F_SETFD, FD_CLOEXEC)
      for stream in [FileDescriptor.standardInput, .standardOutput]
      where isatty(stream.rawValue) == 0 {
        _ = try terminal.duplicate(as: stream)
      }
      try terminal.close()
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  /// Writes the result to standard output as it was.
  ///
  /// - Returns: Whether all of it was written.
  package func write(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    // The caller reports that the result is lost.
    return (try? output.writeAll(bytes)) == bytes.count
  }
}
