/// Where the shell's words go, and what is known about who reads them.
package struct Console: Sendable {
  /// One of the two streams.
  package struct Stream: Sendable {
    /// Writes all bytes; says whether somebody still reads.
    package var write: @Sendable ([UInt8]) -> Bool
    /// Whether the stream is a terminal.
    package var isTerminal: Bool

    package init(isTerminal: Bool, write: @escaping @Sendable ([UInt8]) -> Bool) {
      self.isTerminal = isTerminal
      self.write = write
    }
  }

  /// The size of a terminal in cells.
  package struct Size: Equatable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  package var output: Stream
  package var errors: Stream
  /// The size of the terminal now; 80 × 24 where there is none or it does not say.
  package var size: @Sendable () -> Size
  /// All of standard input.
  package var readInput: @Sendable (_ limit: Int) throws(FileError) -> [UInt8]

  package init(
    output: Stream, errors: Stream, size: @escaping @Sendable () -> Size,
    readInput: @escaping @Sendable (_ limit: Int) throws(FileError) -> [UInt8]
  ) {
    self.output = output
    self.errors = errors
    self.size = size
    self.readInput = readInput
  }
}
