import Recordings
import Testing

@Suite("Problems in scripts")
struct ScriptProblemTests {
  @Test(arguments: [
    ("> list\n\n| a", "5:1: there is no step", "directly follow a command"),
    ("> list\n# note\n| a", "5:1: there is no step", "without a blank line or comment between"),
    ("+ more", "3:1: there is no command before", "directly follow a line"),
    (": text", "3:1: there is no attached file", "@ file NAME"),
    (" > list", "3:1: a line begins with a space", "remove it"),
    (">list", "3:2: a space is missing", "write > text"),
    ("$ list", "3:1: this is not a line of a script", "> list"),
    ("> a\tb", "3:4: a tab cannot be typed", "@ keys with Tab"),
    ("@ puase 1s", "3:3: \"puase\" is not a directive", "did you mean pause?"),
    ("@ pause 1 s", "3:9: a pause must be a duration", "800ms"),
    ("@ keys Entr", "3:8: \"Entr\" is not a key", "did you mean Enter?"),
    ("@ keys A", "3:8: a capital letter is typed as text", "\"A\""),
    ("@ keys \"ab", "3:8: the quotation mark at the end is missing", "write \""),
    ("@ keys", "3:7: @ keys needs at least one key", "write @ keys"),
    ("> a\n_ b{^}", "4:1: no line is being edited", "@ keys"),
    ("@ keys a\n_ b", "4:3: the cursor is missing", "{^}"),
    ("@ keys a\n_ b{^}c{^}", "4:3: there is more than one cursor", "{^} once"),
    ("> a\n? sillent", "4:3: \"sillent\" is not an outcome", "did you mean silent?"),
    ("> a\n? ok\n| b", "5:1: this line is after the outcome", "to the end"),
    ("> a\n| b\n? silent", "5:1: ? silent means no output", "? ok"),
    ("> a\n|b", "4:2: a space is missing", "|~ pattern"),
    ("> a\n|.... b", "4:5: \".", "write nothing after"),
    ("> a\n|\\ \\q", "4:4: the escape \\q is unknown", "\\t"),
    ("> ${x}", "3:3: the variable x has no value", "@ set x"),
    ("@ set xy = 1\n> ${xx}", "4:3: the variable xx has no value", "did you mean xy?"),
    ("> ${x", "3:3: the name of a variable", "$$"),
    ("@ end", "3:1: @ end has no @ repeat", "@ repeat N"),
    ("@ repeat 2\n> a", "3:1: @ repeat has no @ end", "@ end"),
    ("@ clock 2025-02-29T00:00:00Z", "3:9: \"2025-02-29", "2025-10-01"),
    ("@ answer maybe", "3:10: \"maybe\" is not an answer", "yes, no"),
    ("@ file a\n: x\n@ file a", "5:8: a is attached already", "another name"),
    ("@ file a base64\n: TQ=A", "4:6: \"A\" is not a character", "base64"),
    ("@ file a base64\n: TQ", "4:3: the base64 text is not complete", "base64"),
    ("==", "3:1: this is not a line", "== title"),
    ("@ resize 80", "3:12: a size is missing its rows", "80x24"),
    ("@ hide now", "3:8: \"now\" is not expected", ""),
    ("@ expect \"a\"", "3:1: there is no step right before this line", "follow a step directly"),
    ("@ repeat 2\n@ file a\n: x\n@ end", "4:1: a file cannot be attached", "move it after @ end"),
    ("@ keys \"a\tb\"", "3:10: the text contains a tab", "write the key Tab"),
    ("@ keys Ctrl+Ctrl+a", "3:13: Ctrl is given twice", "write it once"),
    ("@ screen\n! a", "4:1: @ screen has no messages", "write its rows after"),
    ("@ keys a\n_ b{^}\n_ c{^}", "5:1: the line that is edited is given twice", "remove one"),
    ("@ screen\n| a\n? error stopped", "5:1: @ screen never fails", "remove the line"),
    ("> a\n@ expect \"\"", "4:9: the text is empty", "write what to look for"),
  ])
  func `problems in the body have a position and a hint`(
    body: String, message: String, hint: String
  ) throws {
    let found = try #require(problem(in: "rcp 1\n\n" + body))
    #expect(found.description.hasPrefix("a.rcp:" + message), "\(found)")
    #expect(found.hint.contains(hint), "\(found)")
  }

