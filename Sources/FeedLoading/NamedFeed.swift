/// A feed that a person gave a name to.
package struct NamedFeed: Codable, Equatable, Sendable {
  package var name: String
  package var source: String
  package var profile: String?
  /// Header fields to send: names, and values in which `$VAR` stands for an environment variable.
  package var headers: [Header]

  package struct Header: Codable, Equatable, Sendable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(name: String, source: String, profile: String?, headers: [Header]) {
    self.name = name
    self.source = source
    self.profile = profile
    self.headers = headers
  }
}
