import Catalog
import Text

/// The members that say what an object is, the best first.
private let speakingMembers = ["name", "@value", "text", "url", "@id"]

/// The texts that are somewhere in a value.
extension JSONValue {
  /// What a scalar says; nil for null, objects and lists.
  var scalarText: String? {
    switch self {
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): shown(number)
    case .string(let text): text
    case .null, .array, .object: nil
    }
  }

  /// Calls `body` with each text in the value: a scalar's own, for an object the one that says what it is.
  func forEachText(_ body: (String) -> Void) {
    switch self {
    case .array(let items): for item in items { item.forEachText(body) }
    case .object: forEachText(ofMembers: speakingMembers, body)
    default: if let text = scalarText, !isBlank(text) { body(text) }
    }
  }

  /// Calls `body` with each text of the first of some members that has any.
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

  /// The first text that one of the members holds.
  func firstText(_ names: [String]) -> String? {
    var found: String?
    forEachText(ofMembers: names) { text in if found == nil { found = text } }
    return found
  }

  /// The texts, clean, without those of which nothing is left.
  var cleanTexts: [String] { texts { cleanText($0) } }

  /// The texts with their paragraphs, as one.
  var paragraphs: String? { joined(texts { cleanText($0, keepingLines: true) }, by: "\n") }

  private func texts(_ clean: (String) -> String) -> [String] {
    var texts: [String] = []
    forEachText { text in
      let text = clean(text)
      if !text.isEmpty { texts.append(text) }
    }
    return texts
  }

  /// What stands between the commas of the texts, or the semicolons where there are no commas; each once.
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

  /// Calls `body` with each text in the value that is no mere yes or no.
  private func forEachWord(_ body: (String) -> Void) {
    switch self {
    case .array(let items): for item in items { item.forEachWord(body) }
    case .bool: break
    default: forEachText(body)
    }
  }

  /// The last word of each of an object's types: `Recipe` for `http://schema.org/Recipe`.
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
  /// The names of people and organisations, each once.
  ///
  /// An object with nothing but an `@id` refers to another one, and has no name here.
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

  /// How much comes out: of several texts the longest, since `4 servings` says more than `4`.
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

  /// Such as `4–6 servings`, for an object with the least and the most.
  private var range: String? {
    guard let least = self["minValue"]?.quantity(),
      let most = self["maxValue"]?.quantity(unitIn: self)
    else { return nil }
    return least + "–" + most
  }
}
