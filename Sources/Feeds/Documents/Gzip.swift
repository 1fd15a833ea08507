import World

/// Why compressed bytes could not be unpacked.
enum GzipError: Error, Equatable {
  case damaged
  case cut
  case tooLong(limit: Int)
  case unreadable(FileError)
}

/// Whether bytes begin as gzip does (RFC 1952, section 2.3.1).
func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: GzipUnpacker.mark) }

/// Unpacks gzip, all members of it.
///
/// - Parameters:
///   - file: One or more gzip members.
///   - limit: The most bytes to unpack to.
/// - Returns: The unpacked bytes.
/// - Throws: ``GzipError`` if the bytes are damaged, cut, or too many.
/// - Complexity: O(*n*) in the unpacked bytes, and memory for just these where there is one member.
func unpackGzip(_ file: any ReadableFile, limit: Int) throws(GzipError) -> [UInt8] {
  var result: [UInt8] = []
  var (packed, chunk) = (
    [UInt8](repeating: 0, count: 1 << 18), [UInt8](repeating: 0, count: 1 << 18)
  )
  var (position, rest) = (0, 0..<0)
  do {
    result.reserveCapacity(min(try foretoldCount(of: file), limit))
    var unpacker = try GzipUnpacker()
    while true {
      if rest.isEmpty, position < file.count {
        rest = 0..<(try file.read(at: position, into: &packed, 0..<packed.count))
        position += rest.count
      }
      let (taken, made) = try unpacker.unpack(packed.span.extracting(rest), into: &chunk)
      rest = rest.dropFirst(taken)
      guard result.count + made <= limit else { throw GzipError.tooLong(limit: limit) }
      result += chunk[..<made]
      if unpacker.isAtEnd, rest.isEmpty, position >= file.count { return result }
      if taken == 0, made == 0 { throw GzipError.cut }
    }
  } catch let error as GzipError {
    throw error
  } catch let error as FileError {
    throw .unreadable(error)
  } catch {
    throw .damaged
  }
}

/// The count that the last member says it unpacks to (RFC 1952, section 2.3.1), or less where that cannot be.
private func foretoldCount(of file: any ReadableFile) throws(FileError) -> Int {
  var bytes = [UInt8](repeating: 0, count: 4)
  guard file.count > 18, try file.read(at: file.count - 4, into: &bytes, 0..<4) == 4 else {
    return 0
  }
  let count = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  // No byte of deflate stands for more than 1032.
  return min(count, file.count * 1032)
}
