import World

/// The directives of `Cache-Control`: RFC 9111, section 5.2.
struct CacheDirectives: Sendable {
  private var members: [(name: String, argument: String?)] = []

  init(_ fields: [HTTPField]) {
    for member in fields.values(of: "Cache-Control").flatMap({ Self.members($0) }) {
      let name = Substring(member.utf8.prefix { $0 != UInt8(ascii: "=") })
      let argument = name.endIndex == member.endIndex ? nil : member[name.endIndex...].dropFirst()
      members.append((name.lowercased(), argument.map { unquoted($0) ?? String($0) }))
    }
  }

  /// The directives of a field; every word of it if the syntax is wrong.
  ///
  /// So a directive that forbids something counts even if a comma or a quote is missing.
  private static func members(_ value: String) -> [Substring] {
    let quotes = value.utf8.count { $0 == UInt8(ascii: "\"") }
    guard quotes > 0, quotes.isMultiple(of: 2) else { return words(value[...]) }
    return listMembers([value]).flatMap { member in
      member.utf8.contains(UInt8(ascii: "\"")) ? [member[...]] : words(member[...])
    }
  }

  private static func words(_ text: Substring) -> [Substring] {
    text.utf8.split { $0 == 0x2C || $0 == 0x20 || $0 == 0x09 || $0 == 0x22 }.map { Substring($0) }
  }

  var isEmpty: Bool { members.isEmpty }

  /// Whether a directive is present, whatever its argument.
  func contains(_ name: String) -> Bool { members.contains { $0.name == name } }

  /// Whether a directive is present without being limited to some fields.
  func containsUnqualified(_ name: String) -> Bool {
    members.contains { $0.name == name && $0.argument == nil }
  }

  /// The fields to which a directive is limited.
  func fields(of name: String) -> [String] {
    listMembers(members.filter { $0.name == name }.compactMap(\.argument))
  }

  /// The argument of a directive in seconds; nil without the directive.
  ///
  /// Invalid arguments are 0, as RFC 9111, section 4.2.1, recommends; of several, the smallest counts.
  func seconds(_ name: String) -> Double? {
    members.filter { $0.name == name }.map { Self.seconds($0.argument) }.min()
  }

  /// RFC 9111, section 1.2.2: a number that is too large is taken as 2³¹.
  private static func seconds(_ text: String?) -> Double {
    guard let text, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return 0
    }
    return min(Double(text) ?? 0, 2_147_483_648)
  }
}
