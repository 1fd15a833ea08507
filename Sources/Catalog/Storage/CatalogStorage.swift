import CMappings
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The immutable bytes of a catalog, either in memory or mapped from a snapshot file.
///
/// Blocks of a mapped file are verified against their checksums on first access.
@safe
package final class CatalogStorage: Sendable {
  /// The number of bytes per checksum.
  static let blockSize = 1 << 12
  /// The size of a file's header, in bytes.
  static let headerSize = 4096

  // The memory is immutable after initialization, so that all threads may read it.
  private nonisolated(unsafe) let start: UnsafeRawPointer
  /// The number of bytes.
  package let count: Int
  private let isMapped: Bool
  /// The number of the mapping, whose pages are zeros after its file was cut short.
  private let mapping: Int32
  /// One bit for each block that has not been verified.
  ///
  /// Read without a lock, changed under the lock.
  ///
  /// Reading is as frequent as reading texts, and nearly always finds that a block was verified. The address never
  /// changes and each word is atomic, so that all threads may use the buffer.
  private nonisolated(unsafe) let pending: UnsafeMutableBufferPointer<Atomic<UInt64>>
  private let blocks: Mutex<Blocks>

  /// The state of verification.
  private struct Blocks {
    /// The offset of the checksums.
    var sumsStart = 0
    /// The end of the last block.
    var end = 0
    var isDamaged = false
  }

  /// Takes ownership of memory.
  init(taking bytes: UnsafeMutableRawBufferPointer) {
    unsafe start = UnsafeRawPointer(
      bytes.baseAddress ?? UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 64))
    count = bytes.count
    isMapped = false
    mapping = -1
    unsafe pending = .allocate(capacity: 0)
    blocks = Mutex(Blocks())
  }

  /// Maps a file; nil if mapping fails.
  init?(mapping descriptor: Int32, count: Int) {
    guard count > 0,
      let memory = unsafe mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0),
      unsafe memory != MAP_FAILED
    else { return nil }
    unsafe start = UnsafeRawPointer(memory)
    self.count = count
    isMapped = true
    mapping = unsafe cmappings_add(memory, count)
    unsafe pending = .allocate(capacity: count / (Self.blockSize * 64) + 1)
    for word in unsafe pending.indices { unsafe pending.initializeElement(at: word, to: Atomic(0)) }
    blocks = Mutex(Blocks())
  }

  deinit {
    unsafe pending.deinitialize().deallocate()
    if isMapped {
      cmappings_remove(mapping)
      unsafe munmap(UnsafeMutableRawPointer(mutating: start), count)
    } else {
      unsafe start.deallocate()
    }
  }

  /// Sets the location of the block checksums, eight bytes each, and the end of the last block.
  func setChecksums(at start: Int, count: Int, until end: Int) {
    blocks.withLock {
      $0.sumsStart = start
      $0.end = end
      for word in unsafe pending.indices where word * 64 < count {
        let bits = UInt64.max >> UInt64(max(0, 64 - (count - word * 64)))
        unsafe pending[word].store(bits, ordering: .releasing)
      }
    }
  }

  /// Whether a block that was accessed did not match its checksum, or is not in the file any more.
  package var isDamaged: Bool {
    isMapped && (cmappings_failed(mapping) || blocks.withLock { $0.isDamaged })
  }

  /// Calls `body` with a range of bytes, after verifying its blocks.
  ///
  /// - Precondition: The range is within bounds. Readers of sections ensure this.
  @inline(__always)
  func withBytes<Result>(_ range: Range<Int>, _ body: (RawSpan) -> Result) -> Result {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "a section is within its storage")
    if isMapped, isPending(range) { compare(range) }
    let bytes = unsafe UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
    return body(unsafe bytes.bytes)
  }

  /// Returns the blocks of a range of bytes.
  @inline(__always)
  private func blocks(of range: Range<Int>) -> Range<Int> {
    let first = max(0, (range.lowerBound - Self.headerSize) / Self.blockSize)
    let end = (range.upperBound - Self.headerSize + Self.blockSize - 1) / Self.blockSize
    return first..<max(first, min(end, unsafe pending.count * 64))
  }

  /// Whether a block of a range has not been verified.
  private func isPending(_ range: Range<Int>) -> Bool {
    let blocks = blocks(of: range)
    if blocks.isEmpty { return false }
    let last = (blocks.upperBound - 1) >> 6
    var mask = UInt64.max << UInt64(blocks.lowerBound & 63)
    for word in blocks.lowerBound >> 6...last {
      if word == last { mask &= .max >> UInt64(63 - (blocks.upperBound - 1) & 63) }
      if unsafe pending[word].load(ordering: .acquiring) & mask != 0 { return true }
      mask = .max
    }
    return false
  }

  /// Verifies the blocks of a range that have not been verified.
  private func compare(_ range: Range<Int>) {
    blocks.withLock { state in
      for block in blocks(of: range) {
        let bit: UInt64 = 1 << UInt64(block & 63)
        guard unsafe pending[block >> 6].load(ordering: .relaxed) & bit != 0 else { continue }
        let expected = unsafe start.loadUnaligned(
          fromByteOffset: state.sumsStart + block * 8, as: UInt64.self)
        if sum(of: block, until: state.end) != expected { state.isDamaged = true }
        unsafe pending[block >> 6].bitwiseAnd(~bit, ordering: .releasing)
      }
    }
  }

  /// Returns the checksum of a block.
  private func sum(of block: Int, until end: Int) -> UInt64 {
    let from = Self.headerSize + block * Self.blockSize
    let bytes = unsafe UnsafeRawBufferPointer(
      start: start + from, count: min(Self.blockSize, end - from))
    return checksum(unsafe bytes.bytes)
  }
}
