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
  private let blocks: Mutex<Blocks>

  /// Which blocks still have to be compared, and with what.
  private struct Blocks {
    /// Where the checksums are.
    var sumsStart = 0
    /// One bit for each block that was not looked at yet.
    var pending: [UInt64] = []
    var count = 0
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
    blocks = Mutex(Blocks())
  }

  deinit {
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
      $0.pending = Array(repeating: .max, count: (count + 63) / 64)
      $0.count = count
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
    if isMapped { compare(range) }
    let bytes = unsafe UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
    return body(unsafe bytes.bytes)
  }

  /// Compares the blocks of a range with their checksums, each once.
  private func compare(_ range: Range<Int>) {
    blocks.withLock { blocks in
      let (from, to) = (range.lowerBound - Self.headerSize, range.upperBound - Self.headerSize)
      let end = min((to + Self.blockSize - 1) / Self.blockSize, blocks.count)
      var block = max(0, from / Self.blockSize)
      while block < end {
        // What is left of the word from this block on; whole words are passed over at once.
        let rest = blocks.pending[block >> 6] >> UInt64(block & 63)
        if rest == 0 {
          block = (block | 63) + 1
          continue
        }
        block += rest.trailingZeroBitCount
        if block >= end { break }
        blocks.pending[block >> 6] &= ~(1 << UInt64(block & 63))
        let expected = unsafe start.loadUnaligned(
          fromByteOffset: blocks.sumsStart + block * 8, as: UInt64.self)
        if sum(of: block, until: blocks.end) != expected { blocks.isDamaged = true }
        block += 1
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
