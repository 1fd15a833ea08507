extension HostileScript {
  /// Texts that are no script, or too much of one.
  static let texts = [
    HostileScript("nothing", bytes: [], 2, "the script is empty"),
    HostileScript(
      "2 MiB", bytes: [UInt8](repeating: 0x0A, count: 2 << 20), 2, "more than 1048576 bytes"),
    HostileScript("a long line", "# " + times("x", 5000), 2, "x.rcp:4:"),
    HostileScript("a zero byte", "> list\u{0}", 2, "x.rcp:4:"),
    HostileScript("an escape sequence", "% \u{1B}]52;c;eA==\u{7}", 2, "x.rcp:4:"),
    HostileScript("a title of the window", "== \u{1B}]0;x\u{7}", 2, "x.rcp:4:"),
    HostileScript("a control of eight bits", "> a\n| \u{9B}2J", 2, "x.rcp:5:"),
    HostileScript(
      "another order of letters", "> count \u{202E}1\n? error", 0, "1 step as expected"),
    HostileScript("a byte order mark", bytes: Array("\u{FEFF}rcp 1\n".utf8), 2, "x.rcp:1:"),
    HostileScript(
      "not UTF-8", bytes: Array("rcp 1\n\n# ".utf8) + [0xC3, 0x28, 0x0A], 2, "x.rcp:3:"),
    HostileScript("a conflict", "<<<<<<< HEAD\n> list\n=======\n> count\n>>>>>>> x", 2, "x.rcp:4:"),
    HostileScript("an orphan", "| x", 2, "x.rcp:4:"),
    HostileScript("a huge repeat", "@ repeat 101\n> count\n@ end", 2, "x.rcp:4:"),
    HostileScript(
      "repeats of repeats", "@ repeat 100\n@ repeat 100\n> count\n@ end\n@ end", 2,
      "at most 2000"),
    HostileScript(
      "deep repeats", times("@ repeat 2\n", 3) + "> count\n" + times("@ end\n", 3), 2, "x.rcp:6:"),
    HostileScript("too many keys", "@ keys \"x\"*1001", 2, "x.rcp:4:"),
    HostileScript("a long pause", "@ pause 31s", 2, "x.rcp:4:"),
    HostileScript("keys that no terminal sends", "@ keys Ctrl+Alt+Shift+Enter", 2, "x.rcp:4:"),
    HostileScript("an unknown variable", "> list ${HOME}", 2, "HOME"),
    HostileScript("a variable of the machine", "> list ${SECRET}", 2, "SECRET"),
    HostileScript("an unknown need", header: "needs: shell", "> list", 77, "shell"),
    HostileScript("a newer program", header: "app: >=99.1", "> list", 3, "99.1"),
    HostileScript("a newer format", bytes: Array("rcp 2\n".utf8), 3, "version"),
    HostileScript("a huge screen", header: "size: 9999x24", "> list", 2, "x.rcp:2:"),
    HostileScript("a higher limit", header: "limit: time=2m", "> list", 2, "x.rcp:2:"),
    HostileScript(
      "a flood of output", header: "limit: step-output=1KiB", "> list", 5, "1024 bytes"),
    HostileScript(
      "too long a run", header: "limit: time=1ms", "@ repeat 100\n> list\n> show 1\n@ end", 5,
      "a script can take at most"),
    HostileScript(
      "too many steps", header: "limit: steps=2", "> count\n> count\n> count", 2, "2 steps"),
    HostileScript(
      "an attached file that is another",
      "> count\n\n@ file a.json sha256:\(times("0", 64))\n: []", 3, "x.rcp:6:1: a.json"),
    HostileScript("a command of a shell", "$ rm -rf /", 2, "x.rcp:4:"),
    HostileScript("a directive that there is not", "@ exec rm -rf /", 2, "x.rcp:4:"),
  ]
}
