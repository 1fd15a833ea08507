import Text

/// A recipe in plain text, as a person pastes it: a title, lines of ingredients, and steps.
///
/// Headings such as `Ingredients`, `Method` and `Notes` divide it; without them, a line with an amount begins the ingredients,
/// and a sentence ends them. A line of several facts, such as `serves 4 · prep 25 min`, is read fact by fact.
package struct PlainRecipe: Equatable, Sendable {
  package private(set) var title = ""
  /// What precedes the ingredients, a paragraph each line; nil if nothing does.
  package private(set) var description: String?
  /// The line that tells the servings; nil if none does.
  package private(set) var yield: String?
  /// A line each; a heading ends in a colon.
  package private(set) var ingredients: [String] = []
  /// A text each; a heading ends in a colon.
  package private(set) var steps: [String] = []

  /// What follows a heading such as `Notes`, a paragraph each line; nil if nothing does.
  package private(set) var comment: String?
  /// The durations as written, such as `25 min`.
  package private(set) var prep: String?
  package private(set) var cook: String?
  package private(set) var total: String?
  package private(set) var author: String?
  /// The address of a line that has nothing else, or that stands behind `Source:`.
  package private(set) var source: String?
  /// The address behind `Video:`.
  package private(set) var video: String?

  private enum Part { case introduction, ingredients, steps, notes }

  private var part = Part.introduction

  /// Whether a text has one heading above ingredients, and one above steps, so that it is one recipe.
  package static func isDivided(_ text: String) -> Bool {
    let parts = text.split(whereSeparator: \.isNewline).compactMap {
      $0.count <= longestHeading ? part(headedBy: String($0)) : nil
    }
    return parts.count { $0 == .ingredients } == 1 && parts.count { $0 == .steps } == 1
  }

  private static let longestHeading = 60

  /// Reads a text; nil if it has no line with letters.
  package init?(_ text: String) {
    let lines = text.split { $0.isNewline }.map { trimmingSpace(String($0)) }.filter { !$0.isEmpty }
    guard let first = lines.firstIndex(where: { $0.contains(where: \.isLetter) }) else {
      return nil
    }
    title = trimmingSpace(String(lines[first].drop { "#*".contains($0) || $0.isWhitespace }))
    while title.hasSuffix("*") { title.removeLast() }
    for line in lines[(first + 1)...] { add(line) }
  }

  private mutating func add(_ line: String) {
    if let part = Self.part(headedBy: line) {
      self.part = part
      return
    }
    if take(address: Self.withoutBullet(line)) { return }
    if part == .introduction, line.contains(where: { "·|".contains($0) }) {
      return add(facts: line)
    }
    if part == .introduction || part == .ingredients, yield == nil,
      let found = Self.yield(in: line)
    {
      yield = found
      return
    }
    switch part {
    case .introduction:
      if Self.isIngredient(line) {
        part = .ingredients
        add(line)
      } else if Self.isNumbered(line) {
        part = .steps
        add(line)
      } else {
        Self.append(line, to: &description)
      }
    case .ingredients:
      let item = Self.item(line)
      if Self.isStep(line) {
        part = .steps
        add(line)
      } else if !item.isEmpty {
        ingredients.append(item)
      }
    case .steps:
      let step = Self.withoutNumber(Self.item(line))
      if !step.isEmpty { steps.append(step) }
    case .notes: Self.append(Self.withoutBullet(line), to: &comment)
    }
  }

  private static func append(_ line: String, to text: inout String?) {
    text = (text.map { $0 + "\n\n" } ?? "") + line
  }

  /// A line without its bullet; a heading of Markdown ends in a colon.
  private static func item(_ line: String) -> String {
    guard line.hasPrefix("#") else { return withoutBullet(line) }
    let title = trimmingSpace(String(line.drop { $0 == "#" }))
    return title.isEmpty || title.hasSuffix(":") ? title : title + ":"
  }

  /// Takes a line that is an address, alone or behind `Source:` or `Video:`.
  private mutating func take(address line: String) -> Bool {
    let words = line.split(separator: " ")
    guard let last = words.last, words.count <= 2 else { return false }
    let address = last.filter { !"<>".contains($0) }
    let label = words.count == 2 ? words[0].lowercased() : ""
    guard address.hasPrefix("http://") || address.hasPrefix("https://"),
      ["", "source:", "video:", "from:", "url:", "link:"].contains(label)
    else { return false }
    if label == "video:", video == nil {
      video = address
    } else if label != "video:", source == nil {
      source = address
    } else {
      return false
    }
    return true
  }

  /// Adds a line such as `Italian · serves 4 · prep 25 min`; other facts stay in the description.
  private mutating func add(facts line: String) {
    var rest: [String] = []
    for part in line.split(whereSeparator: { "·|".contains($0) }) {
      let fact = trimmingSpace(String(part))
      let words = fact.split { $0.isWhitespace || $0 == ":" }.map { $0.lowercased() }
      let value = fact.split(maxSplits: 1) { $0.isWhitespace || $0 == ":" }.dropFirst().first.map {
        trimmingSpace(String($0))
      }
      if yield == nil, let found = Self.yield(in: fact) {
        yield = found
      } else if let place = Self.times.firstIndex(of: words.first ?? ""), let value,
        value.contains(where: \.isNumber)
      {
        let times: [WritableKeyPath<Self, String?>] = [\.prep, \.cook, \.total, \.total]
        self[keyPath: times[place]] = value
      } else if words.first == "by", let value {
        author = value
      } else if !fact.isEmpty {
        rest.append(fact)
      }
    }
    if !rest.isEmpty { Self.append(rest.joined(separator: " · "), to: &description) }
  }

  private static let times = ["prep", "cook", "total", "time"]

  /// Whether a line has an amount, and is no sentence.
  private static func isIngredient(_ line: String) -> Bool {
    if isStep(line) { return false }
    let item = withoutBullet(line)
    return item != line || !IngredientLine(item).publishedAmounts.isEmpty
  }

  /// Whether a line below ingredients is the first step: a sentence, or a numbered line without an amount.
  private static func isStep(_ line: String) -> Bool {
    let item = withoutBullet(line)
    if isNumbered(item) {
      return IngredientLine(withoutNumber(item)).publishedAmounts.isEmpty
    }
    let words = item.split(separator: " ").count
    let endsSentence = item.last.map { ".!。".contains($0) } ?? false
    let startsWithNumber = item.first?.isNumber ?? false
    return !startsWithNumber && (words >= 5 && endsSentence || words >= 16)
  }

  private static func isNumbered(_ line: String) -> Bool { withoutNumber(line) != line }

  /// Returns a line without the number of a list before it.
  private static func withoutNumber(_ line: String) -> String {
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    let rest = line[digits.endIndex...]
    guard 1...2 ~= digits.count, let mark = rest.first, ".)".contains(mark),
      rest.dropFirst().first?.isWhitespace ?? false
    else { return line }
    return trimmingSpace(String(rest.dropFirst()))
  }

  private static func withoutBullet(_ line: String) -> String {
    guard let mark = line.first, "-*•·–▢□◦‣".contains(mark),
      line.dropFirst().first?.isWhitespace ?? false
    else { return line }
    return trimmingSpace(String(line.dropFirst()))
  }

  private static let ingredientHeadings: Set = [
    "ingredients", "ingredient list", "you need", "you will need", "zutaten", "ingrédients",
    "ingredienti", "ingredientes", "ingrediënten", "ingredienser", "składniki", "材料",
  ]
  private static let stepHeadings: Set = [
    "method", "instructions", "directions", "steps", "preparation", "procedure", "how to make it",
    "zubereitung", "anleitung", "préparation", "preparazione", "procedimento", "preparación",
    "elaboración", "instrucciones", "modo de preparo", "preparo", "bereiding", "bereidingswijze",
    "gör så här", "fremgangsmåte", "fremgangsmåde", "przygotowanie", "作り方",
  ]

  private static let noteHeadings: Set = [
    "notes", "remarks", "comment", "comments", "tips", "notizen", "hinweise", "notas", "note",
    "remarques", "opmerkingen",
  ]

  /// The part that a heading begins; nil for other lines.
  private static func part(headedBy line: String) -> Part? {
    let words = trimmingSpace(
      String(line.lowercased().filter { !"#*:：=".contains($0) }))
    if ingredientHeadings.contains(words) { return .ingredients }
    if noteHeadings.contains(words) { return .notes }
    return stepHeadings.contains(words) ? .steps : nil
  }

  private static let yieldWords: Set = [
    "serves", "servings", "serving", "yield", "yields", "makes", "portions", "portionen", "für",
    "ergibt", "pour", "per", "para", "porciones", "porzioni", "porções", "personen", "port",
  ]

  /// The words of a line that say what it makes, such as `Serves 4`; nil for other lines.
  private static func yield(in line: String) -> String? {
    let words = line.split { $0.isWhitespace || $0 == ":" }
    guard let first = words.first, let last = words.last, words.count <= 6,
      yieldWords.contains(first.lowercased()) || yieldWords.contains(last.lowercased()),
      Yield(line) != nil
    else { return nil }
    let isLabel = ["yield", "yields", "servings", "portions", "portionen"].contains(
      first.lowercased())
    return isLabel ? words.dropFirst().joined(separator: " ") : line
  }
}
