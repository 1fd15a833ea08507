import Catalog
import Feeds
import LiveWorld
import Text

/// Times questions to a feed that is in memory, in microseconds: what a person waits for between two keys.
///
/// Usage: WarmBench FEED ROWS, where ROWS is the file that the rows of the feed were kept in or are to be.
let arguments = CommandLine.arguments
let file = try LiveFileSystem().open(arguments[1], limit: 4 << 30)
guard let kept = FeedSnapshot(arguments[2], of: file) else {
  fatalError("\(arguments[1]) cannot be told from other files")
}
let catalog = try (Feed(kept, of: file) ?? Feed(file, snapshot: kept)).catalog

/// Runs a question often enough and prints the median of its times.
func time(_ name: String, _ question: () -> Int) {
  let clock = ContinuousClock()
  var answer = 0
  var times: [Duration] = []
  for _ in 0..<101 { times.append(clock.measure { answer = question() }) }
  let median = times.sorted()[50]
  let nanoseconds = median.components.attoseconds / 1_000_000_000
  print("\(name)\t\(Double(nanoseconds / 10) / 100)\t\(answer)")
}

let (name, cuisine) = (catalog.schema.index(of: .name) ?? 0, catalog.schema.index(of: .facet) ?? 0)
let byName = Ordering(keys: [.init(field: name, descending: false)])
let italian = catalog.rows(cuisine, Pattern("Italian"), .whole)
let rows = catalog.sorted(italian, by: byName)

func page(_ first: Int) -> Int {
  rows[min(first, rows.count)..<min(first + 20, rows.count)].reduce(0) {
    $0 + catalog.name($1).utf8.count + catalog.shownValue(cuisine, $1).utf8.count
  }
}

time("first page of those that are Italian, by name") { page(0) }
time("page from row 100 000 on") { page(100_000) }
time("filter cuisine=Italian") { catalog.rows(cuisine, Pattern("Italian"), .whole).count }
time("count by cuisine") { catalog.counts(cuisine, in: catalog.all).count }
time("count by cuisine of those with a video") {
  let video = catalog.schema.index(of: "video") ?? 0
  return catalog.counts(cuisine, in: catalog.present(video)).count
}
time("how many names have chicken in them") {
  catalog.rows(name, Pattern("chicken"), .anywhere).count
}
time("names that begin with chicken c, first 20") {
  catalog.rows(nameMatching: Pattern("chicken c"), .start).first(20) { _ in true }
    .reduce(0) { $0 + catalog.name($1).utf8.count }
}
time("sort by cuisine, then name downwards") {
  catalog.sorted(
    italian,
    by: Ordering(keys: [
      .init(field: cuisine, descending: false), .init(field: name, descending: true),
    ])
  )
  .first ?? 0
}
