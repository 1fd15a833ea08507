import Terminal
import Testing

/// An address of the maximum length, 2000 bytes.
private let longest = "https://a.example/" + String(repeating: "x", count: 1982)
private let accented = "https://a.example/" + String(repeating: "é", count: 400)

private let addresses: [(String, String?)] = [
  ("https://a.example/pie", "https://a.example/pie"),
  ("http://a.example/é 1\u{1B}]8;;x", "http://a.example/%C3%A9%201%1B]8;;x"),
  ("http://user@a.example/", nil), ("http://a.example\\@b.example/", nil),
  ("http://\u{430}.example/", "http://xn--80a.example/"), ("javascript:alert(1)", nil),
  ("file:///etc/passwd", nil), ("//a.example", nil),
  (longest, longest), (longest + "x", nil), (accented, nil),
]

@Test(arguments: addresses)
func `a link is percent-encoded and limited to web addresses`(address: String, expected: String?) {
  let text = StyledText("Pie", .strong).linked(to: address)
  let start = expected.map { "\u{1B}]8;;\($0)\u{1B}\\" } ?? ""
  let end = expected == nil ? "" : "\u{1B}]8;;\u{1B}\\"
  #expect(text.rendered(colored: false, linked: true) == "\(start)Pie\(end)")
  #expect(text.rendered(colored: true) == "\u{1B}[1mPie\u{1B}[0m")
  #expect(text.width == 3 && text.plain == "Pie")
}

@Test
func `a truncated or wrapped text retains its link`() {
  let text = StyledText("Apple pie").linked(to: "http://a.example")
  let link = "\u{1B}]8;;http://a.example\u{1B}\\"
  let end = "\u{1B}]8;;\u{1B}\\"
  #expect(text.clipped(to: 4).rendered(colored: false, linked: true) == "\(link)App…\(end)")
  #expect(
    text.wrapped(to: 5).map { $0.rendered(colored: false, linked: true) } == [
      "\(link)Apple\(end)", "\(link)pie\(end)",
    ])
}

private let terminals: [([String: String], Bool)] = [
  (["TERM": "xterm-256color"], false), (["TERM": "xterm-256color", "VTE_VERSION": "6800"], true),
  (["TERM": "xterm-256color", "VTE_VERSION": "4200"], false), (["TERM": "xterm-kitty"], true),
  (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], true), (["TERM": "foot"], true),
  (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], true),
  (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], true),
  (["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"], true), (["TERM": "xterm-ghostty"], true),
  (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], false),
  (["TERM": "alacritty"], true), (["TERM": "contour"], true),
  (["TERM": "xterm-256color", "KONSOLE_VERSION": "220401"], true),
  (["TERM": "xterm-256color", "KONSOLE_VERSION": "180400"], false),
  (["TERM": "xterm-256color", "WT_SESSION": "a"], true), (["VTE_VERSION": "6800"], false),
  (["TERM": "dumb", "VTE_VERSION": "6800"], false), (["TERM": "linux", "WT_SESSION": "a"], false),
  (["TERM": "screen", "VTE_VERSION": "6800"], false),
  (["TERM": "xterm-kitty", "STY": "1.a"], false),
  (["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0", "KITTY_WINDOW_ID": "1"], false),
  (
    [
      "TERM": "screen-256color", "TMUX": "x", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4",
    ],
    true
  ),
  (
    ["TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a"],
    false
  ),
  (
    ["TERM": "tmux", "TMUX": "x", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "next-3.6"], true
  ),
]

@Test(arguments: terminals)
func `links are written only for terminals known to support them`(
  environment: [String: String], expected: Bool
) {
  #expect(TerminalHints(environment).understandsLinks == expected)
}

@Test(arguments: [
  (["TERM": "xterm-256color"], false), (["TERM": "xterm-kitty"], true),
  (["TERM": "xterm-256color", "VTE_VERSION": "7600"], true),
  (["TERM": "xterm-256color", "VTE_VERSION": "6800"], false),
  (["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"], true),
  (
    ["TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4"],
    true
  ),
  (
    ["TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a"],
    false
  ),
  (["TERM": "screen", "KITTY_WINDOW_ID": "1"], false),
  (["TERM": "dumb", "WT_SESSION": "1"], false),
  ([:], false),
])
func `marks are written only for terminals known to support them`(
  environment: [String: String], expected: Bool
) {
  #expect(TerminalHints(environment).understandsMarks == expected)
}
