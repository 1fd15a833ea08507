#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The reason why a catalog cannot be stored.
package enum StorageError: Error, Equatable {
  /// Writing failed with an `errno`.
  case system(Int32)
  /// Storing was canceled.
  case canceled
  /// The texts of a field are too large to be searched.
  case tooLarge(field: String)
}

/// Writes sections one after another, to a file or to memory.
@safe
struct SectionWriter: ~Copyable {
  /// The size of the write buffer, in bytes; a multiple of the block size.
  private static let bufferSize = CatalogStorage.blockSize * 64

  /// The file; nil for memory.
  private let descriptor: Int32?
  private var memory: UnsafeMutableRawBufferPointer
  private var block: [UInt8] = []
  /// The number of bytes that were flushed.
  private var flushed = CatalogStorage.headerSize
  private var sums: [UInt64] = []
  private(set) var table: SectionTable = [:]
  /// Whether to cancel; called whenever the buffer is full.
  let isStopped: @Sendable () -> Bool

  /// Creates a writer to an empty file.
  init(to descriptor: Int32, unless isStopped: @escaping @Sendable () -> Bool = { false }) {
    self.descriptor = descriptor
    self.isStopped = isStopped
    unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    block.reserveCapacity(Self.bufferSize)
  }

  /// Creates a writer to memory, with an estimated size in bytes.
  init(expecting size: Int, unless isStopped: @escaping @Sendable () -> Bool = { false }) {
    descriptor = nil
    self.isStopped = isStopped
    unsafe memory = .allocate(byteCount: CatalogStorage.headerSize + max(size, 64), alignment: 64)
    block.reserveCapacity(min(Self.bufferSize, size))
  }

  deinit { unsafe memory.deallocate() }

  /// The offset of the next byte.
  private var place: Int { flushed + block.count }

  /// Writes a section of numbers in an order, with the smallest element size for the largest number.
  mutating func put(
    _ kind: SectionKind, of field: UInt32, narrow numbers: [UInt32], order: [UInt32]? = nil,
    largest: Int
  ) throws(StorageError) {
    switch NarrowNumberArray.width(of: largest) {
    case 1: try put(kind, of: field, numbers, order, as: UInt8.self)
    case 2: try put(kind, of: field, numbers, order, as: UInt16.self)
    default: try put(kind, of: field, numbers, order, as: UInt32.self)
    }
  }

  private mutating func put<Number: FixedWidthInteger & BitwiseCopyable>(
    _ kind: SectionKind, of field: UInt32, _ numbers: [UInt32], _ order: [UInt32]?, as: Number.Type
  ) throws(StorageError) {
    // Narrowing before reordering makes more of the random accesses hit the caches.
    let narrow = numbers.map { Number(truncatingIfNeeded: $0) }
    try put(kind, of: field, order.map { $0.map { narrow[Int($0)] } } ?? narrow)
  }

  /// Writes a section of numbers.
  mutating func put<Number: BitwiseCopyable>(
    _ kind: SectionKind, of field: UInt32, _ numbers: [Number]
  ) throws(StorageError) {
    try section(kind, of: field, width: MemoryLayout<Number>.size) {
      (writer: inout SectionWriter) throws(StorageError) in
      try writer.append(unsafe numbers.span.bytes)
    }
  }

  /// Writes a section whose bytes `body` appends.
  mutating func section(
    _ kind: SectionKind, of field: UInt32, width: Int = 1,
    _ body: (inout SectionWriter) throws(StorageError) -> Void
  ) throws(StorageError) {
    while place & 63 != 0 { try append(UInt8(0)) }
    let start = place
    try body(&self)
    table[Section.Key(field: field, kind: kind)] = Section(
      range: start..<place, width: width)
  }

