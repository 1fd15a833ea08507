/// Copies bytes, eight at a time.
///
/// A call of the system's `memmove` for each of millions of short texts takes longer than this.
@inline(__always)
func copyBytes(
  _ range: Range<Int>, of source: RawSpan, to target: inout MutableSpan<UInt8>, at place: Int
) {
  let count = range.count
  let from = range.lowerBound
  var bytes = unsafe target.mutableBytes
  if count >= 8 {
    var offset = 0
    while offset + 8 <= count {
      bytes.storeBytes(
        of: source.word(from + offset), toByteOffset: place + offset, as: UInt64.self)
      offset += 8
    }
    // The last word overlaps the one before it.
    bytes.storeBytes(
      of: source.word(from + count - 8), toByteOffset: place + count - 8, as: UInt64.self)
  } else {
    for offset in 0..<count {
      bytes.storeBytes(
        of: source.byte(from + offset), toByteOffset: place + offset, as: UInt8.self)
    }
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
