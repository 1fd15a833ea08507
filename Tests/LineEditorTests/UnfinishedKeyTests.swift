import Testing

@testable import LineEditor

@Suite("The rest of a key is waited for")
struct UnfinishedKeyTests {
  @Test(arguments: [
    "a\u{1B}", "\u{1B}[", "\u{1B}[1", "\u{1B}[1;5", "\u{1B}O", "ab\u{1B}[A\u{1B}[",
    "\u{1B}]11;rgb:0", "\u{1B}P>|kitty", "\u{1B}_Gi=1",
  ])
  func `a key is unfinished after the beginning of an escape sequence`(keys: String) {
    #expect(UnfinishedKey.ends(Array(keys.utf8)))
  }

  @Test(arguments: [
    "", "a", "é", "🍮", "\u{1B}[A", "\u{1B}[1;5D", "\u{1B}[3~", "\u{1B}OA", "\u{1B}d", "\u{1B}[Aab",
    "\r", "\u{1B}]11;rgb:0/0/0\u{1B}\\", "\u{1B}]11;?\u{7}",
  ])
  func `a key is not unfinished after a whole one`(keys: String) {
    #expect(!UnfinishedKey.ends(Array(keys.utf8)))
  }

  @Test(arguments: ["é", "日", "🍮", "\u{1B}é", "a日", "\u{1B}[A🍮"])
  func `a key is unfinished after some bytes of a character`(keys: String) {
    let bytes = Array(keys.utf8)
    #expect(UnfinishedKey.ends(Array(bytes.dropLast())))
    #expect(!UnfinishedKey.ends(bytes))
  }

  @Test func `a key is not unfinished after bytes that are no character`() {
    #expect(!UnfinishedKey.ends([0x80]) && !UnfinishedKey.ends([0xC3, 0x41]))
    #expect(!UnfinishedKey.ends([0x80, 0x80, 0x80, 0x80, 0x80]))
  }
}
