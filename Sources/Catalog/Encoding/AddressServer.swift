/// Appends what follows the server of an address, or all of what has none; the number of the server plus one, or 0.
@inline(__always)
func appendTail(
  _ range: Range<Int>, of text: RawSpan, to target: inout MutableSpan<UInt8>, at end: inout Int,
  _ known: inout ByteTable
) -> UInt32 {
  var tail = range
  var code: UInt32 = 0
  let length = serverLength(range, of: text)
  if length > 0, length < range.count, known.count < 1 << 16 {
    let start = range.lowerBound
    code = known.number(of: start..<start + length, in: text) + 1
    tail = start + length..<range.upperBound
  }
  copyBytes(tail, of: text, to: &target, at: end)
  end += tail.count
  return code
}

/// How many bytes of an address name its scheme and server, the slash behind included; 0 where there is none.
@inline(__always)
private func serverLength(_ range: Range<Int>, of text: RawSpan) -> Int {
  precondition(range.lowerBound >= 0, "These bytes are not there.")
  var slashes = 0
  var place = range.lowerBound
  while place < range.upperBound {
    // The highest bit of each byte that is a slash; those behind the text do not count.
    let isWord = place <= text.byteCount &- 8
    var found =
      unsafe isWord
      ? slashBits(text.knownWord(place)) : text.byte(place) == 0x2F ? 0x80 : 0
    while found != 0 {
      let offset = place + found.trailingZeroBitCount >> 3 - range.lowerBound
      if offset >= range.count { return 0 }
      slashes += 1
      if slashes == 3 { return offset + 1 }
      if offset > 64 { return 0 }
      found &= found &- 1
    }
    place += isWord ? 8 : 1
  }
  return 0
}

/// The highest bit of each byte of a word that is a slash.
@inline(__always)
private func slashBits(_ word: UInt64) -> UInt64 {
  let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
  let other = word ^ 0x2F2F_2F2F_2F2F_2F2F
  return ~((other & low) &+ low | other | low)
}
