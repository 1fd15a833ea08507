import Text

/// Writes metadata between two lines of three dashes, which YAML and ``FrontMatter`` read as the same texts.
struct FrontMatterWriter {
  private var lines: [String] = []

  /// Adds a text; nil and empty texts are left out.
  mutating func add(_ key: String, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    lines.append("\(key): \(Self.scalar(text))")
  }

  /// Adds a number, which YAML reads as one.
  mutating func add(_ key: String, number: Double?) {
    guard let number, number.isFinite else { return }
    lines.append("\(key): \(JSONValue.number(number).text())")
  }

  /// Adds a list; an empty one is left out.
  mutating func add(_ key: String, _ texts: [String]) {
    let texts = texts.filter { !$0.isEmpty }
    if texts.isEmpty { return }
    lines.append("\(key):")
    lines += texts.map { "  - \(Self.scalar($0))" }
  }

  /// The lines with their dashes; empty if nothing was added.
  var text: String {
    lines.isEmpty ? "" : "---\n" + lines.map { $0 + "\n" }.joined() + "---\n"
  }

  /// Returns a text as it is, or in quotes if YAML would read something else.
  static func scalar(_ text: String) -> String {
    if isPlain(text) { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where isHarmful(scalar) && scalar.value < 0x10000:
        quoted += "\\u" + zeroPadded(UInt16(scalar.value), to: 4, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// The words that YAML 1.1 or 1.2 reads as something else than a text.
  private static let reserved: Set = [
    "true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf",
  ]

  private static func isPlain(_ text: String) -> Bool {
    // Durations such as `1h30m`.
    if text.wholeMatch(of: /[0-9]+[hm]([0-9]+m)?/) != nil { return true }
    guard let first = text.first, first.isLetter || first.isNumber && text.contains(" "),
      !reserved.contains(text.lowercased()), text.last?.isWhitespace == false,
      !text.hasSuffix(":"), !text.contains(": "), !text.contains(" #")
    else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " -_./()%&+,:#?='".unicodeScalars.contains(scalar)
    }
  }
}
