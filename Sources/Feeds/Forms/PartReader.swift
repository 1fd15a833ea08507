import Catalog
import Text

/// A text or number of an ingredient or a step that no field shows.
struct UnusedValue: Equatable, Sendable {
  /// The keys and indices that lead to it from the value of the field, or from the record.
  var path: [String]
}

/// The items of a part of a recipe: its ingredients or its steps.
struct RecipeItems {
  var items: [String] = []
  /// The first texts and numbers that are in none of the items, in the order of the record.
  private(set) var unused: [UnusedValue] = []
  /// The number of further ones.
  private(set) var omittedCount = 0

  /// Adds what another part of the recipe leaves out.
  mutating func addUnused(of other: RecipeItems) {
    add(other.unused, omitting: other.omittedCount)
  }

  /// Notes the positions of a list that its order contradicts.
  mutating func note(_ positions: [Int], at path: [String]) {
    add(positions.map { UnusedValue(path: path + [String($0), "position"]) }, omitting: 0)
  }

  private mutating func add(_ values: [UnusedValue], omitting count: Int) {
    let room = max(0, findingLimit - unused.count)
    unused += values.prefix(room)
    omittedCount += max(0, values.count - room) + count
  }

  /// Notes the texts and numbers of an object that are not in the items that were made of it.
  mutating func note(_ object: PartObject, besides items: some Sequence<String>) {
    var leaves = UnusedLeaves(Array(items), at: object.path)
    for member in object.noteworthy {
      leaves.collect(member.value, name: member.name)
    }
    add(leaves.found, omitting: leaves.omittedCount)
  }
}

/// An object of a recipe's part.
struct PartObject {
  /// A member and its plain name: lowercase, without marks.
  private struct Part {
    var key: String
    var member: JSONValue.Member
    /// Whether it was read, so that it is not read again.
    var isRead = false
    /// Whether its texts need not be shown, because they were read as items of their own or say nothing.
    var isIgnored = false
  }

  private var parts: [Part]
  /// The keys and indices that lead to it.
  let path: [String]
  /// The types, in lowercase.
  let types: [String]

  init(_ object: JSONValue, at path: [String]) {
    self.path = path
    types = object.typeNames.map { $0.lowercased() }
    guard case .object(let members) = object else {
      parts = []
      return
    }
    parts = members.map { Part(key: plainKey($0.name), member: $0) }
  }

  /// Returns the path of a member.
  func path(of name: String) -> [String] { path + [name] }

  /// Whether a member is true.
  func isSet(_ keys: [String]) -> Bool {
    parts.contains { keys.contains($0.key) && $0.member.value == .bool(true) }
  }

  /// Returns the first member with one of some names, best name first, that a test accepts.
  func member(_ keys: [String], where test: (JSONValue) -> Bool) -> JSONValue.Member? {
    for key in keys {
      for part in parts where part.key == key && !part.isRead && test(part.member.value) {
        return part.member
      }
    }
    return nil
  }

  /// Returns the first member with a text or number, as a line, and its name.
  func text(
    _ keys: [String], where test: (String) -> Bool = { _ in true }
  ) -> (line: String, name: String)? {
    let found = member(keys) { value in
      let line = words(of: value)
      return !line.isEmpty && test(line)
    }
    return found.map { (words(of: $0.value), $0.name) }
  }

  /// Marks a member as read.
  mutating func read(_ name: String) {
    for place in parts.indices where parts[place].member.name == name { parts[place].isRead = true }
  }

  /// Marks members as read that need not be shown.
  mutating func ignore(_ keys: Set<String>) {
    for place in parts.indices where keys.contains(parts[place].key) {
      (parts[place].isRead, parts[place].isIgnored) = (true, true)
    }
  }

  /// Ignores the first member with one of some names that is a list or an object, or the text under one of others.
  ///
  /// - Returns: The member, whose values are items of their own.
  mutating func takeContents(_ keys: [String], texts: [String] = []) -> JSONValue.Member? {
    let nested = member(keys) { value in
      switch value {
      case .array(let items): !items.isEmpty
      case .object: true
      default: false
      }
    }
    let found = nested ?? member(texts) { $0.scalarText.map { !cleanLine($0).isEmpty } ?? false }
    if let found { ignore([plainKey(found.name)]) }
    return found
  }

  /// The members that nobody has read.
  var unread: [JSONValue.Member] { parts.filter { !$0.isRead }.map(\.member) }

  /// The members whose texts must be shown, or noted.
  var noteworthy: [JSONValue.Member] { parts.filter { !$0.isIgnored }.map(\.member) }
}

/// The number of notes of an ingredient or a step that are shown; further ones are reported as unused.
let mostNotes = 16

