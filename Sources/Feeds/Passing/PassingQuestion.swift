import Catalog
import Text
import World

/// What is asked of a feed that is read once, from its start to its end, and not kept.
package struct PassingQuestion: Sendable {
  /// What the feed has to be for the question to make sense.
  package var profile: Profile
  /// Whether text that was encoded twice is repaired.
  package var repairsText = true
  /// Where the feed comes from.
  package var address: String?
  /// Conditions on the fields of the profile, which all have to hold.
  package var conditions: [FilterExpression] = []
  /// Words that the rows have; nil for none.
  ///
  /// What a person wrote about rows is not known here.
  package var search: String?
  /// The order of the rows; nil for the feed's own, or the best first after a search.
  package var ordering: Ordering?
  /// How many rows are wanted, the first ones in the order.
  package var limit = 0
  /// The field whose values are counted; nil for none.
  package var countedField: Int?

  package init(profile: Profile) { self.profile = profile }

  /// The fields that the question can be about.
  package var schema: Schema { Schema(profile.mappings.map(\.field)) }

  /// Whether the answer can be found in passing: conditions on the person's own marks cannot, and whether a value
  /// is known at all must show in the words that come by.
  package var isAnswerable: Bool {
    let counted = countedField.map { schema.fields[$0].kind == .keyword } ?? true
    return counted && conditions.allSatisfy { isAnswerable($0, isWhole: true) }
  }

  private func isAnswerable(_ expression: FilterExpression, isWhole: Bool) -> Bool {
    switch expression {
    case .all(let parts), .any(let parts):
      parts.allSatisfy { isAnswerable($0, isWhole: isWhole && parts.count == 1) }
    case .not(let part): isAnswerable(part, isWhole: false)
    case .flag: false
    case .matches(let field, _, _): isWhole || schema.fields[field].kind != .keyword
    case .has, .lies, .text: true
    }
  }
}

extension PassingQuestion {
  /// Whether nothing is wanted but how many rows there are.
  var wantsNumberOnly: Bool { limit == 0 && countedField == nil }

  /// The keys of the order that was asked for.
  var keys: [Ordering.Key] { ordering?.keys ?? [] }

  /// Whether the rows stay in the order of the feed.
  var isByFeed: Bool { keys.isEmpty && !isRanked }

  /// Whether the best rows come first.
  var isRanked: Bool { search != nil && ordering == nil }

  /// Whether a word may stand in any field, also one that no mapping names.
  var isAboutAllFields: Bool { search != nil || conditions.contains(where: \.hasText) }

  /// The words that every row has in one of its fields.
  var words: [Pattern] {
    let searched = search?.split(whereSeparator: \.isWhitespace).map { Pattern(String($0)) } ?? []
    return searched
      + conditions.compactMap { condition in
        if case .text(let pattern) = condition { pattern } else { nil }
      }
  }

  /// The rows of a catalogue that a search finds, or all, in the order.
  package func rows(of catalog: Catalog) -> RowList {
    guard let search else { return catalog.sorted(by: ordering ?? .feed) }
    let found = catalog.search(search)
    guard let ordering else { return found }
    return catalog.sorted(found.set(capacity: catalog.count), by: ordering)
  }
}

extension FilterExpression {
  /// Whether a bare word is looked for.
  fileprivate var hasText: Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.contains(where: \.hasText)
    case .not(let part): part.hasText
    case .text: true
    case .has, .flag, .matches, .lies: false
    }
  }
}

/// What a feed that was read in passing answers.
package struct PassingAnswer: Sendable {
  /// How many good rows there are in all.
  package var count = 0
  /// How many records cannot be shown.
  package var malformedCount = 0
  /// For how many rows the conditions hold.
  package var hits = 0
  /// The first rows in the order, as a feed of their own in the order that was asked for.
  package var page: Feed?
  /// How many rows have each value of the counted field, and how many have none.
  package var counts: [ValueCount] = []
  package var missing = 0
}

/// Answers a question about a feed while reading it, and keeps nothing but the answer.
///
/// - Parameters:
///   - question: What is asked; it has to be answerable in passing.
///   - file: JSON or NDJSON in UTF-8.
///   - options: How the reading goes about its work.
///   - isStopped: Whether nobody wants the answer any more; asked now and then.
/// - Returns: The answer; nil if it takes the whole feed to be sure: a value that is asked for does not occur, many
///   records have fields that the profile does not name, nothing fits, or the feed has another form than the question
///   supposes.
/// - Throws: ``FeedError`` if the bytes are no feed.
/// - Complexity: O(*n*) in the number of bytes; memory for the rows that are wanted and a piece of the text.
package func answer(
  _ question: PassingQuestion, from file: any ReadableFile,
  options: ScanOptions = ScanOptions(splitAbove: 16 << 20, sections: 8),
  isStopped: @escaping @Sendable () -> Bool = { false }
) throws(FeedError) -> PassingAnswer? {
  var isOther = false
  let found: Scan<PassingSink>?
  do {
    found = try scan(file, as: question.profile, options: options, isStopped: isStopped) {
      profile, _ in
      if profile != question.profile { isOther = true }
      return PassingSink(question)
    }
  } catch {
    // Who reads the feed as a whole says what is wrong, and where.
    if case .stopped = error { throw .stopped }
    return nil
  }
  // Where nothing fits, whoever lists it has to know more of the feed to say what would; where no record is as the
  // profile wants it, the feed may be of another form.
  guard let sink = found?.sink, !isOther, !sink.isUnsure, sink.areValuesKnown,
    sink.answer.count > 0,
    sink.answer.hits > 0 || question.wantsNumberOnly
  else { return nil }
  return try sink.finished()
}
