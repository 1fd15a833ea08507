import Interpreter

/// Reads keys from the terminal or a typist, and stores those that are to be read later.
final class KeyReader {
  /// The maximum number of typed-ahead bytes to read; terminals store 4096.
  private static let maximumTypedAhead = 1 << 16

  private let input: any KeyInput
  private let decoder: KeyDecoder
  /// Keys that were read too early, to be read again.
  private var pushedBack: [Key] = []
  /// Bytes typed before a pager opened, which belong to the next line.
  private var heldBytes: [UInt8]?

  /// Opens the source of the keys; nil if the system has no descriptors left.
  ///
  /// - Parameter typist: Types in place of a person; nil for the terminal at standard input.
  init?(typist: (any Typist)?) {
    let input: (any KeyInput)? = typist.map { TypedInput($0) } ?? TerminalInput()
    guard let input else { return nil }
    self.input = input
    decoder = KeyDecoder(read: input.nextByte(within:), unread: input.unread)
  }

  /// Called on the reading thread when it is woken.
  var onWake: () -> Void {
    get { input.onWake }
    set { input.onWake = newValue }
  }

  /// The end of the pipe that wakes the reader; -1 if there is none.
  var wakeDescriptor: Int32 { input.wakeDescriptor }

  /// Whether the line contains replacements for bytes that are not UTF-8.
  var hasReplacedBytes: Bool { decoder.hasReplaced }

  /// Resets ``hasReplacedBytes`` for a new line.
  func beginLine() { decoder.hasReplaced = false }

  /// Waits for input and returns its key; nil if it is not a key.
  func next() -> Key? {
    pushedBack.isEmpty ? decoder.next() : pushedBack.removeFirst()
  }

  /// Returns a key to be read next.
  func pushBack(_ key: Key) { pushedBack.insert(key, at: 0) }

  /// Returns whether the next key comes so soon that drawing can wait for it.
  func hasKeySoon() -> Bool { !pushedBack.isEmpty || input.hasBytesSoon() }

  /// Reads pasted text up to its end mark.
  func pastedText() -> String { String(pasted: decoder.pastedBytes()) }
}

// MARK: - Keys typed ahead

extension KeyReader {
  /// Notes that the terminal delivers single keys from now on.
  ///
  /// - Returns: Whether keys were typed ahead, which the terminal may have echoed.
  func beginKeys() -> Bool {
    input.beginKeys()
    return input.hasBytes
  }

  /// Inserts bytes before those still to come.
  func typeAhead(_ bytes: [UInt8]) { input.putBack(bytes) }

  /// Reads all typed-ahead bytes and returns the text in them, without keys that would do something.
  func takeTypedAhead() -> String {
    var rest = Array(input.takeBytes(Self.maximumTypedAhead).reversed())
    var text = String.UnicodeScalarView()
    let decoder = KeyDecoder(read: { _ in rest.popLast() }, unread: { rest.append($0) })
    while !rest.isEmpty {
      switch decoder.next() {
      case .character(let scalar) where scalar == "\u{7F}" || scalar == "\u{8}":
        // Backspace does not delete an Enter: lines that were entered remain separate.
        if let last = text.last, last != "\n", last != "\r" { text.removeLast() }
      case .character(let scalar): text.append(scalar)
      default: break
      }
    }
    return String(pasted: Array(String(text).utf8))
  }

  /// Stores typed-ahead bytes until ``releaseTypedAhead()``, since they are meant for the prompt and not for a pager.
  func holdTypedAhead() {
    guard heldBytes == nil else { return }
    heldBytes = []
    while input.hasBytes, let byte = input.nextByte(within: 0) { heldBytes?.append(byte) }
  }

  /// Returns the stored bytes to the input.
  func releaseTypedAhead() { input.putBack(heldBytes.take() ?? []) }
}

extension String {
  /// Creates the text of a paste, without control characters other than newlines between lines.
  ///
  /// Tabs become spaces. In libedit's editing mode carriage return and newline arrive swapped, so either is
  /// a newline, and one of each, in either order, is a single newline.
  init(pasted bytes: [UInt8]) {
    var result = String.UnicodeScalarView()
    var halfOfPair: Unicode.Scalar?
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\r", "\n":
        if let half = halfOfPair, half != scalar {
          halfOfPair = nil
          continue
        }
        halfOfPair = scalar
        result.append("\n")
        continue
      case "\t": result.append(" ")
      case _ where scalar.isControl: break
      default: result.append(scalar)
      }
      halfOfPair = nil
    }
    while result.last == "\n" { result.removeLast() }
    self = String(result)
  }
}
