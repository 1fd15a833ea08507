#if canImport(Glibc)
  import Glibc
#endif

extension Array where Element: BitwiseCopyable {
  /// Reserves capacity, with huge pages if there is much of it.
  ///
  /// The first access to each small page takes about a microsecond, and random access to many of them causes TLB
  /// misses.
  package mutating func reserveLargely(_ count: Int) {
    reserveCapacity(count)
    #if canImport(Glibc)
      guard count * MemoryLayout<Element>.stride >= 2 << 20 else { return }
      unsafe withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        let page = 1 << 12
        let first = (UInt(bitPattern: start) + UInt(page) - 1) & ~UInt(page - 1)
        let end = UInt(bitPattern: start) + UInt(count * MemoryLayout<Element>.stride)
        // If the system has no huge pages, the call has no effect.
        if end > first, let place = unsafe UnsafeMutableRawPointer(bitPattern: first) {
          unsafe madvise(place, Int(end - first), MADV_HUGEPAGE)
        }
      }
    #endif
  }

  /// Appends an element repeatedly, with huge pages if there are many.
  mutating func fillLargely(_ element: Element, _ count: Int) {
    reserveLargely(self.count + count)
    append(element, times: count)
  }
}

extension Array {
  /// Appends an element repeatedly.
  @inline(__always)
  package mutating func append(_ element: Element, times count: Int) {
    // Even if it is empty, the closure writes the size of the array, and all threads share the empty array.
    guard count > 0 else { return }
    append(addingCapacity: count) { $0.append(repeating: element, count: count) }
  }
}

/// Copies bytes, sixteen at a time.
///
/// For millions of short texts, this is faster than calls of `memmove`.
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

/// Copies a number of bytes in units of a type, whose size the number must reach.
@inline(__always)
private func copy<Some: BitwiseCopyable>(
  _: Some.Type, _ count: Int, of source: RawSpan, _ from: Int, to target: inout MutableRawSpan,
  _ place: Int
) {
  let size = MemoryLayout<Some>.size
  var offset = 0
  while offset < count {
    // The last unit may overlap the one before.
    offset = min(offset, count &- size)
    unsafe target.storeBytes(
      of: source.unsafeLoadUnaligned(fromUncheckedByteOffset: from &+ offset, as: Some.self),
      toUncheckedByteOffset: place &+ offset, as: Some.self)
    offset &+= size
  }
}

extension Array where Element == UInt8 {
  /// Appends zero bytes, to be overwritten.
  @inline(__always)
  package mutating func extend(by count: Int) { append(0, times: count) }
}

extension RecordBatch {
  /// Calls `body` with the value of each record: that of the first of some slots that has a value.
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
