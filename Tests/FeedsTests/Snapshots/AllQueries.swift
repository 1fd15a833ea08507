import Catalog
import Text

@testable import Feeds

/// Calls every query of a feed.
///
/// - Returns: A hash of all results.
@discardableResult
func runAllQueries(_ feed: Feed) -> Int {
  var hasher = Hasher()
  runAllQueries(feed.catalog, &hasher)
  hasher.combine(feed.malformedCount)
  hasher.combine(feed.noteCount)
  let problems = (try? feed.problems()) ?? []
  for problem in problems {
    hasher.combine(problem.reason)
    hasher.combine(try? feed.record(of: problem))
  }
  for row in 0..<feed.catalog.count {
    hasher.combine(feed.index(of: row))
    hasher.combine(try? feed.source(of: row).text)
  }
  return hasher.finalize()
}

private func runAllQueries(_ catalog: Catalog, _ hasher: inout Hasher) {
  for field in catalog.schema.fields.indices {
    for row in 0..<catalog.count {
      hasher.combine(catalog.shownValue(field, row))
      hasher.combine(catalog.uuidStart(field, row))
    }
    hasher.combine(catalog.words(field))
    hasher.combine(catalog.distinctCount(field))
    hasher.combine(catalog.counts(field, in: catalog.all).map(\.value))
    let few = RowSet(capacity: catalog.count) { $0.isMultiple(of: 3) }
    hasher.combine(catalog.counts(field, in: few).map(\.count))
    hasher.combine(catalog.repeatedValues(field).map(\.row))
    hasher.combine(catalog.rows(field, equalTo: ["pie", "other 000"]))
    runRowQueries(catalog, field, &hasher)
    for descending in [false, true] {
      let key = Ordering.Key(field: field, descending: descending)
      ask(catalog.sorted(few, by: Ordering(keys: [key])), of: catalog, &hasher)
      ask(catalog.sorted(by: Ordering(keys: [key, key])), of: catalog, &hasher)
    }
  }
  ask(catalog.sorted(by: .feed), of: catalog, &hasher)
  ask(catalog.search("pie thai"), of: catalog, &hasher)
  ask(catalog.search("é a", notes: [0: "é a"]), of: catalog, &hasher)
  for row in 0..<catalog.count {
    hasher.combine(catalog.name(row))
    hasher.combine(catalog.recordStart(of: row))
    if row < 3 { hasher.combine(catalog.similar(to: row, limit: 4)) }
  }
}

private func runRowQueries(_ catalog: Catalog, _ field: Int, _ hasher: inout Hasher) {
  hasher.combine(catalog.present(field).rows)
  for text in ["pie", "é", "1", ""] {
    for extent in [Pattern.Extent.anywhere, .start, .whole] {
      hasher.combine(catalog.rows(field, Pattern(text), extent).rows)
    }
  }
  hasher.combine(catalog.rows(field, Pattern("p*e", wildcards: true), .whole).rows)
  let kind = catalog.schema.fields[field].kind
  if [.number, .minutes, .date].contains(kind),
    let filter = try? Filter(
      "\(catalog.schema.fields[field].name)<2024", for: catalog, vocabulary: FilterVocabulary())
  {
    hasher.combine(catalog.rows(where: filter.clauses[0].expression, marks: [:]).rows)
  }
}

private func ask(_ list: RowList, of catalog: Catalog, _ hasher: inout Hasher) {
  for row in list {
    hasher.combine(row)
    if let place = list.place(of: row) { hasher.combine(list[place]) }
  }
  hasher.combine(list.first(3, of: catalog.count))
  hasher.combine(list.set(capacity: catalog.count).rows)
}
