import HTTPCache
import World

/// How large feeds may be.
extension Shell {
  /// The most bytes that a feed may have, unpacked.
  static let feedLimit = 4 << 30

  /// The most bytes to hold in memory of a feed that cannot be read where it lies: its rows want their room, too.
  var memoryLimit: @Sendable () -> Int {
    // With what is made of it, a list inside another document was seen to take 6 times its room.
    { [memory = world.memory] in min(Self.feedLimit, memory() / 8) }
  }

  /// The most bytes that a feed from the web may have: it lies on the disk while it comes.
  var downloadLimit: Int { min(Self.feedLimit, max(1 << 30, fetcher.store.limits.bytes)) }
}
