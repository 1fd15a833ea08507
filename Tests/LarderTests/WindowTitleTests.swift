import TestSupport
import Testing

@Suite struct WindowTitleTests {
  @Test func `the window is named after the feed, if wanted, and named back at the end`() throws {
    let terminal = try Workplace().dishes()
    #expect(!terminal.output.contains("\u{1B}]2;"))
    try terminal.enter("set window-title on")
    #expect(terminal.output.contains("\u{1B}[22;2t\u{1B}]2;larder: dishes\u{7}"))
    try terminal.enter("load demo", prompt: "demo 64")
    #expect(terminal.output.contains("\u{1B}]2;larder: demo\u{7}"))
    #expect(terminal.output.ranges(of: "\u{1B}[22;2t").count == 1)
    try terminal.leave()
    #expect(terminal.output.ranges(of: "\u{1B}[23;2t").count == 1)
  }

  @Test func `no name reaches the terminal with controls in it`() throws {
    let place = try Workplace()
    let feed = try place.file("a\u{7}\u{1B}]0;evil\u{7}.json", SampleFeed.dishes)
    let name = "a\u{FFFD}\u{FFFD}]0;evil\u{FFFD} 8"
    let terminal = try place.prompt([feed], at: name)
    try terminal.enter("set window-title on", prompt: name)
    #expect(terminal.output.contains("\u{1B}]2;larder: a\u{FFFD}\u{FFFD}]0;evil\u{FFFD}\u{7}"))
    #expect(!terminal.output.contains("\u{1B}]0;"))
  }
}
