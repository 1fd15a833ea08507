import Interpreter
import LineEditor
import Testing
import TestSupport
import Text

extension PrivateEditorTests {
  /// An editor on a terminal that nobody sees, whose keys are typed by a program.
  @Suite("Typing in place of a person")
  struct PrivateTerminalTests {
    /// The lines that were read, the line before each key, and the last screen.
    private func type(_ keys: [String], columns: Int = 40) throws -> (LineRead, [String], [String])
    {
      let terminal = try #require(EditorTerminal(columns: columns, rows: 10))
      let typist = TypedKeys(keys)
      let editor = try LineEditor(on: terminal, typist: typist)
      var lines: [String] = []
      var screen = ScreenModel(rows: 10, columns: columns)
      typist.look = { [unowned editor] in
        let snapshot = editor.snapshot
        var text = Array(snapshot.text.unicodeScalars.map(String.init))
        text.insert("^", at: snapshot.cursor)
        lines.append(text.joined())
        screen.feed(terminal.takeDrawing())
      }
      let read = editor.readLine(prompt: "> ", draft: "")
      screen.feed(terminal.takeDrawing())
      return (read, lines, screen.lines)
    }

    @Test("each key is asked for when the one before is done and drawn")
    func pulled() throws {
      let (read, lines, screen) = try type(["s", "h", "\u{1B}[D", "\u{7F}", "\r"])
      #expect(read == .line("h"))
      #expect(lines == ["^", "s^", "sh^", "s^h", "^h"])
      #expect(screen.first == "> h")
    }

    @Test("Tab opens its menu on a terminal that nobody sees")
    func menu() throws {
      let (read, lines, _) = try type(["s", "\t", "\t", "\r", "\r"])
      #expect(read == .line("show "))
      #expect(lines.contains("show^"))
    }

    @Test("no more keys are the end of the input")
    func end() throws {
      let (read, _, _) = try type([])
      #expect(read == .endOfInput)
    }

    @Test("a line that is longer than the input buffer of a terminal is read whole")
    func long() throws {
      let text = String(repeating: "x", count: 900)
      let (read, _, _) = try type(text.map(String.init) + ["\r"], columns: 20)
      #expect(read == .line(text))
    }

    @Test("a line has no undo history of the line before, and yanks what that line cut")
    func nextLine() throws {
      let terminal = try #require(EditorTerminal(columns: 40, rows: 10))
      let first = ["a", "b", "\u{15}", "c", "\r"]
      let second = ["\u{1F}", "\u{19}", "\r"]
      let editor = try LineEditor(on: terminal, typist: TypedKeys(first + second))
      #expect(editor.readLine(prompt: "> ", draft: "") == .line("c"))
      #expect(editor.readLine(prompt: "> ", draft: "") == .line("ab"))
    }

    @Test("Ctrl-Z stops nothing")
    func suspend() throws {
      let (read, _, _) = try type(["a", "\u{1A}", "b", "\r"])
      #expect(read == .line("ab"))
    }
  }
}
