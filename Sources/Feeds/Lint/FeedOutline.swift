import Catalog

/// What those who read a feed rely on: which fields it has, of which type, and in how many records.
package struct FeedOutline: Equatable, Sendable {
  package struct Field: Equatable, Sendable {
    package var name: String
    /// What its values are, by the names of ``Catalog/Field/Kind``.
    package var type: String
    /// How many rows have a value.
    package var present: Int

    package init(_ name: String, _ type: String, present: Int) {
      self.name = name
      self.type = type
      self.present = present
    }
  }

  /// How many records there are, those that are malformed among them.
  package var records: Int
  /// How many records can be shown.
  package var rows: Int
  package var fields: [Field]

  package init(records: Int, rows: Int, fields: [Field]) {
    self.records = records
    self.rows = rows
    self.fields = fields
  }

  package init(_ feed: Feed) {
    let catalog = feed.catalog
    records = catalog.count + feed.malformedCount
    rows = catalog.count
    fields = catalog.schema.fields.enumerated().map { number, field in
      Field(field.name, field.kind.rawValue, present: catalog.present(number).count)
    }
  }

  /// In which share of the rows a field is, from 0 to 1.
  func share(of field: Field) -> Double { rows == 0 ? 0 : Double(field.present) / Double(rows) }
}

extension FeedOutline {
  /// By how many percent points a field may be in fewer rows without a word.
  private static let tolerance = 5.0

  /// What somebody who relied on an earlier state of the feed loses, and what else is to be known.
  package func changes(since baseline: FeedOutline) -> [LintFinding] {
    recordChanges(since: baseline) + fieldChanges(since: baseline)
  }

  private func recordChanges(since baseline: FeedOutline) -> [LintFinding] {
    if records == baseline.records { return [] }
    let isHalved = records * 2 <= baseline.records
    return [
      LintFinding(
        isHalved ? .recordsDropped : .recordCount, "records \(baseline.records) → \(records)")
    ]
  }

  private func fieldChanges(since baseline: FeedOutline) -> [LintFinding] {
    // A feed without rows has no types and no shares; that there are none is said already.
    if rows == 0 || baseline.rows == 0 { return [] }
    let now = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
    return baseline.fields.flatMap { before -> [LintFinding] in
      let share = percent(baseline.share(of: before))
      guard before.present > 0 else { return [] }
      guard let field = now[before.name], field.present > 0 else {
        return [LintFinding(.fieldGone, "`\(before.name)` \(share) → 0 %: no record has it")]
      }
      return changes(of: field, since: before, in: baseline)
    }
  }

  private func changes(
    of field: Field, since before: Field, in baseline: FeedOutline
  ) -> [LintFinding] {
    var findings: [LintFinding] = []
    if field.type != before.type {
      findings.append(LintFinding(.typeChanged, "`\(field.name)` \(before.type) → \(field.type)"))
    }
    let (old, new) = (baseline.share(of: before), share(of: field))
    // Shares are fractions of whole numbers: what is five points exactly may come out a hair less.
    if (old - new) * 100 >= Self.tolerance - 1e-9 {
      findings.append(
        LintFinding(.presenceDropped, "`\(field.name)` \(percent(old)) → \(percent(new)) %"))
    }
    return findings
  }
}

/// A share in whole percent; only what is all is 100, and only what is nothing is 0.
private func percent(_ share: Double) -> Int {
  let rounded = Int((share * 100).rounded())
  return share >= 1 ? 100 : share <= 0 ? 0 : min(99, max(1, rounded))
}
