import Cooking
import Text

/// A recipe of any feed as typed values, from which the writers of formats make texts.
///
/// Texts are plain, without markup. Nil and empty lists mean that the feed does not say it.
package struct Recipe: Equatable, Sendable {
  package var name: String
  /// The identifier as published; nil if it is the address in ``source``, too.
  package var id: String?
  package var description: String?
  /// What the owner of the recipe remarked, in paragraphs.
  package var comment: String?
  package var author: String?
  package var cuisines: [String] = []
  package var categories: [String] = []
  package var tags: [String] = []
  package var equipment: [String] = []
  /// The yield as published, such as `4` and `6–8 servings; 2 loaves`.
  package var yield: String?
  /// The times in minutes, each more than zero.
  package var prep: Double?
  package var cook: Double?
  package var total: Double?
  package var rating: Double?
  /// The nutrients of a serving, in the unit of each.
  package var nutrition: [Nutrient: Double] = [:]
  package var servingSize: String?
  /// The day of publication, as in `2024-02-29`, perhaps with a time.
  package var published: String?
  package var ingredients: [Section] = []
  package var steps: [Section] = []
  /// The addresses of pictures, the best one first.
  package var pictures: [String] = []
  /// The address of a smaller form of the first picture; nil if it has none.
  package var thumbnail: String?
  /// The address where the recipe was published.
  package var source: String?
  package var video: String?
  /// The user's notes.
  package var notes: [String] = []
  /// The fields that none of the above is made of, in the order of the feed.
  package var extras: [JSONValue.Member] = []

  package init(name: String) { self.name = name }

  /// The name of the field with the user's own rating, of 1 to 5.
  package static let ownRatingField = "my-rating"

  /// The user's own rating, of 1 to 5; nil if there is none.
  package var ownRating: Double? {
    guard case .number(let stars)? = extras.first(where: { $0.name == Self.ownRatingField })?.value
    else { return nil }
    return stars
  }

  /// The comment and the user's notes that are not in it, in paragraphs: whoever gets the recipe reads them as its
  /// comment.
  package var remarks: String? {
    let paragraphs = Set((comment ?? "").split(separator: "\n\n").map(String.init))
    let all = [comment].compactMap(\.self) + notes.filter { !paragraphs.contains($0) }
    return all.isEmpty ? nil : all.joined(separator: "\n\n")
  }
}

extension Recipe {
  /// Ingredients or steps, and the heading above them.
  package struct Section: Equatable, Sendable {
    /// The heading as published, such as `Filling:` or `[Filling]`; nil for the items before the first heading.
    package var heading: String?
    /// At least one ingredient or step.
    package var items: [String]

    package init(heading: String? = nil, items: [String]) {
      (self.heading, self.items) = (heading, items)
    }

    /// The heading without its colon or marks; nil for the items before the first heading.
    package var title: String? { heading.map { stepHeading(of: $0) ?? headingName($0) } }

    /// The heading and the items, as published.
    package var lines: [String] { (heading.map { [$0] } ?? []) + items }
  }

  /// A nutrient with its name as a field of a feed.
  package enum Nutrient: String, CaseIterable, Sendable {
    case calories, protein, fat
    case saturatedFat = "saturated-fat"
    case carbohydrates, sugar, fiber, sodium, cholesterol

    /// The unit of the numbers in ``Recipe/nutrition``.
    package var unit: String {
      switch self {
      case .calories: "kcal"
      case .protein, .fat, .saturatedFat, .carbohydrates, .sugar, .fiber: "g"
      case .sodium, .cholesterol: "mg"
      }
    }

    /// The property of schema.org's `NutritionInformation`.
    package var property: String {
      switch self {
      case .calories: "calories"
      case .protein: "proteinContent"
      case .fat: "fatContent"
      case .saturatedFat: "saturatedFatContent"
      case .carbohydrates: "carbohydrateContent"
      case .sugar: "sugarContent"
      case .fiber: "fiberContent"
      case .sodium: "sodiumContent"
      case .cholesterol: "cholesterolContent"
      }
    }
  }
}

extension Recipe {
  /// Sets the ingredients, with the headings among them.
  package mutating func setIngredients(_ lines: [String]) {
    ingredients = Self.sections(lines) { lines.count > 1 && IngredientLine($0).isHeading }
  }

  /// Sets the steps, with the headings among them.
  package mutating func setSteps(_ lines: [String]) {
    steps = Self.sections(lines) { stepHeading(of: $0) != nil }
  }

  /// Divides lines at their headings; a heading that another one or nothing follows is an item.
  private static func sections(_ lines: [String], _ isHeading: (String) -> Bool) -> [Section] {
    let marks = lines.map(isHeading)
    var sections: [Section] = []
    var heading: String?
    for (place, line) in lines.enumerated() {
      let isLast = place + 1 == lines.count
      if marks[place], !isLast, !marks[place + 1] {
        heading = line
      } else if heading != nil || sections.isEmpty {
        sections.append(Section(heading: heading, items: [line]))
        heading = nil
      } else {
        sections[sections.count - 1].items.append(line)
      }
    }
    return sections
  }
}

extension [Recipe.Section] {
  /// The headings and items as published.
  package var lines: [String] { flatMap(\.lines) }

  /// The same lines, divided only at headings that are a title with a colon; other headings are items.
  ///
  /// Formats that store the title alone lose nothing of such headings.
  package var dividedAtColons: [Recipe.Section] {
    var sections: [Recipe.Section] = []
    for section in self {
      if let heading = section.heading, heading == headingName(heading) + ":" {
        sections.append(section)
      } else if sections.isEmpty {
        sections.append(Recipe.Section(items: section.lines))
      } else {
        sections[sections.count - 1].items += section.lines
      }
    }
    return sections
  }
}
