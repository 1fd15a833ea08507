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
