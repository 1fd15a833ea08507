/// A validator of one value.
///
/// It can pause at the end of a chunk, and resume in the next one.
struct ValueCheck {
  /// The maximum nesting depth.
  static let depthLimit = 512

  /// The next element of the syntax.
  enum Expectation { case value, elementOrEnd, name, nameOrEnd, colon, commaOrEnd }

  private(set) var expected = Expectation.value
  private var depth: Int
  private let outerDepth: Int
  /// Whether the contents of texts are not validated.
  private let isLoose: Bool
  /// A bit for every depth, which is set if the open value is an object.
  private var objects = InlineArray<9, UInt64>(repeating: 0)

  /// Creates a validator of a value at a nesting depth.
  init(depth: Int, isLoose: Bool = false) {
    (self.depth, outerDepth, self.isLoose) = (depth, depth, isLoose)
  }

  /// Creates a validator of the rest of a list at a nesting depth.
  init(restOfListAt depth: Int, expected: Expectation) {
    (self.depth, outerDepth, isLoose) = (depth + 1, depth, false)
    self.expected = expected
  }

  /// Advances to the end of the value.
  ///
  /// - Parameters:
  ///   - text: The bytes.
  ///   - chunk: The chunk.
  ///   - position: The offset to continue at; on return, that of the first byte that was not validated.
  /// - Throws: ``Interruption`` if the value is not valid, or does not end in the chunk.
  mutating func advance(
    _ text: RawSpan, _ chunk: Chunk, from position: inout Int
  ) throws(Interruption) {
    repeat {
      let place = chunk.skippingSpace(text, from: position)
      switch expected {
      case .value: position = try takeValue(text, chunk, at: place)
      case .elementOrEnd:
        if text[place] == 0x5D {
          position = close(place)
        } else {
          position = try takeValue(text, chunk, at: place)
        }
      case .nameOrEnd where text[place] == 0x7D: position = close(place)
      case .name, .nameOrEnd:
        guard text[place] == 0x22 else {
          throw chunk.flaw(text, at: place, "a name in quotes was expected")
        }
        position = try textEnd(text, chunk, from: place + 1)
        expected = .colon
      case .colon:
        position = try chunk.taking(0x3A, "`:`", text, from: place)
        expected = .value
      case .commaOrEnd: position = try takeEnd(text, chunk, at: place)
      }
    } while depth > outerDepth || expected != .commaOrEnd
  }

  private func textEnd(
    _ text: RawSpan, _ chunk: Chunk, from start: Int
  ) throws(Interruption) -> Int {
    if isLoose { return try chunk.looseTextEnd(text, from: start) + 1 }
    return try chunk.textEnd(text, from: start).place + 1
  }

  private mutating func takeValue(
    _ text: RawSpan, _ chunk: Chunk, at place: Int
  ) throws(Interruption) -> Int {
    switch text[place] {
    case 0x22:
      let end = try textEnd(text, chunk, from: place + 1)
      expected = .commaOrEnd
      return end
    case 0x7B:
      try open(isObject: true, text, chunk, at: place)
      expected = .nameOrEnd
      return place + 1
    case 0x5B:
      try open(isObject: false, text, chunk, at: place)
      expected = .elementOrEnd
      return place + 1
    case 0x2D, 0x30...0x39:
      let end = try chunk.numberEnd(text, from: place)
      expected = .commaOrEnd
      return end
    default:
      let end = try chunk.literalEnd(text, from: place)
      expected = .commaOrEnd
      return end
    }
  }

  private mutating func open(
    isObject: Bool, _ text: RawSpan, _ chunk: Chunk, at place: Int
  ) throws(Interruption) {
    if depth == Self.depthLimit {
      throw chunk.flaw(text, at: place + 1, "values are nested more than 512 deep")
    }
    depth += 1
    let bit: UInt64 = 1 << UInt64(depth & 63)
    if isObject { objects[depth >> 6] |= bit } else { objects[depth >> 6] &= ~bit }
  }

  private mutating func close(_ place: Int) -> Int {
    depth -= 1
    expected = .commaOrEnd
    return place + 1
  }

  private mutating func takeEnd(
    _ text: RawSpan, _ chunk: Chunk, at place: Int
  ) throws(Interruption) -> Int {
    let isObject = objects[depth >> 6] >> UInt64(depth & 63) & 1 == 1
    if text[place] == 0x2C {
      expected = isObject ? .name : .value
      return place + 1
    }
    guard text[place] == (isObject ? 0x7D : 0x5D) else {
      throw chunk.flaw(
        text, at: place, isObject ? "`,` or `}` was expected" : "`,` or `]` was expected")
    }
    return close(place)
  }
}
