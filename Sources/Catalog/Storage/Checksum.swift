/// Returns the XXH64 checksum of bytes with seed 0 (xxHash specification 0.1.1, "XXH64 algorithm description").
///
/// It detects damage, but not manipulation.
///
/// - Complexity: O(*n*), about 18 bytes per nanosecond.
package func checksum(_ bytes: RawSpan) -> UInt64 {
  let count = bytes.byteCount
  var place = 0
  var hash: UInt64
  if count >= 32 {
    // Scalar code: without vector multiplication in the processor, SIMD takes four times as long.
    var (first, second) = (prime1 &+ prime2, prime2)
    var (third, fourth) = (UInt64(0), 0 &- prime1)
    while place <= count &- 32 {
      unsafe first = rotated(first &+ bytes.knownWord(place) &* prime2, 31) &* prime1
      unsafe second = rotated(second &+ bytes.knownWord(place &+ 8) &* prime2, 31) &* prime1
      unsafe third = rotated(third &+ bytes.knownWord(place &+ 16) &* prime2, 31) &* prime1
      unsafe fourth = rotated(fourth &+ bytes.knownWord(place &+ 24) &* prime2, 31) &* prime1
      place &+= 32
    }
    hash = rotated(first, 1) &+ rotated(second, 7) &+ rotated(third, 12) &+ rotated(fourth, 18)
    for lane in [first, second, third, fourth] { hash = (hash ^ mixed(lane)) &* prime1 &+ prime4 }
  } else {
    hash = prime5
  }
  hash &+= UInt64(count)
  while place + 8 <= count {
    hash = rotated(hash ^ mixed(bytes.word(place)), 27) &* prime1 &+ prime4
    place += 8
  }
  if place + 4 <= count {
    let input = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt32.self)
    hash = rotated(hash ^ UInt64(input) &* prime1, 23) &* prime2 &+ prime3
    place += 4
  }
  while place < count {
    let input = unsafe bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)
    hash = rotated(hash ^ UInt64(input) &* prime5, 11) &* prime1
    place += 1
  }
  hash = (hash ^ hash >> 33) &* prime2
  hash = (hash ^ hash >> 29) &* prime3
  return hash ^ hash >> 32
}

private let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
private let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
private let prime3: UInt64 = 0x1656_67B1_9E37_79F9
private let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
private let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

@inline(__always)
private func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 {
  value << bits | value >> (64 - bits)
}

@inline(__always)
private func mixed(_ input: UInt64) -> UInt64 { rotated(input &* prime2, 31) &* prime1 }
