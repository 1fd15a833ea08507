import Testing

@testable import Recordings

@Suite("Keys and their bytes")
struct ScriptKeyTests {
  /// Parses keys in script notation.
  private func strokes(_ keys: String) throws -> [KeyStrokes] {
    guard case .keys(let strokes) = try script("@ keys \(keys)").steps[0].action else { return [] }
    return strokes
  }

  private func bytes(_ strokes: [KeyStrokes]) -> [UInt8] {
    strokes.flatMap { stroke -> [UInt8] in
      let once: [UInt8]
      switch stroke.content {
      case .key(let key): once = key.bytes ?? []
      case .text(let text): once = Array(text.replacing("$$", with: "$").utf8)
      }
      return Array(repeating: once, count: stroke.count).flatMap(\.self)
    }
  }

  @Test(arguments: [
    ("Enter", "\r"), ("Tab", "\t"), ("Shift+Tab", "\u{1B}[Z"), ("Esc", "\u{1B}"), ("Space", " "),
    ("Ctrl+Space", "\0"), ("Ctrl+Alt+Space", "\u{1B}\0"), ("Backspace", "\u{7F}"),
    ("Alt+Backspace", "\u{1B}\u{7F}"), ("Alt+Enter", "\u{1B}\r"), ("Delete", "\u{1B}[3~"),
    ("Ctrl+Delete", "\u{1B}[3;5~"), ("PageUp", "\u{1B}[5~"), ("PageDown", "\u{1B}[6~"),
    ("Up", "\u{1B}[A"), ("Down", "\u{1B}[B"), ("Right", "\u{1B}[C"), ("Left", "\u{1B}[D"),
    ("Home", "\u{1B}[H"), ("End", "\u{1B}[F"), ("Shift+Up", "\u{1B}[1;2A"),
    ("Alt+Left", "\u{1B}[1;3D"), ("Alt+Shift+Left", "\u{1B}[1;4D"), ("Ctrl+Right", "\u{1B}[1;5C"),
    ("Ctrl+Shift+Right", "\u{1B}[1;6C"), ("Ctrl+Alt+Home", "\u{1B}[1;7H"),
    ("Ctrl+Alt+Shift+End", "\u{1B}[1;8F"), ("Ctrl+A", "\u{1}"), ("Ctrl+z", "\u{1A}"),
    ("Ctrl+_", "\u{1F}"), ("Alt+D", "\u{1B}d"), ("Alt+Shift+D", "\u{1B}D"), ("y", "y"),
    ("Ctrl+Alt+F", "\u{1B}\u{6}"), ("Alt+7", "\u{1B}7"), ("F1", "\u{1B}OP"), ("F5", "\u{1B}[15~"),
    ("F12", "\u{1B}[24~"), ("Shift+F1", "\u{1B}[1;2P"), ("Ctrl+F5", "\u{1B}[15;5~"),
  ])
  func `keys have the bytes that xterm sends`(name: String, sequence: String) throws {
    #expect(bytes(try strokes(name)) == Array(sequence.utf8))
  }

  @Test(arguments: ["Ctrl+1", "Ctrl+Enter", "Ctrl+Tab", "Ctrl+Esc", "Ctrl+Backspace"])
  func `keys that no terminal sends have no bytes`(name: String) throws {
    guard case .key(let key) = try strokes(name)[0].content else { return }
    #expect(key.bytes == nil)
    #expect(key.label == name)
  }

  /// All keys with their own bytes.
  private static let all: [ScriptKey] = {
    let caps =
      ScriptKey.Name.allCases.map(ScriptKey.Cap.named)
      + "abcdefghijklmnopqrstuvwxyz0123456789_".map(ScriptKey.Cap.character)
    return caps.flatMap { cap in
      (0..<8).map { ScriptKey(cap, modifiers: .init(rawValue: $0)) }
    }
  }()

  @Test(arguments: all) func `bytes are decoded to a key with the same bytes`(key: ScriptKey) throws
  {
    // Line feed is decoded as Enter, and Ctrl-H as Backspace, as on old terminals.
    guard let sent = key.bytes, sent != [0x0A], sent != [0x08] else { return }
    var pressed = PressedKeys()
    pressed.take(sent)
    guard pressed.isWhole else { return }
    #expect(bytes(try strokes(pressed.text)) == sent, "\(pressed.text)")
  }

  @Test(arguments: [
    ("count\r", "\"count\" Enter"), ("a\"b\\c", "\"a\\\"b\\\\c\""), ("$x ${y}", "\"$$x $${y}\""),
    ("\u{1B}[A\u{1B}[A\u{1B}[B", "Up*2 Down"), ("é日\t\t\t", "\"é日\" Tab*3"), ("\0", "Ctrl+Space"),
    ("\u{1B}", "Esc"), ("\u{1B}OA", "Up"), ("ab\u{7F}\u{8}", "\"ab\" Backspace*2"),
    ("\u{3}\u{15}\u{1F}", "Ctrl+C Ctrl+U Ctrl+_"), ("\u{1B}F", "Alt+Shift+F"),
    ("\u{1B}[1;5D", "Ctrl+Left"), ("\u{1B}[Z", "Shift+Tab"), ("\u{1B}OPa", "F1 \"a\""),
    ("\u{1B}[15;5~\r", "Ctrl+F5 Enter"),
  ])
  func `input is written in script notation`(pressed: String, names: String) throws {
    var keys = PressedKeys()
    keys.take(Array(pressed.utf8))
    #expect(keys.isWhole)
    #expect(keys.text == names)
    _ = try strokes(keys.text)
  }

  @Test(arguments: [
    "\u{1B}[200~pasted\u{1B}[201~", "\u{1B}[2~", "\u{1C}", "\u{1D}", "\u{1E}", "\u{1B}.",
    "\u{1B}/",
    "\u{1B}\u{1B}[A",
  ])
  func `keys without a script name are not written`(pressed: String) {
    var keys = PressedKeys()
    keys.take(Array(pressed.utf8))
    #expect(!keys.isWhole)
  }

  @Test func `a partial character is not a key`() {
    var keys = PressedKeys()
    keys.take([0xC3])
    #expect(!keys.isWhole)
  }
}
