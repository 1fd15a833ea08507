import Catalog
import FeedLoading
import Feeds
import Interpreter
import SessionStore
import Text
import World

/// Parameters that several commands share, with their completion.
extension Parameter where Context: Assisted {
  /// One row, as the last argument.
  package static func item(isOptional: Bool = false) -> Parameter {
    Parameter(
      "ITEM", .statement, isOptional: isOptional, examine: { $0.assistance.examineItems($1) },
      complete: { $0.assistance.itemSuggestions($1, endsStatement: true) })
  }

  /// One row, and optionally a scale such as `for 6`.
  ///
  /// - Parameter name: The name in usage lines.
  /// - Returns: The parameter.
  package static func scaledItem(_ name: String = "ITEM [SCALE]") -> Parameter {
    Parameter(
      name, .statement, isOptional: true,
      examine: { $0.assistance.examineScaledItems($1) },
      complete: { context, request in
        let scales = context.assistance.scaleSuggestions(request)
        return scales.isEmpty
          ? context.assistance.itemSuggestions(request, endsStatement: true) : scales
      })
  }

  /// Several rows, and optionally a scale such as `for 6`.
  package static var scaledItems: Parameter {
    Parameter(
      "ITEM… [SCALE]", .statement, isOptional: true,
      examine: { $0.assistance.examineScaledItems($1) },
      complete: { context, request in
        let scales = context.assistance.scaleSuggestions(request)
        if !scales.isEmpty { return scales }
        let whole = context.assistance.itemSuggestions(request, endsStatement: true)
        return whole.isEmpty ? context.assistance.lastItemSuggestions(request) : whole
      })
  }

  /// One row, followed by other words.
  package static var itemWord: Parameter {
    Parameter(
      "ITEM", examine: { $0.assistance.examineItems($1) },
      complete: { $0.assistance.itemSuggestions($1) })
  }

  /// One row that has notes, followed by other words.
  package static var notedItemWord: Parameter {
    Parameter(
      "ITEM", examine: { $0.assistance.examineItems($1) },
      complete: { context, request in
        let assistance = context.assistance
        let noted = assistance.session.marks()["noted"]
        return assistance.itemSuggestions(
          request, among: noted ?? RowSet(capacity: assistance.catalog.count))
      })
  }

  /// Several rows.
  package static func items(isOptional: Bool = false) -> Parameter {
    Parameter(
      "ITEM…", .statement, isOptional: isOptional, examine: { $0.assistance.examineItems($1) },
      complete: { context, request in
        let whole = context.assistance.itemSuggestions(request, endsStatement: true)
        return whole.isEmpty ? context.assistance.lastItemSuggestions(request) : whole
      })
  }

  /// A field of the current feed.
  package static func field(isOptional: Bool = false) -> Parameter {
    Parameter(
      "FIELD", isOptional: isOptional,
      examine: { context, word in
        Examination(
          word, .field, fault: mistake { try context.assistance.session.field(word, in: "") })
      },
      complete: { $1.suggestions($0.assistance.fieldCandidates, isWhole: true) })
  }

  /// One of several words.
  package static func choice(
    _ name: String, isOptional: Bool = false, _ choices: [Candidate]
  ) -> Parameter {
    Parameter(
      name, isOptional: isOptional,
      examine: { Examination($1, .keyword, fault: unknown($1, among: choices.map(\.text))) },
      complete: { $1.suggestions(choices, isWhole: true) })
  }

  /// A feed by its name, path or address.
  package static var source: Parameter {
    Parameter("SOURCE") { $0.assistance.sourceSuggestions($1) }
  }

  /// A file.
  package static func path(isOptional: Bool = false) -> Parameter {
    Parameter("PATH", isOptional: isOptional) { $0.assistance.pathSuggestions($1) }
  }
}
