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

  /// Whether bytes begin as gzip does (RFC 1952, section 2.3.1), as far as they go.
  package static func begins(_ bytes: Span<UInt8>) -> Bool {
    !bytes.isEmpty && bytes[0] == 0x1F && (bytes.count == 1 || bytes[1] == 0x8B)
  }

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
      if isOver || !Self.begins(packed) {
        isOver = true
        return (packed.count, 0)
      }
      unsafe inflateReset(stream)
      isAtEnd = false
    }
    let (most, room) = (min(packed.count, 1 << 30), min(buffer.count, 1 << 30))
    let status = unsafe packed.withUnsafeBufferPointer { source in
      unsafe buffer.withUnsafeMutableBufferPointer { target in
        // It reads through a pointer that could be written through, and does not.
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(most)
        unsafe stream.pointee.next_out = target.baseAddress
        unsafe stream.pointee.avail_out = UInt32(room)
        return unsafe inflate(stream, Z_NO_FLUSH)
      }
    }
    guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else { throw Damage() }
    isAtEnd = status == Z_STREAM_END
    return unsafe (most - Int(stream.pointee.avail_in), room - Int(stream.pointee.avail_out))
  }
}
