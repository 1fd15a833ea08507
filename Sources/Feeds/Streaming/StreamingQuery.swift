import Catalog
import Text
import World

/// A query that is answered while a feed is streamed, without holding the feed in memory.
package struct StreamingQuery: Sendable {
  /// The profile that the feed must have.
  package var profile: Profile
  /// Whether text that was encoded twice is repaired.
  package var repairsText = true
  /// The address of the feed.
  package var address: String?
  /// Conditions on mapped fields, all of which must hold.
  package var conditions: [FilterExpression] = []
  /// The words to search for; nil for none.
  ///
  /// The user's notes about rows are not searched.
  package var search: String?
  /// The order of the rows; nil for the order of the feed, or for the best match first in a search.
  package var ordering: Ordering?
  /// The number of rows to return, from the start of the order.
  package var limit = 0
  /// The field whose values are counted; nil for none.
  package var countedField: Int?

  package init(profile: Profile) { self.profile = profile }

  /// The fields that the query can use.
  package var schema: Schema { Schema(profile.mappings.map(\.field)) }

  /// Whether the query can be answered by streaming.
  ///
  /// Conditions on the user's marks cannot. A condition on a keyword must be a whole condition, because its values must
  /// be known to occur.
  package var isAnswerable: Bool {
    let counted = countedField.map { schema.fields[$0].kind == .keyword } ?? true
    return counted && conditions.allSatisfy { isAnswerable($0, isWhole: true) }
  }

  private func isAnswerable(_ expression: FilterExpression, isWhole: Bool) -> Bool {
    switch expression {
    case .all(let parts), .any(let parts):
      parts.allSatisfy { isAnswerable($0, isWhole: isWhole && parts.count == 1) }
    case .not(let part): isAnswerable(part, isWhole: false)
    case .flag, .notes: false
    case .matches(let field, _, _): isWhole || schema.fields[field].kind != .keyword
    case .has, .within, .text: true
    }
  }
}

extension StreamingQuery {
  /// Whether only the number of rows is needed.
  var wantsNumberOnly: Bool { limit == 0 && countedField == nil }

  /// The sort keys.
  var keys: [Ordering.Key] { ordering?.keys ?? [] }

  /// Whether the rows are in the order of the feed.
  var isByFeed: Bool { keys.isEmpty && !isRanked }

  /// Whether the best matches come first.
  var isRanked: Bool { search != nil && ordering == nil }

  /// Whether a word can match any field, including fields without a mapping.
  var isAboutAllFields: Bool { search != nil || conditions.contains(where: \.hasText) }

  /// The words that every matching row contains.
  var words: [Pattern] {
    let searched = search?.split(whereSeparator: \.isWhitespace).map { Pattern(String($0)) } ?? []
    return searched
      + conditions.compactMap { condition in
        if case .text(let pattern) = condition { pattern } else { nil }
      }
  }

  /// Returns the rows of a catalog that match the search, or all rows, in the order of the query.
  package func rows(of catalog: Catalog) -> RowList {
    guard let search else { return catalog.sorted(by: ordering ?? .feed) }
    let found = catalog.search(search)
    guard let ordering else { return found }
    return catalog.sorted(found.set(capacity: catalog.count), by: ordering)
  }
}

extension FilterExpression {
  /// Whether the condition contains a bare word.
  fileprivate var hasText: Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.contains(where: \.hasText)
    case .not(let part): part.hasText
    case .text: true
    case .has, .flag, .notes, .matches, .within: false
    }
  }
}

/// The result of a streaming query.
package struct StreamingAnswer: Sendable {
  /// The number of valid rows.
  package var count = 0
  /// The number of records that cannot be shown.
  package var malformedCount = 0
  /// The number of rows that match.
  package var hits = 0
  /// The first rows, as a feed in the order of the query.
  package var page: Feed?
  /// The number of rows with each value of the counted field, and without any.
  package var counts: [ValueCount] = []
  package var missing = 0
}

/// Runs a query while reading a feed, without holding the feed in memory.
///
/// - Parameters:
///   - query: The query, which must be answerable.
///   - file: JSON or NDJSON in UTF-8.
///   - options: Options of the scanner.
///   - isStopped: Whether to cancel; called regularly.
/// - Returns: The result; nil if the whole feed must be read: if a value in a condition does not occur, if many
///   records have unmapped members, if nothing matches, or if the feed has another form.
/// - Throws: ``FeedError`` if reading was canceled.
/// - Complexity: O(*n*) in the number of bytes, and memory for the rows returned and a chunk of the text.
package func answer(
  _ query: StreamingQuery, from file: any ReadableFile,
  options: ScanOptions = ScanOptions(splitAbove: 16 << 20, sections: 8),
  isStopped: @escaping @Sendable () -> Bool = { false }
) throws(FeedError) -> StreamingAnswer? {
  var isOther = false
  let found: Scan<StreamingSink>?
  do {
    found = try scan(file, as: query.profile, options: options, isStopped: isStopped) {
      profile, _ in
      if profile != query.profile { isOther = true }
      return StreamingSink(query)
    }
  } catch {
    // Reading the whole feed will report the error and its location.
    if case .stopped = error { throw .stopped }
    return nil
  }
  // Without a match, the hints for the user and the search for mistyped words need the whole feed. Without a valid record, the feed may have another
  // form.
  guard let sink = found?.sink, !isOther, !sink.needsWholeFeed, sink.areValuesKnown,
    sink.answer.count > 0,
    sink.answer.hits > 0 || query.wantsNumberOnly && query.search == nil
  else { return nil }
  return try sink.finished()
}
