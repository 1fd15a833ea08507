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

  /// What a text is, which tells what is usual in it.
  package enum Source: Equatable, Sendable {
    /// A script, in which a person typed.
    case script
    /// The index of recorded requests.
    case index
    /// What a server sent, or a feed, in which many things have random names.
    case content
  }

  private let known: [KnownSecret]
  private let accepted: Set<String>

  /// A scanner that knows the secrets of an environment.
  ///
  /// - Parameters:
  ///   - environment: Its variables named after keys, tokens, secrets and passwords, its home and its user.
  ///   - accepted: The fingerprints of findings that are none.
  package init(environment: [String: String], accepted: Set<String> = []) {
    known = KnownSecret.all(in: environment)
    self.accepted = accepted
  }

  /// What looks like a secret in a text, each once; bytes that are no text have none.
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

/// Bytes that look like a secret, and why.
struct FoundSecret: Equatable {
  var bytes: ArraySlice<UInt8>
  var reason: String
}
