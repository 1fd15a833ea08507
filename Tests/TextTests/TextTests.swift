import Testing
import Text

@Test(arguments: [
  ("Crème Brûlée", "creme brulee"), ("Naleśniki", "nalesniki"), ("Smørrebrød", "smorrebrod"),
  ("ＰＩＺＺＡ", "pizza"), ("ﬁg", "fig"), ("Straße", "strasse"), ("Œufs", "oeufs"),
  ("e\u{301}", "e"), ("İzmir", "izmir"), ("Grandma’s", "grandma's"), ("ガ", "カ"),
  ("한", "\u{1112}\u{1161}\u{11AB}"), ("Łódź", "lodz"), ("a\u{200D}b", "ab"),
  ("Low\nfat\tno\u{0}salt\u{1F}", "low fat no salt "), ("\r\n", "  "), ("a\u{2028}b\u{85}", "a b "),
  ("é\n\né", "e  e"),
])
func `folding takes case, accents and width away`(text: String, expected: String) {
  #expect(folded(text) == expected)
}

@Test(arguments: [
  ("crepe", "Crêpes", true), ("crêpe", "Crêpes", true), ("crêpe", "Crepes", false),
  ("cre\u{302}pe", "Crêpes", true), ("crêpe", "Cre\u{302}pes", true), ("bro", "brød", true),
  ("brø", "brod", false), ("brø", "brød", true), ("", "anything", true), ("long", "lo", false),
])
func `an accent in the pattern has to be there, one in the text need not`(
  pattern: String, text: String, expected: Bool
) {
  #expect(Pattern(pattern).matches(text, .anywhere) == expected)
}

@Test(arguments: [
  ("tom*", "Tom Yum", true), ("*yum", "Tom Yum", true), ("t*y*m", "Tom Yum", true),
  ("*", "", true), ("tom", "Tom Yum", false), ("*om", "Tom Yum", false), ("to*to", "toto", true),
  ("to*to", "tot", false), ("a*a", "a", false), ("*a*", "banana", true),
])
func `a star stands for anything`(pattern: String, text: String, expected: Bool) {
  #expect(Pattern(pattern, wildcards: true).matches(text, .whole) == expected)
}

@Test
func `a pattern of two thousand stars comes to an end`() {
  let pattern = String(repeating: "a*", count: 2000) + "b"
  let text = String(repeating: "a", count: 20_000)
  #expect(!Pattern(pattern, wildcards: true).matches(text, .whole))
}

@Test(arguments: [
  ("abc", 3), ("親子丼", 6), ("é", 1), ("e\u{301}", 1), ("🍕", 2), ("👩‍👩‍👧", 2), ("🇮🇹", 2), ("☎️", 2),
  ("ＡＢ", 4), ("\u{200B}", 0), ("한글", 4), ("", 0),
])
func `width is counted in terminal cells`(text: String, cells: Int) {
  #expect(displayWidth(of: text) == cells)
}

@Test func `the width of a text is the sum of the widths of its characters`() {
  let neighbours: [Unicode.Scalar] = [
    "a", "\r", "é", "丼", "█", "\u{301}", "\u{200D}", "\u{FE0F}", "ㄱ", "🍕",
  ]
  for value in UInt32(0)...0x1_FFFF {
    guard let scalar = Unicode.Scalar(value) else { continue }
    let neighbour = neighbours[Int(value) % neighbours.count]
    for scalars in [[scalar, neighbour], [neighbour, scalar], [scalar, "\n", scalar]] {
      let text = String(String.UnicodeScalarView(scalars))
      let cells = text.reduce(0) { $0 + displayWidth(of: $1) }
      if displayWidth(of: text) != cells {
        Issue.record("\(scalars.map { String($0.value, radix: 16) })")
        return
      }
    }
  }
}

@Test(arguments: [
  ("abcdef", 4, "abc…"), ("abc", 3, "abc"), ("親子丼", 5, "親子…"), ("親子丼", 4, "親…"), ("abc", 0, ""),
])
func `clipping never exceeds the width`(text: String, width: Int, expected: String) {
  #expect(clipped(text, to: width) == expected)
}

@Test(arguments: [
  ("a\u{1B}[31mb", "a\u{FFFD}[31mb"), ("a\nb\tc", "a b c"), ("a\r\nb", "a  b"),
  ("\u{202E}evil", "\u{FFFD}evil"), ("\u{9B}31m", "\u{FFFD}31m"), ("plain", "plain"),
  ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"), ("👩‍👧", "👩‍👧"),
])
func `a harmless text neither moves the cursor nor changes its direction`(
  text: String, expected: String
) {
  #expect(harmless(text) == expected)
}

@Test(arguments: [
  ("a\u{1B}b", "\"a\\u001bb\""), ("\u{202E}", "\"\\u202e\""), ("\"\\\n", "\"\\\"\\\\\\n\""),
  ("\u{E0041}", "\"\\udb40\\udc41\""),
])
func `JSON escapes what is harmful`(text: String, expected: String) {
  #expect(JSONValue.string(text).text() == expected)
}

@Test(arguments: ["\"", "\\", "\n", "\u{7F}", "é", "\u{202E}"])
func `JSON escapes a special character at any position of a long text`(letter: String) {
  let escaped = JSONValue.string(letter).text().dropFirst().dropLast()
  for place in 0..<200 {
    let (head, tail) = (String(repeating: "a~ ", count: place), String(repeating: "z", count: 70))
    #expect(JSONValue.string(head + letter + tail).text() == "\"\(head)\(escaped)\(tail)\"")
  }
}

@Test(arguments: [
  ("cusine", "cuisine"), ("fitler", "filter"), ("fil", "filter"), ("xyz", nil), ("sotr", "sort"),
])
func `the nearest word to a misspelled one is found, or none`(word: String, expected: String?) {
  #expect(nearest(to: word, among: ["cuisine", "filter", "sort", "search"]) == expected)
}

@Test
func `wrapping breaks at spaces and cuts what is too long`() {
  #expect(wrapped("one two three", to: 7) == ["one two", "three"])
  #expect(wrapped("abcdefghij", to: 4) == ["abcd", "efgh", "ij"])
  #expect(wrapped("", to: 4) == [""])
}

@Test(arguments: [[], ["a"], ["", ""], ["a", "b", "c"], ["e", "\u{301}", "é"]])
func `joining texts gives the same bytes as the standard library`(texts: [String]) {
  for separator in ["", ", ", "\u{301}"] {
    #expect(texts.joined(separator: separator) == texts[...].joined(separator: separator))
    #expect(texts.joined().utf8.elementsEqual(texts[...].joined().utf8))
  }
}
