import Text

/// The rows of one feed, field by field, in the order of the feed.
///
/// A row is known by its place in the feed, counted from 0.
package struct Catalog: Sendable {
  package let schema: Schema
  /// How many rows there are.
  package let count: Int
  private let lazyColumns: [Lazy<Column>]

  /// A catalogue of `values`, one array per field, one element per row.
  ///
  /// - Precondition: Every array has `count` elements.
  /// - Complexity: O(1) now; O(*n* log *n*) for a field of *n* values when it is first asked for.
  package init(_ schema: Schema, count: Int, values: [[Value?]]) {
    precondition(values.allSatisfy { $0.count == count }, "every field has a value or nil per row")
    self.schema = schema
    self.count = count
    lazyColumns = zip(schema.fields, values).map { field, values in
      Lazy { Column(values, kind: field.kind) }
    }
  }

  /// The values of a field.
  func column(_ field: Int) -> Column { lazyColumns[field].value }

  /// A catalogue without rows or fields.
  package static var empty: Catalog { Catalog(Schema([]), count: 0, values: []) }

  /// Every row.
  package var all: RowSet { RowSet(capacity: count, full: true) }

  /// What a row has in a field.
  package func value(_ field: Int, _ row: Int) -> Value? { column(field).value(row) }

  /// What a row has in the field with a role, as text.
  package func text(_ role: Field.Role, _ row: Int) -> String? {
    schema.index(of: role).flatMap { value($0, row)?.text }
  }

  /// The name of a row, or a stand-in where it has none.
  package func name(_ row: Int) -> String { text(.name, row) ?? "(no name)" }

  /// The rows that have a value in a field.
  package func present(_ field: Int) -> RowSet { column(field).present }

  /// The value of a field as a table shows it.
  package func shownValue(_ field: Int, _ row: Int) -> String {
    guard let value = value(field, row) else { return "" }
    if schema.fields[field].kind == .minutes, case .number(let minutes) = value {
      return shownMinutes(minutes)
    }
    return value.text
  }

  /// The rows whose name matches.
  package func rows(nameMatching pattern: Pattern, _ extent: Pattern.Extent) -> [Int] {
    guard let field = schema.index(of: .name) else { return [] }
    return rows(field, pattern, extent).rows
  }

  /// The rows with a text in a field that matches.
  package func rows(_ field: Int, _ pattern: Pattern, _ extent: Pattern.Extent) -> RowSet {
    switch column(field) {
    case .texts(let column): column.rows(pattern, extent)
    case .keywords(let column): column.rows(pattern, extent)
    case .lists(let column): column.rows(pattern, extent)
    case .numbers, .dates:
      RowSet(capacity: count) { value(field, $0).map { pattern.matches($0.text, extent) } ?? false }
    }
  }

  /// The places of the fields in which a bare word is looked for.
  package var searchable: [Int] {
    schema.fields.indices.filter { number in
      let field = schema.fields[number]
      return field.role != .id && [.text, .keyword, .list].contains(field.kind)
    }
  }
}
