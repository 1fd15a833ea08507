/// Taking texts out of what is recorded.
package enum Redaction {
  /// What stands where a text was taken out and no placeholder can be.
  package static let word = "redacted"

  /// How a text may be spelled: as it is, and as addresses spell it.
  package static func spellings(_ secret: String) -> [String] {
    let encoded = secret.utf8.map { byte -> String in
      isLetterOrDigit(byte) || "-._~".utf8.contains(byte)
        ? String(UnicodeScalar(byte)) : percent(byte)
    }.joined()
    return encoded == secret ? [secret] : [secret, encoded]
  }

  private static func percent(_ byte: UInt8) -> String {
    (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
  }

  /// The script with all of these texts taken out.
  package static func redacted(_ script: String, _ secrets: [String]) -> String {
    secrets.flatMap(spellings).reduce(script) { redacted($0, $1) }
  }

  /// The script with a placeholder, or `redacted` where none can stand, wherever a text occurs.
  package static func redacted(_ script: String, _ secret: String) -> String {
    script.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      guard line.contains(secret) else { return String(line) }
      for mark in ["|", "!"] where line.hasPrefix(mark + " ") {
        let text = line.dropFirst(2)
        let parts = LinePattern.escaping(String(text)).replacing(
          LinePattern.escaping(secret), with: "[..]")
        return mark + "~ " + parts
      }
      return String(line.replacing(secret, with: word))
    }.joined(separator: "\n")
  }
}
