import Synchronization
import Terminal

/// The decoded pictures that are held in memory, for whatever is shown again.
package final class PictureMemory: Sendable {
  /// A picture as it was decoded.
  package struct Held: Sendable {
    var pixels: Pixels
    var facts: PictureFacts
    /// Until when it may be shown without a look at the cache, in seconds since 1970.
    var freshUntil: Double

    package init(pixels: Pixels, facts: PictureFacts, freshUntil: Double) {
      self.pixels = pixels
      self.facts = facts
      self.freshUntil = freshUntil
    }
  }

  /// What an entry takes beside its pixels, about.
  private static let entryCost = 400

  private let cache: Mutex<SieveCache<PictureRequest.Key, Held>>

  /// An empty memory of at most so many bytes.
  package init(limit: Int) { cache = Mutex(SieveCache(limit: limit)) }

  /// The most bytes that it takes; 0 for no memory at all.
  package var limit: Int {
    get { cache.withLock { $0.limit } }
    set { cache.withLock { $0.limit = newValue } }
  }

  /// How many bytes are taken, and by how many pictures.
  package var usage: (bytes: Int, count: Int) { cache.withLock { ($0.weight, $0.count) } }

  /// The picture for a request, if it may be shown as it is.
  package func fresh(_ key: PictureRequest.Key, at now: Double) -> (Pixels, PictureFacts)? {
    guard let held = held(key), now < held.freshUntil else { return nil }
    return (held.pixels, held.facts)
  }

  func held(_ key: PictureRequest.Key) -> Held? { cache.withLock { $0.value(for: key) } }

  /// Holds a picture, if there is room for it.
  package func hold(_ held: Held, for key: PictureRequest.Key) {
    let weight = held.pixels.bytes.count + Self.entryCost
    cache.withLock { $0.insert(held, for: key, weight: weight) }
  }

  /// Has everything looked for in the cache before it is shown again.
  package func expire() {
    cache.withLock { cache in cache.update { $0.freshUntil = 0 } }
  }

  /// Gives most of the memory back, as when the machine has little left.
  ///
  /// - Returns: How many bytes that frees.
  @discardableResult
  package func shrink(toPart part: Double) -> Int {
    cache.withLock { cache in
      let before = cache.weight
      cache.shrink(to: Int(Double(cache.limit) * part))
      return before - cache.weight
    }
  }
}
