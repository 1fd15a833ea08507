import Feeds
import TestSupport
import Testing
import Text

@Test
func `valid JSON is not changed`() {
  for document in acceptedDocuments where !document.hasPrefix("\u{FEFF}") {
    let json = Array(#"{"@type":"Recipe","a":\#(document)}"#.utf8)
    let data = LinkedData(json: json)
    #expect(data?.document == json && data?.remarks.isEmpty == true, "\(document)")
  }
}

@Test
func `repaired data is valid JSON`() {
  for refused in refusedDocuments {
    let json = Array(#"{"@type":"Recipe","a":\#(refused.document)}"#.utf8)
    guard let data = LinkedData(json: json) else { continue }
    #expect(JSONValue(json: data.document) != nil && !data.remarks.isEmpty, "\(refused.document)")
  }
}

private let pieces = [
  "{", "}", "[", "]", ",", ":", "\"", "\\", "\"@type\":\"Recipe\"", "\"name\":\"a\"",
  "\"@id\":\"x\"", "1", "-", ".5", "e1", "null",
  " ", "\n", "\u{1}", "é", "//", "<!--", "-->", ";", "\"@context\":\"schema.org\"",
  "\"type\":[\"Recipe\"]", "&quot;", "\\u00e9", "]]>",
  "<script type=\"application/ld+json\">", "</script>", "<",
].map { Array($0.utf8) }
private let whole =
  #"[{"@context":"https://schema.org","@graph":[{"@type":"Recipe","@id":"x","name":"a","author":{"@id":"y"}},{"@id":"y","name":"b"}]}]"#

@Test(arguments: 0..<8)
func `every record can be parsed again`(seed: Int) {
  var numbers = SeededNumbers(seed: seed)
  for _ in 0..<2_000 {
    var bytes =
      numbers.happens(oneIn: 3)
      ? numbers.some(0...30, of: pieces).flatMap(\.self) : Array(whole.utf8)
    for _ in 0..<numbers.below(4) {
      let place = numbers.below(bytes.count + 1)
      let end = min(bytes.count, place + numbers.below(3))
      bytes.replaceSubrange(
        place..<end,
        with: numbers.happens(oneIn: 4) ? [UInt8(numbers.below(256))] : numbers.oneOf(pieces))
    }
    expectSound(LinkedData(json: bytes), bytes, isFile: true)
    let html = Array("<script type='application/ld+json'>".utf8) + bytes
    expectSound(LinkedData(page: html), html, isFile: false)
  }
}

private func expectSound(_ data: LinkedData?, _ bytes: [UInt8], isFile: Bool) {
  let isRecipe = JSONValue(json: bytes).map { has(recipe: $0) } ?? false
  guard let data else {
    return #expect(!isFile || !isRecipe, "\(String(decoding: bytes, as: UTF8.self))")
  }
  // Records without room between them are appended.
  #expect(isFile ? data.document.count == bytes.count : data.document.count >= bytes.count)
  for record in data.records { #expect(data.value(of: record) != nil) }
  if isFile { #expect(JSONValue(json: data.document) != nil) }
  #expect(data.remarks.allSatisfy { 0...bytes.count ~= $0.offset })
}

/// Whether a value contains an object of the type `Recipe` that is not just a reference.
private func has(recipe value: JSONValue) -> Bool {
  switch value {
  case .array(let items): return items.contains(where: has)
  case .object(let members):
    let isRecipe = members.contains { $0.name == "@type" && $0.value == .string("Recipe") }
    if isRecipe, members.contains(where: { $0.name.first != "@" }) { return true }
    return members.contains { has(recipe: $0.value) }
  default: return false
  }
}

@Test(
  arguments: [
    #"{"@type":"Recipe","a":1},"#, "[", "{\"a\":", "\"\u{1}\",", #"{"@context":{"a":"b"}},"#,
    #"{"@type":["#, "// ", ";",
    #"{"@type":"Recipe","@id":"x","a":1},"#, "\"\\u0041\",", "<!--",
    "<script type=\"application/ld+json\">", "</", "<script ", "<script a='",
    "<script type=application/ld+json>{}</script>",
  ])
func `JSON-LD that repeats any piece is read to its end`(piece: String) {
  let many = String(repeating: piece, count: 300_000 / piece.utf8.count)
  _ = LinkedData(json: Array("[\(many)\"Recipe\"]".utf8))
  _ = LinkedData(page: page(many))
  _ = LinkedData(page: Array(many.utf8))
}
