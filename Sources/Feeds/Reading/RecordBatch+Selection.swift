import Catalog

extension RecordBatch {
  /// Returns a batch of some ascending records, with their values only.
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

  /// Returns the batch without some of its records.
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
