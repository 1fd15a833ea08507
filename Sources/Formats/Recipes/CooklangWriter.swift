import Cooking
import Text

/// Writes a recipe in Cooklang.
///
/// A section begins with a paragraph that lists its ingredients with their amounts, so that their order and their
/// wording stay; the steps follow as plain texts with timers. ``CooklangRecipe`` reads such a paragraph as a list.
package enum CooklangWriter {
  /// Returns a whole file.
  package static func text(of recipe: Recipe) -> String {
    var front = FrontMatterWriter()
    add(recipe, to: &front)
    var paragraphs = notes(recipe.remarks)
    if !recipe.equipment.isEmpty {
      paragraphs.append(recipe.equipment.map { "#\(escaped($0)){}" }.joined(separator: ",\n"))
    }
    for section in sections(of: recipe) {
      if let title = section.title {
        paragraphs.append(title.isEmpty ? "=" : "== \(escaped(title)) ==")
      }
      if !section.ingredients.isEmpty {
        paragraphs.append(section.ingredients.map(component).joined(separator: ",\n"))
      }
      paragraphs += section.steps.map { step in step.isEmpty ? "" : stepText(step) }
    }
    return ([front.text].filter { !$0.isEmpty } + paragraphs.map { $0 + "\n" })
      .joined(separator: "\n")
  }

  private static func add(_ recipe: Recipe, to front: inout FrontMatterWriter) {
    front.add("title", recipe.name)
    front.add("id", recipe.id)
    front.add("description", recipe.description)
    front.add("source", recipe.source)
    front.add("author", recipe.author)
    if let number = recipe.yield.flatMap({ Double($0) }) {
      front.add("servings", number: number)
    } else {
      front.add("servings", recipe.yield)
    }
    front.add("prep time", recipe.prep.map(cooklangDuration))
    front.add("cook time", recipe.cook.map(cooklangDuration))
    front.add("time", recipe.total.map(cooklangDuration))
    front.add("course", recipe.categories.joined(separator: ", "))
    front.add("cuisine", recipe.cuisines.joined(separator: ", "))
    front.add("tags", recipe.tags)
    front.add("rating", number: recipe.rating)
    front.add("published", recipe.published)
    for nutrient in Recipe.Nutrient.allCases {
      let amount = recipe.nutrition[nutrient].map { JSONValue.number($0).text() }
      front.add("nutrition.\(nutrient.rawValue)", amount.map { "\($0) \(nutrient.unit)" })
    }
    front.add("nutrition.serving-size", recipe.servingSize)
    front.add("video", recipe.video)
    front.add("images", recipe.pictures)
    front.add(recipe.extras)
  }

  /// The remarks as paragraphs of notes.
  private static func notes(_ comment: String?) -> [String] {
    (comment ?? "").split(separator: "\n\n").map { paragraph in
      paragraph.split(separator: "\n").map { "> " + escaped(String($0)) }
        .joined(separator: "\\\n")
    }
  }

  /// A part of the file: the ingredients and steps under a title.
  private struct Part {
    /// The title; empty for a part without one after others, and nil at the beginning.
    var title: String?
    var ingredients: [String] = []
    var steps: [String] = []
  }

  /// The parts of a recipe: ingredients and steps with the same titles are together.
  private static func sections(of recipe: Recipe) -> [Part] {
    let (supplies, steps) = (recipe.ingredients.dividedAtColons, recipe.steps.dividedAtColons)
    let titles: ([Recipe.Section]) -> [String] = { $0.compactMap { $0.heading.map(headingName) } }
    var parts = [Part()]
    for section in supplies {
      if let heading = section.heading { parts.append(Part(title: headingName(heading))) }
      parts[parts.count - 1].ingredients += section.items
    }
    if titles(supplies) == titles(steps) {
      var place = 0
      for section in steps {
        if section.heading != nil { place += 1 }
        parts[place].steps += section.items
      }
      return parts
    }
    for section in steps {
      if section.heading != nil || parts.count > 1 {
        parts.append(Part(title: section.heading.map(headingName) ?? ""))
      }
      parts[parts.count - 1].steps += section.items
    }
    return parts
  }
}

