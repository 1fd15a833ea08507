import World

/// Why compressed bytes could not be unpacked.
enum GzipError: Error, Equatable {
  case damaged
  case cut
  case tooLong(limit: Int)
}

/// Whether bytes begin as gzip does (RFC 1952, section 2.3.1).
func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: GzipUnpacker.mark) }

/// Unpacks gzip, all members of it.
///
/// - Parameters:
///   - packed: One or more gzip members.
///   - limit: The most bytes to unpack to.
/// - Returns: The unpacked bytes.
/// - Throws: ``GzipError`` if the bytes are damaged, cut, or too many.
func unpackGzip(_ packed: [UInt8], limit: Int) throws(GzipError) -> [UInt8] {
  var result: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 18)
  var used = 0
  do {
    var unpacker = try GzipUnpacker()
    while true {
      let (taken, made) = try unpacker.unpack(packed.span.extracting(used...), into: &chunk)
      used += taken
      guard result.count + made <= limit else { throw GzipError.tooLong(limit: limit) }
      result += chunk[..<made]
      if unpacker.isAtEnd, used == packed.count { return result }
      if taken == 0, made == 0 { throw GzipError.cut }
    }
  } catch let error as GzipError {
    throw error
  } catch {
    throw .damaged
  }
}
