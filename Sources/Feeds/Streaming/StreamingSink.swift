import Catalog
import Text

/// A sink that evaluates a query on each batch and holds only the result.
struct StreamingSink: RecordSink {
  let query: StreamingQuery
  private let schema: Schema
  let keys: [String]
  let wantsOtherMembers = true
  private let subjects: [RecordCheck.Subject]
  /// The subjects without which a record is malformed.
  private let required: [RecordCheck.Subject]
  /// For each condition on a keyword, a filter with the words seen so far.
  private var filters: [KeywordFilter?]
  private var counter: KeywordFilter?
  private var prefilter: WordPrefilter
  /// The slots of the fields in conditions without a filter, and of the fields that matches are sorted by or counted
  /// in.
  private let askedSlots, comparedSlots: [Int]
  private(set) var answer = StreamingAnswer()
  private(set) var page: TopRows
  /// The unmapped members of valid records.
  ///
  /// They become fields, of which each row of the result has a value.
  private var unmapped = UnmappedColumns()
  private var unmappedCount = 0
  /// The maximum number of unmapped members in memory.
  ///
  /// With more, the whole feed is read instead.
  private static let unmappedLimit = 1 << 16
  /// Whether the whole feed must be read.
  private(set) var needsWholeFeed = false

  init(_ query: StreamingQuery) {
    self.query = query
    (keys, subjects) = RecordCheck.subjects(of: query.profile)
    required = subjects.filter(\.isRequired)
    schema = query.schema
    let schema = schema
    filters = query.conditions.map { condition in
      guard case .matches(let field, let patterns, let extent) = condition,
        schema.fields[field].kind == .keyword
      else { return nil }
      return KeywordFilter(patterns, extent)
    }
    counter = query.countedField.map { _ in KeywordFilter([], .whole) }
    page = TopRows(query)
    prefilter = WordPrefilter(query.words)
    let searched = query.search == nil ? [] : Set(schema.searchable)
    let asked = zip(query.conditions, filters).reduce(into: searched) { fields, part in
      if part.1 == nil { fields.formUnion(part.0.fields(in: schema)) }
    }
    // When sorting by name, the page checks the names.
    let compared = Set(page.nameField == nil ? query.keys.map(\.field) : [])
      .union(query.countedField.map { [$0] } ?? [])
    func slots(of fields: Set<Int>, _ subjects: [RecordCheck.Subject]) -> [Int] {
      let texts = fields.filter {
        schema.fields[$0].kind != .link && schema.fields[$0].role != .id
      }
      return Set(texts.flatMap { subjects[$0].slots }).sorted()
    }
    askedSlots = slots(of: asked, subjects)
    comparedSlots = slots(of: compared, subjects)
  }

  /// Stops, because the whole feed must be read.
  private mutating func stop() -> Bool {
    needsWholeFeed = true
    return false
  }

  /// Whether every value in a condition has occurred.
  var areValuesKnown: Bool { filters.allSatisfy { $0?.areAllMatched ?? true } }

  mutating func take(_ batch: RecordBatch, in text: RawSpan, at base: Int) -> Bool {
    let toParse = recordsToParse(of: batch, in: text)
    let numbers = RowNumbers(first: answer.count, good: goodRecords(of: batch, in: text))
    let good = numbers.good
    if query.limit > 0, !storeUnmapped(of: batch, numbers, in: text) { return stop() }
    let others = toParse.isEmpty ? good : good.filter { !toParse.contains($0) }
    // Texts that are too large to be searched are reported when the whole feed is read.
    guard var hits = try? hits(others, batch, in: text) else { return stop() }
    if !toParse.isEmpty {
      guard let found = query.hits(among: good.filter { toParse.contains($0) }, of: batch, in: text)
      else { return stop() }
      hits = (hits + found).sorted()
    }
    if query.repairsText,
      hasNewDoubleEncoding() || Self.hasDoubleEncoding(batch, comparedSlots, hits, in: text)
    {
      return stop()
    }
    answer.hits += hits.count
    if let field = query.countedField {
      for record in hits {
        let value = batch.value(subjects[field].slots, record)
        let isPresent = counter?.count(value, in: text) ?? false
        if !isPresent { answer.missing += 1 }
      }
    }
    page.take(hits, numbers, of: batch, subjects, in: text)
    return true
  }

  /// Stores the unmapped members of valid records.
  ///
  /// - Returns: Whether the limit is not exceeded.
  private mutating func storeUnmapped(
    of batch: RecordBatch, _ numbers: RowNumbers, in text: RawSpan
  ) -> Bool {
    for other in batch.others {
      guard let row = numbers.row(of: Int(other.record)) else { continue }
      _ = unmapped.add(other, of: UInt32(row), in: text)
      unmappedCount += 1
    }
    return unmappedCount <= Self.unmappedLimit
  }

  /// Returns the records that must be parsed to be matched: those with a text that may have been encoded twice, or with
  /// an unmapped member and all words.
  private mutating func recordsToParse(of batch: RecordBatch, in text: RawSpan) -> Set<Int> {
    var toParse: Set<Int> = []
    if query.repairsText {
      toParse.formUnion(Self.doublyEncoded(batch, askedSlots, in: text))
    }
    if query.isAboutAllFields, !batch.others.isEmpty {
      let records = batch.others.map { Int($0.record) }
      toParse.formUnion(prefilter.candidates(among: records, of: batch, in: text))
    }
    return toParse
  }

