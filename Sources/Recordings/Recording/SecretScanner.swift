import World

/// Finds probable secrets in a text before it is saved.
package struct SecretScanner: Sendable {
  /// A probable secret and its position.
  package struct Finding: Equatable, Sendable, CustomStringConvertible {
    package var path: String
    package var line: Int
    package var reason: String
    /// A digest of the secret, which accepts the finding without revealing it.
    package var fingerprint: String

    package var description: String {
      "\(path):\(line):1: \(reason) (fingerprint \(fingerprint))"
    }
  }

  /// The kind of text, which determines the patterns that are ignored.
  package enum Source: Equatable, Sendable {
    /// A script, which users write.
    case script
    /// The index of a recorded network bundle.
    case index
    /// A response body or a feed, in which random identifiers are common.
    case content
  }

  private let known: [KnownSecret]
  private let accepted: Set<String>

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - environment: The environment variables. The values of those named like keys, tokens, secrets and
  ///     passwords are secrets, as are the home folder, the user name and the host name.
  ///   - accepted: The fingerprints of findings to ignore.
  package init(environment: [String: String], accepted: Set<String> = []) {
    known = KnownSecret.all(in: environment)
    self.accepted = accepted
  }

  /// Returns the findings in a text, without duplicates; empty if the bytes are not UTF-8.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package func findings(in bytes: [UInt8], path: String, _ source: Source) -> [Finding] {
    guard String(validating: bytes, as: UTF8.self) != nil else { return [] }
    var seen = accepted
    var findings: [Finding] = []
    for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    {
      for secret in secrets(in: line, source) {
        let fingerprint = String(sha256(of: Array(secret.bytes)).prefix(12))
        guard seen.insert(fingerprint).inserted else { continue }
        findings.append(
          Finding(path: path, line: number + 1, reason: secret.reason, fingerprint: fingerprint))
      }
    }
    return findings
  }

  private func secrets(in line: ArraySlice<UInt8>, _ source: Source) -> [FoundSecret] {
    known.compactMap { $0.found(in: line) }
      + SecretWords(line, source).flatMap { SecretShape.secrets(in: $0, source) }
  }
}

/// The bytes of a probable secret and the reason.
struct FoundSecret: Equatable {
  var bytes: ArraySlice<UInt8>
  var reason: String
}

/// A secret value from the environment.
struct KnownSecret: Equatable, Sendable {
  /// The context in which the value is a secret, since a user name can be an ordinary word.
  private enum Place: Equatable, Sendable {
    case word
    /// An absolute path.
    case path
    /// A user name: after a folder of home folders, or before an @.
    case person
  }

  private let name: String
  private let value: [UInt8]
  private let place: Place

  /// Returns the secrets in an environment.
  static func all(in environment: [String: String]) -> [KnownSecret] {
    environment.sorted { $0.key < $1.key }.compactMap { KnownSecret($0.key, $0.value) }
  }

  private init?(_ name: String, _ value: String) {
    (self.name, self.value) = (name, Array(value.utf8))
    let upper = name.uppercased()
    switch upper {
    case "HOME" where self.value.count > 2: place = .path
    case "USER", "LOGNAME": place = .person
    case "HOSTNAME" where value.utf8.contains { isDigit($0) || $0 == 0x2D }: place = .word
    case _ where ["KEY", "TOKEN", "SECRET", "PASS"].contains { upper.contains($0) }:
      // The path of a secret is not a secret; neither is a short word.
      guard self.value.count >= 8, self.value.first != 0x2F,
        self.value.count >= 12 || !self.value.allSatisfy({ isLower($0) })
      else { return nil }
      place = .word
    default: return nil
    }
    if self.value.isEmpty { return nil }
  }

  /// Returns the occurrence in a line; nil if there is none.
  func found(in line: ArraySlice<UInt8>) -> FoundSecret? {
    guard value.count <= line.count else { return nil }
    var rest = line
    while let range = rest.firstRange(of: value) {
      let before = line[..<range.lowerBound]
      let after = line[range.upperBound...]
      if isAlone(before, after) {
        return FoundSecret(bytes: line[range], reason: "this is the value of \(name)")
      }
      rest = line[(range.lowerBound + 1)...]
    }
    return nil
  }

  private func isAlone(_ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>) -> Bool {
    if let last = before.last, isLetterOrDigit(last) { return false }
    if let first = after.first, isLetterOrDigit(first) { return false }
    switch place {
    case .word: return true
    case .path:
      return ![0x2E, 0x2D, 0x7E].contains(before.last) && ![0x2D, 0x2E].contains(after.first)
    case .person:
      let homes = ["/home/", "/Users/"]
      return after.first == 0x40
        || homes.contains { before.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
  }
}

func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

func isLetterOrDigit(_ byte: UInt8) -> Bool { isDigit(byte) || isLower(byte) || isUpper(byte) }
