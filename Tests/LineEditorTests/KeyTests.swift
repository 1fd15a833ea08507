import Interpreter
import TestSupport
import Testing

@Suite struct KeyTests {
  @Test(arguments: [
    ("abc", "abc"),
    ("abc\u{7F}d", "abd"),
    ("abc\u{1}x", "xabc"),
    ("abc\u{1}x\u{5}y", "xabcy"),
    ("ab cd\u{17}x", "ab x"),
    ("ab cd\u{17}\u{19}\u{19}", "ab cdcd"),
    ("abcd\u{2}\u{2}\u{B}", "ab"),
    ("abcd\u{2}\u{2}\u{15}", "cd"),
    ("abcd\u{1}\u{4}", "bcd"),
    ("ab cd\u{1B}bX", "ab Xcd"),
    ("ab cd\u{1}\u{1B}fX", "abX cd"),
    ("ab cd\u{1}\u{1B}d", " cd"),
    ("ab cd\u{1B}\u{7F}x", "ab x"),
    ("ab\u{1B}[DX", "aXb"),
    ("ab\u{1B}ODX", "aXb"),
    ("ab\u{1B}[D\u{1B}[CX", "abX"),
    ("ab cd\u{1B}[1;5DX", "ab Xcd"),
    ("ab cd\u{1B}[1;3DX", "ab Xcd"),
    ("ab cd\u{1B}[5DX", "ab Xcd"),
    ("ab cd\u{1B}\u{1B}[DX", "ab Xcd"),
    ("ab cd\u{1}\u{1B}[1;5CX", "abX cd"),
    ("ab\u{1B}[HX", "Xab"),
    ("ab\u{1B}OHX", "Xab"),
    ("ab\u{1B}[1~X", "Xab"),
    ("ab\u{1B}[7~X", "Xab"),
    ("ab\u{1}\u{1B}[FX", "abX"),
    ("ab\u{1}\u{1B}OFX", "abX"),
    ("ab\u{1}\u{1B}[4~X", "abX"),
    ("ab\u{1}\u{1B}[8~X", "abX"),
    ("ab\u{1}\u{1B}[3~", "b"),
    ("ab cd\u{1}\u{1B}[3;5~", " cd"),
    ("ab\u{3}cd", "cd"),
    ("ab\u{1C}c", "abc"),
    // Behind Ctrl-X a key of the editor's own means nothing, and the next one itself.
    ("ab\u{18}\u{15}c\u{3}d", "d"),
    ("ab\u{18}\u{1B}[Ac\u{15}d", "d"),
    ("ab\u{13}c\u{11}d", "abcd"),
    ("ab\u{1B}\rcd", "ab\ncd"),
  ])
  func `keys edit the line`(keys: String, line: String) throws {
    let terminal = try PseudoTerminal(probe: ["plain"])
    try terminal.write(keys + "\r")
    try terminal.expect(read: line)
  }

  /// Keys as kitty's protocol and xterm's modifyOtherKeys report them.
  @Test(arguments: [
    ("ab\u{1B}[99;5ucd", "cd"), ("ab\u{1B}[27;5;99~cd", "cd"), ("ab\u{1B}[127u", "a"),
    ("ab\u{1B}[1089::99;5ucd", "cd"), ("ab\u{1B}[1089;5ucd", "abcd"),
    ("ab\u{1B}[252::91;5ucd", "abcd"),
    ("a\u{1B}[32;2ub", "a b"), ("a\u{1B}[27;2;32~b", "a b"), ("ab\u{1B}[97;5uX", "Xab"),
    ("ab\u{1B}[27;5;97~X", "Xab"), ("ab cd\u{1B}[1;5:1DX", "ab Xcd"),
    ("ab cd\u{1B}[1;5:3DX", "ab cdX"), ("\u{1B}[97:65;2u", "A"), ("\u{1B}[97;2u", "A"),
    ("\u{1B}[97;65u", "A"), ("\u{1B}[27;2;65~", "A"), ("\u{1B}[233u", "é"),
    ("a\u{1B}[97;1:3ub", "ab"), ("\u{1B}[97;;97u", "a"), ("\u{1B}[97;2;65u", "A"),
    ("ab cd\u{1B}[127;3ux", "ab x"), ("ab cd\u{1B}[119;5ux", "ab x"),
    ("ab cd\u{1B}[98;3uX", "ab Xcd"), ("a\u{1B}[57404ub", "a5b"), ("ab\u{1B}[57417uX", "aXb"),
    ("a\u{1B}[57358ub", "ab"), ("a\u{1B}[97;9ub", "ab"), ("ab\u{1B}[13;3ucd", "ab\ncd"),
  ])
  func `keys in the protocols of kitty and modifyOtherKeys work like plain keys`(
    keys: String, line: String
  ) throws {
    let terminal = try PseudoTerminal(probe: ["plain"])
    try terminal.write(keys + "\r")
    try terminal.expect(read: line)
  }

