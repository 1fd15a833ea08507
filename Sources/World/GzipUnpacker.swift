import CZlib

/// An incremental decoder for gzip with any number of members (RFC 1952).
@safe
package struct GzipUnpacker: ~Copyable {
  /// The data is not valid gzip.
  package struct Damage: Error {
    package init() {}
  }

  /// zlib requires a stable address.
  private let stream: UnsafeMutablePointer<z_stream>
  /// Whether the input ends with a complete member.
  package private(set) var isAtEnd = false
  /// Whether trailing data follows, which is ignored.
  private var isOver = false
  /// Whether the first byte of a possible next member was read.
  private var hasHalfMark = false

  /// Creates a decoder.
  ///
  /// - Throws: ``Damage`` if memory is short.
  package init() throws(Damage) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe czlib_begin_gzip(stream) == Z_OK else {
      unsafe stream.deallocate()
      throw Damage()
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// The magic number: RFC 1952, section 2.3.1.
  package static let mark: [UInt8] = [0x1F, 0x8B]

  /// Decodes as much as fits into a buffer.
  ///
  /// - Parameters:
  ///   - packed: The input that was not consumed yet.
  ///   - buffer: The output buffer.
  /// - Returns: The number of bytes consumed and produced; both are zero if more input is needed.
  /// - Throws: ``Damage`` if the data is invalid.
  package mutating func unpack(
    _ packed: Span<UInt8>, into buffer: inout [UInt8]
  ) throws(Damage) -> (taken: Int, made: Int) {
    if isAtEnd, !packed.isEmpty {
      // The magic number can be split between two calls.
      if !isOver, !hasHalfMark, packed[0] == Self.mark[0] {
        hasHalfMark = true
        return (1, 0)
      }
      isOver = isOver || !hasHalfMark || packed[0] != Self.mark[1]
      if isOver { return (packed.count, 0) }
      (isAtEnd, hasHalfMark) = (false, false)
      unsafe inflateReset(stream)
      _ = try inflate(Self.mark.span.extracting(0..<1), into: &buffer)
    }
    return try inflate(packed, into: &buffer)
  }

  private mutating func inflate(
    _ packed: Span<UInt8>, into buffer: inout [UInt8]
  ) throws(Damage) -> (taken: Int, made: Int) {
    let (most, room) = (min(packed.count, 1 << 30), min(buffer.count, 1 << 30))
    let status = unsafe packed.withUnsafeBufferPointer { source in
      unsafe buffer.withUnsafeMutableBufferPointer { target in
        // zlib does not write through this pointer.
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(most)
        unsafe stream.pointee.next_out = target.baseAddress
        unsafe stream.pointee.avail_out = UInt32(room)
        return unsafe CZlib.inflate(stream, Z_NO_FLUSH)
      }
    }
    guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else { throw Damage() }
    isAtEnd = status == Z_STREAM_END
    return unsafe (most - Int(stream.pointee.avail_in), room - Int(stream.pointee.avail_out))
  }
}
