import Feeds
import Testing

/// The contexts in which a value can occur in a document of records.
private let surroundings: [(before: String, after: String)] = [
  ("{\"artObjects\":[{\"a\":", "}]}"),
  ("[{\"a\":1},{\"unknown\":[7,", "]}]"),
  ("{\"skipped\":{\"x\":", "},\"artObjects\":[]}"),
  ("{\"name\":\"x\",\"list\":[{\"b\":", "}]}"),
]

@Test(arguments: acceptedDocuments)
func `valid JSON is accepted in every context`(document: String) {
  let bytes = Array(document.utf8)
  expectAccepted(bytes)
  if bytes.first == 0xEF { return }
  for (before, after) in surroundings { expectAccepted(Array((before + document + after).utf8)) }
}

@Test(arguments: refusedDocuments)
func `invalid JSON is rejected with the offset of the error`(
  document: String, offset: Int, reason: String
) {
  expectFault(Array(document.utf8), offset, reason)
}

@Test(arguments: refusedDocuments.filter { isInside($0.reason, $0.document) })
func `invalid JSON is rejected in and around records`(
  document: String, offset: Int, reason: String
) {
  for (before, after) in surroundings {
    expectFault(Array((before + document + after).utf8), before.utf8.count + offset, reason)
  }
}

@Test(arguments: refusedBytes)
func `a text that is not UTF-8 is rejected at its first invalid byte`(bytes: String, bad: Int) {
  let letters = bytes.unicodeScalars.map { UInt8($0.value) }
  let text = [0x22] + letters + [0x22]
  for (before, after) in surroundings + [("[", "]"), ("{", ":1}"), ("[{\"b\":1,", ":1}]")] {
    let document = Array(before.utf8) + text + Array(after.utf8)
    expectFault(document, before.utf8.count + 1 + bad, "the text is not UTF-8")
  }
}

@Test(arguments: ["[", "{\"a\":", "[{\"artObjects\":["])
func `values may be nested 512 deep and no deeper`(opening: String) {
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

/// Whether the error is in the value itself, and not in its context.
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
