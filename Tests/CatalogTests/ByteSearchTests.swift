import TestSupport
import Testing

@testable import Catalog

/// Returns the offsets of a needle in a text, optionally including overlapping matches.
private func naiveHits(_ needle: [UInt8], in text: [UInt8], overlapping: Bool) -> [Int] {
  var hits: [Int] = []
  var place = 0
  while place + needle.count <= text.count {
    let isHit = text[place..<place + needle.count].elementsEqual(needle)
    if isHit { hits.append(place) }
    place += isHit && !overlapping ? needle.count : 1
  }
  return hits
}

private func hits(_ needle: [UInt8], in text: [UInt8], overlapping: Bool) -> [Int] {
  var hits: [Int] = []
  forEachMatch(of: ByteNeedle(needle), in: unsafe text.span.bytes) { hit in
    hits.append(hit)
    return overlapping ? hit + 1 : hit + needle.count
  }
  return hits
}

@Test(arguments: 1...40)
func `bytes are found at every position`(length: Int) {
  var numbers = SeededNumbers(seed: length)
  for size in [length - 1, length, 31, 32, 33, 63, 64, 65, 96, 100, 160] where size >= 0 {
    for letters in [1, 2, 3] {
      let text = (0..<size).map { _ in UInt8(0x61 + numbers.below(letters)) }
      let start = numbers.below(max(1, size - length + 1))
      let taken = Array(text.dropFirst(start).prefix(length))
      let last = Array(text.suffix(length))
      let strange = (0..<length).map { _ in UInt8(0x61 + numbers.below(2)) }
      for needle in [taken, last, strange, last.dropLast() + [0xFF]] where !needle.isEmpty {
        for overlapping in [true, false] {
          #expect(
            hits(needle, in: text, overlapping: overlapping)
              == naiveHits(needle, in: text, overlapping: overlapping))
        }
      }
    }
  }
}

@Test(arguments: [0, 1, 30, 31, 32, 33, 62, 63, 64, 65, 95, 96, 97])
func `a single match is found at any position`(place: Int) {
  for length in 1...40 {
    let needle = [UInt8](repeating: 0x78, count: length)
    for rest in [0, 1, 31, 40] {
      let text =
        [UInt8](repeating: 0x2E, count: place) + needle + [UInt8](repeating: 0x2E, count: rest)
      #expect(hits(needle, in: text, overlapping: true) == [place])
    }
  }
}

@Test(arguments: 0..<8)
func `texts with some bytes are found once each`(seed: Int) {
  var numbers = SeededNumbers(seed: seed)
  let texts = (0..<300).map { _ in
    numbers.some(0...(seed < 4 ? 6 : 60), of: Array("aab".utf8)) + [0]
  }
  var arena = TextArena()
  for text in texts {
    arena.bytes += text
    arena.end()
  }
  let (storage, table) = stored { writer in
    try? arena.write(.folded, .foldedStarts, .foldedBlocks, 0, into: &writer)
  }
  let folded = FieldSections(storage: storage, table: table, field: 0).folded
  for length in [1, 2, 3, 5, 9, 20] {
    let needle = numbers.some(length...length, of: Array("aab".utf8))
    var found: [[Int]] = []
    folded.forEachText(with: needle) { number, range, hit in
      found.append([number, range.lowerBound, range.upperBound, hit - range.lowerBound])
      return true
    }
    var enough: [[Int]] = []
    folded.forEachText(with: needle) { number, range, hit in
      enough.append([number, range.lowerBound, range.upperBound, hit - range.lowerBound])
      return enough.count < 3
    }
    var start = 0
    var expected: [[Int]] = []
    for (number, text) in texts.enumerated() {
      if let hit = naiveHits(needle, in: text, overlapping: true).first {
        expected.append([number, start, start + text.count, hit])
      }
      start += text.count
    }
    #expect(found == expected)
    #expect(enough == Array(expected.prefix(3)))
  }
}

/// Returns a catalog in memory with sections that `body` writes.
func stored(_ body: (inout SectionWriter) -> Void) -> (CatalogStorage, SectionTable) {
  var writer = SectionWriter(expecting: 0)
  body(&writer)
  do {
    return try writer.finish()
  } catch {
    preconditionFailure("nothing can fail in memory")
  }
}
