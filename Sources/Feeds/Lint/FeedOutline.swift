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