/// Components, steps and escapes.
extension CooklangWriter {
  /// Returns an ingredient: its amount in braces, and its preparation in parentheses.
  private static func component(_ line: String) -> String {
    let parsed = IngredientLine(line)
    var (amount, name, preparation) = ("", line, "")
    if let opening = parsed.opening, !["item", "items"].contains(opening.unit.lowercased()),
      !opening.quantity.contains(where: { "%{}=\\".contains($0) }),
      opening.quantity.contains(where: \.isNumber)
    {
      amount = plainNumber(opening.quantity) + (opening.unit.isEmpty ? "" : "%" + opening.unit)
      name = opening.rest.hasPrefix("of ") ? String(opening.rest.dropFirst(3)) : opening.rest
    }
    if !parsed.note.isEmpty, let comma = name.firstRange(of: ", "),
      comma.lowerBound > name.startIndex,
      case let rest = name[comma.upperBound...], !rest.isEmpty,
      !rest.contains(where: { "()".contains($0) })
    {
      preparation = "(\(escaped(String(rest))))"
      name = String(name[..<comma.lowerBound])
    }
    return "@\(escapedName(name)){\(amount)}\(preparation)"
  }

  /// Returns a number as the reference parser reads it: `1 1/2` for `1 ½`.
  private static func plainNumber(_ number: String) -> String {
    var plain = ""
    for letter in number {
      guard let fraction = fractions[letter] else {
        plain.append(letter)
        continue
      }
      if plain.last?.isNumber ?? false { plain += " " }
      plain += fraction
    }
    return plain
  }

  private static let fractions: [Character: String] = [
    "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5",
    "⅘": "4/5", "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8",
  ]

  /// Returns a step with its timers.
  private static func stepText(_ step: String) -> String {
    var text = ""
    var rest = step[...]
    let durations = RecipeStep.all([step], ingredients: []).first?.durations ?? []
    for duration in durations {
      let words = duration.text.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 2, words[0].allSatisfy({ $0.isASCII && $0.isNumber }),
        words[1].allSatisfy(\.isLetter), let place = rest.firstRange(of: duration.text)
      else { continue }
      text += escaped(String(rest[..<place.lowerBound])) + "~{\(words[0])%\(words[1])}"
      rest = rest[place.upperBound...]
    }
    text += escaped(String(rest))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { line in
      // Marks of a note, of metadata and of a section begin a line.
      line.first.map { ">=".contains($0) } ?? false ? "\\" + line : String(line)
    }.joined(separator: "\\\n")
  }

  /// Returns a name, whose first letters are not modifiers or a path.
  private static func escapedName(_ name: String) -> String {
    let text = escaped(name)
    return name.first.map { "?&+-./".contains($0) } ?? false && !text.hasPrefix("\\")
      ? "\\" + text : text
  }

  /// Returns a text in which no letter is a mark of Cooklang.
  private static func escaped(_ text: String) -> String {
    guard text.contains(where: { "@#~{}\\|-()".contains($0) }) else { return text }
    var out = ""
    var previous: Character?
    for letter in text {
      let isMark = "@#~{}\\|".contains(letter)
      let isComment = letter == "-" && (previous == "-" || previous == "[")
      if isMark || isComment { out.append("\\") }
      out.append(letter)
      previous = letter
    }
    return out
  }
}

/// Returns a number of minutes as Cooklang writes it: `25m`, `1h30m`.
private func cooklangDuration(minutes: Double) -> String {
  let whole = max(1, Int(min(minutes, 1e9).rounded()))
  let (hours, rest) = (whole / 60, whole % 60)
  return (hours > 0 ? "\(hours)h" : "") + (rest > 0 ? "\(rest)m" : "")
}
