import World

/// An error in a gzip file.
enum GzipError: Error, Equatable {
  case damaged
  case cut
  case tooLong(limit: Int)
  case unreadable(FileError)
  case stopped
}

/// Whether bytes begin with the gzip signature (RFC 1952, section 2.3.1).
func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: GzipUnpacker.mark) }

/// Decompresses a gzip file with one or more members.
///
/// - Parameters:
///   - file: One or more gzip members.
///   - limit: The maximum size of the result, in bytes.
///   - isStopped: Whether to cancel; called regularly.
/// - Returns: The decompressed bytes.
/// - Throws: ``GzipError`` if the file is damaged or truncated, if the result exceeds the limit, or if it is canceled.
/// - Complexity: O(*n*) in the size of the result. For a file with one member, the result is allocated once.
func unpackGzip(
  _ file: any ReadableFile, limit: Int, isStopped: () -> Bool = { false }
) throws(GzipError) -> [UInt8] {
  var result: [UInt8] = []
  var (packed, chunk) = (
    [UInt8](repeating: 0, count: 1 << 18), [UInt8](repeating: 0, count: 1 << 18)
  )
  var (position, rest) = (0, 0..<0)
  do {
    result.reserveCapacity(min(try declaredCount(of: file), limit))
    var unpacker = try GzipUnpacker()
    while true {
      if isStopped() { throw GzipError.stopped }
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

/// Returns the size that the last member declares (RFC 1952, section 2.3.1), at most what deflate can expand to.
private func declaredCount(of file: any ReadableFile) throws(FileError) -> Int {
  var bytes = [UInt8](repeating: 0, count: 4)
  guard file.count > 18, try file.read(at: file.count - 4, into: &bytes, 0..<4) == 4 else {
    return 0
  }
  let count = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  // Deflate expands a byte to at most 1032 bytes.
  return min(count, file.count * 1032)
}
