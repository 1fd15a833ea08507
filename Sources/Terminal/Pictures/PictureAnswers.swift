/// The terminal's responses to the queries of ``PictureSupport``.
package struct PictureAnswers: Equatable, Sendable {
  /// Whether the terminal supports kitty's protocol; nil without a response.
  var kitty: Bool?
  /// The name and version of the terminal (XTVERSION of xterm).
  var version = ""
  /// The device attributes (DA1, DEC STD 070); empty without a response.
  var attributes: [Int] = []
  var cell: PixelSize?
  var background: RGBColor?
  var foreground: RGBColor?
  /// The bytes that are not responses: keys that the user typed, and incomplete responses.
  package private(set) var rest: [UInt8] = []

  /// Parses the input since the queries.
  ///
  /// - Complexity: O(*n*).
  package init(_ bytes: [UInt8]) {
    var bytes = bytes[...]
    while let start = bytes.firstIndex(of: 0x1B) {
      rest += bytes[..<start]
      bytes = bytes[start...]
      let length = sequenceLength(bytes)
      if length == 0 { break }
      if !take(bytes.dropFirst().prefix(length - 1)) { rest += bytes.prefix(length) }
      bytes = bytes.dropFirst(length)
    }
    rest += bytes
  }

  /// Parses a sequence without its escape character, and returns whether it is a response.
  private mutating func take(_ sequence: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: sequence, as: UTF8.self)
    switch text.first {
    case "_": return takeKitty(text)
    case "P": return takeVersion(text)
    case "]": return takeColor(text)
    case "[": return takeReport(text.dropFirst())
    default: return false
    }
  }

  private mutating func takeKitty(_ text: String) -> Bool {
    guard text.hasPrefix("_Gi=31") else { return false }
    kitty = text.contains(";OK")
    return true
  }

  private mutating func takeVersion(_ text: String) -> Bool {
    guard text.hasPrefix("P>|") else { return false }
    version = String(text.dropFirst(3).dropLast(2))
    return true
  }

  private mutating func takeColor(_ text: String) -> Bool {
    if text.hasPrefix("]11;") {
      background = RGBColor(answer: text.dropFirst(4))
    } else if text.hasPrefix("]10;") {
      foreground = RGBColor(answer: text.dropFirst(4))
    } else {
      return false
    }
    return true
  }

  /// Parses DA1, or the size of a cell (xterm, XTWINOPS 16).
  private mutating func takeReport(_ text: Substring) -> Bool {
    let numbers = text.drop { $0 == "?" }.dropLast().split(separator: ";").map { Int($0) ?? 0 }
    if text.hasPrefix("?"), text.hasSuffix("c") {
      attributes = numbers.isEmpty ? [0] : numbers
      return true
    }
    guard text.hasSuffix("t"), numbers.count == 3, numbers[0] == 6 else { return false }
    if (1...500).contains(numbers[1]), (1...500).contains(numbers[2]) {
      cell = PixelSize(width: numbers[2], height: numbers[1])
    }
    return true
  }
}

/// Returns the length of the sequence at the start of the bytes, or 0 if it is incomplete.
private func sequenceLength(_ bytes: ArraySlice<UInt8>) -> Int {
  guard let kind = bytes.dropFirst().first else { return 0 }
  switch kind {
  case UInt8(ascii: "["):
    guard let end = bytes.dropFirst(2).firstIndex(where: { !(0x20...0x3F ~= $0) }) else {
      return 0
    }
    return end - bytes.startIndex + (0x40...0x7E ~= bytes[end] ? 1 : 0)
  case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"):
    guard let end = bytes.dropFirst(2).firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else {
      return 0
    }
    if bytes[end] == 0x07 { return end - bytes.startIndex + 1 }
    guard end + 1 < bytes.endIndex else { return 0 }
    // A string is also ended by the start of another sequence.
    let isEnd = bytes[end + 1] == UInt8(ascii: "\\")
    return end - bytes.startIndex + (isEnd ? 2 : 0)
  default: return 2
  }
}

extension RGBColor {
  /// Parses a color response of xterm: `rgb:`, and one to four hexadecimal digits per channel.
  fileprivate init?(answer: Substring) {
    guard let colon = answer.firstIndex(of: ":"), answer.hasPrefix("rgb") else { return nil }
    let digits = answer[answer.index(after: colon)...].prefix { $0.isHexDigit || $0 == "/" }
    let channels = digits.split(separator: "/").compactMap { digits -> UInt8? in
      guard (1...4).contains(digits.count), let value = Int(digits, radix: 16) else { return nil }
      return UInt8(value * 255 / ((1 << (4 * digits.count)) - 1))
    }
    guard channels.count >= 3 else { return nil }
    self.init(channels[0], channels[1], channels[2])
  }
}

extension PictureAnswers {
  /// Returns the best display that the responses and the environment allow.
  package func display(on support: PictureSupport) -> PictureDisplay {
    var display = support.display(mode(support))
    if let size = cell ?? support.cell {
      (display.cell, display.isCellKnown) = (size, true)
    }
    if let background { display.background = background }
    display.foreground = foreground
    display.usesPlaceholders = support.isInTmux && display.mode == .kitty
    if knowsTrueColor, display.depth > .none { display.depth = .trueColor }
    return display
  }

  private func mode(_ support: PictureSupport) -> PictureDisplay.Mode {
    if kitty == true || ["kitty", "ghostty"].contains(where: version.hasPrefix) { return .kitty }
    if support.isInTmux || version.hasPrefix("tmux") { return .blocks }
    if isInline(support) { return .iterm }
    let hasSixel = attributes.dropFirst().contains(4)
    return hasSixel && (cell ?? support.cell) != nil ? .sixel : .blocks
  }

  /// Whether the terminal supports iTerm2's inline images.
  private func isInline(_ support: PictureSupport) -> Bool {
    ["iTerm2", "WezTerm", "mintty"].contains(where: version.hasPrefix)
      || version.isEmpty && ["iTerm.app", "WezTerm", "mintty"].contains(support.program)
      || version.isEmpty && support.environment["LC_TERMINAL"] == "iTerm2"
  }

  /// Whether the terminal is known to support 24-bit color.
  private var knowsTrueColor: Bool {
    [
      "kitty", "ghostty", "iTerm2", "WezTerm", "mintty", "foot", "Konsole", "VTE", "contour",
      "xterm.js", "XTerm",
    ].contains(where: version.hasPrefix)
  }
}