  @Test(arguments: [
    ("", "1:1: this is not a script", "rcp 1"),
    ("rcp 2", "1:5: the script has version \"2\"", "newer"),
    ("rcp 1\nszie: 80x24", "2:1: \"szie\" is not a header field", "did you mean size?"),
    ("rcp 1\nsize: 80x24\nsize: 80x24", "3:1: size is given twice", "remove one of them"),
    ("rcp 1\n> list", "2:1: this line is not a header field", "a blank line ends the header"),
    ("rcp 1\ntitle:", "2:7: title has no value", "write one"),
    ("rcp 1\ntz: Europe/Berlin", "2:5: the time zone \"Europe/Berlin\" is unknown", "UTC+05:30"),
    ("rcp 1\ntz: UTC+15", "2:5: the time zone", "UTC"),
    ("rcp 1\nlocale: de_DE", "2:9: \"de_DE\" is not a locale", "en_US"),
    ("rcp 1\nseed: -1", "2:7: \"-1\" is not a seed", "whole number"),
    ("rcp 1\ncolor: 265", "2:8: \"265\" is not a color depth", "did you mean 256?"),
    ("rcp 1\nnet: replay", "2:1: there are no recorded responses to replay", "bundle:"),
    ("rcp 1\nfeed: attached:a", "2:17: no file a is attached", "@ file a"),
    ("rcp 1\nfeed: a.json sha256:12", "2:14: a SHA-256 digest", "sha256sum"),
    ("rcp 1\nfeed: https://", "2:15: the address has no host", "https://example.org/x.json"),
    ("rcp 1\nlimit: time", "2:12: `=` is missing after time", "write time=…"),
    ("rcp 1\nlimit: time=1s time=2s", "2:16: time is given twice", "remove one of them"),
    ("rcp 1\nlimit: tiem=1s", "2:8: \"tiem\" is not a limit", "did you mean time?"),
    ("rcp 1\nclock: 2025-10-01T12:00:00Z tock 1s", "2:33: only tick", "tick 1s"),
    (
      "rcp 1\nvar: a = 1\nvar: a = 2", "3:6: the variable a is defined already",
      "remove one of them"
    ),
    ("rcp 1\napp: 1.2", "2:6: \"1.2\" is not a range", ">=0.1 <2"),
    ("rcp 1\n\n<<<<<<< HEAD", "3:1: this is a merge conflict marker", "resolve"),
    ("rcp 1\n\n=======", "3:1: this is a merge conflict marker", "resolve"),
    ("rcp 1\n\n> a\u{1B}[2J", "3:4: the line contains the control character U+001B", "remove it"),
    ("rcp 1\n\n> a\n| b\u{9B}", "4:4: the line contains the control character U+009B", "|\\"),
    ("\u{FEFF}rcp 1", "1:1: the text begins with a byte order mark", "without one"),
  ])
  func `problems in the text have a position and a hint`(
    text: String, message: String, hint: String
  ) throws {
    let found = try #require(problem(in: text.isEmpty ? "\n" : text))
    #expect(found.description.hasPrefix("a.rcp:" + message), "\(found)")
    #expect(found.hint.contains(hint), "\(found)")
  }

  @Test func `invalid UTF-8 is located`() throws {
    let found = try #require(problem(in: Array("rcp 1\n\n> é".utf8) + [0xFF, 0x41]))
    #expect((found.line, found.column) == (3, 4))
    #expect(found.message == "the bytes here are not UTF-8")
  }
}
