import Foundation
import TestSupport
import Testing

/// Scripts that are made of what somebody does at a terminal.
@Suite struct ScriptRecordTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func record(_ words: String...) throws -> PseudoTerminal {
    let terminal = try place.scriptTerminal(["script", "record", "new.rcp"] + words)
    try terminal.expectPrompt("demo 64")
    return terminal
  }

  /// The recorded script without the header.
  private func steps() throws -> String {
    let text = try place.text(of: place.path + "/new.rcp")
    #expect(try place.mode(of: place.path + "/new.rcp") == 0o600)
    #expect(try place.scripts("check", "--strict", "new.rcp").status == 0)
    let parts = text.split(separator: "\n\n", maxSplits: 1)
    #expect(parts[0].hasPrefix("rcp 1\nfeed: builtin:demo\nsize: 80x24\nclock: "))
    return String(parts[1])
  }

  private func type(_ keys: [String], _ terminal: PseudoTerminal) throws {
    for key in keys {
      try terminal.write(key)
      guard key.hasSuffix("\r") else { continue }
      try terminal.expect { $0.cursorLine == "demo 64 ❯" }
    }
  }

  @Test func `a recording has the final lines without corrections`() throws {
    let terminal = try record()
    try type(["coumt\u{7F}\u{7F}nt\r", "record mark First\r", "record note Look\r"], terminal)
    try type(
      ["favorite 1\u{3}", "nosuch\r", "record drop\r", "record pause\r", "help\r"], terminal)
    try type(["record pause\r", "\r", "favorites\r"], terminal)
    try terminal.write("\u{4}")
    #expect(try terminal.expectEnd() == .status(0))
    let wanted = """
      > count
      | 64

      == First

      % Look

      > favorites
      ! no favorites in this feed yet: favorite ITEM makes one

      """
    #expect(try steps() == wanted)
  }

  @Test func `a session in a window that changes plays as it was`() throws {
    let terminal = try record()
    for columns in [80, 50] {
      let drawn = terminal.transcript.count
      if columns == 50 {
        terminal.resize(rows: 12, columns: columns)
        // The prompt is drawn again for the new size.
        try terminal.expect { _ in terminal.transcript.count > drawn }
      }
      try terminal.write("list 37-39\r")
      try terminal.expect { screen in
        let shown = String(decoding: terminal.transcript[drawn...], as: UTF8.self)
        return shown.contains("next for more") && screen.cursorLine == "demo 64 ❯"
      }
    }
    try terminal.write("record stop\r")
    #expect(try terminal.expectEnd() == .status(0), "\(terminal.screen.text)")
    #expect(terminal.output.contains("checked in a fresh environment"))
    let parts = try steps().split(separator: "\n\n").map { $0.split(separator: "\n") }
    #expect(parts.map(\.first) == ["> list 37-39", "@ resize 50x12", "> list 37-39"])
    #expect(parts[0].dropFirst() != parts[2].dropFirst())
    #expect(parts[2].dropFirst().allSatisfy { $0.count <= 52 })
  }

  @Test func `Ctrl-Z stops a recording, and it goes on with fg`() throws {
    let terminal = try place.stoppable("script record new.rcp")
    try terminal.expectPrompt("demo 64")
    try terminal.write("cou\u{1A}")
    try terminal.expect(line: "stopped")
    #expect(terminal.modes.isCanonical && terminal.modes.echoes)
    try terminal.write("\n")
    try terminal.expect { $0.cursorLine == "demo 64 ❯ cou" && !$0.text.contains("stopped") }
    try terminal.write("nt\r")
    try terminal.expect { $0.cursorLine == "demo 64 ❯" && $0.lines.contains("64") }
    try terminal.write("record stop\r")
    try terminal.expect(text: "checked in a fresh environment")
    #expect(try steps() == "> count\n| 64\n")
  }

  @Test func `several lines and long output are recorded so that they play`() throws {
    let terminal = try record()
    let pasted = ["note 1 first\nnote 2 second", String(repeating: "list all; ", count: 20)]
    for line in pasted {
      try terminal.write("\u{1B}[200~\(line)\u{1B}[201~")
      try terminal.write("\r")
      try terminal.expect {
        $0.cursorLine.hasSuffix("❯") && $0.editedLineCount > terminal.editedLineCountAtEnter
      }
    }
    try terminal.expect(text: "only the start and the end of this output")
    try terminal.write("record stop\r")
    #expect(try terminal.expectEnd() == .status(0), "\(terminal.screen.text)")
    #expect(terminal.output.contains("checked in a fresh environment"))
    #expect(try place.scripts("check", "--strict", "new.rcp").status == 0)
    let text = try place.text(of: place.path + "/new.rcp")
    #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 4096 })
    #expect(text.contains("\n|...\n") && text.split(separator: "@ keys").count == 2)
  }

  @Test func `a mistyped command of the recording is not recorded`() throws {
    let terminal = try record("--feed", "builtin:demo")
    try type(["record marc One\r", "record mark\r", "recrod stop\r", "count\r"], terminal)
    try type(["count; record drp\r"], terminal)
    try terminal.write("record stop\r")
    #expect(try terminal.expectEnd() == .status(0))
    #expect(try steps() == "> count\n| 64\n")
  }

  @Test func `a recording that is killed is there up to its last line, and plays`() throws {
    let terminal = try record("--redact", "salt")
    try terminal.write("count\rsearch salt\rfavorite 1\rrecord drop\r")
    try terminal.expect(text: "dropped > favorite 1")
    terminal.process.send(SIGKILL)
    #expect(try terminal.expectEnd() == .signal(SIGKILL))
    let kept = place.path + "/new.rcp.unfinished"
    #expect(try place.mode(of: kept) == 0o600)
    let text = try place.text(of: kept)
    #expect(text.contains("\n> count\n| 64\n\n> search redacted\n"), "\(text)")
    #expect(!text.contains("salt") && !text.contains("> favorite"), "\(text)")
    let again = try place.scriptTerminal(["script", "record", "new.rcp"])
    #expect(try again.expectEnd() == .status(3))
    #expect(again.output.contains("a recording that was interrupted"))
    try FileManager.default.moveItem(atPath: kept, toPath: place.path + "/kept.rcp")
    let next = try record()
    try type(["count\r"], next)
    try next.write("\u{4}")
    #expect(try next.expectEnd() == .status(0))
    #expect(try steps() == "> count\n| 64\n")
    #expect(!FileManager.default.fileExists(atPath: kept))
  }

  @Test func `two recordings of one script leave each other's lines alone`() throws {
    let kept = place.path + "/new.rcp.unfinished"
    let (one, other) = (try record(), try record())
    try one.write("count\r")
    // The line is kept before the next prompt, which tells that it is.
    try one.expect {
      $0.lines.contains("64") && $0.lines.last { !$0.isEmpty }?.contains("❯") == true
    }
    try other.write("fields\r")
    try other.expect(text: "photo")
    try other.write("record drop\r")
    try other.expect(text: "dropped")
    try other.write("\u{4}")
    #expect(try other.expectEnd() == .status(0))
    #expect(try place.text(of: kept).hasSuffix("\n> count\n| 64\n"))
    try one.write("record drop\r")
    try one.expect(text: "dropped")
    #expect(!FileManager.default.fileExists(atPath: kept))
    try one.write("\u{4}")
    #expect(try one.expectEnd() == .status(0))
  }

  @Test(arguments: [("y", "yes"), ("Yes", "yes"), ("", "no"), ("yes please", "no")])
  func `an answer to a confirmation is recorded as yes or no`(typed: String, word: String) throws {
    let terminal = try record()
    try type(["note 1 hot\r"], terminal)
    try terminal.write("note delete 1 1\r")
    try terminal.expect { $0.cursorLine.hasSuffix("[y/N]") }
    try type(["\(typed)\r"], terminal)
    try terminal.write("\u{4}")
    #expect(try terminal.expectEnd() == .status(0))
    #expect(try steps().contains("@ answer \(word)\n> note delete 1 1\n"))
  }

  @Test func `the keys of completion are recorded, and all keys if they are wanted`() throws {
    let terminal = try record("--keys")
    try type(["cuo\u{7F}\u{7F}ount\r"], terminal)
    try terminal.write("record stop\r")
    #expect(try terminal.expectEnd() == .status(0))
    #expect(try steps() == "@ keys \"cuo\" Backspace*2 \"ount\" Enter\n| 64\n")
  }

  @Test func `a key whose bytes arrive one by one is recorded as one key`() throws {
    let terminal = try record()
    try terminal.write("cont\u{1B}")
    try terminal.write("[")
    try terminal.write("D\u{1B}[Du")
    try terminal.write(bytes: [0xC3])
    try terminal.write(bytes: [0xA9])
    try terminal.expect { $0.cursorLine.hasSuffix("couént") }
    try type(["\u{7F}\r"], terminal)
    try terminal.write("\u{4}")
    #expect(try terminal.expectEnd() == .status(0))
    #expect(try steps() == "> count\n| 64\n")
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal writes the recording before the program ends`(signal: Int32) throws {
    let terminal = try record()
    try type(["count\r"], terminal)
    try terminal.write("favo")
    try terminal.expect { $0.cursorLine.hasPrefix("demo 64 ❯ favo") }
    terminal.process.send(signal)
    #expect(try terminal.expectEnd() == .status(0))
    #expect(try steps() == "> count\n| 64\n")
  }

  @Test func `an empty recording leaves no file`() throws {
    let terminal = try record()
    try terminal.write("\u{4}")
    #expect(try terminal.expectEnd() == .status(0))
    #expect(terminal.screen.text.contains("nothing was recorded, so nothing was written"))
    #expect(try !place.script("ls").output.contains("new"))
    #expect(terminal.modes.echoes && terminal.modes.isCanonical)
  }

  @Test func `a recording refuses to overwrite a file`() throws {
    _ = try place.file("new.rcp", "mine")
    let terminal = try place.scriptTerminal(["script", "record", "new.rcp"])
    #expect(try terminal.expectEnd() == .status(3))
    #expect(try place.text(of: place.path + "/new.rcp") == "mine")
  }

  @Test func `no folder is made for a recording`() throws {
    let terminal = try place.scriptTerminal(["script", "record", "mistyped/new.rcp"])
    #expect(try terminal.expectEnd() == .status(3))
    #expect(terminal.screen.text.contains("mistyped: no such folder"))
    #expect(!FileManager.default.fileExists(atPath: place.path + "/mistyped"))
  }

  @Test func `a recording that is begun once more stays as it was, and plays`() throws {
    let terminal = try record()
    try terminal.write("count\r")
    try terminal.expectPrompt("demo 64")
    try terminal.write("record start other.rcp\r")
    try terminal.expect { $0.text.contains("already running") && $0.cursorLine == "demo 64 ❯" }
    try terminal.write("record stop\r")
    #expect(try terminal.expectEnd() == .status(0))
    let script = try place.text(of: place.path + "/new.rcp")
    #expect(script.contains("> count") && !script.contains("> record"))
  }

  @Test func `at the prompt a question comes before a recording replaces a file`() throws {
    let path = try place.file("there.rcp", "mine")
    let terminal = try place.prompt(at: "demo 64", columns: 200)
    try terminal.write("record start \(path)\r")
    try terminal.expect { $0.cursorLine.hasSuffix("[y/N]") }
    try terminal.write("n\r")
    try terminal.expect { $0.text.contains("replaced") && $0.cursorLine == "demo 64 ❯" }
    #expect(try place.text(of: path) == "mine")
    try terminal.leave()
  }

  @Test(arguments: [200, 201, 250])
  func `a name that is too long is refused before anything is recorded`(count: Int) throws {
    let name = String(repeating: "w", count: count - 4) + ".rcp"
    let terminal = try place.scriptTerminal(["script", "record", name])
    if count > 200 {
      #expect(try terminal.expectEnd() == .status(3))
      #expect(terminal.screen.lines.joined().contains("at most 200 bytes"))
      return
    }
    try terminal.expectPrompt("demo 64")
    try terminal.write("count\r")
    try terminal.expectPrompt("demo 64")
    try terminal.write("record stop\r")
    #expect(try terminal.expectEnd() == .status(0))
    #expect(try place.text(of: place.path + "/" + name).contains("> count"))
  }

  @Test func `at the prompt a recording takes no options, and makes no file of that name`() throws {
    let terminal = try place.prompt(at: "demo 64", rows: 30)
    try terminal.enter("record start \(place.path)/new.rcp --net", prompt: "demo 64")
    #expect(terminal.screen.text.contains("larder script record FILE --net"))
    try terminal.enter("record start -x", prompt: "demo 64")
    try terminal.expect { $0.text.contains("not `-x`") && $0.cursorLine == "demo 64 ❯" }
    try terminal.enter("record start \(place.path)", prompt: "demo 64")
    try terminal.expect { $0.text.contains("is a folder") && $0.cursorLine == "demo 64 ❯" }
    #expect(try place.script("ls \(place.path)").output.contains("new.rcp") == false)
    try terminal.leave()
  }

  @Test func `the tour steps aside for the first key, which is not lost`() throws {
    let terminal = try place.prompt(at: "demo 64")
    try terminal.write("tour\r")
    try terminal.expect { $0.cursorLine.hasPrefix("demo 64 ❯ l") }
    try terminal.write("f")
    try terminal.expect(typed: "demo 64 ❯ f")
    try terminal.write("avorites\r")
    try terminal.expect(text: "no favorites in this feed yet")
    try terminal.expectPrompt("demo 64")
    try terminal.leave()
  }

  @Test func `q ends the tour, and is no part of the line`() throws {
    let terminal = try place.prompt(at: "demo 64")
    try terminal.write("tour\r")
    try terminal.expect { $0.cursorLine.hasPrefix("demo 64 ❯ l") }
    try terminal.write("q")
    try terminal.expectPrompt("demo 64")
    try terminal.enter("count", prompt: "demo 64")
    try terminal.expect(line: "64")
    try terminal.leave()
  }

  @Test func `a script is played at the prompt`() throws {
    let script = try place.file("b.rcp", SampleScript.small)
    let terminal = try place.prompt(at: "demo 64", rows: 50)
    try terminal.write("run \(script)\r")
    try terminal.expect { $0.text.contains("> nosuch") && $0.cursorLine == "demo 64 ❯" }
    _ = try place.file("b.rcp", SampleScript.small + "\n> count\n| 65\n")
    try terminal.write("run \(script)\r")
    try terminal.expect(text: "some steps were not as expected")
    try terminal.expectPrompt("demo 64")
    try terminal.leave()
  }
}
