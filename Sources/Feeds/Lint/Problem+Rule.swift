extension Problem {
  /// The rule that a problem breaks; kinds of problems that are not known here are the feed's own business.
  package var rule: LintRule {
    let known: [(part: String, rule: LintRule)] = [
      ("has no `", .missingValue), ("is null", .missingValue), ("not an object", .brokenRecord),
      ("is not JSON", .brokenRecord), ("more than once", .repeatedKey),
      ("has the same ", .duplicateID), ("is empty", .blankValue), ("is not a UUID", .badID),
      ("not an http or https link", hasScheme ? .unsafeLink : .relativeLink),
      ("relative", .relativeLink), ("repaired", .mojibake), ("encoded twice", .mojibake),
      (", not a", .wrongType),
    ]
    // What a key is called says nothing about what is wrong with it.
    let words = reason.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0 % 2 == 0 ? String($1) : "" }.joined(separator: "`")
    return known.first { words.contains($0.part) }?.rule
      ?? (severity == .error ? .malformedRecord : .readingNote)
  }

  /// Whether what was there begins with a scheme, as addresses do.
  private var hasScheme: Bool { found.map { scheme(of: $0.drop { $0 == "\"" }) != nil } ?? false }
}

/// The scheme that a text begins with: RFC 3986, section 3.1.
func scheme(of text: some StringProtocol) -> String? {
  let name = text.utf8.prefix { byte in
    0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte || "+-.".utf8.contains(byte)
  }
  guard let first = name.first, 0x61...0x7A ~= first | 0x20,
    text.utf8.dropFirst(name.count).first == UInt8(ascii: ":")
  else { return nil }
  return String(decoding: name, as: UTF8.self).lowercased()
}
