import Text

/// The rows of a feed, stored by field and sorted by name.
///
/// A row is identified by its position in that order, counted from 0. ``record(of:)`` returns its index in the feed.
/// Names are sorted by their folded form, then by their exact bytes, then by their position in the feed.
package struct Catalog: Sendable {
  package let schema: Schema
  /// The number of rows.
  package let count: Int
  /// Data that the reader of the feed stores with the rows.
  package let attachment: [UInt8]
  let columns: [Column]
  let order: RowOrder
  private let recordStarts: StoredOffsets
  private let storage: CatalogStorage
  /// The words that a mistyped word may stand for; made when one is looked for first.
  let vocabulary: Lazy<SearchVocabulary>
  /// Resolves relative links; nil for links that need no change.
  private var linkMeaning: (@Sendable (String) -> String?)?

  /// Opens a stored catalog; nil if the storage is inconsistent.
  init?(_ storage: CatalogStorage, _ table: SectionTable, count: Int) {
    let whole = FieldSections(storage: storage, table: table, field: Section.Key.catalogue)
    let records: NumberArray<UInt32> = whole.numbers(.order)
    guard let schema = Schema(encoded: whole.bytes(.schema)), records.count == count else {
      return nil
    }
    self.schema = schema
    self.count = count
    self.storage = storage
    let order = RowOrder(records, count: count)
    self.order = order
    recordStarts = StoredOffsets(whole, .recordStarts, blocks: .recordBlocks)
    attachment = whole.bytes(.attachment)
    let columns = schema.fields.enumerated().map { number, field in
      let sections = FieldSections(storage: storage, table: table, field: UInt32(number))
      return Column(field, sections, order)
    }
    self.columns = columns
    vocabulary = Lazy { Self.vocabulary(of: columns, schema, count: count) }
  }

  /// Creates a catalog of `values`, with one array per field and one element per row, in the order of the feed.
  ///
  /// - Precondition: Every array has `count` elements.
  /// - Complexity: O(*n* log *n*).
  package init(_ schema: Schema, count: Int, values: [[Value?]]) {
    self = CatalogContents(schema, count: count, values: values).catalog()
  }

  /// Returns the catalog with further fields; one of the same name is replaced.
  ///
  /// - Parameter added: The fields, and a value or nil for each row.
  /// - Returns: The same rows; it shares their storage.
  /// - Precondition: Every array has ``count`` elements.
  /// - Complexity: O(*n*) for each field.
  package func adding(_ added: [(field: Field, values: [Value?])]) -> Catalog {
    if added.isEmpty { return self }
    let own = Catalog(Schema(added.map(\.field)), count: count, values: added.map(\.values))
    var (fields, columns) = (schema.fields, columns)
    for (number, field) in own.schema.fields.enumerated() {
      if let place = fields.firstIndex(where: { $0.name == field.name }) {
        (fields[place], columns[place]) = (field, own.columns[number])
      } else {
        fields.append(field)
        columns.append(own.columns[number])
      }
    }
    return Catalog(self, Schema(fields), columns)
  }

  /// Creates a catalog of the same rows with other fields.
  private init(_ other: Catalog, _ schema: Schema, _ columns: [Column]) {
    (self.schema, self.columns) = (schema, columns)
    (count, attachment, order) = (other.count, other.attachment, other.order)
    (recordStarts, storage) = (other.recordStarts, other.storage)
    linkMeaning = other.linkMeaning
    vocabulary = Lazy { [count = other.count] in
      Self.vocabulary(of: columns, schema, count: count)
    }
  }

  /// Whether the file of the snapshot was found to be damaged.
  package var isDamaged: Bool { storage.isDamaged }

  /// Returns the values of a field.
  func column(_ field: Int) -> Column { columns[field] }

  /// A catalog without rows or fields.
  package static var empty: Catalog { Catalog(Schema([]), count: 0, values: []) }

  /// All rows.
  package var all: RowSet { RowSet(capacity: count, full: true) }

  /// Returns the index of a row's record in the feed, counted from 0.
  package func record(of row: Int) -> Int { order.record(row) }

  /// The row of each record, in the order of the feed; computed on first access, in O(*n*).
  package var rowsOfRecords: [UInt32] { order.rows }

  /// Returns the offset of a row's record in the document, in bytes.
  package func recordStart(of row: Int) -> Int { recordStarts[record(of: row)] }

  /// Returns the value of a field in a row.
  package func value(_ field: Int, _ row: Int) -> Value? {
    let value = column(field).value(row)
    guard case .text(let link)? = value, schema.fields[field].kind == .link,
      let meant = linkMeaning?(link)
    else { return value }
    return .text(meant)
  }

  /// Returns the catalog with relative links resolved by a closure, which returns nil for links that need no change.
  package func resolvingLinks(_ meaning: @escaping @Sendable (String) -> String?) -> Catalog {
    var catalog = self
    catalog.linkMeaning = meaning
    return catalog
  }

  /// Returns the value of the field with a role, as text.
  package func text(_ role: Field.Role, _ row: Int) -> String? {
    schema.index(of: role).flatMap { value($0, row)?.text }
  }

  /// Returns the name of a row, or a placeholder.
  package func name(_ row: Int) -> String { text(.name, row) ?? Self.nameless }

  /// The placeholder for the name of a row without one.
  package static let nameless = "(no name)"

  /// Returns the rows with a value in a field.
  package func present(_ field: Int) -> RowSet { column(field).present.rows(count) }

  /// Returns the value of a field as shown in a table.
  package func shownValue(_ field: Int, _ row: Int) -> String { shown(value(field, row), field) }

  /// Returns a value as shown in a table.
  package func shown(_ value: Value?, _ field: Int) -> String {
    guard let value else { return "" }
    if schema.fields[field].kind == .minutes, case .number(let minutes) = value {
      return shownMinutes(minutes)
    }
    if case .list(let items) = value, items.contains(where: { encodedDataSize(of: $0) != nil }) {
      return items.map(withoutData).joined(separator: ", ")
    }
    return withoutData(value.text)
  }

  /// Replaces data in Base64, which nobody reads, by its size.
  private func withoutData(_ text: String) -> String {
    encodedDataSize(of: text).map { "(data, \(($0 + 1023) / 1024) KB)" } ?? text
  }

  /// Returns the rows with a matching name.
  ///
  /// - Complexity: O(log *n*) for a whole name or a prefix, without accents or `*`; otherwise O(*n*).
  package func rows(nameMatching pattern: Pattern, _ extent: Pattern.Extent) -> RowSet {
    guard let field = schema.index(of: .name) else { return RowSet(capacity: count) }
    return rows(field, pattern, extent)
  }

  /// Returns the first rows whose name contains a pattern and that pass a test.
  ///
  /// - Complexity: O(*n*) up to the last row that is found.
  package func firstRows(
    _ limit: Int, nameHaving pattern: Pattern, where test: (Int) -> Bool
  ) -> [Int] {
    guard let field = schema.index(of: .name) else { return [] }
    guard case .texts(let column) = column(field) else {
      return rows(field, pattern, .anywhere).first(limit, where: test)
    }
    return column.firstRows(limit, having: pattern, count: count, where: test)
  }

  /// Returns the rows with a matching text in a field.
  package func rows(_ field: Int, _ pattern: Pattern, _ extent: Pattern.Extent) -> RowSet {
    switch column(field) {
    case .texts(let column): column.rows(pattern, extent, count: count)
    case .keywords(let column): column.rows(pattern, extent, count: count)
    case .lists(let column): column.rows(pattern, extent, count: count)
    case .numbers, .dates:
      RowSet(capacity: count) { value(field, $0).map { pattern.matches($0.text, extent) } ?? false }
    }
  }

  /// The fields that are searched for bare words.
  package var searchable: [Int] { schema.searchable }
}
