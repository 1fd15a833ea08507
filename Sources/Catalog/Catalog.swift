import Text

/// The rows of one feed, field by field, in the order of their names.
///
/// A row is known by its place in that order, counted from 0; ``record(of:)`` says which record of the
/// feed it is. Names are ordered by their folded form, then as they are written, then as in the feed.
package struct Catalog: Sendable {
  package let schema: Schema
  /// How many rows there are.
  package let count: Int
  /// What the reader of the feed keeps beside the rows.
  package let attachment: [UInt8]
  let columns: [Column]
  let order: RowOrder
  private let recordStarts: Starts
  private let image: Image
  /// What a link means that does not say all itself.
  private var linkMeaning: (@Sendable (String) -> String?)?

  /// The catalogue that an image holds; nil if it does not hold together.
  init?(_ image: Image, _ directory: ImageDirectory, count: Int) {
    let whole = FieldSections(image: image, directory: directory, field: ImageSection.Key.catalogue)
    let records: Numbers<UInt32> = whole.numbers(.order)
    guard let schema = Schema(encoded: whole.bytes(.schema)), records.count == count else {
      return nil
    }
    self.schema = schema
    self.count = count
    self.image = image
    let order = RowOrder(records, count: count)
    self.order = order
    recordStarts = Starts(whole, .recordStarts, blocks: .recordBlocks)
    attachment = whole.bytes(.attachment)
    columns = schema.fields.enumerated().map { number, field in
      let sections = FieldSections(image: image, directory: directory, field: UInt32(number))
      return Column(field, sections, order)
    }
  }

  /// A catalogue of `values`, one array per field, one element per row, in the order of the feed.
  ///
  /// - Precondition: Every array has `count` elements.
  /// - Complexity: O(*n* log *n*).
  package init(_ schema: Schema, count: Int, values: [[Value?]]) {
    self = CatalogContents(schema, count: count, values: values).catalog()
  }

  /// Whether the file that the rows come from was found to be damaged.
  package var isDamaged: Bool { image.isDamaged }

  /// The values of a field.
  func column(_ field: Int) -> Column { columns[field] }

  /// A catalogue without rows or fields.
  package static var empty: Catalog { Catalog(Schema([]), count: 0, values: []) }

  /// Every row.
  package var all: RowSet { RowSet(capacity: count, full: true) }

  /// Which record a row is, counted from 0 in the order of the feed.
  package func record(of row: Int) -> Int { order.record(row) }

  /// How many bytes of the document stand before a row's record.
  package func recordStart(of row: Int) -> Int { recordStarts[record(of: row)] }

  /// What a row has in a field.
  package func value(_ field: Int, _ row: Int) -> Value? {
    let value = column(field).value(row)
    guard case .text(let link)? = value, schema.fields[field].kind == .link,
      let meant = linkMeaning?(link)
    else { return value }
    return .text(meant)
  }

  /// The same catalogue, its links read by someone who knows what they mean; nil of a link is itself.
  package func resolvingLinks(_ meaning: @escaping @Sendable (String) -> String?) -> Catalog {
    var catalog = self
    catalog.linkMeaning = meaning
    return catalog
  }

  /// What a row has in the field with a role, as text.
  package func text(_ role: Field.Role, _ row: Int) -> String? {
    schema.index(of: role).flatMap { value($0, row)?.text }
  }

  /// The name of a row, or a stand-in where it has none.
  package func name(_ row: Int) -> String { text(.name, row) ?? Self.nameless }

  /// What a row without a name is called.
  package static let nameless = "(no name)"

  /// The rows that have a value in a field.
  package func present(_ field: Int) -> RowSet { column(field).present.rows(count) }

  /// The value of a field as a table shows it.
  package func shownValue(_ field: Int, _ row: Int) -> String { shown(value(field, row), field) }

  /// A value of a field as a table shows it.
  package func shown(_ value: Value?, _ field: Int) -> String {
    guard let value else { return "" }
    if schema.fields[field].kind == .minutes, case .number(let minutes) = value {
      return shownMinutes(minutes)
    }
    return value.text
  }

  /// The rows whose name matches.
  ///
  /// - Complexity: O(log *n*) for a whole name or its beginning, without accents or `*`.
  package func rows(nameMatching pattern: Pattern, _ extent: Pattern.Extent) -> RowSet {
    guard let field = schema.index(of: .name) else { return RowSet(capacity: count) }
    return rows(field, pattern, extent)
  }

  /// The first rows with a name in which a pattern is, as far as they pass a test.
  ///
  /// - Complexity: O(*n*) to the last row that is found.
  package func firstRows(
    _ limit: Int, nameHaving pattern: Pattern, where test: (Int) -> Bool
  ) -> [Int] {
    guard let field = schema.index(of: .name) else { return [] }
    guard case .texts(let column) = column(field) else {
      return rows(field, pattern, .anywhere).first(limit, where: test)
    }
    return column.firstRows(limit, having: pattern, count: count, where: test)
  }

  /// The rows with a text in a field that matches.
  package func rows(_ field: Int, _ pattern: Pattern, _ extent: Pattern.Extent) -> RowSet {
    switch column(field) {
    case .texts(let column): column.rows(pattern, extent, count: count)
    case .keywords(let column): column.rows(pattern, extent, count: count)
    case .lists(let column): column.rows(pattern, extent, count: count)
    case .numbers, .dates:
      RowSet(capacity: count) { value(field, $0).map { pattern.matches($0.text, extent) } ?? false }
    }
  }

  /// The places of the fields in which a bare word is looked for.
  package var searchable: [Int] { schema.searchable }
}
