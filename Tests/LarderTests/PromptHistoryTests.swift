import Foundation
import TestSupport
import Testing

@Suite struct PromptHistoryTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private var history: String { place.home + "/state/history" }

  @Test func `Ctrl-R finds an old line and the arrow key the last`() throws {
    let terminal = try place.dishes()
    try terminal.enter("search apple", prompt: "dishes 1/8")
    try terminal.enter("undo")
    try terminal.write("\u{12}app")
    try terminal.expect(line: "❯ search apple")
    try terminal.write("\r")
    try terminal.expectPrompt("dishes 1/8")
    try terminal.write("\u{1B}[A\u{1B}[A")
    try terminal.expect(typed: "dishes 1/8 ❯ undo")
  }

  @Test func `lines come back in the next shell`() throws {
    let first = try place.dishes()
    try first.enter("count")
    try first.leave()
    let second = try place.dishes()
    try second.write("\u{1B}[A")
    try second.expect(typed: "dishes 8 ❯ count")
  }

  @Test func `lines that could not be kept come back if they can at the end`() throws {
    let folder = place.home + "/state"
    _ = try place.file("home/state", "no folder")
    let first = try place.dishes()
    try first.enter("count")
    try first.expect(text: "the history cannot be stored")
    try FileManager.default.removeItem(atPath: folder)
    try first.leave()
    #expect(try place.text(of: history).hasSuffix("\tcount\n"))
  }

  @Test(arguments: [
    "mkfifo '%'", "ln -s /dev/zero '%'", "ln -s /dev/full '%'", "ln -s /dev/tty '%'",
  ])
  func `a history that is no regular file is reported and never read`(command: String) throws {
    let line = command.replacing("%", with: history)
    #expect(try place.script("mkdir -p -m 700 '\(place.home)/state' && \(line)").status == 0)
    let terminal = try place.dishes()
    try terminal.enter("count")
    try terminal.expect(text: "the history cannot be stored")
    try terminal.write("\u{1B}[A")
    try terminal.expect(typed: "dishes 8 ❯ count")
    try terminal.write("\u{3}\u{4}")
    #expect(try terminal.expectEnd() == .status(0))
  }

  @Test func `a history that is linked to the null device stores nothing`() throws {
    let line = "mkdir -p -m 700 '\(place.home)/state' && ln -s /dev/null '\(history)'"
    #expect(try place.script(line).status == 0)
    let terminal = try place.dishes()
    try terminal.enter("count")
    #expect(!terminal.screen.text.contains("cannot be stored"))
    try terminal.leave()
  }

  @Test func `lines survive a crash, the one that runs included`() throws {
    let first = try place.prompt(at: "demo 64")
    try first.enter("count", prompt: "demo 64")
    try first.write("load demo-slow\r")
    try first.expect(text: "loading demo-slow")
    first.process.send(9)
    #expect(try first.expectEnd() == .signal(9))
    let second = try place.prompt(at: "demo 64")
    try second.write("\u{1B}[A")
    try second.expect(typed: "demo 64 ❯ load demo-slow")
    try second.write("\u{1B}[A")
    try second.expect(typed: "demo 64 ❯ count")
  }

  @Test func `a line whose accents stand for themselves comes back with letters`() throws {
    let folder = place.home + "/state"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try place.file("home/state/history", "1790000000\tsearch cafe\u{301}s\n")
    let terminal = try place.dishes()
    try terminal.write("\u{1B}[A\u{1B}[D\u{1B}[DX")
    try terminal.expect { $0.cursorLine == "dishes 8 ❯ search cafXés" && $0.cursor.column == 22 }
  }

  @Test func `two shells share their lines`() throws {
    let first = try place.dishes()
    let second = try place.dishes()
    try first.enter("count")
    try second.enter("status")
    try second.write("\u{1B}[A\u{1B}[A")
    try second.expect(typed: "dishes 8 ❯ count")
  }

  @Test func `a leading space keeps a line out`() throws {
    let terminal = try place.dishes()
    try terminal.enter("status")
    try terminal.enter(" count")
    try terminal.write("\u{1B}[A")
    try terminal.expect(typed: "dishes 8 ❯ status")
    #expect(try !place.text(of: history).contains("count"))
  }

  @Test func `answers to questions are no lines`() throws {
    let terminal = try place.dishes()
    try terminal.enter("note 1 thyme")
    try terminal.write("note delete 1 1\r")
    try terminal.expect(text: "[y/N]")
    try terminal.write("n\r")
    try terminal.expect(line: "the note was not deleted")
    try terminal.expectPrompt("dishes 8")
    try terminal.write("\u{1B}[A")
    try terminal.expect(typed: "dishes 8 ❯ note delete 1 1")
  }

  @Test func `history and library belong to the user alone`() throws {
    let terminal = try place.dishes()
    try terminal.enter("favorite 1")
    for file in [history, place.library, place.library + "-wal"] {
      #expect(try place.mode(of: file) == 0o600, "\(file)")
    }
    for folder in ["data", "state"] {
      #expect(try place.mode(of: place.home + "/" + folder) == 0o700)
    }
    try terminal.leave()
  }

  @Test func `a typed line survives the crash of another shell`() throws {
    let terminal = try place.dishes()
    try terminal.write("filter cuisine=Brit")
    let other = try place.dishes()
    try other.enter("count")
    other.process.send(9)
    #expect(try other.expectEnd() == .signal(9))
    try terminal.write("ish\r")
    try terminal.expectPrompt("dishes 3/8")
  }
}
