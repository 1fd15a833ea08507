import Catalog
import Feeds

/// Returns a row of a feed, field by field.
func shownRow(_ json: String, _ number: Int = 0) throws -> [String] {
  let catalog = try Feed(Array(json.utf8)).catalog
  let row = catalog.sorted(by: .feed)[number]
  return catalog.schema.fields.enumerated().compactMap { number, field in
    guard let value = catalog.value(number, row) else { return nil }
    let mark = field.isInner ? "+" : ""
    switch value {
    case .text(let text): return "\(mark)\(field.name)=\(text)"
    case .number(let number): return "\(mark)\(field.name)=\(number)"
    case .list(let items): return "\(mark)\(field.name)=[\(items.joined(separator: "|"))]"
    }
  }
}
