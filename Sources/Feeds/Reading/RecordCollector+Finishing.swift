import Catalog

/// Inference of fields, after the last record.
extension RecordCollector {
  /// Finishes the columns: those of mapped fields, then those of inferred ones.
  ///
  /// - Parameter reading: The options. Repaired texts are reported.
  /// - Returns: The columns.
  mutating func finish(_ reading: FeedReading) -> [FieldEncoder] {
    let inferred = reading.inferredFields ?? inferFields()
    let count = starts.count
    var fields: [FieldEncoder] = []
    swap(&fields, &encoders)
    for (field, column) in inferred {
      var encoder = FieldEncoder(field)
      encoder.append(column, rows: count)
      fields.append(encoder)
      inferredKeys.append(column.path)
    }
    idField = fields.firstIndex { $0.field.role == .id }
    unmapped = UnmappedColumns()
    if reading.repairsText {
      for number in fields.indices { noteRepairs(fields[number].repair(), of: number) }
    }
    return fields
  }

  /// Infers fields from keys without a mapping, and reports the keys that make none.
  private mutating func inferFields() -> [InferredField] {
    let flattener = ObjectFlattener(unmapped.columns)
    var columns = flattener.columns
    if profile.infersOthers, let names = nameColumn() { columns.append(names) }
    let inference = Inference(columns: columns, mapped: encoders.map(\.field))
    let inferred = inference.fields()
    noteUnrepresentable(inference)
    if let (key, row) = unmapped.firstOmitted { noteOmitted(key, row) }
    if let (path, row) = flattener.firstOmitted { noteOmitted(path, row) }
    for (column, place, number) in inference.rounded(inferred) {
      note(
        "`\(column.path)` has numbers with more digits than are kept, such as \(number)",
        ofRow: Int(column.rows[place]))
    }
    return inferred
  }

  /// Reports each key whose values no field can show.
  private mutating func noteUnrepresentable(_ inference: Inference) {
    for (column, place, what) in inference.unrepresentable() {
      note("`\(column.path)` is \(what), which only raw shows", ofRow: Int(column.rows[place]))
    }
  }

  /// Reports the first key beyond the limit.
  private mutating func noteOmitted(_ key: String, _ row: UInt32) {
    note(
      "`\(key)` is one of more than \(UnmappedColumns.limit) keys; what comes after those only raw shows",
      ofRow: Int(row))
  }

  /// Adds a note about a row as a whole.
  private mutating func note(_ reason: String, ofRow row: Int) {
    guard starts.indices.contains(row) else { return }
    let start = Int(starts[row])
    findings.add(
      Finding(
        kind: .lenient, isError: false, subject: number(ofReason: reason),
        index: skipped.index(ofRow: row), offset: start, record: start..<start))
  }

  /// Returns the names of records in an object of records, as a column named `key`.
  private func nameColumn() -> UnmappedColumns.Column? {
    let isRead = profile.mappings.contains {
      $0.sources.contains { $0.key == Profile.Source.memberName }
    }
    if context.names.isEmpty || isRead { return nil }
    var column = UnmappedColumns.Column(key: "key")
    for (row, name) in rowNames.enumerated() {
      var text: [UInt8] = []
      let value = Value.text(name).scanned(into: &text)
      text += [UInt8](repeating: 0, count: Chunk.padding)
      column.add(value, of: UInt32(row), in: unsafe text.span.bytes)
    }
    return column
  }

  /// The name of each row in an object of records.
  private var rowNames: [String] {
    var names: [String] = []
    var next = 0
    let count = context.names.count
    for range in skipped.ranges {
      names += context.names[min(next, count)..<min(range.lowerBound, count)]
      next = range.upperBound
    }
    return names + context.names[min(next, count)...]
  }

  /// Adds a remark about the JSON-LD of a page that begins at an offset.
  mutating func note(_ remark: LinkedData.Remark, records: [Range<Int>], at offset: Int) {
    let earlier = records.count { $0.lowerBound <= remark.offset }
    // An unreadable block counts as a record after those before it. Other remarks belong to the last record before
    // them.
    let place = remark.isError ? earlier : max(0, earlier - 1)
    let isInside = records.indices.contains(place) && records[place].contains(remark.offset)
    let start = isInside ? records[place].lowerBound : remark.offset
    let end = isInside ? records[place].upperBound : remark.offset
    findings.add(
      Finding(
        kind: .lenient, isError: remark.isError, subject: number(ofReason: remark.reason),
        index: place + recordCount - records.count, offset: offset + remark.offset,
        record: offset + start..<offset + end))
  }

  /// Reports the rows with text that was encoded twice.
  private mutating func noteRepairs(_ rows: [Int], of number: Int) {
    for row in rows {
      let start = Int(starts[row])
      findings.add(
        Finding(
          kind: .repaired, isError: false, subject: number,
          index: skipped.index(ofRow: row), offset: start, record: start..<start))
    }
  }
}