  /// Appends texts in an order.
  ///
  /// - Returns: The offset of each text relative to the first, and the end of the last.
  mutating func append(_ texts: TextArena, _ order: [UInt32]) throws(StorageError) -> [UInt32] {
    var starts: [UInt32] = []
    starts.fillLargely(0, order.count + 1)
    var next = 0
    while next < order.count {
      // As many whole texts as fit into the buffer.
      let start = block.count
      block.extend(by: min(Self.bufferSize - start, texts.bytes.count))
      var end = start
      do {
        let source = unsafe texts.bytes.span.bytes
        var target = block.mutableSpan
        var starts = starts.mutableSpan
        var places = InlineArray<32, Range<Int>>(repeating: 0..<0)
        fill: while next < order.count {
          // Texts are spread over memory. Reading the ends of many of them before the first is needed overlaps the
          // cache misses. The values written here are overwritten; they keep the compiler from removing the reads.
          let some = min(places.count, order.count - next)
          for k in 0..<some { places[k] = texts.place(Int(order[next + k])) }
          if end + some <= target.count {
            for k in 0..<some where !places[k].isEmpty {
              target[end + k] =
                source.byte(places[k].lowerBound) ^ source.byte(places[k].upperBound - 1)
            }
          }
          for k in 0..<some {
            if places[k].count > target.count - end { break fill }
            copyBytes(places[k], of: source, to: &target, at: end)
            end += places[k].count
            starts[next + 1] = starts[next] &+ UInt32(truncatingIfNeeded: places[k].count)
            next += 1
          }
        }
      }
      block.removeLast(block.count - end)
      if next < order.count {
        let place = texts.place(Int(order[next]))
        try append(unsafe texts.bytes.span.bytes, place)
        starts[next + 1] = starts[next] &+ UInt32(truncatingIfNeeded: place.count)
        next += 1
      }
    }
    if block.count >= Self.bufferSize { try flush() }
    return starts
  }

  @inline(__always)
  mutating func append<Number: BitwiseCopyable>(_ number: Number) throws(StorageError) {
    unsafe withUnsafeBytes(of: number) { unsafe block.append(contentsOf: $0) }
    if block.count >= Self.bufferSize { try flush() }
  }

  mutating func append(_ bytes: RawSpan) throws(StorageError) {
    try append(bytes, 0..<bytes.byteCount)
  }

  @inline(__always)
  mutating func append(_ bytes: RawSpan, _ range: Range<Int>) throws(StorageError) {
    var from = range.lowerBound
    while range.upperBound - from >= Self.bufferSize - block.count {
      let end = from + Self.bufferSize - block.count
      unsafe bytes.withUnsafeBytes { unsafe block.append(contentsOf: $0[from..<end]) }
      from = end
      try flush()
    }
    if from < range.upperBound {
      unsafe bytes.withUnsafeBytes { unsafe block.append(contentsOf: $0[from..<range.upperBound]) }
    }
  }

  /// Throws if writing was canceled.
  func requireRunning() throws(StorageError) {
    if isStopped() { throw .canceled }
  }

  /// Flushes a full buffer, or everything.
  private mutating func flush(all: Bool = false) throws(StorageError) {
    try requireRunning()
    while block.count >= Self.bufferSize || all && !block.isEmpty {
      let count = min(block.count, Self.bufferSize)
      if descriptor != nil {
        for start in stride(from: 0, to: count, by: CatalogStorage.blockSize) {
          let end = min(start + CatalogStorage.blockSize, count)
          sums.append(checksum(unsafe block.span.bytes.extracting(start..<end)))
        }
      }
      try out(count)
      flushed += count
      if count == block.count {
        block.removeAll(keepingCapacity: true)
      } else {
        block.removeFirst(count)
      }
    }
  }

  private mutating func out(_ count: Int) throws(StorageError) {
    if let descriptor {
      try writeAll(unsafe block.span.bytes.extracting(0..<count), to: descriptor, at: flushed)
    } else {
      if unsafe flushed + count > memory.count {
        let larger = unsafe UnsafeMutableRawBufferPointer.allocate(
          byteCount: max(flushed + count, memory.count * 3 / 2), alignment: 64)
        unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<flushed]))
        unsafe memory.deallocate()
        unsafe memory = larger
      }
      unsafe block.withUnsafeBytes {
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[flushed..<flushed + count])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
    }
  }

  /// Finishes a catalog in memory.
  consuming func finish() throws(StorageError) -> (CatalogStorage, SectionTable) {
    try flush(all: true)
    let storage = unsafe CatalogStorage(
      taking: UnsafeMutableRawBufferPointer(rebasing: memory[..<flushed]))
    unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    return (storage, table)
  }

  /// Finishes the sections of a file.
  ///
  /// - Returns: The end of the sections, the section table, and the checksum of each block.
  consuming func finishFile() throws(StorageError) -> (Int, SectionTable, [UInt64]) {
    try flush(all: true)
    return (flushed, table, sums)
  }
}

/// Writes all bytes at an offset of a file.
func writeAll(_ bytes: RawSpan, to descriptor: Int32, at offset: Int) throws(StorageError) {
  var done = 0
  while done < bytes.byteCount {
    let count = unsafe bytes.withUnsafeBytes {
      unsafe pwrite(
        descriptor, $0.baseAddress.map { unsafe $0 + done }, $0.count - done, off_t(offset + done))
    }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { throw .system(count < 0 ? errno : EIO) }
    done += count
  }
}
