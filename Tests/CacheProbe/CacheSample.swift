import HTTPCache
import World

/// A response whose content can be told from its head.
struct CacheSample {
  let key: CacheKey
  let version: Int

  init(key: CacheKey, version: Int) {
    self.key = key
    self.version = version
  }

  /// The sample that a stored response was made of.
  init(_ response: StoredResponse) {
    key = response.key
    version = response.headers.first { $0.isNamed("ETag") }.flatMap { Int($0.value) } ?? -1
  }

  /// Its content: short or long, and like no other's but now and then.
  var bytes: [UInt8] {
    let chance = RandomSource(seed: UInt64(bitPattern: Int64(version % 5 == 0 ? 5 : version)))
    let count = Int(chance.next() % (version % 7 == 0 ? 40_000 : 4000))
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
  }

  func response(at time: Double) -> StoredResponse {
    StoredResponse(
      key: key, status: 200,
      headers: [HTTPField("ETag", "\(version)"), HTTPField("X", key.address)],
      requestTime: time, responseTime: time)
  }

  /// Whether a head belongs to its key, and content to its head.
  func isRight(_ response: StoredResponse, _ content: [UInt8]) -> Bool {
    response.headers.last == HTTPField("X", key.address) && content == bytes
  }
}
