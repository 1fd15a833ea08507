import Catalog
import Text

/// What the value of a field is meant to be, in the word by which a profile calls it.
///
/// Feeds write the same thing in many ways; a form takes what it can from any of them and never fails.
package enum ValueForm: String, CaseIterable, Sendable {
  /// One text without markup; several are joined by commas.
  case text
  /// One text whose markup leaves line feeds where paragraphs and lists had them.
  case html
  /// A text for each element.
  case list
  /// A text for each of the words between commas, none of them twice.
  case commas
  /// A text for each line, less its number.
  case lines
  /// What to do, step by step, in any form that schema.org's `recipeInstructions` takes.
  case steps
  /// A text for each thing that is needed.
  case ingredients
  /// How long something takes, in minutes; zero means that nobody knows.
  case minutes
  /// The address of the best picture.
  case photo
  /// The first address.
  case link
  /// The names of people and organisations.
  case person
  /// How much comes out, in the words that say most.
  case yield
  /// A number, also one in quotes.
  case number
  /// A text that begins with a day, as in `2024-02-29T12:00Z`.
  case date

  /// The value that a field of this form has.
  ///
  /// - Parameter json: What the feed has there.
  /// - Returns: nil if there is nothing of this form in it.
  package func value(of json: JSONValue) -> Value? {
    switch self {
    case .list, .commas, .lines, .steps, .ingredients: Self.list(items(of: json))
    case .minutes: json.minutes.map { .number($0) }
    case .number: json.plainNumber.map { .number($0) }
    default: text(of: json).map { .text($0) }
    }
  }

  private func items(of json: JSONValue) -> [String] {
    switch self {
    case .commas: json.keywords
    case .lines: json.lines
    case .steps: json.steps
    case .ingredients: json.ingredients
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
