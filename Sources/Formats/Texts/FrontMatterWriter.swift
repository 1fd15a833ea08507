import Text

/// Collects metadata, which is written in YAML between two lines of three dashes.
struct FrontMatterWriter {
  private var members: [JSONValue.Member] = []

  /// Adds a text; nil and empty texts are left out.
  mutating func add(_ key: String, _ text: String?) {
    if let text, !text.isEmpty { members.append(.init(key, .string(text))) }
  }

  /// Adds a number, which YAML reads as one.
  mutating func add(_ key: String, number: Double?) {
    if let number, number.isFinite { members.append(.init(key, .number(number))) }
  }

  /// Adds a list; an empty one is left out.
  mutating func add(_ key: String, _ texts: [String]) {
    let texts = texts.filter { !$0.isEmpty }
    if !texts.isEmpty { members.append(.init(key, .array(texts.map { .string($0) }))) }
  }

  /// Adds values as they are, except those whose key is taken.
  mutating func add(_ others: [JSONValue.Member]) {
    members += others.filter { other in !members.contains { $0.name == other.name } }
  }

  /// The lines with their dashes; empty if nothing was added.
  var text: String { members.isEmpty ? "" : "---\n" + yamlText(of: members) + "---\n" }
}