  @Test(arguments: [
    "\u{1B}[15~", "\u{1B}[17;5~", "\u{1B}OP", "\u{1B}[[A", "\u{1B}[2~", "\u{1B}[6~",
    "\u{1B}[<0;10;5M\u{1B}[<0;10;5m", "\u{1B}[M !!", "\u{1B}[7;5u", "\u{1B}[27;5;9~", "\u{1B}[I",
    "\u{1B}[O", "\u{1B}[?62;22c", "\u{1B}[12;40R", "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\",
    "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}", "\u{1B}P1+r544e=78\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\",
    "\u{1B}[Z", "\u{1B}[201~", "\u{1B}[E", "\u{1B}x", "\u{9B}", "\u{81}", "\u{16}", "\0",
  ])
  func `sequences without a meaning type nothing`(sequence: String) throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("a\(sequence)b\r")
    try terminal.expect(read: "ab")
  }

  @Test(
    arguments: [
      ("caf~ x\r", [0xE9], "caf\u{FFFD} x"), ("a~b\r", [0xF0, 0x9F, 0x8D], "a\u{FFFD}b"),
      ("a\u{1B}[200|caf~\u{1B}[201|\r", [0xE9], "acaf\u{FFFD}"),
    ] as [(String, [UInt8], String)])
  func `bytes that are not UTF-8 are shown as U+FFFD, and their line is marked as garbled`(
    keys: String, bytes: [UInt8], line: String
  ) throws {
    let terminal = try PseudoTerminal(probe: [])
    let parts = keys.split(separator: "~").map { Array($0.replacing("|", with: "~").utf8) }
    try terminal.write(bytes: Array(parts.joined(separator: bytes)))
    try terminal.expect(line: "garbled: \(line.debugDescription)")
    // A text may have that letter, too.
    try terminal.write("\u{FFFD}\r")
    try terminal.expect(read: "\u{FFFD}")
  }

  @Test func `Ctrl-S does not freeze the terminal`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("ab\u{13}c\r")
    try terminal.expect(read: "abc")
  }

  @Test func `an Escape by itself stands for Alt`() throws {
    let terminal = try PseudoTerminal(probe: [])
    try terminal.write("ab cd\u{1B}")
    try terminal.expect { $0.cursorLine == "probe ❯ ab cd" }
    try terminal.write("b")
    try terminal.expect { $0.cursor.column == 11 }
    try terminal.write("X\r")
    try terminal.expect(read: "ab Xcd")
  }

  @Test(arguments: [
    ("abc\u{1B}0iX\r", "Xabc"),
    ("ab cd\u{1B}bcwef\r", "ab ef"),
    ("\u{1B}k\r", "料理 を探す"),
    ("a\u{1B}[D\u{1B}[DX\r", "Xa"),
    ("ab\u{1B}[H\u{1B}[FX\r", "abX"),
    ("ab\u{1}\u{5}X\r", "abX"),
    ("\u{1B}$ix\r", "x"),
    ("ab\u{1B}KnNiX\r", "aXb"),
    ("ab\u{1B}:iX\r", "aXb"),
    ("ab\u{1B}/zz\u{7}X\r", "aXb"),
    ("ab\u{1B}/Pie\t!\r", "search Pie!"),
    ("\u{1B}?first\r", "first line"),
    ("\u{1B}\u{12}first\r", "first line"),
    ("Pi\u{12}e\r", "search Pie"),
    ("x\u{1B}GA!\r", "first line!"),
    ("x\u{1B}GGjA!\r", "x!"),
    ("se\u{1B}KA!\r", "search Pie!"),
    ("\u{1B}[A\u{1B}[Ax\r", "search Piex"), ("abc def ghi\u{1B}0wDu\r", "abc def ghi"),
    ("abc def\u{1B}0dwu\r", "abc def"), ("note x ส้ม\u{1B}0wDuA!\r", "note x ส้ม!"),
    ("ab\u{1B}xxuu\r", "ab"),
    ("ab\u{1B}#", "# ab"), ("a#b\u{1B}0r#\r", "##b"),
    ("a\u{1}\u{2}\u{7}\u{F}\u{14}\u{18}\u{1E}b\r", "ab"), ("ab\u{1B}\rcd\r", "ab\ncd"),
    ("👨\u{200D}👩\u{200D}👧ab\u{1B}0x\r", "ab"), ("a👍🏽b\u{1B}hxix\r", "axb"),
    ("a👩\u{200D}🍳b\u{1B}0lrx\r", "axb"), ("👩\u{200D}🍳ab\u{1B}0dl\r", "ab"),
  ])
  func `vi keys edit the line`(keys: String, line: String) throws {
    let terminal = try PseudoTerminal(probe: ["vi"])
    try terminal.write(keys)
    try terminal.expect(read: line)
  }
}
