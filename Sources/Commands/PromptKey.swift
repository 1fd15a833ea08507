import Interpreter
import Output
import Terminal
import Text

/// A key at the prompt, and what it does; the one list that help and the README show.
package struct PromptKey {
  let keys: String
  let does: String

  static let all = [
    PromptKey(keys: "Tab", does: "complete; again, choose in the menu (arrows, Shift-Tab, pages)"),
    PromptKey(keys: "Enter", does: "keep what is chosen in the menu, else run the line"),
    PromptKey(keys: "→, Ctrl-F, End", does: "take what is proposed behind the line, or correct it"),
    PromptKey(keys: "Ctrl-→, Alt-F", does: "take a word of it"),
    PromptKey(keys: "Up, Down", does: "past lines that begin as this one does"),
    PromptKey(keys: "Ctrl-R", does: "search past lines; Enter runs, Tab takes what was found"),
    PromptKey(keys: "Alt-Enter", does: "go on in another line"),
    PromptKey(keys: "Ctrl-_, Alt-/", does: "undo a change of the line, do it again"),
    PromptKey(keys: "Ctrl-W, Ctrl-U, Ctrl-K", does: "cut the word before, all before, all behind"),
    PromptKey(keys: "Ctrl-Y, Alt-Y", does: "put back what was cut, then what was cut before it"),
    PromptKey(keys: "Alt-E", does: "change the line in your own editor"),
    PromptKey(keys: "Ctrl-L", does: "clear the screen"),
    PromptKey(keys: "Ctrl-C", does: "drop the line; stop what runs"),
    PromptKey(keys: "Ctrl-Z", does: "stop Larder; fg goes on"),
    PromptKey(keys: "Ctrl-D", does: "leave, on an empty line"),
  ]
}

extension PromptKey {
  /// The keys at the prompt as a table in Markdown, for the README.
  package static var keysTable: String {
    "| key | does |\n|---|---|\n" + all.map { "| \($0.keys) | \($0.does) |\n" }.joined()
  }

  /// The keys at the prompt.
  static var report: Report {
    Report(
      [
        .init("keys", title: "Key", isKept: true),
        .init("does", title: "What it does", isFlexible: true),
      ],
      all.map { [Cell($0.keys, .strong), Cell($0.does)] })
  }
}
