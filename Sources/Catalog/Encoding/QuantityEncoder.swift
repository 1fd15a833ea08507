import Text

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
