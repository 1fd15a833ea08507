import Text

/// Collects the values of one field, record by record, in the form in which a catalogue keeps them.
package struct FieldEncoder: Sendable {
  private enum Form: Sendable {
    case text(TextEncoder)
    case link(LinkEncoder)
    case words(WordEncoder)
    case quantity(QuantityEncoder)
    /// Holds the place while the form is worked on, so that nothing is copied.
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

  /// Adds the values of a batch of records.
  ///
  /// - Parameters:
  ///   - batch: The records.
  ///   - slots: Where the value may be; the first slot that has one counts.
  ///   - text: The piece of text they stand in.
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

  /// The records of the last batch whose value is not like those of the others but for the digits of a UUID.
  ///
  /// What is right with one of the others is right with all of them. Where values have nothing in common,
  /// every record counts.
  package func irregular(of batch: RecordBatch) -> [Int] {
    if case .link(let encoder) = form { encoder.irregular } else { Array(0..<batch.count) }
  }

  /// Adds the values of the records that follow, from an encoder of the same field and form.
  package mutating func append(_ later: consuming FieldEncoder) {
    let current = form
    let added = later.form
    form = .vacant
    // What is here is taken out alone: in a pair it would be copied before the first value is added.
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

  /// Settles how values are kept, by those of the first rows.
  package mutating func settle(by rows: Int) {
    guard case .link(var encoder) = form else { return }
    form = .vacant
    encoder.learn(from: rows)
    form = .link(encoder)
  }

  /// Makes room for about so many rows like those that are here.
  package mutating func expect(_ rows: Int) {
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

  /// An encoder without values that keeps them as this one does.
  package func sibling() -> FieldEncoder {
    var sibling = FieldEncoder(field)
    if case .link(let encoder) = form { sibling.form = .link(encoder.sibling()) }
    return sibling
  }

  /// Repairs text that was encoded twice; addresses and ids stay as they are.
  ///
  /// - Returns: The records whose value was repaired, ascending.
  /// - Complexity: O(*n*) in the bytes of texts and the number of different words.
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

  /// The order of the records by their text, if this is the field of their name.
  func nameOrder() -> [UInt32]? {
    guard field.role == .name, case .text(let encoder) = form else { return nil }
    return textOrder(encoder.shown, encoder.folded, encoder.present)
  }

  func lay(_ number: UInt32, order: [UInt32], into writer: inout ImageWriter) throws(ImageError) {
    try writer.put(.present, of: number, present.gathered(order))
    switch form {
    case .text(let encoder):
      try encoder.lay(number, order: field.role == .name ? order : nil, into: &writer)
    case .link(let encoder): try encoder.lay(number, into: &writer)
    case .words(let encoder): try encoder.lay(number, order: order, into: &writer)
    case .quantity(let encoder): try encoder.lay(number, order: order, into: &writer)
    case .vacant: break
    }
  }
}

/// Collects numbers, or days and the texts they were given as.
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
      let isThere = appendShown(value, in: text, to: &scratch)
      let shown = String(decoding: scratch, as: UTF8.self)
      if isDate {
        let period = isThere ? Period(dateTime: shown) : nil
        present.append(period != nil)
        days.append(Int32(truncatingIfNeeded: period?.first ?? 0))
        if isThere { texts.bytes += scratch }
        texts.end()
      } else {
        // One that is too large for a number cannot be compared or shown.
        let number = (isThere ? Double(shown) : nil).flatMap { $0.isFinite ? $0 : nil }
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

  func lay(_ field: UInt32, order: [UInt32], into writer: inout ImageWriter) throws(ImageError) {
    if isDate {
      try writer.put(.days, of: field, order.map { days[Int($0)] })
      try texts.lay(.shown, .shownStarts, .shownBlocks, field, into: &writer)
    } else {
      try writer.put(.numbers, of: field, order.map { numbers[Int($0)].bitPattern })
    }
  }
}
