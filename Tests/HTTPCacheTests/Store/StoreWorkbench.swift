import HTTPCache
import LiveWorld
import Synchronization
import Testing
import TestSupport
import World

/// A folder for a store, and a clock that stands still until it is set.
final class StoreWorkbench: Sendable {
  /// A Saturday in November 2026.
  static let beginning = 1_795_238_400.0

  let folder: TemporaryFolder
  let files: FaultyFileSystem
  private let time = Mutex(beginning)

  init() throws {
    folder = try TemporaryFolder()
    files = FaultyFileSystem(LiveFileSystem())
  }

  var now: Double {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  /// Where the stores keep what they are given.
  var path: String { folder.path + "/cache" }

  /// A store on the folder, as another process would open it.
  func store(_ change: (inout CacheLimits) -> Void = { _ in }) -> CacheStore {
    store(at: path, change)
  }

  /// A store in a folder, or in memory.
  func store(
    at path: String?, _ change: (inout CacheLimits) -> Void = { _ in }
  ) -> CacheStore {
    var limits = CacheLimits()
    limits.freeBytes = 0
    change(&limits)
    return CacheStore(folder: path, files: files, limits: limits, now: { [self] in now })
  }

  /// A response that arrives now.
  func response(_ name: String, partition: String = "", tag: String = "\"1\"") -> StoredResponse {
    StoredResponse(
      key: key(name, partition), status: 200, reason: "OK",
      headers: [HTTPField("ETag", tag), HTTPField("Content-Type", "text/plain")],
      requestTime: now - 1, responseTime: now)
  }
}

func key(_ name: String, _ partition: String = "") -> CacheKey {
  CacheKey(partition: partition, address: "http://example.org/\(name)")
}

/// Bytes that look like nothing else, the same ones for the same seed.
func content(_ count: Int, seed: Int = 1) -> [UInt8] {
  var numbers = SeededNumbers(seed: seed)
  return (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next() >> 20) }
}

extension CacheStore {
  /// Keeps bytes, and returns what comes back of them.
  @discardableResult
  func put(
    _ response: StoredResponse, _ bytes: [UInt8], replacing: [StoredResponse] = []
  ) throws -> [UInt8] {
    try keep(response, intake(bytes), replacing: replacing).bytes()
  }

  /// An intake that bytes have come to, in pieces.
  func intake(_ bytes: [UInt8], isKept: Bool = true) -> ContentIntake {
    let intake = intake(isStorable: isKept)
    for start in stride(from: 0, to: bytes.count, by: 10_000) {
      intake.append(Array(bytes[start..<min(start + 10_000, bytes.count)]))
    }
    return intake
  }

  /// The last body under a key.
  func first(_ key: CacheKey) throws -> StoredResponse {
    try #require(responses(for: key).first)
  }

  /// The content of what came last under a key; nil if there is nothing that is sound.
  func bytes(_ key: CacheKey) throws -> [UInt8]? {
    try responses(for: key).first.flatMap { content(of: $0) }?.bytes()
  }
}
