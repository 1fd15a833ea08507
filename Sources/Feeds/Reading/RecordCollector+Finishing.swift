import Catalog

/// What is found out of a feed once all of its records are here.
extension RecordCollector {
  /// The fields of the rows: those of the profile, then those that other keys make.
  ///
  /// - Parameter reading: How the feed is read; text that is repaired is noted.
  /// - Returns: The values of every field.
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
    loose = LooseColumns()
    if reading.repairsText {
      for number in fields.indices { noteRepairs(fields[number].repair(), of: number) }
    }
    return fields
  }

  /// Finds the fields that the keys make that no mapping names, and notes what makes none.
  private mutating func inferFields() -> [InferredField] {
    let spread = ColumnSpread(loose.columns)
    var columns = spread.columns
    if profile.infersOthers, let names = nameColumn() { columns.append(names) }
    let inference = Inference(columns: columns, mapped: encoders.map(\.field))
    let inferred = inference.fields()
    noteUnshown(inference)
    if let (key, row) = loose.passedOver { notePassedOver(key, row) }
    if let (path, row) = spread.passedOver { notePassedOver(path, row) }
    for (column, place, number) in inference.rounded(inferred) {
      note(
        "`\(column.path)` has numbers with more digits than are kept, such as \(number)",
        ofRow: Int(column.rows[place]))
    }
    return inferred
  }

  /// Notes, once for each key, what has no field: it is in the document, and in nothing that is shown of a row.
  private mutating func noteUnshown(_ inference: Inference) {
    for (column, place, what) in inference.unshown() {
      note("`\(column.path)` is \(what), which only raw shows", ofRow: Int(column.rows[place]))
    }
  }

  /// Notes the first key that is one too many.
  private mutating func notePassedOver(_ key: String, _ row: UInt32) {
    note(
      "`\(key)` is one of more than \(LooseColumns.limit) keys; what comes after those only raw shows",
      ofRow: Int(row))
  }

  /// Notes something of a row as a whole.
  private mutating func note(_ reason: String, ofRow row: Int) {
    guard starts.indices.contains(row) else { return }
    let start = Int(starts[row])
    findings.add(
      Finding(
        kind: .lenient, isError: false, subject: number(ofReason: reason),
        index: skipped.index(ofRow: row), offset: start, record: start..<start))
  }

  /// The names of records in an object of records, as if each had it under `key`.
  private func nameColumn() -> LooseColumns.Column? {
    let isRead = profile.mappings.contains {
      $0.sources.contains { $0.key == Profile.Source.memberName }
    }
    if surroundings.names.isEmpty || isRead { return nil }
    var column = LooseColumns.Column(key: "key")
    for (row, name) in rowNames.enumerated() {
      var text: [UInt8] = []
      let value = Value.text(name).scanned(into: &text)
      text += [UInt8](repeating: 0, count: Piece.padding)
      column.add(value, of: UInt32(row), in: unsafe text.span.bytes)
    }
    return column
  }

  /// The name of each row in an object of records.
  private var rowNames: [String] {
    var names: [String] = []
    var next = 0
    let count = surroundings.names.count
    for range in skipped.ranges {
      names += surroundings.names[min(next, count)..<min(range.lowerBound, count)]
      next = range.upperBound
    }
    return names + surroundings.names[min(next, count)...]
  }

  /// Notes what was read leniently in a page that begins at an offset.
  mutating func note(_ remark: LinkedData.Remark, records: [Range<Int>], at offset: Int) {
    let earlier = records.count { $0.lowerBound <= remark.offset }
    // What is lost would have come behind those before it; what is read is a part of the last of them.
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

  /// Notes which rows had text that was encoded twice.
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
