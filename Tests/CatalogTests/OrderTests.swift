import Catalog
import Testing
import Text

private func names(_ rows: some Sequence<Int>) -> [String] { rows.map { sampleCatalog.name($0) } }

@Test
func `names are sorted ignoring accents and case`() throws {
  let field = try #require(sampleCatalog.schema.index(of: "name"))
  let rows = sampleCatalog.sorted(
    sampleCatalog.all, by: Ordering(keys: [.init(field: field, descending: false)]))
  #expect(
    names(rows) == [
      "Crêpes Suzette", "Falafel", "Jalapeño poppers", "Pizza Margherita", "Ratatouille",
      "Spaghetti aglio e olio", "Tom Yum", "親子丼 Oyakodon",
    ])
}

@Test
func `equal rows stay in the order of the feed in both directions`() throws {
  let cuisine = try #require(sampleCatalog.schema.index(of: "cuisine"))
  let rows = sampleCatalog.sorted(
    sampleCatalog.all, by: Ordering(keys: [.init(field: cuisine, descending: true)]))
  #expect(names(rows).suffix(2) == ["Crêpes Suzette", "Ratatouille"])
}

@Test
func `rows without a value come last in both directions`() throws {
  let catalog = Catalog(
    Schema([Field("size", .number)]), count: 3, values: [[.number(2), nil, .number(1)]])
  for descending in [false, true] {
    let order = Ordering(keys: [.init(field: 0, descending: descending)])
    #expect(catalog.sorted(catalog.all, by: order).last == 1)
  }
}

@Test
func `dates and times are sorted by their instants in all zones`() {
  let dates = [
    "2024-06-01T00:30:00+02:00", "2024-05-31T23:00:00Z", "2024-06-01T10:00:00+09:00",
    "2024-06-01T01:00:00.5Z", "2024-06-01 09:00", "2024-06-01T05:00:00-0430", "2024-06-02",
  ]
  for order in [[4, 0, 6, 2, 5, 1, 3], [6, 5, 4, 3, 2, 1, 0]] {
    let catalog = Catalog(
      Schema([Field("published", .date)]), count: dates.count,
      values: [order.map { .text(dates[$0]) }])
    for descending in [false, true] {
      let rows = catalog.sorted(
        catalog.all, by: Ordering(keys: [.init(field: 0, descending: descending)]))
      let found = rows.compactMap { catalog.value(0, $0)?.text }
      #expect(found == (descending ? dates.reversed() : dates))
    }
  }
}

@Test(arguments: [
  ("creme", ["Crème brûlée"]), ("rice", ["Rice pudding", "Fried rice", "Paella"]),
  ("rice chicken", ["Paella"]), ("paprika", ["Goulash"]), ("xyzzy", []),
])
func `search requires all words and ranks names first`(text: String, expected: [String]) {
  let catalog = Catalog(
    Schema([Field("name", .text, role: .name), Field("ingredients", .list)]), count: 5,
    values: [
      ["Paella", "Fried rice", "Crème brûlée", "Rice pudding", "Goulash"].map { .text($0) },
      [.list(["rice", "chicken"]), nil, nil, nil, nil],
    ])
  let goulash = catalog.rows(nameMatching: Pattern("Goulash"), .whole).rows[0]
  let found = catalog.search(text, notes: [goulash: "more paprika"])
  #expect(found.map { catalog.name($0) } == expected)
}

@Test
func `counts start with the most frequent value`() throws {
  let field = try #require(sampleCatalog.schema.index(of: "cuisine"))
  let counts = sampleCatalog.counts(field, in: sampleCatalog.all)
  #expect(counts.prefix(3).map(\.value) == ["French", "Italian", "Japanese"])
  #expect(counts.map(\.count) == [2, 2, 1, 1, 1, 1])
}

@Test
func `similar rows share rare values`() {
  let ratatouille = sampleCatalog.rows(nameMatching: Pattern("Ratatouille"), .whole).rows[0]
  let rows = sampleCatalog.similar(to: ratatouille, limit: 2)
  #expect(names(rows).first == "Crêpes Suzette")
}

@Test(arguments: [
  ("2024", 366), ("2023", 365), ("2024-02", 29), ("1900-02", 28), ("2024-05-31", 1),
])
func `a period has the number of days of the calendar`(text: String, days: Int) throws {
  let period = try #require(Period(text))
  #expect(period.last - period.first + 1 == days)
}

@Test(arguments: ["", "24", "2024-13", "2024-02-30", "2024-1-1-1", "abcd", "2024-"])
func `a text that is not a date is not a period`(text: String) {
  #expect(Period(text) == nil)
}

@Test
func `day 0 is 1970-01-01`() {
  #expect(Period("1970-01-01")?.first == 0)
  #expect(Period("2000-03-01")?.first == 11_017)
}

@Test
func `a set of rows has a complement at every capacity`() {
  for capacity in [0, 1, 63, 64, 65, 130] {
    let even = RowSet(capacity: capacity) { $0.isMultiple(of: 2) }
    #expect(even.count + even.complement.count == capacity)
    #expect(even.rows.allSatisfy { $0.isMultiple(of: 2) })
    #expect(even.union(even.complement) == RowSet(capacity: capacity, full: true))
  }
}
