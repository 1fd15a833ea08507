import Catalog
import Text

/// The conversion that is applied to the value of a field, by its name in profiles.
///
/// Feeds write the same value in many ways. A form accepts as many of them as possible and never fails.
package enum ValueForm: String, CaseIterable, Sendable {
  /// A text without markup; several are joined by commas.
  case text
  /// A text whose block-level markup becomes line feeds.
  case html
  /// A text for each element.
  case list
  /// The distinct texts between commas.
  case commas
  /// A text for each line, without numbering.
  case lines
  /// The instructions, step by step, in any form that schema.org's `recipeInstructions` allows.
  case steps
  /// A text for each ingredient.
  case ingredients
  /// A duration in minutes; zero is read as unknown.
  case minutes
  /// A duration in minutes; zero is one.
  case duration
  /// The address of the widest picture.
  case photo
  /// The first address.
  case link
  /// The names of people and organizations.
  case person
  /// The yield, in its most precise form.
  case yield
  /// A number, which may be quoted.
  case number
  /// An amount of energy in kilocalories: `240 kcal`, `1004 kJ`.
  case calories
  /// A mass in grams: `12 g`, `350 mg`.
  case grams
  /// A mass in milligrams.
  case milligrams
  /// A text that begins with a calendar day, as in `2024-02-29T12:00Z`.
  case date

  /// Converts a JSON value.
  ///
  /// - Parameter json: The value in the feed.
  /// - Returns: The converted value; nil if `json` contains nothing of this form.
  package func value(of json: JSONValue) -> Value? {
    switch self {
    case .list, .commas, .lines, .steps, .ingredients: Self.list(items(of: json))
    case .minutes: json.minutes.map { .number($0) }
    case .duration: json.minutes.map { .number($0) } ?? (json.isZeroTime ? .number(0) : nil)
    case .number: json.plainNumber.map { .number($0) }
    case .calories: json.amount(in: NutrientUnit.calories).map { .number($0) }
    case .grams: json.amount(in: NutrientUnit.grams).map { .number($0) }
    case .milligrams: json.amount(in: NutrientUnit.milligrams).map { .number($0) }
    default: text(of: json).map { .text($0) }
    }
  }

  /// Converts the ingredients or steps of a recipe; nil for other forms.
  func parts(of json: JSONValue) -> RecipeItems? {
    switch self {
    case .steps: StepReader.items(of: json)
    case .ingredients: IngredientReader.items(of: json)
    default: nil
    }
  }

  private func items(of json: JSONValue) -> [String] {
    switch self {
    case .commas: json.keywords
    case .lines: json.lines
    case .steps: StepReader.items(of: json).items
    case .ingredients: IngredientReader.items(of: json).items
    default: json.cleanTexts
    }
  }

  private func text(of json: JSONValue) -> String? {
    switch self {
    case .html: json.paragraphs
    case .photo: json.photo
    case .link: json.link
    case .person: json.people
    case .yield: json.amount
    case .date: json.day
    default: joined(json.cleanTexts)
    }
  }

  private static func list(_ items: [String]) -> Value? { items.isEmpty ? nil : .list(items) }
}
