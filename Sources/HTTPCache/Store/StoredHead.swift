import Text
import World

/// The head of a stored response as bytes: times, status, fields, and a checksum.
///
/// The checksum also covers the key, the digest and the size, so that no row can be mistaken for another. It detects
/// accidental damage, not manipulation.
enum StoredHead {
  /// The approximate size of a head without its fields, in bytes.
  private static let usualCount = 64

  /// The bytes that ``response(from:key:digest:count:)`` reads.
  static func bytes(of response: StoredResponse, digest: ContentDigest) -> [UInt8] {
    // A field takes two bytes more than its texts, usually.
    let texts = response.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 2 }
    var writer = BinaryWriter(expecting: texts + usualCount)
    writer.put(word: response.requestTime.bitPattern)
    writer.put(word: response.responseTime.bitPattern)
    writer.put(variable: max(0, response.status))
    writer.put(variable: response.purpose.number)
    writer.put(short: response.reason)
    writer.put(response.range.map { [HTTPField("", $0)] } ?? [])
    writer.put(response.varying)
    writer.put(response.headers)
    writer.put(word: sum(writer.bytes[...], response.key, digest, response.count))
    return writer.bytes
  }

  /// The response described by the bytes; nil if they are damaged.
  static func response(
    from bytes: [UInt8], key: CacheKey, digest: ContentDigest, count: Int
  ) -> StoredResponse? {
    guard count >= 0, bytes.count > 8 else { return nil }
    let end = bytes.count - 8
    var sumReader = BinaryReader(bytes, end..<bytes.count)
    guard sumReader.word() == sum(bytes[..<end], key, digest, count) else { return nil }
    var reader = BinaryReader(bytes, 0..<end)
    guard let requestTime = reader.word(), let responseTime = reader.word(),
      let status = reader.variableNumber(), let purpose = reader.variableNumber(),
      let reason = reader.shortText(),
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
    sum.add(head.span)
    sum.add(key.partition.utf8.span)
    sum.add(key.address.utf8.span)
    sum.add(digest.text.utf8.span)
    sum.add(UInt64(bitPattern: Int64(count)))
    return sum.value
  }
}

/// FNV-1a on words of eight bytes, with another mixing step for each, so that all bits count.
struct Checksum {
  private var hash = FNVHash()

  var value: UInt64 { hash.value }

  mutating func add(_ word: UInt64) {
    hash.add(word)
    hash.value ^= hash.value >> 29
  }

  mutating func add(_ bytes: Span<UInt8>) {
    add(UInt64(bytes.count))
    var place = 0
    while bytes.count - place >= 8 {
      var word: UInt64 = 0
      for offset in 0..<8 { word = word << 8 | UInt64(bytes[place + offset]) }
      add(word)
      place += 8
    }
    var word: UInt64 = 0
    while place < bytes.count {
      word = word << 8 | UInt64(bytes[place])
      place += 1
    }
    add(word)
  }
}

/// Texts and fields, each after its count as a number of variable length.
extension BinaryWriter {
  mutating func put(short text: String) {
    put(variable: text.utf8.count)
    put(plain: text.utf8)
  }

  mutating func put(_ fields: [HTTPField]) {
    put(variable: fields.count)
    for field in fields {
      put(short: field.name)
      put(short: field.value)
    }
  }
}

extension BinaryReader {
  mutating func shortText() -> String? {
    guard let count = variableNumber(), let bytes = plainBytes(count) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  mutating func fields() -> [HTTPField]? {
    // A field takes at least two bytes; a damaged count must not reserve memory for more.
    guard let fieldCount = variableNumber(), fieldCount <= count / 2 else { return nil }
    var fields: [HTTPField] = []
    fields.reserveCapacity(fieldCount)
    for _ in 0..<fieldCount {
      guard let name = shortText(), let value = shortText() else { return nil }
      fields.append(HTTPField(name, value))
    }
    return fields
  }
}
