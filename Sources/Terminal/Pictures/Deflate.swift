import CZlib

/// Bytes as zlib packs them (RFC 1950), quickly rather than small: most terminals are near.
func deflated(_ bytes: [UInt8]) -> [UInt8] {
  var length = compressBound(uLong(bytes.count))
  var packed = [UInt8](repeating: 0, count: Int(length))
  let status = unsafe compress2(&packed, &length, bytes, uLong(bytes.count), 1)
  precondition(status == Z_OK, "there is room for what zlib makes of the bytes")
  return Array(packed[..<Int(length)])
}

/// The check sum of a chunk of PNG (ISO/IEC 15948, section 5.5).
func cyclicCheck(_ bytes: [UInt8]) -> UInt32 {
  UInt32(truncatingIfNeeded: unsafe crc32(0, bytes, uInt(bytes.count)))
}
