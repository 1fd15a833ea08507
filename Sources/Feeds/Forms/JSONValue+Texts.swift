import Catalog
import Text

/// The members that describe an object, best first.
private let speakingMembers = ["name", "@value", "text", "url", "@id"]

/// Text in values of any shape.
extension JSONValue {
  /// A scalar as text; nil for null, objects and lists.
  var scalarText: String? {
    switch self {
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): shown(number)
    case .string(let text): text
    case .null, .array, .object: nil
    }
  }

  /// Calls `body` with each text in the value: a scalar as text, an object by its most descriptive member.
  func forEachText(_ body: (String) -> Void) {
    switch self {
    case .array(let items): for item in items { item.forEachText(body) }
    case .object: forEachText(ofMembers: speakingMembers, body)
    default: if let text = scalarText, !isBlank(text) { body(text) }
    }
  }

  /// Calls `body` with each text of the first member that contains any.
  private func forEachText(ofMembers names: [String], _ body: (String) -> Void) {
    for name in names {
      guard let member = self[name] else { continue }
      var isEmpty = true
      member.forEachText { text in
        isEmpty = false
        body(text)
      }
      if !isEmpty { return }
    }
  }

  /// Returns the first text in the first member that contains any.
  func firstText(_ names: [String]) -> String? {
    var found: String?
    forEachText(ofMembers: names) { text in if found == nil { found = text } }
    return found
  }

  /// The texts without markup, except empty ones.
  var cleanTexts: [String] { texts { cleanText($0) } }

  /// All texts as one, with their paragraphs.
  var paragraphs: String? { joined(texts { cleanText($0, keepingLines: true) }, by: "\n") }

  private func texts(_ clean: (String) -> String) -> [String] {
    var texts: [String] = []
    forEachText { text in
      let text = clean(text)
      if !text.isEmpty { texts.append(text) }
    }
    return texts
  }

  /// The distinct texts between commas, or between semicolons in lines without commas.
  var keywords: [String] {
    var seen: Set<String> = []
    var words: [String] = []
    forEachWord { text in
      for word in cleanLines(text).flatMap(separated) where seen.insert(folded(word)).inserted {
        words.append(word)
      }
    }
    return words
  }

  /// Calls `body` with each text in the value other than a Boolean.
  private func forEachWord(_ body: (String) -> Void) {
    switch self {
    case .array(let items): for item in items { item.forEachWord(body) }
    case .bool: break
    default: forEachText(body)
    }
  }

  /// The last component of each of an object's types: `Recipe` for `http://schema.org/Recipe`.
  var typeNames: [String] {
    var names: [String] = []
    (self["@type"] ?? self["type"])?.forEachText { text in
      names.append(String(text.split { $0 == "/" || $0 == ":" || $0 == "#" }.last ?? ""))
    }
    return names
  }
}

private func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy { $0 <= 0x20 } }

private func separated(_ line: String) -> [String] {
  line.split(separator: line.utf8.contains(0x2C) ? "," : ";")
    .map { trimmingSpace(String($0)) }.filter { !$0.isEmpty }
}

extension JSONValue {
  /// The distinct names of people and organizations.
  ///
  /// An object that consists of an `@id` is a reference without a name.
  var people: String? {
    var seen: Set<String> = []
    var names: [String] = []
    forEachName { name in
      let clean = cleanLine(name)
      if !clean.isEmpty, seen.insert(clean).inserted { names.append(clean) }
    }
    return joined(names)
  }

  private func forEachName(_ body: (String) -> Void) {
    switch self {
    case .array(let items): for item in items { item.forEachName(body) }
    case .object:
      if let name = self["name"] ?? self["@value"] { return name.forEachName(body) }
      let parts = ["givenName", "familyName"].compactMap { firstText([$0]) }
      if let name = joined(parts, by: " ") { body(name) }
    case .string(let text): body(text)
    case .null, .bool, .number: break
    }
  }

  /// The yield: the longest of several texts, as `4 servings` is more precise than `4`.
  var amount: String? {
    var best = ""
    forEachAmount { text in if text.utf8.count > best.utf8.count { best = onLine(text) } }
    return best.isEmpty ? nil : best
  }

  private func forEachAmount(_ body: (String) -> Void) {
    switch self {
    case .array(let items): for item in items { item.forEachAmount(body) }
    case .object: if let text = range ?? quantity() { body(text) }
    case .bool, .null: break
    default: cleanTexts.forEach(body)
    }
  }

  /// A range such as `4–6 servings`, for an object with a minimum and a maximum.
  private var range: String? {
    guard let least = self["minValue"]?.quantity(),
      let most = self["maxValue"]?.quantity(unitIn: self)
    else { return nil }
    return least + "–" + most
  }
}
