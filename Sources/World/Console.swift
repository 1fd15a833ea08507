/// The standard streams and the properties of the terminal.
package struct Console: Sendable {
  /// The result of a write.
  package enum Writing: Equatable, Sendable {
    case written
    /// The reader has closed the stream, so the output is not needed.
    case unread
    case failed(FileError)
  }

  /// An output stream.
  package struct Stream: Sendable {
    /// Writes several buffers in order.
    package var writeTogether: @Sendable ([[UInt8]]) -> Writing
    /// Whether the stream is a terminal.
    package var isTerminal: Bool

    /// Creates a stream that writes contiguous bytes.
    package init(isTerminal: Bool, write: @escaping @Sendable ([UInt8]) -> Writing) {
      self.isTerminal = isTerminal
      writeTogether = { write($0.count == 1 ? $0[0] : Array($0.joined())) }
    }

    /// Creates a stream that writes several buffers in one call.
    package static func gathering(
      isTerminal: Bool, _ write: @escaping @Sendable ([[UInt8]]) -> Writing
    ) -> Self {
      var stream = Self(isTerminal: isTerminal) { write([$0]) }
      stream.writeTogether = write
      return stream
    }

    /// Writes all bytes.
    package func write(_ bytes: [UInt8]) -> Writing { writeTogether([bytes]) }
  }

  /// The size of a terminal in cells.
  package struct Size: Equatable, Sendable {
    package var columns: Int
    package var rows: Int
    /// The width of a cell in pixels; nil if the terminal does not report it.
    package var cellWidth: Int?
    /// The height of a cell in pixels; nil if the terminal does not report it.
    package var cellHeight: Int?

    package init(columns: Int, rows: Int, cellWidth: Int? = nil, cellHeight: Int? = nil) {
      self.columns = columns
      self.rows = rows
      self.cellWidth = cellWidth
      self.cellHeight = cellHeight
    }
  }

  package var output: Stream
  package var errors: Stream
  /// Returns the current terminal size; 80 × 24 if it is unknown.
  package var size: @Sendable () -> Size
  /// Reads the next line of standard input; nil at its end.
  package var readLine: @Sendable () throws(FileError) -> InputLine?
  /// Reads all of standard input.
  package var readInput: @Sendable (_ limit: Int) throws(FileError) -> [UInt8]
  /// Queries the terminal.
  ///
  /// Returns an empty array without a terminal.
  package var query: Query
  /// Runs an operation without echoing input, which is read afterwards.
  package var withoutEcho: @Sendable (_ body: () -> Void) -> Void

  /// Writes a query and returns the input until the response is complete or the time is over.
  ///
  /// The result can include keys that the user typed meanwhile, except those that raise signals.
  package typealias Query =
    @Sendable (
      _ question: [UInt8], _ isComplete: @Sendable ([UInt8]) -> Bool, _ milliseconds: Int
    ) -> [UInt8]

  package init(
    output: Stream, errors: Stream, size: @escaping @Sendable () -> Size,
    readLine: @escaping @Sendable () throws(FileError) -> InputLine?,
    readInput: @escaping @Sendable (_ limit: Int) throws(FileError) -> [UInt8],
    query: @escaping Query = { _, _, _ in [] },
    withoutEcho: @escaping @Sendable (_ body: () -> Void) -> Void = { $0() }
  ) {
    self.output = output
    self.errors = errors
    self.size = size
    self.readLine = readLine
    self.readInput = readInput
    self.query = query
    self.withoutEcho = withoutEcho
  }
}

/// A line of standard input.
package struct InputLine: Sendable {
  /// The bytes without the line feed.
  package var bytes: [UInt8]
  /// The line number, counted from 1.
  package var number: Int

  package init(bytes: [UInt8], number: Int) {
    self.bytes = bytes
    self.number = number
  }

  /// Whether the line is blank.
  package var isBlank: Bool {
    if let first = bytes.first, (0x21...0x7E).contains(first) { return false }
    return String(validating: bytes, as: UTF8.self)?.allSatisfy(\.isWhitespace) ?? false
  }

  /// The text, or the position of invalid UTF-8, which is never repaired.
  package var text: Result<String, UnreadableText> {
    readableText(bytes, from: "line \(number) of standard input")
  }
}

/// Decodes UTF-8.
///
/// - Parameters:
///   - bytes: The bytes.
///   - origin: A description of their source, such as `line 3 of standard input`.
/// - Returns: The text, or the position of the first invalid byte.
package func readableText(
  _ bytes: some Collection<UInt8>, from origin: @autoclosure () -> String
) -> Result<String, UnreadableText> {
  if let text = String(validating: bytes, as: UTF8.self) { return .success(text) }
  return .failure(UnreadableText(bytes, origin()))
}

/// An error about invalid UTF-8.
package struct UnreadableText: Error, Equatable, CustomStringConvertible {
  /// A description of the source.
  let origin: String
  /// The position of the first invalid byte, counted from 1.
  let place: Int

  fileprivate init(_ bytes: some Collection<UInt8>, _ origin: String) {
    self.origin = origin
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    var place = 1
    while case .scalarValue(let scalar) = decoder.decode(&rest) {
      place += UTF8.width(scalar)
    }
    self.place = place
  }

  package var description: String {
    "\(origin) is not UTF-8 from byte \(place) on, and nothing of it was run; Larder reads UTF-8 only"
  }
}
