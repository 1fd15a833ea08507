import Text

/// The contents of a catalog before it is stored.
package struct CatalogContents: Sendable {
  package var encoders: [FieldEncoder]
  /// The number of records.
  package var count: Int
  /// The offset of each record in the document.
  package var recordStarts: [UInt32]
  /// Data that the reader of the feed stores with the rows.
  package var attachment: [UInt8]

  package init(
    encoders: [FieldEncoder], count: Int, recordStarts: [UInt32], attachment: [UInt8] = []
  ) {
    self.encoders = encoders
    self.count = count
    self.recordStarts = recordStarts
    self.attachment = attachment
  }

  /// Writes all sections.
  func write(into writer: inout SectionWriter) throws(StorageError) {
    let whole = Section.Key.catalogue
    let order = order(unless: writer.isStopped)
    try writer.requireRunning()
    try writer.put(.schema, of: whole, Schema(encoders.map(\.field)).encoded)
    try writer.put(.attachment, of: whole, attachment)
    try writer.put(.order, of: whole, order)
    try writer.put(starts: recordStarts, .recordStarts, blocks: .recordBlocks, of: whole)
    for (number, encoder) in encoders.enumerated() {
      try encoder.write(UInt32(number), order: order, into: &writer)
    }
  }

  private func order(unless isStopped: @Sendable () -> Bool) -> [UInt32] {
    for encoder in encoders {
      if let order = encoder.nameOrder(unless: isStopped) { return order }
    }
    return Array(0..<UInt32(count))
  }

  /// Stores small contents in memory.
  package func catalog() -> Catalog {
    do {
      return try catalog(unless: { false })
    } catch {
      preconditionFailure("the contents are small, and nothing else can fail in memory")
    }
  }

  /// Stores the contents in memory.
  ///
  /// - Parameter isStopped: Whether to cancel; called regularly, from any thread.
  /// - Returns: The catalog.
  /// - Throws: ``StorageError`` if it was canceled, or if the contents are too large.
  package func catalog(
    unless isStopped: @escaping @Sendable () -> Bool
  ) throws(StorageError) -> Catalog {
    var writer = SectionWriter(expecting: 64 + count * 200, unless: isStopped)
    try write(into: &writer)
    let (storage, table) = try writer.finish()
    guard let catalog = Catalog(storage, table, count: count) else {
      preconditionFailure("the sections just written are consistent")
    }
    return catalog
  }
}

extension CatalogContents {
  /// Creates the contents of a catalog of `values`, with one array per field and one element per row, in the order of
  /// the feed.
  ///
  /// - Precondition: Every array has `count` elements.
  package init(_ schema: Schema, count: Int, values: [[Value?]]) {
    precondition(values.allSatisfy { $0.count == count }, "every field has a value or nil per row")
    let encoders = zip(schema.fields, values).map { field, values in
      var encoder = FieldEncoder(field)
      encoder.append(values)
      return encoder
    }
    self.init(
      encoders: encoders, count: count, recordStarts: Array(repeating: 0, count: count))
  }
}

extension FieldEncoder {
  /// Appends values by encoding them as JSON.
  fileprivate mutating func append(_ values: [Value?]) {
    var rest = values[...]
    while !rest.isEmpty {
      var text: [UInt8] = []
      var batch = RecordBatch(slots: 1)
      for value in rest.prefix(RecordBatch.capacity) {
        batch.values[batch.count] = value?.scanned(into: &text) ?? .absent
        batch.count += 1
      }
      rest = rest.dropFirst(batch.count)
      text += [UInt8](repeating: 0, count: 64)
      append(batch, [0], in: unsafe text.span.bytes)
    }
  }
}

extension Value {
  /// Appends the JSON encoding of the value to `text`, as the scanner reads it.
  package func scanned(into text: inout [UInt8]) -> ScannedValue {
    let start = text.count
    switch self {
    case .text(let string):
      text += Array(string.utf8)
      return ScannedValue(
        offset: UInt32(start), length: UInt32(text.count - start), shape: .text)
    case .number(let number):
      text += Array(shown(number).utf8)
      return ScannedValue(
        offset: UInt32(start), length: UInt32(text.count - start), shape: .number)
    case .list(let items):
      text.append(0x5B)
      for (place, item) in items.enumerated() {
        if place > 0 { text.append(0x2C) }
        text += Array(JSONValue.string(item).text().utf8)
      }
      text.append(0x5D)
      return ScannedValue(
        offset: UInt32(start), length: UInt32(text.count - start), shape: .list)
    }
  }
}
