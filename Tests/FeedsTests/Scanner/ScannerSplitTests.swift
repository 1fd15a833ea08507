import Catalog
import Feeds
import Testing

private let separators = ["},{", "},\n  {", "}\n,\t{"]

/// Returns a number of records, each with a text.
private func records(_ count: Int, separator: String, _ text: (Int) -> String) -> String {
  "{" + (0..<count).map { "\"a\":\($0),\"b\":\"\(text($0))\"" }.joined(separator: separator) + "}"
}

/// Options for scanning with two threads.
private let splits = [1, 7, 100, 256 << 10].flatMap { chunkSize in
  [2, 3, 9].map { sections in
    ScanOptions(
      chunkSize: chunkSize, threads: 2, splitAbove: 0, recordsBeforeSplit: 2, sections: sections)
  }
}

private func expectSame(_ document: String, _ place: SourceLocation = #_sourceLocation) {
  let bytes = Array(document.utf8)
  let expected = outcome(bytes, options: ScanOptions(threads: 1))
  #expect(expected == ModelReader.outcome(bytes), sourceLocation: place)
  for way in splits { #expect(outcome(bytes, options: way) == expected, sourceLocation: place) }
}

@Test(arguments: separators)
func `a scan with two threads finds the same records as a scan with one thread`(separator: String) {
  expectSame("[\(records(40, separator: separator) { "text \($0)" })]")
  expectSame("{\"artObjects\":[\(records(40, separator: separator) { _ in "" })],\"z\":[[1],{}]}")
  expectSame(records(40, separator: "}\n{") { "text \($0)" } + "\n")
  expectSame(records(40, separator: "}\r\n\r\n{") { "\($0)" } + "\n7\n{\n")
}

@Test(arguments: separators)
func `texts that look like records do not mislead the split`(separator: String) {
  let text =
    separator.filter { $0 != "\n" && $0 != "\t" } + "\\\"a\\\":1"
    + separator.filter(\.isASCII)
    .replacing("\n", with: "").replacing("\t", with: "")
  expectSame("[\(records(40, separator: separator) { _ in text })]")
  let nested = records(3, separator: separator) { _ in "" }
  expectSame(
    "[{\"a\":1}\(separator.dropFirst().dropLast()){\"a\":1},{\"a\":[\(nested)],\"b\":[\(nested)]}]")
  expectSame("[{},{},{\"b\":\"\(String(repeating: "},{", count: 200))\"}]")
}

@Test(arguments: separators)
func `a list may end before the offset where the second thread starts`(separator: String) {
  let few = records(4, separator: separator) { _ in "" }
  let many = records(60, separator: separator) { _ in "" }
  expectSame("{\"artObjects\":[\(few)],\"x\":[\(many)]}")
  expectSame("{\"artObjects\":[\(few)],\"artObjects\":[\(many)]}")
  expectSame("{\"list\":[\(few)],\"x\":[\(many)],\"artObjects\":[\(few)]}")
  expectSame("{\"list\":[\(few)],\"x\":{\"y\":[\(many)]},\"artObjects\":[\(few)]")
}

@Test(arguments: [0, 3, 11, 19, 20, 21, 30, 39])
func `the reported error is that of a single thread`(bad: Int) {
  for fault in [
    "\u{1}", "\\x", "\"", "\"}", "\"}]", "\",\"a\":01,\"c\":\"", "\"},{\"a\":\"", "\",{\"b\":\"",
  ] {
    for other in [bad, 30] {
      expectSame(
        "[\(records(40, separator: "},{") { $0 == bad ? fault : $0 == other ? "\\y" : "" })]")
    }
  }
}

@Test
func `a sink takes more records than a batch holds`() {
  let document = Array("[\(records(2500, separator: "},{") { _ in "x" })]".utf8)
  let expected = ModelReader.outcome(document)
  #expect(outcome(document, options: ScanOptions(threads: 1)) == expected)
  #expect(outcome(document, options: ScanOptions(threads: 2, splitAbove: 0)) == expected)
  let sections = ScanOptions(threads: 2, splitAbove: 0, recordsBeforeSplit: 100, sections: 40)
  #expect(outcome(document, options: sections) == expected)
}
