import Catalog

extension RecordBatch {
  /// Some of its records, ascending, and nothing else.
  func keeping(_ records: [Int]) -> RecordBatch {
    if records.count == count { return self }
    var batch = RecordBatch(slots: slots)
    for record in records {
      for slot in 0..<slots {
        batch.values[slot * Self.capacity + batch.count] = values[slot * Self.capacity + record]
      }
      batch.count += 1
    }
    return batch
  }

  /// The batch without some of its records.
  func removing(_ records: Set<Int>) -> RecordBatch {
    var batch = RecordBatch(slots: slots)
    var places = [Int](repeating: -1, count: count)
    for record in 0..<count where !records.contains(record) {
      for slot in 0..<slots {
        batch.values[slot * Self.capacity + batch.count] = values[slot * Self.capacity + record]
      }
      batch.records[batch.count] = self.records[record]
      places[record] = batch.count
      batch.count += 1
    }
    batch.others = others.compactMap { other in
      let place = places[Int(other.record)]
      return place < 0 ? nil : Other(record: UInt32(place), key: other.key, value: other.value)
    }
    return batch
  }
}

extension Span where Element == ScannedValue {
  /// The value of a record of a batch: that of the first of some slots that has one; else an empty text, if there is one.
  @inline(__always)
  func first(of slots: [Int], _ record: Int) -> ScannedValue {
    let first = self[slots[0] * RecordBatch.capacity + record]
    if slots.count == 1 { return first }
    var nothing = first
    for slot in slots {
      let value = self[slot * RecordBatch.capacity + record]
      switch value.shape {
      case .absent, .null: continue
      case .text where value.length == 0: nothing = value
      default: return value
      }
    }
    return nothing
  }
}

extension RecordBatch {
  /// The value of a record: that of the first of some slots that has one.
  @inline(__always)
  func value(_ slots: [Int], _ record: Int) -> ScannedValue { values.span.first(of: slots, record) }
}
