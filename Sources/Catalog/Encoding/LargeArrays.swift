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
