extension KeyDecoder {
  /// ECMA-48, section 5.5: an operating system command, a device control string and the like.
  ///
  /// Once it has begun, its end may be long in coming. A control character is a key, and no part of it.
  func controlString(_ introducer: UInt8) -> Key? {
    guard var byte = read(Self.escapeDelay) else {
      paused = introducer
      return .alt(Unicode.Scalar(introducer))
    }
    for _ in 0..<Self.longestAnswer {
      switch byte {
      case Byte.bell: return nil
      case Byte.escape:
        guard let following = read(nil) else { return nil }
        if following == Byte.backslash { return nil }
        return sequence(startingWith: following)
      case 0..<0x20:
        unread(byte)
        return nil
      default: break
      }
      guard let following = read(nil) else { return nil }
      byte = following
    }
    return nil
  }

  /// Whether bytes are likely to go on with an answer that paused after its first bytes.
  ///
  /// Nobody types as fast as a terminal sends, and answers begin in a few ways.
  func isRest(of begun: UInt8, startingWith first: UInt8) -> Bool {
    guard Self.canFollow(begun, first), let second = read(Self.escapeDelay) else { return false }
    unread(second)
    return Self.canFollow(first, second, after: begun)
  }

  /// Reads the rest of an answer that paused.
  func rest(of begun: UInt8, _ first: UInt8) -> Key? {
    if begun == Byte.escape { return sequence(startingWith: first) ?? .escapeWithdrawn }
    unread(first)
    return sequence(startingWith: begun)
  }

  private static func canFollow(_ begun: UInt8, _ first: UInt8) -> Bool {
    switch begun {
    case Byte.escape: first == Byte.leftBracket || Byte.stringIntroducers.contains(first)
    case Byte.leftBracket: first == Byte.question || isDigit(first)
    case Byte.rightBracket: isDigit(first)
    case Byte.upperP: first == Byte.greater || isDigit(first)
    case Byte.underscore: first == Byte.upperG
    default: false
    }
  }

  private static func canFollow(_ first: UInt8, _ second: UInt8, after begun: UInt8) -> Bool {
    switch begun {
    case Byte.escape: canFollow(first, second)
    case Byte.upperP: [Byte.pipe, Byte.plus, Byte.dollar].contains(second)
    case Byte.underscore: 0x61...0x7A ~= second
    default: isDigit(second) || second == Byte.semicolon
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
