import Text

/// What tells a record from all others, whatever becomes of its feed.
package struct RecordKey: Hashable, Sendable {
  /// The key as it is stored.
  package let text: String

  package init(stored text: String) {
    self.text = text
  }

  /// A key from a record's id; a UUID or an address is one everywhere, another id belongs to its feed.
  ///
  /// - Parameters:
  ///   - id: The id as the feed has it.
  ///   - isUniversal: Whether the id is a UUID or an address.
  ///   - scope: What the feed is known by: its name, its canonical address, or its absolute path.
  package init(id: String, isUniversal: Bool, scope: String) {
    // A UUID has no case; an address has.
    let isUUID = !id.contains(":")
    text = storable(
      isUniversal ? "id:" + (isUUID ? id.lowercased() : id) : "feed:\(scope)#\(id)")
  }

  /// A key for a record without an id, from its name and links.
  package init(name: String, links: [String]) {
    text = storable((["name:" + name] + links).joined(separator: "\u{1F}"))
  }

  /// Some letters that are enough to call the record by: of its UUID, else of a hash of the key.
  package var handle: String {
    let id = text.dropFirst(3).filter { $0 != "-" }
    if text.hasPrefix("id:"), id.count == 32, id.allSatisfy(\.isHexDigit) { return String(id) }
    return zeroPadded(FNVHash(text.utf8).value, to: 16, radix: 16)
  }
}

/// The id that a stored key was made of, as far as it can be in a feed known by `scope`; nil for a key of another kind.
package func idText(ofKey key: String, scope: String?) -> String? {
  if key.hasPrefix("id:") { return restored(String(key.dropFirst(3))) }
  guard let scope, key.hasPrefix("feed:\(scope)#") else { return nil }
  return restored(String(key.dropFirst("feed:\(scope)#".count)))
}

/// The name that a stored key begins with; nil for a key that was made of an id.
package func nameText(ofKey key: String) -> String? {
  guard key.hasPrefix("name:") else { return nil }
  return restored(String(key.dropFirst(5).prefix { $0 != "\u{1F}" }))
}

/// The links of a stored key that begins with a name; none for any other.
package func linkTexts(ofKey key: String, named name: String) -> [String] {
  let parts = key.split(separator: "\u{1F}", omittingEmptySubsequences: false)
  return parts.first == "name:" + name ? parts.dropFirst().map { restored(String($0)) } : []
}

/// What stands for a zero byte, at which SQLite would end a text: nothing that a text may have (Unicode 23.7).
private let zeroSign = Unicode.Scalar(0xFDD0 as UInt32) ?? "\u{FFFD}"

/// A key that SQLite gives back whole.
private func storable(_ text: String) -> String { replacing("\0", with: zeroSign, in: text) }

/// What ``storable(_:)`` was made of.
private func restored(_ text: String) -> String { replacing(zeroSign, with: "\0", in: text) }

private func replacing(
  _ scalar: Unicode.Scalar, with other: Unicode.Scalar, in text: String
) -> String {
  guard text.unicodeScalars.contains(scalar) else { return text }
  return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == scalar ? other : $0 }))
}
