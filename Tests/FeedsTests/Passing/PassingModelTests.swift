import Catalog
import Feeds
import TestSupport
import Testing
import World

/// A question by chance about a feed by chance.
private func question(_ catalog: Catalog, _ model: Model, _ numbers: inout SeededNumbers) throws
  -> PassingQuestion
{
  var question = PassingQuestion(profile: RandomFeed.profile)
  let schema = question.schema
  for _ in 0..<numbers.below(3) {
    let typed = RandomCondition(model, &numbers).text
    let filter = try Filter(
      typed, for: catalog, vocabulary: FilterVocabulary(unknownValues: .warn))
    question.conditions += filter.clauses.map(\.expression)
  }
  if !numbers.happens(oneIn: 4) {
    let keys = (0..<numbers.below(3)).map { _ in
      Ordering.Key(
        field: numbers.below(schema.fields.count), descending: numbers.happens(oneIn: 2))
    }
    let name = try #require(schema.index(of: .name))
    question.ordering = Ordering(
      keys: keys.isEmpty ? [.init(field: name, descending: false)] : keys)
  }
  question.limit = numbers.below(30)
  question.countedField = numbers.happens(oneIn: 3) ? schema.index(of: "cuisine") : nil
  return question
}

/// The values of some rows.
private func records(_ catalog: Catalog, _ rows: some Sequence<Int>) -> [[Value?]] {
  rows.map { row in catalog.schema.fields.indices.map { catalog.value($0, row) } }
}

@Test func `what is answered in passing is what the whole feed answers`() throws {
  var answered = 0
  try repeatedly(40) { seed in
    var numbers = SeededNumbers(seed: 7000 + seed)
    let random = RandomFeed(seed: 7000 + seed, count: numbers.oneOf([9, 30, 300, 1500]))
    let bytes = HeldBytes(numbers.happens(oneIn: 3) ? random.lines : random.json)
    let catalog = try Feed(bytes, FeedReading(as: RandomFeed.profile)).catalog
    guard catalog.schema.fields.map(\.name) == RandomFeed.fields.map(\.name) else { return }
    let model = Model(random, as: catalog.schema)
    let options = ScanOptions(
      chunkSize: numbers.oneOf([700, 9000, 128 << 10]), threads: numbers.oneOf([1, 2]),
      splitAbove: 0, recordsBeforeSplit: 40)
    for _ in 0..<4 {
      let question = try question(catalog, model, &numbers)
      guard question.isAnswerable, let found = try answer(question, from: bytes, options: options)
      else { continue }
      answered += 1
      let rows = catalog.rows(where: .all(question.conditions), marks: [:])
      #expect(found.hits == rows.count, "seed \(seed): \(question.conditions)")
      #expect(found.count == catalog.count)
      if let field = question.countedField {
        #expect(found.counts == catalog.counts(field, in: rows).rankedByCount())
      }
      let page = question.limit == 0 ? nil : try #require(found.page).catalog
      let first = catalog.sorted(rows, by: question.ordering).prefix(question.limit)
      if let page {
        let here = page.sorted(by: question.ordering).prefix(question.limit)
        #expect(records(page, here) == records(catalog, first), "seed \(seed): \(question)")
      }
    }
  }
  #expect(answered > 20)
}
