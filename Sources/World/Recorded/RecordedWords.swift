/// A word of an answer line: a value, optionally with a key.
struct RecordedWord: Equatable {
  /// The text before the equals sign; nil without one.
  var key: String?
  var value: String
  /// Whether the value is quoted.
  var isQuoted = false
}

/// Words are separated by spaces. A value that contains spaces or starts with a quotation mark is quoted,
/// with quotation marks and backslashes escaped.
///
/// An entity tag includes its own quotation marks: `etag="a"` is read as it is sent.
extension RecordedWord {
  /// Splits a line into words; nil if quotation marks are unbalanced or inside a word.
  static func split(_ line: some Sequence<UInt8>) -> [Self]? {
    var words: [Self] = []
    var rest = Array(line)[...]
    while true {
      rest = rest.drop { $0 == space }
      if rest.isEmpty { return words }
      let name = rest.prefix { $0 != space && $0 != quote && $0 != equals }
      let hasKey = name.endIndex < rest.endIndex && rest[name.endIndex] == equals && !name.isEmpty
      if hasKey { rest = rest[(name.endIndex + 1)...] }
      guard let raw = takeValue(&rest) else { return nil }
      let key = hasKey ? String(decoding: name, as: UTF8.self) : nil
      words.append(
        Self(key: key, value: value(of: raw, key: key), isQuoted: raw.first == quote))
    }
  }

  /// The word as text.
  var text: String {
    let isBare = !value.isEmpty && value.utf8.first != Self.quote && !isQuoted
    let isPlain = isBare && !value.utf8.contains(Self.space)
    guard let key else { return isPlain && !value.utf8.contains(Self.equals) ? value : quoted }
    let isTag = key == Self.tagKey && Self.isPlainTag(Array(value.utf8)[...])
    return "\(key)=\(isPlain || isTag ? value : quoted)"
  }

  private var quoted: String {
    var text = "\"".unicodeScalars
    for scalar in value.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text.append("\\") }
      text.append(scalar)
    }
    text.append("\"")
    return String(text)
  }

  private static let space = UInt8(ascii: " ")
  private static let quote = UInt8(ascii: "\"")
  private static let equals = UInt8(ascii: "=")
  private static let backslash = UInt8(ascii: "\\")
  private static let tagKey = "etag"

  /// Reads a value, including its quotation marks.
  private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var end = rest.startIndex
    if rest.first == quote {
      end += 1
      while end < rest.endIndex, rest[end] != quote { end += rest[end] == backslash ? 2 : 1 }
      guard end < rest.endIndex, end + 1 == rest.endIndex || rest[end + 1] == space
      else { return nil }
      end += 1
    } else {
      end = rest.firstIndex(of: space) ?? rest.endIndex
    }
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  private static func value(of raw: ArraySlice<UInt8>, key: String?) -> String {
    guard raw.first == quote, key != tagKey || !isPlainTag(raw) else {
      return String(decoding: raw, as: UTF8.self)
    }
    var value: [UInt8] = []
    var isEscaped = false
    for byte in raw.dropFirst().dropLast() {
      isEscaped = byte == backslash && !isEscaped
      if !isEscaped { value.append(byte) }
    }
    return String(decoding: value, as: UTF8.self)
  }

  /// Whether a value is a quoted entity tag without a backslash: RFC 9110, section 8.8.3.
  private static func isPlainTag(_ value: ArraySlice<UInt8>) -> Bool {
    value.count >= 2 && value.first == quote && value.last == quote
      && value.dropFirst().dropLast().allSatisfy {
        $0 > space && $0 != 0x7F && $0 != quote && $0 != backslash
      }
  }
}
