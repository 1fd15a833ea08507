import Interpreter
import LineEditor
import TestSupport
import Testing

extension PrivateEditorTests {
  /// Lines on a terminal that only prints.
  @Suite struct PlainLineTests {
    /// What is printed for each key, beginning with the prompt.
    private func printed(_ keys: [String], columns: Int = 40) throws -> [String] {
      let terminal = try #require(EditorTerminal(columns: columns, rows: 10))
      let typist = TypedKeys(keys)
      let editor = try LineEditor(on: terminal, typist: typist, isPlain: true)
      var printed: [String] = []
      typist.look = { printed.append(String(decoding: terminal.takeDrawing(), as: UTF8.self)) }
      _ = editor.readLine(prompt: "\u{1B}[36mdemo\u{1B}[0m > ", draft: "")
      printed.append(String(decoding: terminal.takeDrawing(), as: UTF8.self))
      return printed
    }

    @Test(arguments: [
      (["a", "b"], ["a", "b"]),
      (["a", "\u{7F}"], ["a", "\u{8} \u{8}"]),
      (["料", "\u{7F}"], ["料", "\u{8} \u{8}\u{8} \u{8}"]),
      // The line is shown up to the cursor.
      (["ab", "\u{1B}[D", "x", "\u{5}"], ["ab", "\u{8} \u{8}", "x", "b"]),
      (["two words", "\u{17}"], ["two words", String(repeating: "\u{8} \u{8}", count: 5)]),
      (["ab", "\u{1}", "\r"], ["ab", "\u{8} \u{8}\u{8} \u{8}", "ab\r\n"]),
      (["ab", "\u{3}"], ["ab", "^C\r\n"]),
      (["x", "\u{C}"], ["x", "\r\ndemo > x"]),
    ])
    func `each key prints what it changes at the end of the line`(
      keys: [String], expected: [String]
    ) throws {
      #expect(Array(try printed(keys).prefix(keys.count + 1)) == ["demo > "] + expected)
    }

    @Test func `a change in an earlier row prints the line again`() throws {
      let keys = ["0123456789", "abc", "\u{15}", "x"]
      #expect(
        Array(try printed(keys, columns: 12).prefix(5)) == [
          "demo > ", "0123456789", "abc", "\r\ndemo > ", "x",
        ])
    }

    @Test func `Tab lists the choices with numbers, and Alt and a number takes one`() throws {
      let text = try printed(["s", "\t", "\u{1B}2", "\r"])
      #expect(text[2] == "\r\n2 choices:\r\n1. show\r\n2. sort\r\ndemo > s")
      #expect(text[3] == "ort ")
    }

    @Test func `Tab rings where there is nothing to complete`() throws {
      #expect(try printed(["q", "\t"])[2] == "\u{7}")
    }

    @Test func `a search of past lines is printed in the line`() throws {
      let text = try printed(["\u{12}", "q", "\u{7}", "x"])
      #expect(text[1].hasSuffix("(search) : "))
      #expect(text[2].hasSuffix("q: "))
      #expect(text[3].hasSuffix("demo > "))
      #expect(text.joined().utf8.allSatisfy { $0 != 0x1B })
    }
  }
}
