import Text

/// A key that identifies a record across versions of its feed.
package struct RecordKey: Hashable, Sendable {
  /// The stored form.
  package let text: String

  package init(stored text: String) {
    self.text = text
  }

  /// Creates a key from the id of a record.
  ///
  /// A UUID or an address is global. Another id is unique only within its feed.
  ///
  /// - Parameters:
  ///   - id: The id in the feed.
  ///   - isUniversal: Whether the id is a UUID or an address.
  ///   - scope: The namespace of the feed: its name, its canonical address, or its absolute path.
  package init(id: String, isUniversal: Bool, scope: String) {
    // UUIDs are case-insensitive; addresses are not.
    let isUUID = !id.contains(":")
    text = storable(
      isUniversal ? "id:" + (isUUID ? id.lowercased() : id) : "feed:\(scope)#\(id)")
  }

  /// Creates a key for a record without an id, from its name and links.
  package init(name: String, links: [String]) {
    text = storable((["name:" + name] + links).joined(separator: "\u{1F}"))
  }

  /// Creates a key for a record that has nothing but the name of an earlier one, from its contents.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - contents: A hash of its ingredients and steps.
  init(name: String, contents: UInt64) {
    text = storable("name:\(name)\u{1F}#" + zeroPadded(contents, to: 16, radix: 16))
  }

  /// The digits of the UUID, or of a hash of the key, whose prefixes can be used to refer to the record.
  package var handle: String {
    let id = text.dropFirst(3).filter { $0 != "-" }
    if text.hasPrefix("id:"), id.count == 32, id.allSatisfy(\.isHexDigit) { return String(id) }
    return zeroPadded(FNVHash(text.utf8).value, to: 16, radix: 16)
  }
}

/// Returns the id in a stored key, if a feed with the namespace `scope` can have it; nil for other keys.
package func idText(ofKey key: String, scope: String?) -> String? {
  if key.hasPrefix("id:") { return restored(String(key.dropFirst(3))) }
  guard let scope, key.hasPrefix("feed:\(scope)#") else { return nil }
  return restored(String(key.dropFirst("feed:\(scope)#".count)))
}

/// Returns the name in a stored key; nil for a key with an id.
package func nameText(ofKey key: String) -> String? {
  guard key.hasPrefix("name:") else { return nil }
  return restored(String(key.dropFirst(5).prefix { $0 != "\u{1F}" }))
}

/// Returns the links in a stored key with a name; empty for other keys.
package func linkTexts(ofKey key: String, named name: String) -> [String] {
  let parts = key.split(separator: "\u{1F}", omittingEmptySubsequences: false)
  return parts.first == "name:" + name ? parts.dropFirst().map { restored(String($0)) } : []
}

/// Replaces zero bytes, at which SQLite would truncate a text.
///
/// A noncharacter, which does not occur in valid text (Unicode 23.7).
private let zeroSign = Unicode.Scalar(0xFDD0 as UInt32) ?? "\u{FFFD}"

/// Returns a key that SQLite stores without truncation.
private func storable(_ text: String) -> String { replacing("\0", with: zeroSign, in: text) }

/// Reverses ``storable(_:)``.
private func restored(_ text: String) -> String { replacing(zeroSign, with: "\0", in: text) }

private func replacing(
  _ scalar: Unicode.Scalar, with other: Unicode.Scalar, in text: String
) -> String {
  guard text.unicodeScalars.contains(scalar) else { return text }
  return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == scalar ? other : $0 }))
}
