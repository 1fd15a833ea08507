import Testing

@testable import Catalog

private let uuid = "0c6ca6e7-e32a-4053-b824-1dbf749910d8"

/// Returns the pattern of some texts.
private func pattern(_ texts: [String?]) -> TextPattern? {
  var arena = TextArena()
  var present = PresenceBits()
  for text in texts {
    arena.bytes += Array((text ?? "").utf8)
    arena.end()
    present.append(text != nil)
  }
  return TextPattern(of: arena, rows: arena.count, present: present)
}

private func shown(_ pattern: TextPattern?) -> String {
  guard let pattern else { return "none" }
  let middle = pattern.middle == .uuid ? "UUID" : "\(pattern.slotSize)"
  return String(decoding: pattern.prefix, as: UTF8.self) + "<\(middle)>"
    + String(decoding: pattern.suffix, as: UTF8.self)
}

/// Returns a number of UUIDs with different first and last digits.
private func uuids(_ count: Int) -> [String] {
  (0..<count).map { number in
    let digit = String(number % 16, radix: 16)
    return digit + uuid.dropFirst().dropLast() + digit
  }
}

/// Texts and their pattern.
private struct Example: Sendable {
  var texts: [String?]
  var pattern: String

  init(_ texts: [String?], _ pattern: String) { (self.texts, self.pattern) = (texts, pattern) }
}

private let others: [String] = ["a", "b", "c", "d"]

private let examples: [Example] = [
  Example(uuids(16), "<UUID>"), Example(uuids(15), "none"),
  Example(uuids(16).map { "a/\($0)/z" }, "a/<UUID>/z"),
  // A variable part from the first digit to the last leaves nothing in common.
  Example(uuids(16).map { $0.uppercased() }, "none"),
  Example(Array(repeating: uuid, count: 20), "\(uuid)<0>"),
  Example(Array(repeating: "x", count: 16), "x<0>"),
  Example(Array(repeating: "", count: 16), "none"),
  Example(uuids(16).map { "abcd" + $0.prefix(4) }, "abcd<1>c6c"),
  Example(uuids(16).map { $0.prefix(1) + "ab" + $0.suffix(1) }, "none"),
  Example(uuids(16) + others, "<UUID>"), Example(uuids(16) + others + ["e"], "none"),
  Example(uuids(16) + Array(repeating: nil, count: 50), "<UUID>"),
]

@Test(arguments: examples.indices)
func `a pattern consists of the common parts of most texts`(number: Int) {
  let found = pattern(examples[number].texts)
  let expected = examples[number].pattern
  #expect(shown(found) == expected)
  #expect(found.flatMap { TextPattern(encoded: $0.encoded) } == found)
}

@Test(arguments: [
  (uuid, true), (uuid.uppercased(), false), (String(uuid.dropLast()), false), (uuid + "0", false),
  (uuid.replacing("-", with: "a"), false), (uuid.replacing("0c", with: "0g"), false),
  (uuid.replacing("0c", with: "0`"), false), (uuid.replacing("0c", with: "0/"), false),
  (uuid.replacing("0c", with: "0:"), false), (uuid.replacing("d8", with: "é"), false),
])
func `only a lowercase UUID is packed and unpacking restores it`(text: String, isOne: Bool) {
  let pattern = TextPattern(prefix: [], suffix: [], middle: .uuid)
  let bytes = Array(text.utf8)
  var slot = [UInt8](repeating: 0, count: 16)
  var target = slot.mutableSpan
  let fits = unsafe pattern.pack(0..<bytes.count, of: bytes.span.bytes, into: &target, at: 0)
  #expect(fits == isOne)
  #expect(unsafe isLowercaseUUID(0..<bytes.count, of: bytes.span.bytes) == isOne)
  if isOne { #expect(unsafe pattern.unpacked(slot.span.bytes) == bytes) }
}
