import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct SignalTests {
  @Test func `Ctrl-C drops the line and marks it`() throws {
    let terminal = try PseudoTerminal(probe: ["plain"], columns: 20)
    try terminal.write("a long line of two rows\u{1}\u{3}ls\r")
    try terminal.expect(read: "ls")
    #expect(
      Array(terminal.screen.lines[0...3]) == [
        "probe ❯ a long line", "of two rows^C", "interrupted", "probe ❯ ls",
      ])
  }

  @Test func `Ctrl-D ends the input on an empty line only`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("a\u{4}\u{7F}\u{4}")
    #expect(try terminal.expectEnd() == .status(0))
    #expect(terminal.screen.lines[1] == "end")
  }

  @Test func `Ctrl-C reaches a running command`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("sleep\r")
    try terminal.expect(line: "sleeping")
    #expect(terminal.modes.raisesSignals && terminal.modes.isCanonical && !terminal.modes.echoes)
    try terminal.write("\u{3}")
    try terminal.expect(line: "woken by SIGINT")
  }

  @Test func `keys typed while a command runs go to the next line`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("sleep\r")
    try terminal.expect(line: "sleeping")
    try terminal.write("next\u{1B}[D\u{C}")
    try terminal.write("\u{3}")
    try terminal.expect(line: "woken by SIGINT")
    try terminal.expect { $0.cursorLine == "probe ❯ next" }
    #expect(terminal.screen.lines.filter { $0.contains("next") }.count == 1)
    #expect(!terminal.screen.text.contains("^["))
    try terminal.write("\r")
    try terminal.expect(read: "next")
  }

  @Test func `lines behind a command that is broken off are not run, and not lost`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("sleep\r")
    try terminal.expect(line: "sleeping")
    try terminal.write("éne\r\rtwo;\rthre\u{7F}")
    try terminal.write("\u{3}")
    try terminal.expect(line: "woken by SIGINT")
    try terminal.expect { $0.text.hasSuffix("probe ❯ éne\n\ntwo;\nthr") }
    try terminal.write("ee\r")
    try terminal.expect(read: "éne\n\ntwo;\nthree")
    try terminal.write("sleep\r")
    try terminal.expect { $0.lines.filter { $0 == "sleeping" }.count == 2 }
    try terminal.write("\u{3}")
    try terminal.expect { $0.lines.filter { $0 == "woken by SIGINT" }.count == 2 }
    try terminal.expectPrompt()
  }

  @Test func `a resize while a command runs does not redraw the line before the command`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("sleep\r")
    try terminal.expect(line: "sleeping")
    terminal.resize(rows: 24, columns: 60)
    try terminal.write("ab")
    try terminal.write("\u{3}")
    try terminal.expect(line: "woken by SIGINT")
    try terminal.expect { $0.cursorLine == "probe ❯ ab" }
    try terminal.write("\r")
    try terminal.expect(read: "ab")
  }

  @Test(arguments: ["sleep", "load", "open"])
  func `Ctrl-Z during a command restores the terminal modes, and fg resumes the command`(
    command: String
  ) throws {
    let job =
      "set -m; '\(probePath)'; trap '' INT; echo stopped; read answer; echo answered $answer; "
      + "fg >/dev/null; echo over"
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", job], environment: ["TERM": "xterm-256color"])
    try terminal.expectPrompt()
    try terminal.write("\(command)\r")
    try terminal.expect(line: "sleeping")
    // What is meant for the one is not for the other, who would run it.
    try terminal.write("rm all\r\u{1A}")
    // A terminal that is lent shows the key before it.
    try terminal.expect { $0.lines.contains { $0.hasSuffix("stopped") } }
    #expect(terminal.modes.isCanonical && terminal.modes.echoes && terminal.modes.raisesSignals)
    try terminal.write("ok\n")
    // What was not read yet, a ^C would take away.
    try terminal.expect(line: "answered ok")
    // How soon the job has the terminal again nothing tells; until then ^C goes to the shell, which passes it over.
    for _ in 0..<100 where !terminal.screen.text.contains("woken by SIGINT") {
      try terminal.write("\u{3}")
      // It is written again where nothing came of it.
      try? terminal.expect(timeout: .milliseconds(100)) { $0.text.contains("woken by SIGINT") }
    }
    try terminal.expect { $0.text.contains("woken by SIGINT") }
    try terminal.expectPrompt()
    try terminal.write("\u{4}")
    try terminal.expect(line: "over")
  }

  @Test func `Ctrl-Z stops the job and gives the terminal back`() throws {
    let job =
      "set -m; '\(probePath)'; echo stopped; read answer; echo shell: $answer; "
      + "fg >/dev/null; echo over"
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", job], environment: ["TERM": "xterm-256color"])
    try terminal.expectPrompt()
    // What is typed behind it is for the shell.
    try terminal.write("half\u{1A}yes")
    try terminal.expect { $0.lines.contains { $0.hasPrefix("stopped") } }
    #expect(terminal.modes.isCanonical && terminal.modes.echoes && terminal.modes.raisesSignals)
    #expect(!terminal.screen.hasBracketedPaste)
    try terminal.write("\n")
    try terminal.expect(line: "shell: yes")
    try terminal.expect { $0.cursorLine == "probe ❯ half" && $0.hasBracketedPaste }
    try terminal.write(" line\r")
    try terminal.expect(read: "half line")
    try terminal.expectPrompt()
    try terminal.write("\u{4}")
    try terminal.expect(line: "over")
  }

  @Test(arguments: ["", "quiet"])
  func `Ctrl-Z stops a search, too, and the line is there again afterwards`(look: String) throws {
    let job = "set -m; '\(probePath)' \(look); echo stopped; read answer; fg >/dev/null"
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", job], environment: ["TERM": "xterm-256color"])
    try terminal.expectPrompt()
    try terminal.write("half\u{12}")
    try terminal.expect { $0.cursorLine.hasPrefix("(search)") }
    try terminal.write("\u{1A}")
    try terminal.expect { $0.lines.contains { $0.hasPrefix("stopped") } }
    try terminal.write("\n")
    try terminal.expect { $0.cursorLine == "probe ❯ half" && $0.hasBracketedPaste }
    try terminal.write(" line\r")
    try terminal.expect(read: "half line")
  }

  @Test func `a stopped job that is ended leaves the terminal to the shell`() throws {
    let end = "kill -TERM %1; while kill -CONT %1; do wait %1; done 2>/dev/null; echo over"
    let job = "set -m; '\(probePath)'; echo stopped; read answer; \(end)"
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", job], environment: ["TERM": "xterm-256color"])
    try terminal.expectPrompt()
    try terminal.write("half\u{1A}")
    try terminal.expect(line: "stopped")
    let shells = terminal.modes
    try terminal.write("\n")
    try terminal.expect(line: "over")
    #expect(terminal.modes == shells)
  }

  @Test func `a line is edited on after SIGSTOP and SIGCONT from another process`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("half")
    try terminal.expect { $0.cursorLine == "probe ❯ half" }
    terminal.process.send(SIGSTOP)
    try terminal.process.waitUntilStopped()
    terminal.makeCanonical()
    terminal.process.send(SIGCONT)
    try terminal.expect { $0.cursorLine == "probe ❯ half" && !terminal.modes.echoes }
    try terminal.write(" line\r")
    try terminal.expect(read: "half line")
  }

  @Test(arguments: [
    SIGTERM, SIGHUP, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE,
  ])
  func `a deadly signal restores the terminal and is reported as the cause of death`(signal: Int32)
    throws
  {
    let (terminal, before) = try terminalKnownBefore()
    #expect(terminal.modes != before)
    try terminal.write("half")
    try terminal.expect { $0.cursorLine == "probe ❯ half" }
    terminal.process.send(signal)
    #expect(try terminal.expectEnd() == .signal(signal))
    #expect(terminal.modes == before)
    #expect(!terminal.screen.hasBracketedPaste)
  }

  @Test func `SIGQUIT does not end the prompt and keeps the line`() throws {
    let (terminal, _) = try terminalKnownBefore()
    try terminal.write("half")
    try terminal.expect { $0.cursorLine == "probe ❯ half" }
    terminal.process.send(SIGQUIT)
    try terminal.write(" line\r")
    try terminal.expect(read: "half line")
  }

  @Test func `a deadly signal leaves no menu below the line`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("f\t\t")
    try terminal.expect {
      $0.lines[0...2] == [
        "probe ❯ filter", "❯ filter  keep matching rows", "  find    look for a text",
      ]
    }
    terminal.process.send(SIGTERM)
    #expect(try terminal.expectEnd() == .signal(SIGTERM))
    #expect(terminal.screen.text == "probe ❯ filter" && terminal.screen.cursor == (1, 0))
  }

  @Test func `a terminal that was left in nonblocking mode is set to blocking mode`() throws {
    let terminal = try PseudoTerminal(probe: ["impatient"])
    try terminal.write("patience\r")
    try terminal.expect(line: "the terminal waits")
  }

  @Test(arguments: [("exit\r", 3), ("exit now", 3), ("quit\r", 0), ("\u{4}", 0)])
  func `every way out restores the terminal`(keys: String, status: Int32) throws {
    let (terminal, before) = try terminalKnownBefore()
    try terminal.write(keys)
    #expect(try terminal.expectEnd() == .status(status))
    #expect(terminal.modes == before)
    #expect(!terminal.screen.hasBracketedPaste)
  }

  @Test func `keys typed ahead are read line by line`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("pause\r")
    try terminal.expect(line: "pausing")
    try terminal.write("go\nahead\nhalf")
    try terminal.expect { $0.text.contains("paused until: go") }
    try terminal.expect(read: "ahead")
    try terminal.expect { $0.cursorLine == "probe ❯ half" }
  }

  @Test(arguments: ["xterm-256color", "dumb"])
  func `keys typed before the first prompt appear behind it`(type: String) throws {
    let job = "echo ready; read answer; exec '\(probePath)'"
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", job], environment: ["TERM": type])
    try terminal.expect(line: "ready")
    try terminal.write("\nhalf")
    try terminal.expect { $0.cursorLine == "probe ❯ half" && $0.cursor == (2, 12) }
    try terminal.write("X\r")
    try terminal.expect { $0.lines[2...3] == ["probe ❯ halfX", "read: \"halfX\""] }
  }

  @Test func `a line that a program left without an end stays before the prompt`() throws {
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", "printf unfinished; exec '\(probePath)'"],
      environment: ["TERM": "xterm-256color"])
    try terminal.expect { $0.lines[0].hasPrefix("unfinished") && $0.text.contains("probe ❯") }
  }

  @Test(arguments: ["quit", "exit"])
  func `keys typed ahead are left to the next program`(command: String) throws {
    let job = "'\(probePath)'; read answer; echo \"left: $answer\""
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", job], environment: ["TERM": "xterm-256color"])
    try terminal.expectPrompt()
    try terminal.write(command + "\rgo ahead\r")
    try terminal.expect(line: "left: go ahead")
  }

  @Test(arguments: ["end", "hang up"])
  func `keys typed ahead of an unexpected end are dropped`(command: String) throws {
    let job = "'\(probePath)'; echo ended; read answer; echo \"left: $answer\""
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", job], environment: ["TERM": "xterm-256color"])
    try terminal.expectPrompt()
    try terminal.write(command + "\rrm all\r")
    try terminal.expect(line: "ended")
    try terminal.write("nothing\r")
    try terminal.expect(line: "left: nothing")
  }

  @Test func `a new size of the window does not interrupt a command that reads`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("pause\r")
    try terminal.expect(line: "pausing")
    terminal.resize(rows: 30, columns: 60)
    try terminal.write("over\n")
    try terminal.expect { $0.text.contains("paused until: over") }
  }

  @Test func `many lines at once are read one after the other`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("one\rtwo\rthree\r")
    try terminal.expect(read: "three")
    #expect(terminal.screen.lines.filter { $0.hasPrefix("read:") }.count == 3)
  }

  /// The probe, and the modes its terminal had before.
  private func terminalKnownBefore() throws -> (PseudoTerminal, TerminalModes) {
    let job = "echo ready; read answer; exec '\(probePath)'"
    // Swift's own handler, where it is installed, would take some signals first.
    let terminal = try PseudoTerminal(
      running: "/bin/sh", arguments: ["-c", job],
      environment: ["TERM": "xterm-256color", "SWIFT_BACKTRACE": "enable=no"])
    try terminal.expect(line: "ready")
    let before = terminal.modes
    try terminal.write("\n")
    try terminal.expectPrompt()
    return (terminal, before)
  }
}
