import Catalog

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
  package var ordering = Ordering.feed
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
    case .flag, .text: false
    case .matches(let field, _, _): isWhole || schema.fields[field].kind != .keyword
    case .has, .lies: true
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
