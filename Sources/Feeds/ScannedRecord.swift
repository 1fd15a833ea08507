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
        offset: null?.range.lowerBound ?? offset, member: ".\(key)")
    }
    func finding(_ severity: Problem.Severity, _ reason: String) -> Finding {
      Finding(
        severity: severity, reason: reason, offset: member.range.lowerBound, member: ".\(key)")
    }
    guard case .string(let text) = member.token else {
      return finding(severity, "`\(key)` is \(member.token.kindName), not a text")
    }
    if trimmingSpace(text).isEmpty {
      return mapping.isRequired ? finding(.error, "`\(key)` is empty") : nil
    }
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
  let bytes = text.utf8
  guard let colon = bytes.firstIndex(of: 0x3A) else { return false }
  let scheme = bytes[..<colon].map { $0 | 0x20 }
  let rest = bytes[colon...].dropFirst()
  guard scheme.elementsEqual("https".utf8) || scheme.elementsEqual("http".utf8),
    rest.starts(with: "//".utf8), let host = rest.dropFirst(2).first
  else { return false }
  return !"/?#".utf8.contains(host) && !bytes.contains { $0 <= 0x20 || $0 == 0x7F }
}

/// Whether a text is a UUID in its usual form (RFC 9562, section 4).
package func isUUID(_ text: String) -> Bool {
  guard text.utf8.count == 36 else { return false }
  for (place, byte) in text.utf8.enumerated() {
    switch (place, byte) {
    case (8, _), (13, _), (18, _), (23, _): if byte != 0x2D { return false }
    case (_, 0x30...0x39), (_, 0x41...0x46), (_, 0x61...0x66): continue
    default: return false
    }
  }
  return true
}
