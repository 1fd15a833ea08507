import Feeds
import Testing

/// Where a value can stand in a document of records.
private let surroundings: [(before: String, after: String)] = [
  ("{\"artObjects\":[{\"a\":", "}]}"),
  ("[{\"a\":1},{\"unknown\":[7,", "]}]"),
  ("{\"skipped\":{\"x\":", "},\"artObjects\":[]}"),
  ("{\"name\":\"x\",\"list\":[{\"b\":", "}]}"),
]

@Test(arguments: acceptedDocuments)
func `JSON is accepted wherever it stands`(document: String) {
  let bytes = Array(document.utf8)
  expectAccepted(bytes)
  if bytes.first == 0xEF { return }
  for (before, after) in surroundings { expectAccepted(Array((before + document + after).utf8)) }
}

@Test(arguments: refusedDocuments)
func `what is not JSON is refused at its place`(document: String, offset: Int, reason: String) {
  expectFault(Array(document.utf8), offset, reason)
}

@Test(arguments: refusedDocuments.filter { isInside($0.reason, $0.document) })
func `what is not JSON is refused in a record and around it`(
  document: String, offset: Int, reason: String
) {
  for (before, after) in surroundings {
    expectFault(Array((before + document + after).utf8), before.utf8.count + offset, reason)
  }
}

@Test(arguments: refusedBytes)
func `a text that is not UTF-8 is refused at its first bad byte`(bytes: String, bad: Int) {
  let letters = bytes.unicodeScalars.map { UInt8($0.value) }
  let text = [0x22] + letters + [0x22]
  for (before, after) in surroundings + [("[", "]"), ("{", ":1}"), ("[{\"b\":1,", ":1}]")] {
    let document = Array(before.utf8) + text + Array(after.utf8)
    expectFault(document, before.utf8.count + 1 + bad, "the text is not UTF-8")
  }
}

@Test(arguments: ["[", "{\"a\":", "[{\"artObjects\":["])
func `values are nested as deep as 512, and no bomb goes off`(opening: String) {
  let depth = 512 / opening.utf8.count { $0 == 0x5B || $0 == 0x7B }
  let closing = String(opening.compactMap { ["[": "]", "{": "}"][$0] }.reversed())
  let core = opening.last == ":" ? "1" : ""
  func nested(_ depth: Int) -> String {
    String(repeating: opening, count: depth) + core + String(repeating: closing, count: depth)
  }
  let prefix = "{\"artObjects\":["
  for way in [7, 1000, 256 << 10].map({ ScanOptions(chunkSize: $0) }) {
    let right = outcome(Array((prefix + nested(depth) + "]}").utf8), options: way)
    #expect(right.first == "paintings at $.artObjects")
    for bomb in [nested(depth + 1), String(repeating: opening, count: 5000)] {
      let fault = outcome(Array((prefix + bomb + "]}").utf8), options: way)
      #expect(fault.first?.hasSuffix("values are nested more than 512 deep") == true)
    }
  }
}

/// Whether it is the value itself that is wrong, and neither what is missing nor what is around it.
private func isInside(_ reason: String, _ document: String) -> Bool {
  !["the text ends here", "there is more after the end of the document"].contains(reason)
    && !reason.hasPrefix("the quote that opens") && !document.hasPrefix("\u{FEFF}")
}

private func expectAccepted(_ bytes: [UInt8], _ place: SourceLocation = #_sourceLocation) {
  let expected = ModelReader.outcome(bytes)
  #expect(expected.first?.hasPrefix("fault") == false, sourceLocation: place)
  expectOutcome(bytes, expected, place)
}

private func expectFault(
  _ bytes: [UInt8], _ offset: Int, _ reason: String, _ place: SourceLocation = #_sourceLocation
) {
  expectOutcome(bytes, ["fault \(offset): \(reason)"], place)
}
