import World

/// The head of a stored response as bytes: times, status, fields, and a sum that tells damage.
///
/// The sum also covers the key, the digest and the length, so that no row passes for another one. It
/// finds what goes wrong by itself, not what somebody does on purpose.
enum StoredHead {
  /// The bytes that ``response(from:key:digest:count:)`` reads.
  static func bytes(of response: StoredResponse, digest: ContentDigest) -> [UInt8] {
    var writer = HeadWriter()
    writer.put(response.requestTime.bitPattern)
    writer.put(response.responseTime.bitPattern)
    writer.put(max(0, response.status))
    writer.put(response.purpose.number)
    writer.put(response.reason)
    writer.put(response.range.map { [HTTPField("", $0)] } ?? [])
    writer.put(response.varying)
    writer.put(response.headers)
    writer.put(sum(writer.bytes[...], response.key, digest, response.count))
    return writer.bytes
  }

  /// What the bytes say; nil if they are damaged.
  static func response(
    from bytes: [UInt8], key: CacheKey, digest: ContentDigest, count: Int
  ) -> StoredResponse? {
    guard count >= 0, bytes.count > 8 else { return nil }
    let end = bytes.count - 8
    var sumReader = HeadReader(bytes, end..<bytes.count)
    guard sumReader.word() == sum(bytes[..<end], key, digest, count) else { return nil }
    var reader = HeadReader(bytes, 0..<end)
    guard let requestTime = reader.word(), let responseTime = reader.word(),
      let status = reader.number(), let purpose = reader.number(), let reason = reader.string(),
      let range = reader.fields(), let varying = reader.fields(), let headers = reader.fields(),
      purpose < Purpose.allCases.count
    else { return nil }
    var response = StoredResponse(
      key: key, status: status, reason: reason, headers: headers,
      requestTime: Double(bitPattern: requestTime), responseTime: Double(bitPattern: responseTime))
    response.varying = varying
    response.range = range.first?.value
    response.purpose = Purpose.allCases[purpose]
    response.digest = digest.text
    response.count = count
    return response
  }

  private static func sum(
    _ head: ArraySlice<UInt8>, _ key: CacheKey, _ digest: ContentDigest, _ count: Int
  ) -> UInt64 {
    var sum = Checksum()
    sum.add(head)
    sum.add(Array(key.partition.utf8)[...])
    sum.add(Array(key.address.utf8)[...])
    sum.add(Array(digest.text.utf8)[...])
    sum.add(UInt64(bitPattern: Int64(count)))
    return sum.value
  }
}

/// FNV-1a on words of eight bytes, each mixed once more, so that no bit is left out.
struct Checksum {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x0000_0100_0000_01B3
    value ^= value >> 29
  }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    add(UInt64(bytes.count))
    var word: UInt64 = 0
    var filled: UInt64 = 0
    for byte in bytes {
      word = word << 8 | UInt64(byte)
      filled &+= 1
      if filled == 8 {
        add(word)
        (word, filled) = (0, 0)
      }
    }
    add(word)
  }
}
