import Text

/// A relative path that cannot refer to anything outside the script's folder.
package struct ScriptPath: Equatable, Sendable {
  package let text: String

  /// The reason why a path is not allowed, as a clause.
  package struct Refusal: Error, Equatable, Sendable {
    package var reason: String
  }

  package init(_ text: String) throws(Refusal) {
    guard text.utf8.count <= 1024 else { throw Refusal(reason: "it is longer than 1024 bytes") }
    guard !text.isEmpty else { throw Refusal(reason: "it is empty") }
    if text.utf8.first == 0x2F { throw Refusal(reason: "it begins with /") }
    if text.utf8.first == 0x7E { throw Refusal(reason: "it begins with ~") }
    if text.unicodeScalars.contains("\\") { throw Refusal(reason: "it has a backslash") }
    if let scalar = text.unicodeScalars.first(where: isHarmful) {
      throw Refusal(reason: "it has the character \(name(of: scalar))")
    }
    guard Self.isComposed(text) else {
      throw Refusal(reason: "its accents are separate characters; it must be in Unicode form NFC")
    }
    // Splits by bytes, as the operating system does: a combining mark after a slash would hide the slash in a
    // character.
    for bytes in text.utf8.split(separator: 0x2F, omittingEmptySubsequences: false) {
      let segment = Substring(bytes)
      if let reason = Self.refusal(of: segment) { throw Refusal(reason: reason) }
    }
    self.text = text
  }

  /// The parent folder of the file; empty for the script's folder.
  package var folder: String { text.utf8.lastIndex(of: 0x2F).map { String(text[..<$0]) } ?? "" }

  private static func refusal(of segment: Substring) -> String? {
    switch segment {
    case "": "it has an empty part"
    case ".", "..": "it has the part \(segment)"
    case _ where segment.utf8.first == 0x2D: "a part of it begins with -"
    case _ where segment.utf8.count > 255: "a part of it is longer than 255 bytes"
    default: nil
    }
  }

  /// Whether no two adjacent scalars could be composed to one.
  private static func isComposed(_ text: String) -> Bool {
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if let previous, composed(previous, scalar) != nil { return false }
      previous = scalar
    }
    return true
  }
}