/// Returns a name without case and marks, so that `raw_text`, `rawText` and `Raw text` are one; `@` stays.
func plainKey(_ name: String) -> String {
  if name.utf8.allSatisfy({ 0x61...0x7A ~= $0 || $0 == 0x40 }) { return name }
  var key = String.UnicodeScalarView()
  for scalar in name.lowercased().unicodeScalars
  where scalar == "@" || "0"..."9" ~= scalar || "a"..."z" ~= scalar
    || !scalar.isASCII && scalar.properties.isAlphabetic
  {
    key.append(scalar)
  }
  return String(key)
}

/// Whether the last word of a name says that it identifies something: `stepId`, but not `liquid`.
func isIdentifier(_ name: String) -> Bool {
  let ends = ["id", "uuid", "guid", "slug", "hash"]
  let key = plainKey(name)
  guard ends.contains(where: key.hasSuffix) || key.hasPrefix("@id") else { return false }
  let word = fieldName(name).split(separator: "-").last ?? ""
  return name.hasPrefix("@id") || ends.contains(String(word))
}

/// The text of a value as a line: a scalar, the member of an object that describes it, or several texts with commas.
func words(of value: JSONValue) -> String {
  switch value {
  case .null, .bool: return ""
  case .number(let number): return shown(number)
  case .string(let text): return cleanLine(text)
  case .array(let items):
    if let text = value.inFirstLanguage { return words(of: text) }
    return items.map(words).filter { !$0.isEmpty }.joined(separator: ", ")
  case .object(let members):
    for key in ["name", "@value", "text", "title", "label", "value", "url", "@id"] {
      for member in members where plainKey(member.name) == key {
        let words = words(of: member.value)
        if !words.isEmpty { return words }
      }
    }
    return value.inFirstLanguage.map(words) ?? ""
  }
}

/// The words and numbers of the texts that a field shows.
struct ShownTexts {
  /// The letters and digits in lowercase, with a blank around each word.
  private let words: String
  private let numbers: [Double]

  init(_ texts: [String]) {
    let text = texts.joined(separator: " ")
    words = Self.words(of: text)
    numbers = Self.numbers(in: text)
  }

  func contain(_ text: String) -> Bool {
    let wanted = Self.words(of: text)
    return wanted == " " || words.contains(wanted)
  }

  /// Whether each word of a text begins as a word that is shown, as `potatoes` does where a `potato` is.
  func containForms(of text: String) -> Bool {
    Self.words(of: text).split(separator: " ").allSatisfy { words.contains(" " + $0.prefix(4)) }
  }

  func contain(_ number: Double) -> Bool {
    numbers.contains { abs($0 - number) < 0.006 } || contain(shown(number))
  }

  private static func words(of text: String) -> String {
    var words = " "
    for scalar in folded(text).unicodeScalars {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        words.unicodeScalars.append(scalar)
      } else if !words.hasSuffix(" ") {
        words += " "
      }
    }
    return words.hasSuffix(" ") ? words : words + " "
  }

  /// The numbers in a text, and the sums of a number and a fraction after it: `1 1/2`, `1½`.
  private static func numbers(in text: String) -> [Double] {
    var (numbers, last): ([Double], Double?) = ([], nil)
    let text = text.replacing("⁄", with: "/")
    for word in text.split(whereSeparator: { !($0.isNumber || "./,".contains($0)) }) {
      var found: Double?
      for piece in word.split(whereSeparator: { $0.isNumber && !$0.isASCII }) {
        found = number(piece) ?? found
        if let found { numbers.append(found) }
      }
      if let sign = word.last(where: { $0.isNumber && !$0.isASCII })?.unicodeScalars.first,
        let value = sign.properties.numericValue
      {
        numbers += [value, value + (found ?? last ?? 0)]
      } else if word.contains("/"), let value = found, let last {
        numbers.append(last + value)
      }
      last = found
    }
    return numbers
  }

  private static func number(_ text: Substring) -> Double? {
    let parts = text.split(separator: "/")
    if parts.count == 2, let top = Double(parts[0]), let bottom = Double(parts[1]), bottom != 0 {
      return top / bottom
    }
    return Double(text.filter { $0 != "/" }.replacing(",", with: "."))
  }
}

/// The texts and numbers of a value that are not shown, without those that say nothing to a cook: ids, types, links,
/// pictures, positions and zeros.
private struct UnusedLeaves {
  private let items: [String]
  private lazy var texts = ShownTexts(items)
  /// The keys and indices that lead to the current value.
  private var path: [String]
  private(set) var found: [UnusedValue] = []
  private(set) var omittedCount = 0
  /// The number of bytes that are compared at the most; values after that are taken for unused.
  private var budget = 1 << 20
  /// The size of the items, in bytes.
  private let size: Int

