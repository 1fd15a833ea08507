import Catalog

/// A member of a record as it was read.
struct ScannedMember {
  var token: JSONToken
  /// Where the value stands.
  var range: Range<Int>
  /// Where the key stands.
  var key: Int
}

/// One record as it was read, before its profile looked at it.
struct ScannedRecord {
  /// Something that a profile finds wrong.
  struct Finding {
    var severity: Problem.Severity
    var reason: String
    var offset: Int
    /// The member, as the end of a JSONPath; empty for the record itself.
    var member: String
  }

  let offset: Int
  private(set) var keys: [String] = []
  private var members: [String: ScannedMember] = [:]
  private var repeated: [(key: String, offset: Int)] = []

  init(offset: Int) { self.offset = offset }

  /// Adds a member; of two with one name the last one counts.
  mutating func add(_ key: String, _ member: ScannedMember) {
    if members.updateValue(member, forKey: key) != nil {
      repeated.append((key, member.key))
    } else {
      keys.append(key)
    }
  }

  /// The first member that one of the keys names and that is not null.
  func member(_ keys: [String]) -> ScannedMember? {
    for key in keys {
      if let member = members[key], member.token != .null { return member }
    }
    return nil
  }

  /// What a profile finds wrong with the record.
  func check(by profile: Profile, in bytes: [UInt8]) -> [Finding] {
    var findings = repeated.map {
      Finding(
        severity: .note, reason: "has `\($0.key)` more than once; the last one counts",
        offset: $0.offset, member: ".\($0.key)")
    }
    for mapping in profile.mappings {
      if let finding = check(mapping) { findings.append(finding) }
    }
    return findings
  }

  private func check(_ mapping: Profile.Mapping) -> Finding? {
    let key = mapping.keys[0]
    let severity: Problem.Severity = mapping.isRequired ? .error : .note
    guard let member = member(mapping.keys) else {
      guard mapping.isRequired else { return nil }
      let null = members[key]
      return Finding(
        severity: .error, reason: null == nil ? "has no `\(key)`" : "`\(key)` is null",
        offset: null?.range.lowerBound ?? offset, member: null == nil ? "" : ".\(key)")
    }
    func finding(_ severity: Problem.Severity, _ reason: String) -> Finding {
      Finding(
        severity: severity, reason: reason, offset: member.range.lowerBound, member: ".\(key)")
    }
    guard case .string(let text) = member.token else {
      return finding(severity, "`\(key)` is \(member.token.kindName), not a text")
    }
    let isBlank = text.allSatisfy(\.isWhitespace)
    if isBlank { return mapping.isRequired ? finding(.error, "`\(key)` is empty") : nil }
    if mapping.field.kind == .link, !isWebLink(text) {
      return finding(.note, "`\(key)` is not an http or https link")
    }
    if mapping.field.role == .id, key == "uuid", !isUUID(text) {
      return finding(.note, "`\(key)` is not a UUID")
    }
    return nil
  }
}

/// Whether a text is an address of the web.
package func isWebLink(_ text: String) -> Bool {
  let lower = text.lowercased()
  guard let scheme = ["https://", "http://"].first(where: { lower.hasPrefix($0) }) else {
    return false
  }
  let rest = lower.dropFirst(scheme.count)
  return rest.first.map { !"/?#".contains($0) } ?? false
    && !text.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
}

/// Whether a text is a UUID in its usual form (RFC 9562, section 4).
package func isUUID(_ text: String) -> Bool {
  let groups = text.split(separator: "-", omittingEmptySubsequences: false)
  return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
    && groups.allSatisfy { $0.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit } }
}
