import Catalog
import Text

/// Rows whose complete records are somewhere else, and are read when they are asked for.
extension Feed {
  /// Returns the address of the complete record of a row; nil if the feed has it.
  ///
  /// - Complexity: O(log *n*) in the number of runs of records.
  package func details(of row: Int) -> String? {
    let place = place(of: row)
    return place.part.report.places?.details[place.part.report.index(ofRow: place.record)]
  }

  /// Replaces rows by their complete records.
  ///
  /// A row keeps its id and its name, and with them its place, and what its complete record lacks.
  ///
  /// - Parameters:
  ///   - details: Feeds, and the row of each that replaces one of this feed, by the latter.
  ///   - scope: The namespace of ids of this feed, if it has one document.
  /// - Returns: The feed with these records.
  /// - Throws: ``FeedError`` if the rows are too large.
  /// - Complexity: O(*n*) in the values of the feed.
  package func replacing(
    _ details: [Int: (feed: Feed, row: Int)], scope: String
  ) throws(FeedError) -> Feed {
    let replaced = details.sorted { $0.key < $1.key }
    var joined = JoinedFields()
    joined.add(catalog.schema)
    for detail in replaced { joined.add(detail.value.feed.catalog.schema) }
    let fields = joined.fields
    var values = fields.map { _ in [Value?](repeating: nil, count: catalog.count) }
    var starts = [UInt32](repeating: 0, count: catalog.count)
    var places: [Int: (part: Int, record: Int)] = [:]
    for row in 0..<catalog.count {
      let record = catalog.record(of: row)
      starts[record] = UInt32(truncatingIfNeeded: catalog.recordStart(of: row))
      for field in catalog.schema.fields.indices {
        values[field][record] = catalog.value(field, row)
      }
    }
    for (number, detail) in replaced.enumerated() {
      let (record, other) = (catalog.record(of: detail.key), detail.value.feed.catalog)
      starts[record] = UInt32(truncatingIfNeeded: other.recordStart(of: detail.value.row))
      for (field, origin) in joined.origins[number + 1].enumerated() {
        guard ![.id, .name].contains(fields[field].role), let origin,
          let value = other.value(origin, detail.value.row)
        else { continue }
        values[field][record] = value.fitting(fields[field])
      }
      places[record] = (
        parts.count + number, detail.value.feed.catalog.record(of: detail.value.row)
      )
    }
    let new = layout(replacing: places)
    let lists = origins.isEmpty ? [catalog.schema.fields.indices.map { $0 }] : origins
    let own = lists.map { $0 + [Int?](repeating: nil, count: fields.count - $0.count) }
    var contents = CatalogContents(Schema(fields), count: catalog.count, values: values)
    contents.recordStarts = starts
    return Feed(
      try stored(contents, nil, FeedReading()), parts + replaced.flatMap { $0.value.feed.parts },
      layout: new, origins: own + joined.origins.dropFirst(), unread: unread,
      scopes: scopes.isEmpty ? [scope] : scopes)
  }

  /// The layout in which some records are those of other documents.
  private func layout(replacing places: [Int: (part: Int, record: Int)]) -> RecordLayout {
    var new = RecordLayout()
    for record in 0..<catalog.count {
      let old = layout?.place(of: record) ?? (part: 0, record: record)
      let place = places[record] ?? old
      new.append(
        place.record..<place.record + 1, of: place.part,
        scope: layout?.run(of: record).scope ?? 0)
    }
    return new
  }
}

extension Value {
  /// The value in a field of its kind, or of the list that several kinds became.
  fileprivate func fitting(_ field: Field) -> Value {
    guard field.kind == .list, case .text(let text) = self else { return self }
    guard field.role == .ingredients || field.role == .instructions else { return .list([text]) }
    return .list(text.split(whereSeparator: \.isNewline).map { trimmingSpace(String($0)) })
  }
}
