import Text

/// Encodes the values of one field, record by record, as a column.
package struct FieldEncoder: Sendable {
  private enum Form: Sendable {
    case text(TextEncoder)
    case link(LinkEncoder)
    case words(WordEncoder)
    case quantity(QuantityEncoder)
    /// The placeholder while an encoder is moved out, which avoids copies.
    case vacant
  }

  package let field: Field
  private var form: Form

  package init(_ field: Field) {
    self.field = field
    form =
      switch field.kind {
      case .text where field.role == .id: .link(LinkEncoder(textsOnly: false))
      case .text: .text(TextEncoder())
      case .link: .link(LinkEncoder(textsOnly: true))
      case .keyword: .words(WordEncoder(isList: false))
      case .list: .words(WordEncoder(isList: true))
      case .number, .minutes: .quantity(QuantityEncoder(isDate: false))
      case .date: .quantity(QuantityEncoder(isDate: true))
      }
  }

  /// Appends the values of a batch of records.
  ///
  /// - Parameters:
  ///   - batch: The records.
  ///   - slots: The slots of the value; the first slot with a value is used.
  ///   - text: The text that the batch refers to.
  package mutating func append(_ batch: RecordBatch, _ slots: [Int], in text: RawSpan) {
    let current = form
    form = .vacant
    switch consume current {
    case .text(var encoder):
      encoder.append(batch, slots, in: text)
      form = .text(encoder)
    case .link(var encoder):
      encoder.append(batch, slots, in: text)
      form = .link(encoder)
    case .words(var encoder):
      encoder.append(batch, slots, in: text)
      form = .words(encoder)
    case .quantity(var encoder):
      encoder.append(batch, slots, in: text)
      form = .quantity(encoder)
    case .vacant: break
    }
  }

  /// Returns the records of the last batch whose values are irregular: they differ from those of the others not only in
  /// the digits of a UUID.
  ///
  /// Regular values are all valid or all invalid. Without a common pattern, all records are irregular.
  package func irregular(of batch: RecordBatch) -> [Int] {
    if case .link(let encoder) = form { encoder.irregular } else { Array(0..<batch.count) }
  }

  /// Appends the values of records that follow, from an encoder of the same field and form.
  package mutating func append(_ later: consuming FieldEncoder) {
    let current = form
    let added = later.form
    form = .vacant
    // The encoder is moved out on its own. In a pair, it would be copied on the first change.
    switch consume current {
    case .text(var encoder):
      if case .text(let later) = added { encoder.append(later) }
      form = .text(encoder)
    case .link(var encoder):
      if case .link(let later) = added { encoder.append(later) }
      form = .link(encoder)
    case .words(var encoder):
      if case .words(let later) = added { encoder.append(later) }
      form = .words(encoder)
    case .quantity(var encoder):
      if case .quantity(let later) = added { encoder.append(later) }
      form = .quantity(encoder)
    case .vacant: break
    }
  }

  /// Chooses the encoding by the values of the first rows.
  package mutating func chooseEncoding(by rows: Int) {
    guard case .link(var encoder) = form else { return }
    form = .vacant
    encoder.learn(from: rows)
    form = .link(encoder)
  }

  /// Reserves capacity for a number of rows like those encoded so far.
  package mutating func reserve(_ rows: Int) {
    let current = form
    form = .vacant
    switch consume current {
    case .text(var encoder):
      encoder.reserve(rows)
      form = .text(encoder)
    case .link(var encoder):
      encoder.reserve(rows)
      form = .link(encoder)
    case .words(var encoder):
      encoder.reserve(rows)
      form = .words(encoder)
    case .quantity(var encoder):
      encoder.reserve(rows)
      form = .quantity(encoder)
    case .vacant: break
    }
  }

  /// Returns an empty encoder with the same encoding.
  package func sibling() -> FieldEncoder {
    var sibling = FieldEncoder(field)
    if case .link(let encoder) = form { sibling.form = .link(encoder.sibling()) }
    return sibling
  }

  /// Repairs text that was encoded twice, except in addresses and ids.
  ///
  /// - Returns: The repaired records, ascending.
  /// - Complexity: O(*n*) in the bytes of texts and the number of distinct words.
  package mutating func repair() -> [Int] {
    let current = form
    form = .vacant
    switch consume current {
    case .text(var encoder):
      let records = encoder.repair()
      form = .text(encoder)
      return records
    case .words(var encoder):
      let records = encoder.repair()
      form = .words(encoder)
      return records
    case let other:
      form = other
      return []
    }
  }

  /// Whether each record has a value.
  var present: PresenceBits {
    switch form {
    case .text(let encoder): encoder.present
    case .link(let encoder): encoder.present
    case .words(let encoder): encoder.present
    case .quantity(let encoder): encoder.present
    case .vacant: PresenceBits()
    }
  }

  /// Returns the records sorted by text, if this is the name field; in any order if sorting is canceled.
  func nameOrder(unless isStopped: @Sendable () -> Bool) -> [UInt32]? {
    guard field.role == .name, case .text(let encoder) = form, !encoder.isTooLarge else {
      return nil
    }
    return textOrder(encoder.shown, encoder.folded, encoder.present, unless: isStopped)
  }

  func write(_ number: UInt32, order: [UInt32], into writer: inout SectionWriter)
    throws(StorageError)
  {
    try writer.put(.present, of: number, present.gathered(order))
    switch form {
    case .text(let encoder):
      if encoder.isTooLarge { throw .tooLarge(field: field.name) }
      try encoder.write(number, order: field.role == .name ? order : nil, into: &writer)
    case .link(let encoder): try encoder.write(number, into: &writer)
    case .words(let encoder):
      let texts = encoder.texts()
      if texts.isTooLarge { throw .tooLarge(field: field.name) }
      try encoder.write(texts, number, order: order, into: &writer)
    case .quantity(let encoder): try encoder.write(number, order: order, into: &writer)
    case .vacant: break
    }
  }
}

