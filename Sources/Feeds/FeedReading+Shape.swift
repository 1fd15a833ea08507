import Catalog

/// Where the records are in a document.
extension FeedReading {
  /// Whether the first line is an object of its own, and another one begins the next.
  func isLineByLine() -> Bool {
    var reader = JSONReader(bytes)
    reader.skipSpace()
    guard let end = bytes[reader.position...].firstIndex(of: 0x0A) else { return false }
    var following = JSONReader(bytes, at: end)
    following.skipSpace()
    guard reader.next == 0x7B, following.next == 0x7B else { return false }
    // A first line that is no JSON is no record; whoever reads the document says what is wrong with it.
    return (try? reader.skipValue()) != nil && reader.position <= end
  }

  /// An object with the records in one of its members, or one record alone.
  mutating func readDocument(
    _ reader: inout JSONReader, _ wanted: Profile?
  ) throws(JSONFault) {
    let start = reader.position
    guard reader.next == 0x7B else {
      _ = try reader.readValue()
      return
    }
    let profiles = wanted.map { [$0] } ?? Profile.builtIn
    var arrays: [(key: String, offset: Int)] = []
    reader.position += 1
    if !reader.takes(0x7D) {
      repeat {
        reader.skipSpace()
        guard reader.next == 0x22 else { throw reader.fault("a name in quotes was expected") }
        let key = try reader.readString()
        try reader.take(0x3A, "`:`")
        reader.skipSpace()
        if reader.next == 0x5B, let profile = profiles.first(where: { $0.container == key }) {
          begin(profile, at: "$.\(key)")
          try readRecords(&reader)
        } else {
          if reader.next == 0x5B { arrays.append((key, reader.position)) }
          try reader.skipValue()
        }
      } while reader.takes(0x2C)
      try reader.take(0x7D, "`,` or `}`")
    }
    if foundRecords { return }
    let array = arrays.first { holdsObjects(at: $0.offset) } ?? arrays.first
    if let array, holdsObjects(at: array.offset) || isEmptyArray(at: array.offset) {
      begin(wanted ?? .records, at: "$.\(array.key)")
      var records = JSONReader(bytes, at: array.offset)
      return try readRecords(&records)
    }
    guard isNamed(at: start) else { return }
    begin(wanted ?? .records, at: "$")
    var record = JSONReader(bytes, at: start)
    try readRecord(&record, index: 0, path: "$")
  }

  private func isEmptyArray(at offset: Int) -> Bool {
    var reader = JSONReader(bytes, at: offset + 1)
    return reader.takes(0x5D)
  }

  private func holdsObjects(at offset: Int) -> Bool {
    var reader = JSONReader(bytes, at: offset + 1)
    reader.skipSpace()
    return reader.next == 0x7B
  }

  /// Whether the object there has a name of its own.
  private func isNamed(at offset: Int) -> Bool {
    var reader = JSONReader(bytes, at: offset)
    var isNamed = false
    // The object was read before: nothing in it can be wrong any more.
    try? reader.readObject { (reader, key, _) throws(JSONFault) in
      if case .string = try reader.readValue(), nameKeys.contains(key.lowercased()) {
        isNamed = true
      }
    }
    return isNamed
  }
}
