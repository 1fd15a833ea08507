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
    case .array(let items):
      if let text = inFirstLanguage { return text.forEachText(body) }
      for item in items { item.forEachText(body) }
    case .object:
      if !forEachText(ofMembers: speakingMembers, body) { inFirstLanguage?.forEachText(body) }
    default: if let text = scalarText, !isBlank(text) { body(text) }
    }
  }

  /// Calls `body` with each text of the first member that contains any.
  ///
  /// - Returns: Whether there is one.
  @discardableResult
  private func forEachText(ofMembers names: [String], _ body: (String) -> Void) -> Bool {
    for name in names {
      guard let member = self[name] else { continue }
      var isEmpty = true
      member.forEachText { text in
        isEmpty = false
        body(text)
      }
      if !isEmpty { return true }
    }
    return false
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
      let parts = text.utf8.split { $0 == 0x2F || $0 == 0x3A || $0 == 0x23 }
      names.append(parts.last.map { String(Substring($0)) } ?? "")
    }
    return names
  }
}

/// Texts in several languages.
extension JSONValue {
  /// The first text of `{"en": "Eggs", "de": "Eier"}`, and of JSON-LD's
  /// `[{"@language": "en", "@value": "Eggs"}, …]`; nil for other values.
  var inFirstLanguage: JSONValue? {
    switch self {
    case .object(let members):
      let isMap = members.allSatisfy { member in
        if case .string = member.value { isLanguage(member.name) } else { false }
      }
      guard isMap else { return nil }
      return members.first { !isBlank($0.value.scalarText ?? "") }?.value
    case .array(let items):
      guard items.count > 1, items.allSatisfy({ $0["@language"] != nil }) else { return nil }
      return items.lazy.compactMap { $0["@value"] }.first
    case .null, .bool, .number, .string: return nil
    }
  }
}

/// Whether a key is the tag of a language, such as `en`, `pt-BR` and `zh_Hans`.
private func isLanguage(_ key: String) -> Bool {
  guard key.utf8.count <= 10, let code = key.split(whereSeparator: { "-_".contains($0) }).first
  else { return false }
  return languageCodes.contains(code.lowercased())
}

/// Codes of languages in ISO 639-1, without those that are words of English as well.
private let languageCodes: Set<String> = Set(
  """
  af ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl gu he hi hr hu hy is it ja ka kk km kn ko ky lo
  lt lv mk ml mn mr ms mt nb ne nl nn no pa pl ps pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh
  """.split(whereSeparator: \.isWhitespace).map(String.init))

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

  /// The yield: the longest of several texts, as `4 servings` is more precise than `4`, with those of other numbers:
  /// `4; 2 loaves`.
  var amount: String? {
    var texts: [String] = []
    forEachAmount { texts.append(onLine($0)) }
    guard let longest = texts.max(by: { $0.utf8.count < $1.utf8.count }), !longest.isEmpty else {
      return nil
    }
    var known = Self.numbers(in: longest)
    if known.isEmpty { return longest }
    var retained: Set<String> = [longest]
    for text in texts where !known.isSuperset(of: Self.numbers(in: text)) {
      // `8 pies` and `9 pies` contradict each other.
      let words = text.filter { !$0.isNumber }
      if retained.contains(where: { $0.filter { !$0.isNumber } == words }) { continue }
      known.formUnion(Self.numbers(in: text))
      retained.insert(text)
    }
    return texts.filter { retained.remove($0) != nil }.joined(separator: "; ")
  }

  private static func numbers(in text: String) -> Set<Substring> {
    Set(text.split { !$0.isNumber })
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
