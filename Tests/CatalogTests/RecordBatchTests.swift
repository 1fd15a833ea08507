import Catalog
import Testing

private func decoded(_ text: String, _ shape: JSONShape) -> String {
  let bytes = Array(text.utf8)
  var letters = Array("before ".utf8)
  let value = ScannedValue(offset: 0, length: UInt32(bytes.count), shape: shape)
  decodeText(value, in: unsafe bytes.span.bytes, into: &letters)
  return String(decoding: letters.dropFirst(7), as: UTF8.self)
}

@Test(arguments: [
  ("", ""), ("plain", "plain"), (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t"),
  (#"\u0041\u00e9\u30aF"#, "Aéク"), (#"\ud83e\udd67!"#, "🥧!"), (#"x\ud800"#, "x\u{FFFD}"),
  (#"\udd67\ud83e"#, "\u{FFFD}\u{FFFD}"), (#"\ud800\ud83e\udd67"#, "\u{FFFD}🥧"),
  (#"\ud800\u0041\n"#, "\u{FFFD}A\n"), (#"\ud83e\n"#, "\u{FFFD}\n"), (#"é\u0000é"#, "é\u{0}é"),
  (#"\uDBFF\uDFFF"#, "\u{10FFFF}"), (#"\\u0041"#, #"\u0041"#),
])
func `escapes are decoded`(text: String, expected: String) {
  #expect(decoded(text, .escapedText) == expected)
}

@Test
func `only texts decode to characters`() {
  #expect(decoded("plain", .text) == "plain")
  for shape in [JSONShape.number, .yes, .no, .null, .list, .object, .absent] {
    #expect(decoded("1", shape) == "")
  }
}

@Test(arguments: [
  ("[]", []), (#"[ "a" , "b\n" ]"#, ["text a", "escapedText b\\n"]),
  ("[1,-2.5e+3,true,false,null]", ["number 1", "number -2.5e+3", "yes true", "no false"]),
  (#"[[1,"x"],{"k":["]"]},"last\"]"]"#, [#"escapedText last\"]"#]),
  (#"["","\\",[],"[",{"}":"{"},7]"#, ["text ", #"escapedText \\"#, "text [", "number 7"]),
])
func `the scalars of a list are visited in order`(list: String, expected: [String]) {
  let bytes = Array("xx\(list)yy".utf8)
  var found: [String] = []
  let value = ScannedValue(offset: 2, length: UInt32(list.utf8.count), shape: .list)
  scalars(ofList: value, in: unsafe bytes.span.bytes) { element in
    found.append("\(element.shape) \(String(decoding: bytes[element.range], as: UTF8.self))")
  }
  #expect(found == expected)
}