  init(_ items: [String], at path: [String]) {
    (self.items, self.path) = (items, path)
    size = items.reduce(16) { $0 + $1.utf8.count }
  }

  /// Whether an item has a text as it is, which is the usual case.
  private func isPlainlyShown(_ text: String) -> Bool {
    items.contains { $0 == text || holds($0.utf8, text.utf8) }
  }

  /// Collects the leaves of a value under a name.
  mutating func collect(_ value: JSONValue, name: String) {
    path.append(name)
    collectLeaves(of: value, name)
    path.removeLast()
  }

  private mutating func collectLeaves(of value: JSONValue, _ name: String) {
    switch value {
    case .null, .bool: break
    case .number(let number): if number != 0, !isUsed(number, name) { add() }
    case .string(let text): if !text.isEmpty, !isUsed(text, name) { add() }
    case .array(let items):
      for (place, item) in items.enumerated() {
        path.append(String(place))
        collectLeaves(of: item, name)
        path.removeLast()
      }
    case .object(let members):
      if mediaKeys.contains(plainKey(name)), value.photo != nil || value.link != nil { return }
      for member in members { collect(member.value, name: member.name) }
    }
  }

  private mutating func add() {
    if found.count < findingLimit {
      found.append(UnusedValue(path: path))
    } else {
      omittedCount += 1
    }
  }

  /// Takes the cost of a comparison with all items; returns whether there was enough left.
  private mutating func spend() -> Bool {
    budget -= size
    return budget > 0
  }

  private mutating func isUsed(_ number: Double, _ name: String) -> Bool {
    let key = plainKey(name)
    if isOrdinal(number, key) || isIdentifier(name) { return true }
    return spend() && (isPlainlyShown(shown(number)) || texts.contain(number))
  }

  private mutating func isUsed(_ text: String, _ name: String) -> Bool {
    let key = plainKey(name)
    if key == "@type" || key == "@context" || key == "@language" { return true }
    return spend() && (isPlainlyShown(text) || isAside(text, name, key))
  }

  private mutating func isAside(_ text: String, _ name: String, _ key: String) -> Bool {
    let line = cleanLine(text)
    if line.isEmpty || texts.contain(line) { return true }
    if Self.forms.contains(key), texts.containForms(of: line) { return true }
    if key == "unitcode", unitCodes[line] != nil { return true }
    if key == "type", Self.types.contains(line.lowercased()) { return true }
    let isWord = !line.contains(" ")
    if isWord, isIdentifier(name) || isWebLink(line) || mediaKeys.contains(key) { return true }
    if isWord, line.hasPrefix("/") || line.hasPrefix("#") { return true }
    if let number = JSONValue.string(line).plainNumber {
      return number == 0 || isOrdinal(number, key) || texts.contain(number)
    }
    return false
  }

  /// Whether a number counts the items.
  private func isOrdinal(_ number: Double, _ key: String) -> Bool {
    Self.ordinals.contains(key) && 0...200 ~= number && number == number.rounded()
  }

  /// Types of ingredients and steps in the exports of programs.
  private static let types: Set = [
    "food", "group", "header", "heading", "howtodirection", "howtosection", "howtostep",
    "howtosupply", "howtotip", "ingredient", "instruction", "item", "itemlist", "listitem",
    "paragraph", "recipe", "section", "step", "text", "title",
  ]
  /// The keys of words that a line may have in another number, or of their abbreviations.
  private static let forms: Set = [
    "abbreviation", "aliases", "food", "ingredient", "name", "nameclean", "plural",
    "pluralabbreviation", "pluralname", "singular", "unit", "unitlong", "unitname", "units",
    "unitshort",
  ]
  /// The keys of numbers that count the items.
  private static let ordinals: Set = [
    "index", "no", "nr", "number", "numberofitems", "order", "ordinal", "position", "sort",
    "sortorder", "step",
    "stepnumber", "steporder",
  ]
}

/// The keys of pictures and films, without case and marks.
let mediaKeys: Set = [
  "image", "images", "photo", "photos", "picture", "pictures", "thumbnail", "video", "videos",
]

/// Whether a text has another one as it is, between characters of ASCII that are neither letters nor digits.
private func holds(_ text: String.UTF8View, _ word: String.UTF8View) -> Bool {
  guard let first = word.first, word.count <= text.count else { return false }
  let (text, word) = (Array(text), Array(word))
  var start = 0
  while start + word.count <= text.count, let place = text[start...].firstIndex(of: first) {
    let end = place + word.count
    if end > text.count { return false }
    let isWord = (place == 0 || isMark(text[place - 1])) && (end == text.count || isMark(text[end]))
    if isWord, text[place..<end].elementsEqual(word) { return true }
    start = place + 1
  }
  return false
}

private func isMark(_ byte: UInt8) -> Bool {
  byte < 0x80 && !(0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20)
}
