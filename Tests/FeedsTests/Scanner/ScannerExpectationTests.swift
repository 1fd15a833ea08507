import Feeds
import Testing

/// Returns a typical record, with long keys and texts of equal length.
private func usual(_ number: Int) -> String {
  #"{"a":"twenty letters or so.\#(1000 + number)","a key of more than sixteen":"short","#
    + #""a key of more than thirty-two letters, too":"x","b":"another text of one length"}"#
}

@Test(arguments: [
  // Keys with a difference in one of their parts.
  usual(0).replacing("a key of more than sixteen", with: "a key of more then sixteen"),
  usual(0).replacing("thirty-two letters, too", with: "thirty-one letters, too"),
  usual(0).replacing("letters, too", with: "letters, two"),
  usual(0).replacing(#""a":"#, with: #""\u0061":"#),
  usual(0).replacing(#""b":"#, with: #""b" :"#),
  usual(0).replacing(#""b":"#, with: #""b": "#),
  usual(0).replacing(#""b":"#, with: #""a":"#),
  // Texts that have the usual length, or seem to.
  usual(0).replacing("another text of one length", with: #"another text of \n length"#),
  usual(0).replacing("another text of one length", with: #"another text of one leng\""#),
  usual(0).replacing("another text of one length", with: #"another text of one lengt\""#),
  usual(0).replacing("another text of one length", with: #"a","c":"text of one length"#),
  usual(0).replacing("another text of one length", with: #"another text of one length\n"#),
  usual(0).replacing("another text of one length", with: "another text of one length\u{1}"),
  usual(0).replacing("another text of one length", with: "another text of one lengthé"),
  usual(0).replacing("another text of one length", with: "another text of one lengé"),
  usual(0).replacing("another text of one length", with: "énother text of one lengt"),
  usual(0).replacing("another text of one length", with: "another text of one length and more"),
  usual(0).replacing("another text of one length", with: "another text of\u{1}one length"),
  usual(0).replacing("another text of one length", with: "another text of one lengt\u{1}"),
  usual(0).replacing(#""another text of one length""#, with: "another text of one length"),
  usual(0).replacing(#""another text of one length""#, with: "null"),
  usual(0).replacing(#""another text of one length""#, with: #"["another text","of one length"]"#),
  // Ends of a record.
  usual(0) + " ", usual(0).dropLast() + " }", usual(0).dropLast() + ",}", usual(0) + ",", "{}",
  usual(0).dropLast() + #","c":{}}"#, String(usual(0).dropLast()), usual(0) + "," + usual(1), "7",
])
func `a record that does not match the expected separators is read correctly`(odd: String) {
  for separator in [",", "\n", " ,\n  "] {
    let records = (0..<50).map { $0 == 45 ? odd : usual($0) }.joined(separator: separator)
    let bytes = Array((separator == "\n" ? records : "[\(records)]").utf8)
    let keys = ["a", "a key of more than sixteen", "b"]
    let options = ScanOptions(chunkSize: 1000, threads: 1)
    let expected = ModelReader.outcome(bytes, keys: keys)
    #expect(outcome(bytes, keys: keys, options: options) == expected)
  }
}

@Test
func `keys with the same beginning, length and end are distinguished`() {
  let keys = ["prefix..middle..suffix", "prefix..muddle..suffix", "prefix..meddle..suffix"]
  let members = (keys + ["prefix..maddle..suffix"]).map { "\"\($0)\":\"\($0)\"" }
  let records = (0..<4).map { "{" + (members[$0...] + members[..<$0]).joined(separator: ",") + "}" }
  let bytes = Array("[\(records.joined(separator: ","))]".utf8)
  expectOutcome(bytes, ModelReader.outcome(bytes, keys: ["a", "b", "name"]), #_sourceLocation)
  #expect(outcome(bytes, keys: keys) == ModelReader.outcome(bytes, keys: keys))
}

@Test
func `two records on a line are rejected however often this occurs`() {
  let line = #"{"a":1,"b":"x"}"#
  let lines = [line] + (0..<60).flatMap { _ in [line, line + "," + line] }
  let bytes = Array(lines.joined(separator: "\n").utf8)
  let options = ScanOptions(chunkSize: 1000, threads: 1)
  #expect(outcome(bytes, options: options) == ModelReader.outcome(bytes))
}
