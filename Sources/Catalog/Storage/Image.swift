import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The bytes of a catalogue, which never change: held in memory, or mapped from a file of ours.
///
/// Mapped bytes are compared with their checksums, block by block, before anyone sees them.
@safe
package final class Image: Sendable {
  /// How many bytes share a checksum.
  static let blockSize = 1 << 12
  /// How many bytes of a file stand before the first block.
  static let headerSize = 4096

  // What it points to is never written once the image is there, so every thread may read it.
  private nonisolated(unsafe) let start: UnsafeRawPointer
  /// How many bytes there are.
  package let count: Int
  private let isMapped: Bool
  /// One bit for each block that was not looked at yet: read by anyone, changed under the lock.
  ///
  /// Nearly all of them were looked at when someone asks, which is as often as a text is read. The place never
  /// changes and each word is atomic, so every thread may use them.
  private nonisolated(unsafe) let pending: UnsafeMutableBufferPointer<Atomic<UInt64>>
  private let blocks: Mutex<Blocks>

  /// What blocks are compared with.
  private struct Blocks {
    /// Where the checksums are.
    var sumsStart = 0
    /// Where the last block ends.
    var end = 0
    var isDamaged = false
  }

  /// Takes the bytes over; the writer of the image hands over memory of its own.
  init(taking bytes: UnsafeMutableRawBufferPointer) {
    unsafe start = UnsafeRawPointer(
      bytes.baseAddress ?? UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 64))
    count = bytes.count
    isMapped = false
    unsafe pending = .allocate(capacity: 0)
    blocks = Mutex(Blocks())
  }

  /// Maps a file; nil if that cannot be done.
  init?(mapping descriptor: Int32, count: Int) {
    guard count > 0,
      let memory = unsafe mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0),
      unsafe memory != MAP_FAILED
    else { return nil }
    unsafe start = UnsafeRawPointer(memory)
    self.count = count
    isMapped = true
    unsafe pending = .allocate(capacity: count / (Self.blockSize * 64) + 1)
    for word in unsafe pending.indices { unsafe pending.initializeElement(at: word, to: Atomic(0)) }
    blocks = Mutex(Blocks())
  }

  deinit {
    unsafe pending.deinitialize().deallocate()
    if isMapped {
      unsafe munmap(UnsafeMutableRawPointer(mutating: start), count)
    } else {
      unsafe start.deallocate()
    }
  }

  /// Says where the checksums of all blocks are, each in eight bytes; the last block ends where the sections do.
  func expectSums(at start: Int, count: Int, until end: Int) {
    blocks.withLock {
      $0.sumsStart = start
      $0.end = end
      for word in unsafe pending.indices where word * 64 < count {
        let bits = UInt64.max >> UInt64(max(0, 64 - (count - word * 64)))
        unsafe pending[word].store(bits, ordering: .releasing)
      }
    }
  }

  /// Whether some block that was looked at is not what was written.
  package var isDamaged: Bool { isMapped && blocks.withLock { $0.isDamaged } }

  /// Hands out some bytes.
  ///
  /// - Precondition: The range lies within the image; whoever reads a section sees to that.
  @inline(__always)
  func withBytes<Result>(_ range: Range<Int>, _ body: (RawSpan) -> Result) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "a section lies in its image")
    if isMapped, isPending(range) { compare(range) }
    let bytes = unsafe UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
    return body(unsafe bytes.bytes)
  }

  /// The blocks of a range of bytes.
  @inline(__always)
  private func blocks(of range: Range<Int>) -> Range<Int> {
    let first = max(0, (range.lowerBound - Self.headerSize) / Self.blockSize)
    let end = (range.upperBound - Self.headerSize + Self.blockSize - 1) / Self.blockSize
    return first..<max(first, min(end, unsafe pending.count * 64))
  }

  /// Whether some block of a range was not looked at yet.
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

  /// Compares the blocks of a range with their checksums, each once.
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

  /// The checksum of a block as it is now.
  private func sum(of block: Int, until end: Int) -> UInt64 {
    let from = Self.headerSize + block * Self.blockSize
    let bytes = unsafe UnsafeRawBufferPointer(
      start: start + from, count: min(Self.blockSize, end - from))
    return checksum(unsafe bytes.bytes)
  }
}
