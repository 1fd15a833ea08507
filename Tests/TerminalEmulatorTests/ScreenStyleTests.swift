import TerminalEmulator
import Testing

@Suite struct ScreenStyleTests {
  typealias Style = TerminalStyle

  @Test(arguments: [
    ("1", Style(traits: .bold)),
    ("2;3;4", Style(traits: [.faint, .italic, .underlined])),
    ("1;2;22", .plain),
    ("5;7;8;9", Style(traits: [.blinking, .inverse, .hidden, .struck])),
    ("7;27", .plain),
    ("4:3", Style(traits: .underlined)),
    ("4;4:0", .plain),
    ("31;42", Style(foreground: .indexed(1), background: .indexed(2))),
    ("91;102", Style(foreground: .indexed(9), background: .indexed(10))),
    ("31;42;39;49", .plain),
    ("38;5;200;48;5;3", Style(foreground: .indexed(200), background: .indexed(3))),
    ("38;2;1;2;3", Style(foreground: .rgb(1, 2, 3))),
    ("48;2;1;2;300;1", Style(background: .rgb(1, 2, 255), traits: .bold)),
    ("38:5:7", Style(foreground: .indexed(7))),
    ("38:2::1:2:3;1", Style(foreground: .rgb(1, 2, 3), traits: .bold)),
    ("38:2:1:2:3", Style(foreground: .rgb(1, 2, 3))),
    ("58;5;3;1", Style(traits: .bold)),
    ("1;0", .plain),
    ("1;", .plain),
  ])
  func `SGR parameters set the style`(parameters: String, style: Style) {
    var screen = TerminalScreen(columns: 10, rows: 2)
    screen.feed("\u{1B}[\(parameters)mx".utf8)
    #expect(screen.style == style)
    #expect(screen.grid[0].cells[0].style == style)
    #expect(screen.unknown == [])
  }

  @Test func `erased cells have the current background`() {
    var screen = TerminalScreen(columns: 4, rows: 2)
    screen.feed("ab\u{1B}[1;44m\u{1B}[K".utf8)
    let styles = screen.grid[0].cells.map(\.style)
    #expect(
      styles == [.plain, .plain] + Array(repeating: Style(background: .indexed(4)), count: 2))
  }

  @Test func `ESC 8 restores the style that ESC 7 saved`() {
    var screen = TerminalScreen(columns: 4, rows: 2)
    screen.feed("\u{1B}[31m\u{1B}7\u{1B}[0m\u{1B}8".utf8)
    #expect(screen.style == Style(foreground: .indexed(1)))
  }
}