/// Encodes numbers, or days with their texts.
struct QuantityEncoder: Sendable {
  private(set) var present = PresenceBits()
  private var numbers: [Double] = []
  private var days: [Int32] = []
  private var texts = TextArena()
  private let isDate: Bool
  private var scratch: [UInt8] = []

  init(isDate: Bool) { self.isDate = isDate }

  mutating func append(_ batch: RecordBatch, _ slots: [Int], in text: RawSpan) {
    for record in 0..<batch.count {
      let value = batch.value(slots, record)
      scratch.removeAll(keepingCapacity: true)
      let isPresent = appendShown(value, in: text, to: &scratch)
      let shown = String(decoding: scratch, as: UTF8.self)
      if isDate {
        let period = isPresent ? Period(dateTime: shown) : nil
        present.append(period != nil)
        days.append(Int32(truncatingIfNeeded: period?.first ?? 0))
        if isPresent { texts.bytes += scratch }
        texts.end()
      } else {
        // A number that overflows `Double` cannot be compared or shown.
        let number = (isPresent ? Double(shown) : nil).flatMap { $0.isFinite ? $0 : nil }
        present.append(number != nil)
        numbers.append(number ?? 0)
      }
    }
  }

  mutating func append(_ later: QuantityEncoder) {
    present.append(later.present)
    numbers += later.numbers
    days += later.days
    texts.append(later.texts)
  }

  mutating func reserve(_ rows: Int) {
    if isDate {
      days.reserveLargely(rows)
      texts.reserve(rows)
    } else {
      numbers.reserveLargely(rows)
    }
  }

  func write(_ field: UInt32, order: [UInt32], into writer: inout SectionWriter)
    throws(StorageError)
  {
    if isDate {
      try writer.put(.days, of: field, order.map { days[Int($0)] })
      try texts.write(.shown, .shownStarts, .shownBlocks, field, into: &writer)
    } else {
      try writer.put(.numbers, of: field, order.map { numbers[Int($0)].bitPattern })
    }
  }
}
