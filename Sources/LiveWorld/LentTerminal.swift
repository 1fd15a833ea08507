#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A terminal that gives lines and shows what is typed, as another program expects to find it.
struct LentTerminal {
  private let found: termios

  /// Changes the terminal that is standard input; nil if it is none, or as it should be.
  init?() {
    var modes = termios()
    guard tcgetpgrp(STDIN_FILENO) == getpgrp(), unsafe tcgetattr(STDIN_FILENO, &modes) == 0,
      modes.c_lflag & tcflag_t(ECHO) == 0
    else { return nil }
    found = modes
    modes.c_lflag |= tcflag_t(ECHO | ICANON)
    unsafe _ = tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
  }

  /// Puts it back as it was found.
  func takeBack() {
    var modes = found
    unsafe _ = tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
  }
}