  /// Whether a word that occurred for the first time may have been encoded twice.
  private mutating func hasNewDoubleEncoding() -> Bool {
    filters.indices.contains { filters[$0]?.hasNewDoubleEncoding() ?? false }
  }

  private mutating func goodRecords(of batch: RecordBatch, in text: RawSpan) -> [Int] {
    let all = Array(0..<batch.count)
    let check = RecordCheck(subjects: required, base: 0, indices: all)
    var bad: Set<Int> = []
    check.shapes(of: batch, in: text) { finding, record in
      if finding.isError { bad.insert(record) }
    }
    answer.malformedCount += bad.count + batch.misfits.count
    answer.count += batch.count - bad.count
    return bad.isEmpty ? all : all.filter { !bad.contains($0) }
  }

  /// Returns the records that match.
  private mutating func hits(
    _ records: [Int], _ batch: RecordBatch, in text: RawSpan
  ) throws(StorageError) -> [Int] {
    var records = prefilter.candidates(among: records, of: batch, in: text)
    for (number, condition) in query.conditions.enumerated() {
      if case .matches(let field, _, _) = condition, filters[number] != nil {
        let slots = subjects[field].slots
        records = filters[number]?.matching(records, of: batch, slots, in: text) ?? []
      } else {
        let catalog = try subjects.catalog(
          of: batch.keeping(records), with: condition.fields(in: schema), in: text)
        let found = catalog.rows(where: condition, marks: [:])
        records = catalog.sorted(found, by: .feed).map { records[catalog.record(of: $0)] }
      }
    }
    guard let search = query.search, !records.isEmpty else { return records }
    let catalog = try subjects.catalog(
      of: batch.keeping(records), with: Set(schema.searchable), in: text)
    let found = catalog.search(search).set(capacity: catalog.count)
    return catalog.sorted(found, by: .feed).map { records[catalog.record(of: $0)] }
  }

  /// The sibling inherits the words and the upper bound of this sink.
  func sibling() -> StreamingSink {
    var sibling = self
    sibling.answer = StreamingAnswer()
    sibling.counter = counter?.sibling()
    sibling.page.removeAll()
    (sibling.unmapped, sibling.unmappedCount) = (UnmappedColumns(), 0)
    return sibling
  }

  mutating func append(_ later: consuming StreamingSink) {
    page.append(later.page, after: answer.count)
    unmapped.append(later.unmapped, after: answer.count)
    unmappedCount += later.unmappedCount
    needsWholeFeed = needsWholeFeed || later.needsWholeFeed || unmappedCount > Self.unmappedLimit
    answer.count += later.answer.count
    answer.malformedCount += later.answer.malformedCount
    answer.hits += later.answer.hits
    answer.missing += later.answer.missing
    for number in filters.indices {
      if let filter = later.filters[number] { filters[number]?.append(filter) }
    }
    if let counts = later.counter { counter?.append(counts) }
  }

  /// Returns the result after the last record; nil if a list could show other columns than that of the whole feed.
  consuming func finished() throws(FeedError) -> StreamingAnswer? {
    var answer = answer
    answer.counts = (counter?.counts ?? []).rankedByCount()
    if query.limit == 0 { return answer }
    let mapped = query.profile.mappings.map(\.field)
    let inferred = Inference(columns: ObjectFlattener(unmapped.columns).columns, mapped: mapped)
      .fields()
    // Lists show facets, or otherwise the fields with the most values in the whole feed.
    let hasFacet = mapped.contains { $0.role == .facet }
    if !inferred.isEmpty, !hasFacet || inferred.contains(where: { $0.field.role == .facet }) {
      return nil
    }
    answer.page = try page.finished(inferred)
    return answer
  }
}

/// The row numbers of the valid records of a batch.
struct RowNumbers {
  /// The row number of the first valid record.
  let first: Int
  /// The valid records, in ascending order.
  let good: [Int]

  /// Returns the row number of a record; nil if it is malformed.
  func row(of record: Int) -> Int? {
    if good.last == good.count - 1 { return record < good.count ? first + record : nil }
    return good.firstIndex(of: record).map { first + $0 }
  }
}

extension [RecordCheck.Subject] {
  /// Returns records as a catalog in which only some fields have values.
  ///
  /// - Throws: ``StorageError`` if texts are too large to be searched.
  func catalog(
    of batch: RecordBatch, with fields: Set<Int>, in text: RawSpan
  ) throws(StorageError) -> Catalog {
    let nothing = RecordBatch(slots: batch.slots, count: batch.count)
    let encoders = enumerated().map { number, subject in
      var encoder = FieldEncoder(subject.mapping.field)
      encoder.append(fields.contains(number) ? batch : nothing, subject.slots, in: text)
      return encoder
    }
    return try CatalogContents(
      encoders: encoders, count: batch.count,
      recordStarts: [UInt32](repeating: 0, count: batch.count)
    ).catalog(unless: { false })
  }
}

extension FilterExpression {
  /// The fields that the condition refers to.
  fileprivate func fields(in schema: Schema) -> Set<Int> {
    switch self {
    case .all(let parts), .any(let parts):
      parts.reduce(into: []) { $0.formUnion($1.fields(in: schema)) }
    case .not(let part): part.fields(in: schema)
    case .has(let field), .matches(let field, _, _), .within(let field, _): [field]
    case .text: Set(schema.searchable)
    case .flag, .notes: []
    }
  }
}
