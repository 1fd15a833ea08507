import CZlib

/// Why compressed bytes could not be unpacked.
enum GzipError: Error, Equatable {
  case damaged
  case cut
  case tooLong(limit: Int)
}

/// Whether bytes begin as gzip does (RFC 1952, section 2.3.1).
func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

/// Unpacks gzip, all members of it.
///
/// - Parameters:
///   - packed: One or more gzip members.
///   - limit: The most bytes to unpack to.
/// - Returns: The unpacked bytes.
/// - Throws: ``GzipError`` if the bytes are damaged, cut, or too many.
func unpackGzip(_ packed: [UInt8], limit: Int) throws(GzipError) -> [UInt8] {
  var stream = unsafe z_stream()
  guard unsafe czlib_begin_gzip(&stream) == Z_OK else { throw .damaged }
  defer { unsafe inflateEnd(&stream) }
  var input = packed
  var result: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 18)
  var used = 0
  var status = Z_OK
  while true {
    let left = min(input.count - used, 1 << 30)
    let (consumed, produced) = unsafe input.withUnsafeMutableBufferPointer { source in
      unsafe chunk.withUnsafeMutableBufferPointer { target in
        unsafe stream.next_in = source.baseAddress.map { unsafe $0 + used }
        unsafe stream.avail_in = UInt32(left)
        unsafe stream.next_out = target.baseAddress
        unsafe stream.avail_out = UInt32(target.count)
        status = unsafe inflate(&stream, Z_NO_FLUSH)
        return unsafe (left - Int(stream.avail_in), target.count - Int(stream.avail_out))
      }
    }
    used += consumed
    guard result.count + produced <= limit else { throw .tooLong(limit: limit) }
    result += chunk[..<produced]
    if status == Z_STREAM_END {
      if used == input.count { return result }
      guard isGzip(Array(input[used...].prefix(2))) else { return result }
      unsafe inflateReset(&stream)
    } else if status != Z_OK || consumed == 0 && produced == 0 {
      throw status == Z_BUF_ERROR || status == Z_OK ? .cut : .damaged
    }
  }
}
