#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How a terminal treats keys and output, as `stty` shows it.
package struct TerminalModes: Equatable, Sendable {
  package var input: UInt
  package var output: UInt
  package var local: UInt
  package var control: UInt
  package var characters: [UInt8]

  /// Whether typed characters are shown by the terminal itself.
  package var echoes: Bool { local & UInt(ECHO) != 0 }

  /// Whether a program gets whole lines.
  package var isCanonical: Bool { local & UInt(ICANON) != 0 }

  /// Whether keys such as Ctrl-C raise signals.
  package var raisesSignals: Bool { local & UInt(ISIG) != 0 }
}

extension PseudoTerminal {
  /// The modes at this moment.
  package var modes: TerminalModes {
    var state = termios()
    unsafe _ = tcgetattr(descriptor, &state)
    let characters = unsafe withUnsafeBytes(of: &state.c_cc) { unsafe Array($0) }
    return TerminalModes(
      input: UInt(state.c_iflag), output: UInt(state.c_oflag), local: UInt(state.c_lflag),
      control: UInt(state.c_cflag), characters: characters)
  }

  /// Makes the terminal one that echoes and gives whole lines, as a shell does between jobs.
  package func makeCanonical() {
    var state = termios()
    unsafe _ = tcgetattr(descriptor, &state)
    state.c_lflag |= tcflag_t(ECHO | ICANON | ISIG)
    unsafe _ = tcsetattr(descriptor, TCSANOW, &state)
  }
}
