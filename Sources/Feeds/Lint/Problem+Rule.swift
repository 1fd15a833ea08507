extension Problem {
  /// The rule that a problem breaks.
  package var rule: LintRule { LintRule(Finding.Group(kind: kind, isError: severity == .error)) }
}

extension LintRule {
  /// The rule that the findings of a group break.
  init(_ group: Finding.Group) {
    self =
      switch group.kind {
      case .notAnObject, .notJSON: .brokenRecord
      case .repeated: .repeatedKey
      case .missing, .null: .missingValue
      case .wrongShape: .wrongType
      case .empty: .blankValue
      case .notALink: .unsafeLink
      case .relativeLink: .relativeLink
      case .notAUUID: .badID
      case .repeatedId, .repeatedIdDropped: .duplicateID
      case .notUnderstood: group.isError ? .malformedRecord : .readingNote
      case .repaired: .mojibake
      case .lenient: group.isError ? .malformedRecord : .readingNote
      }
  }
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
