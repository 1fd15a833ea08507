import Catalog
import Feeds
import TestSupport
import Testing
import World

/// Returns a random query for a random feed.
private func query(_ catalog: Catalog, _ model: Model, _ numbers: inout SeededNumbers) throws
  -> StreamingQuery
{
  var query = StreamingQuery(profile: RandomFeed.profile)
  let schema = query.schema
  for _ in 0..<numbers.below(3) {
    let typed = RandomCondition(model, &numbers).text
    let filter = try Filter(
      typed, for: catalog, vocabulary: FilterVocabulary(unknownValues: .warn))
    query.conditions += filter.clauses.map(\.expression)
  }
  if !numbers.happens(oneIn: 4) {
    let keys = (0..<numbers.below(3)).map { _ in
      Ordering.Key(
        field: numbers.below(schema.fields.count), descending: numbers.happens(oneIn: 2))
    }
    let name = try #require(schema.index(of: .name))
    query.ordering = Ordering(
      keys: keys.isEmpty ? [.init(field: name, descending: false)] : keys)
  }
  if numbers.happens(oneIn: 3) { query.search = words(of: catalog, &numbers) }
  query.limit = numbers.below(30)
  query.countedField = numbers.happens(oneIn: 3) ? schema.index(of: "cuisine") : nil
  return query
}

/// Returns random search words, mostly prefixes of words in the feed.
private func words(of catalog: Catalog, _ numbers: inout SeededNumbers) -> String {
  let words = (0...numbers.below(2)).map { _ -> String in
    let field = numbers.oneOf(catalog.searchable)
    let text = catalog.count == 0 ? nil : catalog.value(field, numbers.below(catalog.count))?.text
    let word = text?.split(separator: " ").first.map { String($0.prefix(1 + numbers.below(5))) }
    return word ?? numbers.oneOf(["e", "1", "true", "CREME", "é", "*", "nothing"])
  }
  return words.joined(separator: " ")
}

/// Returns the rows that match a query, in its order.
private func rows(of query: StreamingQuery, _ catalog: Catalog) -> RowList {
  let kept = catalog.rows(where: .all(query.conditions), marks: [:])
  guard let search = query.search else {
    return catalog.sorted(kept, by: query.ordering ?? .feed)
  }
  let found = catalog.search(search, among: kept)
  guard let ordering = query.ordering else { return found }
  return catalog.sorted(found.set(capacity: catalog.count), by: ordering)
}

/// Returns the values of some rows.
private func records(_ catalog: Catalog, _ rows: some Sequence<Int>) -> [[Value?]] {
  rows.map { row in catalog.schema.fields.indices.map { catalog.value($0, row) } }
}

@Test func `a streaming query returns the rows of the whole feed`() throws {
  var answered = 0
  try repeatedly(40) { seed in
    var numbers = SeededNumbers(seed: 7000 + seed)
    let random = RandomFeed(seed: 7000 + seed, count: numbers.oneOf([9, 30, 300, 1500]))
    let bytes = InMemoryFile(numbers.happens(oneIn: 3) ? random.lines : random.json)
    let catalog = try Feed(bytes, FeedReading(as: RandomFeed.profile)).catalog
    guard catalog.schema.fields.map(\.name) == RandomFeed.fields.map(\.name) else { return }
    let model = Model(random, as: catalog.schema)
    let options = ScanOptions(
      chunkSize: numbers.oneOf([700, 9000, 128 << 10]), threads: numbers.oneOf([1, 2]),
      splitAbove: 0, recordsBeforeSplit: 40, sections: numbers.oneOf([2, 6]))
    for _ in 0..<4 {
      let query = try query(catalog, model, &numbers)
      guard query.isAnswerable, let found = try answer(query, from: bytes, options: options)
      else { continue }
      answered += 1
      let rows = rows(of: query, catalog)
      #expect(found.hits == rows.count, "seed \(seed): \(query)")
      #expect(found.count == catalog.count)
      if let field = query.countedField {
        #expect(
          found.counts
            == catalog.counts(field, in: rows.set(capacity: catalog.count)).rankedByCount())
      }
      let page = query.limit == 0 ? nil : try #require(found.page).catalog
      if let page {
        #expect(page.schema.fields == catalog.schema.fields, "seed \(seed): \(query)")
        let here = query.rows(of: page).prefix(query.limit)
        let first = rows.prefix(query.limit)
        #expect(records(page, here) == records(catalog, first), "seed \(seed): \(query)")
      }
    }
  }
  #expect(answered > 20)
}
