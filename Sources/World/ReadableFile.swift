/// A file that was opened, or bytes that stand for one, read at any place.
package protocol ReadableFile: Sendable {
  /// How many bytes there were when it was opened.
  var count: Int { get }
  /// What tells this state of the file from any other; nil where nothing does for longer than this run.
  var identity: [UInt8]? { get }
  /// Whether it is known to have other bytes than when it was opened.
  var hasChanged: Bool { get }
  /// Reads bytes into `buffer` from `start` on.
  ///
  /// - Parameters:
  ///   - offset: How many bytes of the file stand before the first one wanted.
  ///   - buffer: Where to put them.
  ///   - range: Which part of the buffer to fill.
  /// - Returns: How many were read; fewer than asked for only at the end of the file.
  /// - Throws: ``FileError`` if the system cannot read.
  func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int
}

/// Bytes in memory that are read as a file is.
package struct HeldBytes: ReadableFile {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var count: Int { bytes.count }

  package func read(
    at offset: Int, into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(FileError) -> Int {
    let taken = min(range.count, max(0, bytes.count - offset))
    if taken > 0 {
      buffer.replaceSubrange(
        range.lowerBound..<range.lowerBound + taken, with: bytes[offset..<offset + taken])
    }
    return taken
  }
}

extension ReadableFile {
  package var identity: [UInt8]? { nil }
  package var hasChanged: Bool { false }
}
