import Catalog
import TestSupport
import Testing
import Text

/// Compares a catalog with its model.
struct ModelComparison {
  let catalog: Catalog
  let model: Model
  var numbers: SeededNumbers

  init(_ catalog: Catalog, _ feed: RandomFeed, seed: Int) {
    self.catalog = catalog
    model = Model(feed, as: catalog.schema)
    numbers = SeededNumbers(seed: seed)
  }

  private func records(_ rows: some Sequence<Int>) -> [Int] { rows.map { catalog.record(of: $0) } }

  /// Compares the results of random queries.
  mutating func run() throws {
    let rows = Array(0..<catalog.count)
    #expect(records(rows) == model.nameOrder)
    for field in catalog.schema.fields.indices {
      #expect(
        rows.map { catalog.value(field, $0) } == records(rows).map { model.values[field][$0] })
    }
    if catalog.schema.fields.isEmpty { return }
    for _ in 0..<12 { try compareFilter() }
    for _ in 0..<6 { compareOrder() }
    for _ in 0..<4 { compareSearch() }
    compareNames()
    compareValues()
    guard let row = rows.randomElement(using: &numbers) else { return }
    for limit in [0, 1, 5, catalog.count] {
      let similar = records(catalog.similar(to: row, limit: limit))
      #expect(similar == model.similar(to: catalog.record(of: row), limit: limit))
    }
  }

  private mutating func compareFilter() throws {
    let one = RandomCondition(model, &numbers)
    let other = RandomCondition(model, &numbers)
    let filter = try Filter(
      "\(one.text) \(other.text)", for: catalog,
      vocabulary: FilterVocabulary(unknownValues: .warn))
    for (condition, clause) in zip([one, other], filter.clauses) {
      let rows = catalog.rows(where: clause.expression, marks: [:])
      #expect(records(rows.rows).sorted() == condition.records, "\(condition.text)")
      let field = numbers.below(catalog.schema.fields.count)
      #expect(
        catalog.counts(field, in: rows) == model.counts(field, condition.records),
        "\(catalog.schema.fields[field].name) under \(condition.text)")
    }
  }

  private mutating func compareOrder() {
    let condition = RandomCondition(model, &numbers)
    let wanted = Set(numbers.happens(oneIn: 3) ? Array(0..<model.count) : condition.records)
    let rows = RowSet(capacity: catalog.count) { wanted.contains(catalog.record(of: $0)) }
    let keys = (0..<numbers.below(4)).map { _ in
      (field: numbers.below(catalog.schema.fields.count), descending: numbers.happens(oneIn: 2))
    }
    let ordering = Ordering(
      keys: keys.map { Ordering.Key(field: $0.field, descending: $0.descending) })
    let list = catalog.sorted(rows, by: ordering)
    #expect(records(list) == model.sorted(wanted.sorted(), by: keys), "\(keys)")
    #expect(list.enumerated().allSatisfy { list.place(of: $1) == $0 })
    #expect(records(catalog.sorted(by: ordering)) == model.sorted(Array(0..<model.count), by: keys))
  }

  private mutating func compareSearch() {
    let fields = catalog.searchable
    guard !fields.isEmpty else { return }
    let parts = (0...numbers.below(2)).map { _ in
      RandomCondition.somePart(of: model, numbers.oneOf(fields), &numbers)
        .split(separator: " ").first.map { String($0) } ?? "pie"
    }
    let notes = Dictionary(
      (0..<numbers.below(3)).map { _ in (numbers.below(max(1, model.count)), parts[0]) },
      uniquingKeysWith: { $1 })
    let rows = (0..<catalog.count).map { (catalog.record(of: $0), $0) }
    let rowOf = Dictionary(uniqueKeysWithValues: rows)
    let noted = notes.compactMap { record, note in rowOf[record].map { ($0, note) } }
    let text = parts.joined(separator: " ")
    let found = catalog.search(text, notes: Dictionary(uniqueKeysWithValues: noted))
    #expect(records(found) == model.search(text, notes: notes), "\(text)")
  }

  private mutating func compareNames() {
    guard let name = model.name else { return }
    for extent in [Pattern.Extent.anywhere, .start, .whole] {
      let wanted = RandomCondition.somePart(of: model, name, &numbers)
      let rows = catalog.rows(nameMatching: Pattern(wanted), extent).rows
      #expect(records(rows).sorted() == model.records(name, wanted, extent), "\(wanted) \(extent)")
    }
  }

  private mutating func compareValues() {
    for field in catalog.schema.fields.indices {
      let present = records(catalog.present(field).rows).sorted()
      #expect(present == model.records { model.values[field][$0] != nil })
      let counts = model.counts(field, Array(0..<model.count))
      #expect(catalog.counts(field, in: catalog.all) == counts)
      guard catalog.schema.fields[field].kind != .list else { continue }
      #expect(catalog.distinctCount(field) == counts.count)
      let repeated = catalog.repeatedValues(field).map { records([$0.row, $0.earlier]) }
      #expect(repeated == model.repeated(field))
      let some = Set(numbers.some(0...3, of: counts.map(\.value) + ["none"]))
      let wanted = Set(some.map { $0.uppercased() })
      let found = records(catalog.rows(field, equalTo: wanted)).sorted()
      let lower = Set(wanted.map { $0.lowercased() })
      #expect(
        found
          == model.records {
            model.values[field][$0].map { lower.contains($0.text.lowercased()) } ?? false
          })
    }
  }
}
