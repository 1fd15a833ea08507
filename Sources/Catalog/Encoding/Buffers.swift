#if canImport(Glibc)
  import Glibc
#endif

extension Array where Element: BitwiseCopyable {
  /// Makes room, in large pages where there is much of it: the first touch of each small page takes a microsecond,
  /// and looking texts up all over small pages waits for their addresses.
  package mutating func reserveLargely(_ count: Int) {
    reserveCapacity(count)
    #if canImport(Glibc)
      guard count * MemoryLayout<Element>.stride >= 2 << 20 else { return }
      unsafe withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        let page = 1 << 12
        let first = (UInt(bitPattern: start) + UInt(page) - 1) & ~UInt(page - 1)
        let end = UInt(bitPattern: start) + UInt(count * MemoryLayout<Element>.stride)
        // Where the system has no large pages, nothing changes.
        if end > first, let place = unsafe UnsafeMutableRawPointer(bitPattern: first) {
          unsafe madvise(place, Int(end - first), MADV_HUGEPAGE)
        }
      }
    #endif
  }

  /// Appends an element some times, in large pages where it is many times.
  mutating func fillLargely(_ element: Element, _ count: Int) {
    reserveLargely(self.count + count)
    append(contentsOf: repeatElement(element, count: count))
  }
}

/// Copies bytes, sixteen at a time.
///
/// A call of the system's `memmove` for each of millions of short texts takes longer than this.
@inline(__always)
func copyBytes(
  _ range: Range<Int>, of source: RawSpan, to target: inout MutableSpan<UInt8>, at place: Int
) {
  let count = range.count
  let from = range.lowerBound
  precondition(from >= 0 && range.upperBound <= source.byteCount, "These bytes are not there.")
  precondition(place >= 0 && count <= target.count - place, "There is no room for these bytes.")
  var bytes = unsafe target.mutableBytes
  if count >= 16 {
    copy(SIMD16<UInt8>.self, count, of: source, from, to: &bytes, place)
  } else if count >= 8 {
    copy(UInt64.self, count, of: source, from, to: &bytes, place)
  } else {
    copy(UInt8.self, count, of: source, from, to: &bytes, place)
  }
}

/// Copies so many bytes, some at a time, no fewer than that; there are and there is room for them.
@inline(__always)
private func copy<Some: BitwiseCopyable>(
  _: Some.Type, _ count: Int, of source: RawSpan, _ from: Int, to target: inout MutableRawSpan,
  _ place: Int
) {
  let size = MemoryLayout<Some>.size
  var offset = 0
  while offset < count {
    // The last of them overlap those before.
    offset = min(offset, count &- size)
    unsafe target.storeBytes(
      of: source.unsafeLoadUnaligned(fromUncheckedByteOffset: from &+ offset, as: Some.self),
      toUncheckedByteOffset: place &+ offset, as: Some.self)
    offset &+= size
  }
}

extension Array where Element == UInt8 {
  /// Adds so many zero bytes, to be written over.
  @inline(__always)
  mutating func extend(by count: Int) {
    append(contentsOf: repeatElement(0, count: count))
  }
}

extension RecordBatch {
  /// Calls `body` with the value of each record: that of the first of some slots that has one.
  @inline(__always)
  func forEachValue(_ slots: [Int], _ body: (_ record: Int, ScannedValue) -> Void) {
    if slots.count == 1 {
      let all = values.span
      let first = slots[0] * Self.capacity
      for record in 0..<count { body(record, all[first + record]) }
    } else {
      for record in 0..<count { body(record, value(slots, record)) }
    }
  }
}
