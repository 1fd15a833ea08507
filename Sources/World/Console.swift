/// Where the shell's words go, and what is known about who reads them.
package struct Console: Sendable {
  /// What came of writing.
  package enum Writing: Equatable, Sendable {
    case written
    /// Nobody reads the stream any more, and so nobody misses anything.
    case unread
    case failed(FileError)
  }

  /// One of the two streams.
  package struct Stream: Sendable {
    /// Writes all bytes of some pieces, one piece behind the other.
    package var writeTogether: @Sendable ([[UInt8]]) -> Writing
    /// Whether the stream is a terminal.
    package var isTerminal: Bool

    /// A stream that takes all bytes in one piece.
    package init(isTerminal: Bool, write: @escaping @Sendable ([UInt8]) -> Writing) {
      self.isTerminal = isTerminal
      writeTogether = { write($0.count == 1 ? $0[0] : Array($0.joined())) }
    }

    /// A stream that takes several pieces at once.
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
    /// The width of a cell in pixels; nil where the terminal does not say.
    package var cellWidth: Int?
    /// The height of a cell in pixels, likewise.
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
  /// The size of the terminal now; 80 × 24 where there is none or it does not say.
  package var size: @Sendable () -> Size
  /// The next line of standard input; nil at its end.
  package var readLine: @Sendable () throws(FileError) -> InputLine?
  /// All of standard input.
  package var readInput: @Sendable (_ limit: Int) throws(FileError) -> [UInt8]
  /// Puts a question to the terminal; nothing comes back where there is none.
  package var query: Query
  /// Does something while the terminal shows no keys; what is typed meanwhile is read afterwards.
  package var withoutEcho: @Sendable (_ body: () -> Void) -> Void

  /// Writes a question and returns what the terminal sends until it is complete or the time is over.
  ///
  /// What somebody types meanwhile is among it, apart from the keys that raise signals.
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

/// A line of standard input, as its bytes came.
package struct InputLine: Sendable {
  /// Its bytes without the line feed.
  package var bytes: [UInt8]
  /// Its place among all lines, from 1.
  package var number: Int

  package init(bytes: [UInt8], number: Int) {
    self.bytes = bytes
    self.number = number
  }

  /// Whether there is nothing in it but blanks.
  package var isBlank: Bool {
    if let first = bytes.first, (0x21...0x7E).contains(first) { return false }
    return String(validating: bytes, as: UTF8.self)?.allSatisfy(\.isWhitespace) ?? false
  }

  /// What it says, or where it says nothing; bytes that are no UTF-8 are not guessed at.
  package var text: Result<String, UnreadableText> {
    readableText(bytes, from: "line \(number) of standard input")
  }
}

/// What bytes say that were meant to be text.
///
/// - Parameters:
///   - bytes: The bytes.
///   - origin: Whose bytes they are, as in `line 3 of standard input`.
/// - Returns: The text, or where they are no UTF-8.
package func readableText(
  _ bytes: some Collection<UInt8>, from origin: @autoclosure () -> String
) -> Result<String, UnreadableText> {
  if let text = String(validating: bytes, as: UTF8.self) { return .success(text) }
  return .failure(UnreadableText(bytes, origin()))
}

/// Bytes that were meant to be text, and are no UTF-8.
package struct UnreadableText: Error, Equatable, CustomStringConvertible {
  /// Whose bytes they are.
  let origin: String
  /// The place of the first byte that belongs to no character, from 1.
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
    "\(origin) is no UTF-8 from byte \(place) on, and nothing of it was run; Larder reads UTF-8 only"
  }
}
