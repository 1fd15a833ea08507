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

/// A text of a person's own that no recording is to show.
struct KnownSecret: Equatable, Sendable {
  /// Where it counts: an ordinary word can be somebody's name.
  private enum Place: Equatable, Sendable {
    case word
    /// From the root on.
    case path
    /// Behind a folder of homes, or before an @.
    case person
  }

  private let name: String
  private let value: [UInt8]
  private let place: Place

  /// What the variables of an environment tell.
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
      // A path leads to a secret, and is none; neither is a short word.
      guard self.value.count >= 8, self.value.first != 0x2F,
        self.value.count >= 12 || !self.value.allSatisfy({ isLower($0) })
      else { return nil }
      place = .word
    default: return nil
    }
    if self.value.isEmpty { return nil }
  }

  /// Where it stands in a line; nil if it does not.
  func found(in line: ArraySlice<UInt8>) -> FoundSecret? {
    guard value.count <= line.count else { return nil }
    var rest = line
    while let range = rest.firstRange(of: value) {
      let before = line[..<range.lowerBound]
      let after = line[range.upperBound...]
      if isAlone(before, after) {
        return FoundSecret(bytes: line[range], reason: "the value of \(name) stands here")
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
