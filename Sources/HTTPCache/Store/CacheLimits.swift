/// How much a cache may keep, and for how long.
package struct CacheLimits: Sendable, Equatable {
  /// The most that all entries may take on the disk, in bytes.
  package var bytes = 256_000_000
  /// The room on the disk that is left to others, in bytes.
  package var freeBytes = 64 << 20
  /// The most content that is held in memory; what is longer lies in a file.
  package var bytesInMemory = 1 << 20
  /// The most content that lies in a file together with others; what is longer has its own.
  package var packedBytes = 64 << 10
  /// The most that all entries may take where there is no disk, in bytes.
  package var memoryBytes = 64 << 20
  /// How many days an entry that nobody asks for is kept.
  package var unusedDays = 90

  package init() {}
}
