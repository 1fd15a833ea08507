import World

/// Finds what looks like a secret in a text that is about to be written.
package struct SecretScanner: Sendable {
  /// A place that looks like one.
  package struct Finding: Equatable, Sendable, CustomStringConvertible {
    package var path: String
    package var line: Int
    package var reason: String
    /// What it can be accepted by without being told.
    package var fingerprint: String

    package var description: String {
      "\(path):\(line):1: \(reason) (fingerprint \(fingerprint))"
    }
  }

  private let environment: [String: String]
  private let accepted: Set<String>

  /// A scanner that knows the secrets of an environment.
  ///
  /// - Parameters:
  ///   - environment: Its variables named after keys, tokens, secrets and passwords, its home and its user.
  ///   - accepted: The fingerprints of findings that are none.
  package init(environment: [String: String], accepted: Set<String> = []) {
    (self.environment, self.accepted) = (environment, accepted)
  }

  /// What looks like a secret in a text, each once.
  package func findings(in text: String, path: String) -> [Finding] {
    var seen: Set<String> = []
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .flatMap { number, line in
        secrets(in: line).compactMap { secret, reason -> Finding? in
          let fingerprint = String(sha256(of: Array(secret.utf8)).prefix(12))
          guard !accepted.contains(fingerprint), seen.insert(secret).inserted else { return nil }
          return Finding(path: path, line: number + 1, reason: reason, fingerprint: fingerprint)
        }
      }
  }

  private func secrets(in line: Substring) -> [(String, String)] {
    var found = known(in: line)
    for word in Self.words(of: line) {
      if let reason = Self.reason(word) { found.append((String(word), reason)) }
    }
    return found
  }

  /// The values of this machine's own secrets.
  private func known(in line: Substring) -> [(String, String)] {
    environment.sorted { $0.key < $1.key }.compactMap { name, value in
      guard value.utf8.count >= 4, line.utf8.count >= value.utf8.count else { return nil }
      let stands =
        Self.isPersonal(name)
        ? line.split { !$0.isLetter && !$0.isNumber }.contains { $0 == value }
        : Self.isSecret(name) && line.contains(value)
      guard stands else { return nil }
      return (value, "the value of \(name) stands here")
    }
  }

  private static func isSecret(_ name: String) -> Bool {
    let upper = name.uppercased()
    return upper == "HOME" || ["KEY", "TOKEN", "SECRET", "PASS"].contains { upper.contains($0) }
  }

  /// Whether a variable names a person or a machine, by a word that could be part of others.
  private static func isPersonal(_ name: String) -> Bool {
    ["USER", "LOGNAME", "HOSTNAME"].contains(name)
  }

  /// The runs of characters that secrets are made of.
  private static func words(of line: Substring) -> [Substring] {
    line.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || "-_.:/@+=~%".contains($0)) }
  }

  private static func reason(_ word: Substring) -> String? {
    if hasPassword(word) { return "an address with a password stands here" }
    let parts = word.split { "/:=@?&".contains($0) }
    for part in parts {
      if prefixes.contains(where: { part.hasPrefix($0) }) && part.utf8.count >= 16 {
        return "what begins like a token stands here"
      }
      if part.utf8.count >= 20, !isDigest(part, in: word), isRandom(part) {
        return "what looks like a key stands here"
      }
    }
    return nil
  }

  /// What well-known tokens begin with.
  private static let prefixes = [
    "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "sk-", "sk_live_", "AKIA",
    "ASIA", "AIza", "ya29.", "eyJ", "npm_", "pypi-", "hf_",
  ]

  /// `user:password@host`, as in an address.
  private static func hasPassword(_ word: Substring) -> Bool {
    guard let start = word.firstRange(of: "://")?.upperBound else { return false }
    let authority = word[start...].prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@") else { return false }
    return authority[..<at].contains(":")
  }

  /// A digest that says that it is one is no secret.
  private static func isDigest(_ part: Substring, in word: Substring) -> Bool {
    word.hasPrefix("sha256:") && part.utf8.count == 64
  }

  /// Whether letters, digits and cases are mixed as no word mixes them: more than 3.5 bits a character.
  private static func isRandom(_ part: Substring) -> Bool {
    var counts: [UInt8: Int] = [:]
    var kinds: Set<Int> = []
    var changes = 0
    var previous = -1
    for byte in part.utf8 {
      counts[byte, default: 0] += 1
      let kind =
        (0x30...0x39).contains(byte)
        ? 0 : (0x41...0x5A).contains(byte) ? 1 : (0x61...0x7A).contains(byte) ? 2 : 3
      kinds.insert(kind)
      if kind != previous { changes += 1 }
      previous = kind
    }
    // A key has digits among letters, all over; a name has words.
    guard kinds.contains(0), kinds.contains(1) || kinds.contains(2) else { return false }
    return counts.count * 3 >= min(part.utf8.count, 36) && changes * 5 >= part.utf8.count
  }
}

/// Taking texts out of a script.
package enum Redaction {
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
      return String(line.replacing(secret, with: "redacted"))
    }.joined(separator: "\n")
  }
}
