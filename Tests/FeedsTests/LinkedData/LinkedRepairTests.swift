import Feeds
import TestSupport
import Testing
import Text

private let pie = #"{"@type":"Recipe","name":"Pie"}"#
private let comma: LinkedData.Remark.Kind = .trailingComma

@Test(
  arguments: [
    (pie, pie, []),
    (
      "{\"@type\":\"Recipe\",\"name\":\"a\r\n\tb\"}", "{\"@type\":\"Recipe\",\"name\":\"a   b\"}",
      [.rawControl]
    ),
    (
      "{\"@type\":\"Recipe\",\"name\":\"a\0\u{1F}b\"}", "{\"@type\":\"Recipe\",\"name\":\"a  b\"}",
      [.rawControl]
    ),
    (#"{"@type":"Recipe","name":"x",}"#, #"{"@type":"Recipe","name":"x" }"#, [comma]),
    (#"{"@type":"Recipe","a":[1,2 , ] , }"#, #"{"@type":"Recipe","a":[1,2   ]   }"#, [comma]),
    ("// <![CDATA[\n\(pie)\n// ]]>", "            \n\(pie)\n      ", [.wrapper]),
    ("/* <![CDATA[ */\(pie)/* ]]> */", "               \(pie)         ", [.wrapper]),
    ("<![CDATA[\(pie)]]>", "         \(pie)   ", [.wrapper]),
    ("<!--\n\(pie)\n//-->", "    \n\(pie)\n     ", [.wrapper]),
    ("\(pie) ; \n;", "\(pie)   \n ", [.wrapper]), ("\u{FEFF}\(pie)", "   \(pie)", []),
    (
      #"{"@type":"Recipe","name":"Mum\'s"}"#, #"{"@type":"Recipe","name":"Mumʼs"}"#,
      [.unknownEscape]
    ),
    (
      "\u{FEFF}//<!--\n{\"@type\":\"Recipe\",\"a\":\"\t\",};",
      "         \n{\"@type\":\"Recipe\",\"a\":\" \" } ",
      [.wrapper, .rawControl, comma]
    ),
  ] as [(String, String, [LinkedData.Remark.Kind])])
func `errors are replaced by spaces`(
  json: String, mended: String, kinds: [LinkedData.Remark.Kind]
) throws {
  let file = try #require(LinkedData(json: Array(json.utf8)))
  #expect(file.text == mended)
  #expect(file.kinds == kinds)
  let data = try #require(LinkedData(page: page("{}", json)))
  #expect(data.document == page("{}", mended))
  #expect(data.kinds == kinds)
  #expect(data.records.count == 1 && !data.remarks.contains(where: \.isError))
}

@Test(
  arguments: [
    ([0xFF], "?"), ([0xC3], "?"), ([0xC3, 0xA9], "é"), ([0xE9, 0x20], "? "),
    ([0xED, 0xA0, 0x80], "???"),
    ([0xC0, 0x80], "??"), ([0xF4, 0x90, 0x80, 0x80], "????"), ([0xF0, 0x9F, 0xA5, 0xA7], "🥧"),
    ([0xF0, 0x9F, 0xA5], "???"),
    ([0xE2, 0x82, 0x41], "??A"), ([0x80, 0xF5], "??"), ([0xE0, 0x80, 0x80], "???"),
    ([0xED, 0x9F, 0xBF], "\u{D7FF}"),
  ] as [([UInt8], String)])
func `bytes that are not UTF-8 become question marks`(bytes: [UInt8], expected: String) throws {
  let start = Array(#"{"@type":"Recipe","name":""#.utf8)
  let data = try #require(LinkedData(json: start + bytes + Array(#""}"#.utf8)))
  #expect(data.names == [expected])
  #expect(data.document.count == start.count + bytes.count + 2)
  #expect(data.kinds == (expected.contains("?") ? [.notUTF8] : []))
}

@Test(arguments: [
  ("{&quot;@type&quot;:&quot;Recipe&quot;}", 1, "the JSON is escaped as HTML text is"),
  ("{", 1, "the text ends here"),
  ("[1,,2]", 3, "a value was expected"), (#"{"a":1 "b":2}"#, 7, "`,` or `}` was expected"),
  ("[1}", 2, "`,` or `]` was expected"),
  (#"{"a" 1}"#, 5, "`:` was expected"),
  (#"["a"#, 1, "the quote that opens here is never closed"),
  (#"["\x"]"#, 2, "`\\` is followed by something that it does not escape"),
  (#"["\u12G4"]"#, 6, "four hexadecimal digits were expected"),
  ("[-]", 2, "a digit was expected"), ("[1.]", 3, "a digit was expected"),
  ("[nul]", 1, "a value was expected"), ("// comment\n{}", 3, "a value was expected"),
  ("[,]", 1, "a value was expected"), ("{,}", 1, "a name in quotes was expected"),
  ("[01]", 2, "`,` or `]` was expected"), (";{}", 0, "a value was expected"),
])
func `errors that cannot be repaired are located`(block: String, offset: Int, reason: String)
  throws
{
  let bytes = page(block)
  let data = try #require(LinkedData(page: bytes))
  #expect(
    data.remarks == [LinkedData.Remark(offset: firstBlock + offset, kind: .unreadable(reason))])
}

/// The offset of the first block in a page.
private let firstBlock =
  page("").count - Array("</script>\n</head><body><p>Pie</p></body></html>".utf8).count

@Test
func `nesting is limited to 512 levels`() {
  func nested(_ depth: Int) -> [UInt8] {
    let lists = String(repeating: "[", count: depth - 1)
    let ends = String(repeating: "]", count: depth - 1)
    return Array((lists + #"{"@type":"Recipe","a":1}"# + ends).utf8)
  }
  #expect(LinkedData(json: nested(512))?.records.count == 1)
  #expect(LinkedData(json: nested(513)) == nil)
  #expect(LinkedData(json: nested(300_000)) == nil)
}
