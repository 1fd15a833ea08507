/// A file that nobody else writes.
package protocol WritableFile: Sendable {
  /// Where it was made; it may have another name by now.
  var path: String { get }
  /// Adds bytes to its end.
  ///
  /// What was added may be lost in a power cut: nothing waits for the disk.
  ///
  /// - Throws: ``FileError`` if not all of them could be written.
  func append(_ bytes: [UInt8]) throws(FileError)
  /// Puts bytes in a place, which may lie behind the end: what is between is zeros.
  ///
  /// - Parameters:
  ///   - pieces: What to put there, one piece behind the other.
  ///   - offset: How many bytes of the file stand before them.
  /// - Throws: ``FileError`` if not all of them could be written.
  func write(_ pieces: [[UInt8]], at offset: Int) throws(FileError)
  /// What was written so far, to be read; the file may be renamed or removed meanwhile.
  func reader() throws(FileError) -> any ReadableFile
}
