import CZlib

/// Unpacks gzip piece by piece, all members of it: RFC 1952.
@safe
package struct GzipUnpacker: ~Copyable {
  /// The bytes are not what was packed.
  package struct Damage: Error {
    package init() {}
  }

  /// zlib wants it to stay where it is.
  private let stream: UnsafeMutablePointer<z_stream>
  /// Whether all that was taken is whole: the last member has come to its end.
  package private(set) var isAtEnd = false
  /// Whether what follows is none of it, and is passed over.
  private var isOver = false
  /// Whether the first byte of what may be another member has come.
  private var hasHalfMark = false

  /// An unpacker that nothing has come to yet.
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

  /// What gzip begins with: RFC 1952, section 2.3.1.
  package static let mark: [UInt8] = [0x1F, 0x8B]

  /// Unpacks as much as there is room for.
  ///
  /// - Parameters:
  ///   - packed: What comes next, and was not taken yet.
  ///   - buffer: The room, written from its beginning.
  /// - Returns: How many bytes were taken, and how many are in the buffer; two zeros if more has to come first.
  /// - Throws: ``Damage``.
  package mutating func unpack(
    _ packed: Span<UInt8>, into buffer: inout [UInt8]
  ) throws(Damage) -> (taken: Int, made: Int) {
    if isAtEnd, !packed.isEmpty {
      // A mark may come in two pieces.
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
        // It reads through a pointer that could be written through, and does not.
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
