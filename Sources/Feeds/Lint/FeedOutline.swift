import Catalog

/// The fields of a feed, their types, and the number of records with each.
package struct FeedOutline: Equatable, Sendable {
  package struct Field: Equatable, Sendable {
    package var name: String
    /// The type, by the name of a ``Catalog/Field/Kind``.
    package var type: String
    /// The number of rows with a value.
    package var present: Int
    /// The number of records that are not rows, because the field has no value that can be used.
    package var rejected: Int
    /// The type of most of the values that cannot be used; nil if most records have no value.
    package var rejectedType: String?

    package init(
      _ name: String, _ type: String, present: Int, rejected: Int = 0, rejectedType: String? = nil
    ) {
      (self.name, self.type, self.present) = (name, type, present)
      (self.rejected, self.rejectedType) = (rejected, rejectedType)
    }
  }

  /// The number of records, valid or malformed.
  package var records: Int
  /// The number of records that can be shown.
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
      let rejected = feed.report.rejected.filter { $0.subject == number }
      let most = rejected.max { $0.count < $1.count }
      return Field(
        field.name, field.kind.rawValue, present: catalog.present(number).count,
        rejected: rejected.reduce(0) { $0 + $1.count }, rejectedType: most.flatMap(\.shape.type))
    }
  }

  /// Returns the share of records with a field, from 0 to 1.
  ///
  /// Records that are not rows because of another field are not counted.
  func share(of field: Field) -> Double {
    let count = rows + field.rejected
    return count == 0 ? 0 : Double(field.present) / Double(count)
  }
}

extension JSONShape {
  /// The type in outlines; nil if there is no value.
  fileprivate var type: String? {
    switch self {
    case .absent, .null: nil
    case .text, .escapedText: "text"
    case .number: "number"
    case .yes, .no: "true or false"
    case .list: "list"
    case .object: "object"
    }
  }
}

extension FeedOutline {
  /// The decrease of a field's share, in percentage points, that is reported.
  private static let tolerance = 5.0

  /// Compares the feed with an earlier version.
  ///
  /// - Returns: Findings about fields and records that are missing, and other changes.
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
    if records == 0 || baseline.rows == 0 { return [] }
    let now = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
    return baseline.fields.flatMap { before -> [LintFinding] in
      guard before.present > 0 else { return [] }
      let field = now[before.name]
      // Without rows, only the fields because of which there are none can be compared.
      if rows == 0, field?.rejected ?? 0 == 0 { return [] }
      if let field, field.present > 0 { return changes(of: field, since: before, in: baseline) }
      if let type = field?.rejectedType {
        return [
          LintFinding(.typeChanged, "`\(before.name)` \(before.type) → \(type), in every record")
        ]
      }
      let share = percent(baseline.share(of: before))
      return [LintFinding(.fieldGone, "`\(before.name)` \(share) → 0 %: no record has it")]
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
    // Five percentage points can come out slightly less in floating point.
    if (old - new) * 100 >= Self.tolerance - 1e-9 {
      findings.append(
        LintFinding(.presenceDropped, "`\(field.name)` \(percent(old)) → \(percent(new)) %"))
    }
    return findings
  }
}

/// Returns a share in whole percent, with 0 and 100 reserved for exactly none and all.
private func percent(_ share: Double) -> Int {
  let rounded = Int((share * 100).rounded())
  return share >= 1 ? 100 : share <= 0 ? 0 : min(99, max(1, rounded))
}
