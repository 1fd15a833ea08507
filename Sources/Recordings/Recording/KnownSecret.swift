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
