import Catalog
import Feeds
import TestSupport
import Testing
import Text
import World

/// A recipes feed with some names and cuisines; the cuisine is the last value.
private func recipes(_ dishes: [(name: String, cuisine: String)]) -> InMemoryFile {
  let records = dishes.enumerated().map { number, dish in
    "{\"uuid\":\"0c6ca6e7-e32a-4053-b824-1dbf749\(10000 + number)\",\"name\":\"\(dish.name)\","
      + "\"cuisine\":\"\(dish.cuisine)\"}"
  }
  return InMemoryFile(Array("{\"recipes\":[\(records.joined(separator: ","))]}".utf8))
}

/// Returns a query for the first five names, optionally with some cuisines.
private func query(cuisine: [String] = [], descending: Bool = false) throws -> StreamingQuery {
  var query = StreamingQuery(profile: try #require(Profile.builtIn(named: "recipes")))
  query.limit = 5
  let name = try #require(query.schema.index(of: .name))
  query.ordering = Ordering(keys: [.init(field: name, descending: descending)])
  if !cuisine.isEmpty {
    let field = try #require(query.schema.index(of: "cuisine"))
    query.conditions = [.matches(field, cuisine.map { Pattern($0) }, .whole)]
  }
  return query
}

private func names(_ catalog: Catalog, _ rows: some Sequence<Int>) -> [String] {
  rows.map { catalog.name($0) }
}

/// Returns the names in the result of the same query on the whole feed.
private func namesOfWhole(_ file: InMemoryFile, _ query: StreamingQuery) throws -> [String] {
  let catalog = try Feed(file, FeedReading(as: Profile.builtIn(named: "recipes")))
    .catalog
  let found = catalog.rows(where: .all(query.conditions), marks: [:])
  return names(
    catalog, catalog.sorted(found, by: query.ordering ?? .feed).prefix(query.limit))
}

@Suite struct StreamingTests {
  @Test(arguments: ["y", "\u{C3}", "Créole", "a\\u00e9", "Italian food", "\\\\"])
  func `the last value of a feed is compared correctly`(cuisine: String) throws {
    let feed = recipes([("Tart", "Thai"), ("Pie", cuisine)])
    let all = try #require(try answer(query(), from: feed))
    #expect(all.hits == 2)
    let thai = try #require(try answer(query(cuisine: ["Thai"]), from: feed))
    #expect(thai.hits == 1)
    var counted = try query()
    counted.countedField = counted.schema.index(of: "cuisine")
    #expect(try answer(counted, from: feed)?.hits == 2)
  }

  @Test(arguments: 0..<6)
  func `the first rows by name are those of the whole feed for all spellings`(
    seed: Int
  ) throws {
    var numbers = SeededNumbers(seed: seed)
    let starts = [
      "A", "a", "Æ", "É", "\\u00c9", "\\u0041", "e\u{301}", " b", "\\tb", "\u{3000}c", "c", "\\\"d",
      "\\/",
      "1", "~", "z", "Å›", "Ã‰", "\\u00c3\\u2030", "А", "あ", "\u{FEFF}x",
    ]
    let dishes = (0..<3000).map { number -> (name: String, cuisine: String) in
      let name =
        numbers.oneOf(starts) + numbers.oneOf(["", "b", "\\n", "é", "\\u00e9", " "])
        + numbers.oneOf(["pie", "tart", "tart \(number)", "NaleÅ›niki", ""])
      return (name, numbers.oneOf(["Thai", "Créole", "Cr\\u00e9ole", " Thai", "Tha\\u0069"]))
    }
    let feed = recipes(dishes)
    for cuisines in [[], ["Thai"], ["Créole", "Thai"]] {
      let query = try query(cuisine: cuisines)
      let found = try #require(try answer(query, from: feed))
      let page = try #require(found.page).catalog
      #expect(
        try names(page, query.rows(of: page)) == namesOfWhole(feed, query))
    }
  }

  @Test func `a query for a text that was encoded twice reads the whole feed`() throws {
    let feed = recipes([("Pie", "Thai"), ("Tart", "CrÃ©ole")])
    #expect(try answer(query(), from: feed) != nil)
    #expect(try answer(query(cuisine: ["Thai"]), from: feed) == nil)
    let escaped = recipes([("Pie", "Thai"), ("Tart", "Cr\\u00c3\\u00a9ole")])
    #expect(try answer(query(cuisine: ["Thai"]), from: escaped) == nil)
  }

  @Test(arguments: ["NaleÅ›niki", #"Nale\u00c5\u203aniki"#])
  func
    `a name that was encoded twice is sorted as repaired or the whole feed is read`(
      name: String
    ) throws
  {
    let feed = recipes([("Nale", "x"), (name, "x"), ("Naletart", "x")])
    let found = try #require(try answer(query(), from: feed))
    let page = try #require(found.page).catalog
    #expect(
      names(page, try query().rows(of: page)) == ["Nale", "Naleśniki", "Naletart"])
    #expect(try answer(query(descending: true), from: feed) == nil)
    var plain = try query(descending: true)
    plain.repairsText = false
    #expect(try answer(plain, from: feed) != nil)
  }

  @Test(arguments: ["Cr\u{C3}\u{A8}me", "Cr\\u00c3\\u00a8me", "Crème"])
  func `a text that was encoded twice matches as repaired`(name: String) throws {
    let feed = recipes([("Pie", "Thai"), (name, "Thai"), ("Cr\u{C3}\u{B1}", "Thai")])
    let field = try #require(query().schema.index(of: .name))
    var search = try query(cuisine: ["Thai"])
    search.search = "crème"
    var filter = try query()
    filter.conditions = [.matches(field, [Pattern("crème")], .start)]
    var word = try query()
    word.conditions = [.text(Pattern("creme"))]
    for query in [search, filter, word] {
      let found = try #require(try answer(query, from: feed))
      #expect(found.hits == 1)
      let page = try #require(found.page).catalog
      #expect(names(page, query.rows(of: page)) == ["Crème"])
    }
    filter.repairsText = false
    #expect(try answer(filter, from: feed)?.hits == (name == "Crème" ? 1 : nil))
  }

  @Test func `an unmapped list that could match makes the query read the whole feed`() throws {
    let text = String(decoding: recipes([("Pie", "Thai"), ("Tart", "Thai")]).bytes, as: UTF8.self)
    let feed = InMemoryFile(
      Array(
        text.replacing("\"name\":\"Tart\"", with: "\"keywords\":[\"quick\"],\"name\":\"Tart\"").utf8
      ))
    var query = try query()
    #expect(try answer(query, from: feed)?.hits == 2)
    query.search = "pie"
    #expect(try answer(query, from: feed)?.hits == 1)
    query.search = "quick"
    #expect(try answer(query, from: feed)?.hits == 1)
    query.search = "quick tart"
    #expect(try answer(query, from: feed)?.hits == 1)
    query.search = "quick pie"
    #expect(try answer(query, from: feed) == nil)
  }

  @Test(arguments: [1, 2], [0, 700, 1900])
  func `rows have the fields and values of the whole feed`(
    threads: Int, place: Int
  ) throws {
    var dishes = (0..<2000).map { (name: "Dish \($0)", cuisine: "Thai") }
    dishes[place].name = "A dish"
    dishes[place + 90].name = "Zucchini"
    let text = String(decoding: recipes(dishes).bytes, as: UTF8.self)
      .replacing("\"name\":\"A dish\"", with: "\"tags\":[\"new\"],\"name\":\"A dish\"")
      .replacing(
        "\"name\":\"Zucchini\"", with: "\"name\":\"Zucchini\",\"energy\":{\"kcal\":12}")
    let feed = InMemoryFile(Array(text.utf8))
    let options = ScanOptions(
      chunkSize: 900, threads: threads, splitAbove: 0, recordsBeforeSplit: 40, sections: 4)
    let whole = try Feed(feed, FeedReading(as: Profile.builtIn(named: "recipes")))
      .catalog
    for descending in [false, true] {
      let query = try query(descending: descending)
      let found = try #require(try answer(query, from: feed, options: options))
      let page = try #require(found.page).catalog
      #expect(page.schema.fields == whole.schema.fields)
      let ordering = try #require(query.ordering)
      let here = page.sorted(by: ordering).prefix(5)
      let there = whole.sorted(by: ordering).prefix(5)
      for field in whole.schema.fields.indices {
        #expect(here.map { page.value(field, $0) } == there.map { whole.value(field, $0) })
      }
      #expect(whole.schema.fields.map(\.name).contains("tags"))
    }
  }

  @Test func `a feed with texts that are too large to be searched is read as a whole`() throws {
    // Without case and accents, this letter has 33 bytes instead of 3.
    let letters = String(repeating: "\u{FDFA}", count: 300_000)
    let file = recipes((1...3).map { (name: "\($0)\(letters)", cuisine: "Thai") })
    var query = try query()
    let name = try #require(query.schema.index(of: .name))
    query.conditions = [.not(.matches(name, [Pattern("Pie")], .whole))]
    let options = ScanOptions(chunkSize: 4 << 20)
    #expect(try answer(query, from: file, options: options) == nil)
    let short = recipes([(name: "Soup", cuisine: "Thai")])
    #expect(try answer(query, from: short, options: options) != nil)
  }

  @Test func `a feed with many unmapped members is read as a whole`() throws {
    let text = (0..<6000).map { number in
      let others = (0..<12).map { "\"k\($0)\":\(number)" }.joined(separator: ",")
      return "{\"uuid\":\"0c6ca6e7-e32a-4053-b824-1dbf749\(10000 + number)\",\"name\":\"Pie\","
        + "\"cuisine\":\"Thai\",\(others)}"
    }
    let feed = InMemoryFile(Array("{\"recipes\":[\(text.joined(separator: ","))]}".utf8))
    #expect(try answer(query(), from: feed) == nil)
    var counting = try query()
    counting.limit = 0
    #expect(try answer(counting, from: feed)?.hits == 6000)
  }

  @Test func `a name that was encoded twice is not excluded by its raw bytes`() throws {
    let many = (0..<1000).map { (name: "Ac \($0)", cuisine: "x") }
    let feed = recipes(many + [("Ã¤b", "x")])
    let found = try #require(try answer(query(), from: feed))
    let page = try #require(found.page).catalog
    #expect(try names(page, query().rows(of: page)).first == "äb")
  }
}
