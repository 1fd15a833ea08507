import SystemPackage
import World

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Console {
  /// Standard output, standard error and the terminal behind them.
  ///
  /// - Parameter environment: `COLUMNS` and `LINES` overrule what the terminal says.
  /// - Returns: A console on the three standard streams.
  package static func live(environment: [String: String]) -> Console {
    let input = StandardInput()
    return Console(
      output: .gathering(isTerminal: isatty(STDOUT_FILENO) == 1) { write($0, to: .standardOutput) },
      errors: .gathering(isTerminal: isatty(STDERR_FILENO) == 1) { write($0, to: .standardError) },
      size: { terminalSize(environment) },
      readLine: { () throws(FileError) in try input.next() },
      readInput: { (limit) throws(FileError) in
        try reporting("standard input") {
          try readAll(.standardInput, path: "standard input", limit: limit)
        }
      },
      query: { TerminalQuery.answer(to: $0, until: $1, within: $2) },
      withoutEcho: withoutEcho)
  }

  private static func withoutEcho(_ body: () -> Void) {
    guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp(),
      let modes = ChangedModes()
    else { return body() }
    defer { modes.restore() }
    body()
  }

  private static func write(_ pieces: [[UInt8]], to stream: FileDescriptor) -> Writing {
    do {
      try stream.writeEverything(pieces) { stream.await(.writing) }
      return .written
    } catch Errno.brokenPipe {
      return .unread
    } catch {
      if stream == .standardOutput { LostOutput.note() }
      let name = stream == .standardOutput ? "standard output" : "standard error"
      return .failed(FileError(path: name, reason: .other("\(error)")))
    }
  }

  private static func terminalSize(_ environment: [String: String]) -> Size {
    var window = winsize()
    for stream in [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO] {
      if unsafe ioctl(stream, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 { break }
    }
    func number(_ variable: String, _ measured: UInt16, _ standard: Int) -> Int {
      if let set = environment[variable].flatMap({ Int($0) }), set > 0 { return set }
      return measured > 0 ? Int(measured) : standard
    }
    func share(_ pixels: UInt16, _ cells: UInt16) -> Int? {
      pixels >= cells && cells > 0 ? Int(pixels / cells) : nil
    }
    return Size(
      columns: number("COLUMNS", window.ws_col, 80), rows: number("LINES", window.ws_row, 24),
      cellWidth: share(window.ws_xpixel, window.ws_col),
      cellHeight: share(window.ws_ypixel, window.ws_row))
  }
}
