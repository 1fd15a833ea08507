import Testing
import World

/// The 64-bit checksum.
@Suite struct ShortDigestTests {
  private func digest(_ bytes: [UInt8]) -> UInt64 { unsafe shortDigest(of: bytes.span.bytes) }

  @Test func `similar texts have different checksums`() {
    let text = Array("Soup number 000002 with salt, and nothing else in it".utf8)
    var digests: Set<UInt64> = []
    var count = 0
    // The last byte of a word, and the bytes of the next that its carries reach.
    for first in UInt8(ascii: "!")...UInt8(ascii: "z") {
      for second in UInt8(ascii: "0")...UInt8(ascii: "Z") {
        for third in UInt8(ascii: "A")...UInt8(ascii: "Z") {
          var other = text
          (other[7], other[11], other[15]) = (first, second, third)
          digests.insert(digest(other))
          count += 1
        }
      }
    }
    #expect(digests.count == count)
  }

  @Test func `the checksum depends on every byte and on the length`() {
    for length in 0...17 {
      let bytes = [UInt8](repeating: 0, count: length)
      #expect(digest(bytes) != digest(bytes + [0]))
      for place in bytes.indices {
        var other = bytes
        other[place] = 1
        #expect(digest(other) != digest(bytes), "byte \(place) of \(length)")
      }
    }
  }
}
