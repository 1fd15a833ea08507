import Synchronization
import Terminal

/// A cache of decoded pictures in memory.
package final class PictureMemory: Sendable {
  /// A cached picture.
  package struct Held: Sendable {
    var pixels: Pixels
    var facts: PictureFacts
    /// The time until which it may be shown without looking into the cache on disk, in seconds since 1970.
    var freshUntil: Double

    package init(pixels: Pixels, facts: PictureFacts, freshUntil: Double) {
      self.pixels = pixels
      self.facts = facts
      self.freshUntil = freshUntil
    }
  }

  /// The approximate size of an entry without its pixels, in bytes.
  private static let entryCost = 400

  private let cache: Mutex<SieveCache<PictureRequest.Key, Held>>

  /// Creates a cache with a maximum size in bytes.
  package init(limit: Int) { cache = Mutex(SieveCache(limit: limit)) }

  /// The maximum size in bytes; 0 to cache nothing.
  package var limit: Int {
    get { cache.withLock { $0.limit } }
    set { cache.withLock { $0.limit = newValue } }
  }

  /// The size in bytes, and the number of pictures.
  package var usage: (bytes: Int, count: Int) { cache.withLock { ($0.weight, $0.count) } }

  /// The picture of a request, if it is fresh.
  package func fresh(_ key: PictureRequest.Key, at now: Double) -> (Pixels, PictureFacts)? {
    guard let held = held(key), now < held.freshUntil else { return nil }
    return (held.pixels, held.facts)
  }

  func held(_ key: PictureRequest.Key) -> Held? { cache.withLock { $0.value(for: key) } }

  /// Adds a picture, if there is room for it.
  package func hold(_ held: Held, for key: PictureRequest.Key) {
    let weight = held.pixels.bytes.count + Self.entryCost
    cache.withLock { $0.insert(held, for: key, weight: weight) }
  }

  /// Marks all pictures as stale, so that the cache on disk is looked up before they are shown again.
  package func expire() {
    cache.withLock { cache in cache.update { $0.freshUntil = 0 } }
  }

  /// Frees most of the memory, as when the system is low on it.
  ///
  /// - Returns: The number of freed bytes.
  @discardableResult
  package func shrink(toPart part: Double) -> Int {
    cache.withLock { cache in
      let before = cache.weight
      cache.shrink(to: Int(Double(cache.limit) * part))
      return before - cache.weight
    }
  }
}
