/// The XXH64 checksum of some bytes, seed 0 (xxHash specification 0.1.1, "XXH64 algorithm description").
///
/// It finds damage; it does not withstand an attacker.
/// - Complexity: O(*n*), about 10 bytes a nanosecond.
func checksum(_ bytes: RawSpan) -> UInt64 {
  let count = bytes.byteCount
  var place = 0
  var hash: UInt64
  if count >= 32 {
    var lanes = SIMD4<UInt64>(prime1 &+ prime2, prime2, 0, 0 &- prime1)
    let (second, first) = (SIMD4(repeating: prime2), SIMD4(repeating: prime1))
    while place + 32 <= count {
      let input = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: SIMD4<UInt64>.self)
      lanes = lanes &+ input &* second
      lanes = (lanes &<< 31 | lanes &>> 33) &* first
      place += 32
    }
    hash =
      rotated(lanes[0], 1) &+ rotated(lanes[1], 7) &+ rotated(lanes[2], 12)
      &+ rotated(lanes[3], 18)
    for lane in 0..<4 { hash = (hash ^ mixed(lanes[lane])) &* prime1 &+ prime4 }
  } else {
    hash = prime5
  }
  hash &+= UInt64(count)
  while place + 8 <= count {
    let input = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
    hash = rotated(hash ^ mixed(input), 27) &* prime1 &+ prime4
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
