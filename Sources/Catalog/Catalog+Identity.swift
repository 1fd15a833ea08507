extension Catalog {
  /// The rows whose text in a field is one of some, whatever the case of its letters.
  ///
  /// - Complexity: O(*n*): about a nanosecond a row where the texts have a pattern.
  package func rows(_ field: Int, equalTo texts: Set<String>) -> [Int] {
    let wanted = Set(texts.map { $0.lowercased() })
    if wanted.isEmpty { return [] }
    if case .texts(let column) = column(field) { return column.rows(equalTo: wanted) }
    return (0..<count).filter { row in
      value(field, row).map { wanted.contains($0.text.lowercased()) } ?? false
    }
  }

  /// The first eight bytes of a row's UUID, the first one highest; nil if the field has no UUIDs.
  package func uuidStart(_ field: Int, _ row: Int) -> UInt64? {
    guard case .texts(let column) = column(field) else { return nil }
    return column.uuidStart(row)
  }

  /// The rows whose value in a field an earlier record has as well, and the row of the first such record.
  ///
  /// In the order of the feed.
  /// - Complexity: O(*n*).
  package func repeatedValues(_ field: Int) -> [(row: Int, earlier: Int)] {
    var repeated: [(row: Int, earlier: Int)] = []
    forEachGroup(ofEqual: field) { rows in
      // What has the same hash is almost surely the same.
      var firsts: [String: Int] = [:]
      for row in rows.map({ Int($0) }) {
        guard let text = value(field, row)?.text else { continue }
        if let earlier = firsts[text] {
          repeated.append((row, earlier))
        } else {
          firsts[text] = row
        }
      }
    }
    return repeated.sorted { record(of: $0.row) < record(of: $1.row) }
  }

  /// The rows whose id an earlier record has as well, and the row of that.
  ///
  /// By its id a favorite is known again, and so are all rows that have the same.
  package var repeatedIds: [(row: Int, earlier: Int)] {
    schema.index(of: .id).map { repeatedValues($0) } ?? []
  }

  /// How many different texts a field has, told by hashes of 64 bits.
  func distinctTexts(_ field: Int) -> Int {
    var single = 0
    var others = 0
    forEachGroup(ofEqual: field, alone: { single = $0 }, { _ in others += 1 })
    return single + others
  }

  /// Calls `body` with the rows of each text that comes up more than once, in the order of the feed, and `alone`
  /// with how many others there are.
  private func forEachGroup(
    ofEqual field: Int, alone: (Int) -> Void = { _ in }, _ body: (ArraySlice<UInt32>) -> Void
  ) {
    var hashes = [UInt64](repeating: 0, count: count)
    var rows: [UInt32] = []
    rows.reserveCapacity(count)
    for row in order.rows {
      if case .texts(let column) = column(field) {
        guard column.present.contains(Int(row)) else { continue }
        hashes[Int(row)] = column.hash(Int(row))
      } else {
        guard var text = value(field, Int(row))?.text else { continue }
        hashes[Int(row)] = text.withUTF8 { checksum(unsafe $0.span.bytes) }
      }
      rows.append(row)
    }
    rows = stableSorted(rows) { hashes[Int($0)] }
    var (start, single) = (0, 0)
    while start < rows.count {
      var end = start + 1
      while end < rows.count, hashes[Int(rows[end])] == hashes[Int(rows[start])] { end += 1 }
      if end - start > 1 { body(rows[start..<end]) } else { single += 1 }
      start = end
    }
    alone(single)
  }
}

extension TextColumn {
  /// The rows whose text, in lower case, is one of some.
  fileprivate func rows(equalTo wanted: Set<String>) -> [Int] {
    // Other letters than those of ASCII may take more or fewer bytes in lower case.
    guard let pattern = pattern?.lowercased, pattern.slotSize > 0 else {
      return (0..<order.count).filter {
        present.contains($0) && wanted.contains(text($0).lowercased())
      }
    }
    let size = pattern.slotSize
    var starts: Set<UInt64> = []
    for text in wanted {
      var slot = [UInt8](repeating: 0, count: size)
      var target = slot.mutableSpan
      let bytes = Array(text.utf8)
      if unsafe pattern.pack(0..<bytes.count, of: bytes.span.bytes, into: &target, at: 0) {
        starts.insert(start(of: slot))
      }
    }
    var records: [Int] = []
    if !starts.isEmpty || pattern.hole != .uuid {
      slots.withSpan { slots in
        for record in 0..<min(order.count, slots.count / size) {
          var start: UInt64 = 0
          var isPlain = true
          if pattern.hole == .uuid {
            for k in 0..<8 { start = start << 8 | UInt64(slots[record * size + k]) }
          } else {
            for k in 0..<size {
              let byte = slots[record * size + k]
              if byte >= 0x80 { isPlain = false }
              if k < 8 { start = start << 8 | UInt64(inLowerCase(byte)) }
            }
          }
          if !isPlain || starts.contains(start) { records.append(record) }
        }
      }
    }
    exceptions.withSpan { for k in $0.indices { records.append(Int($0[k])) } }
    return records.filter { $0 < order.count }.map { Int(order.rows[$0]) }
      .filter { present.contains($0) && wanted.contains(text($0).lowercased()) }
  }

  private func start(of slot: [UInt8]) -> UInt64 {
    slot.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  fileprivate func uuidStart(_ row: Int) -> UInt64? {
    guard let pattern, pattern.hole == .uuid, pattern.prefix.isEmpty, pattern.suffix.isEmpty,
      exceptions.count == 0, present.contains(row)
    else { return nil }
    let record = order.record(row)
    return slots.withSpan(record * 16..<record * 16 + 8) { slot in
      slot.indices.reduce(0) { $0 << 8 | UInt64(slot[$1]) }
    }
  }
}

extension TextPattern {
  /// The pattern of the texts in lower case; nil if it has letters beyond ASCII.
  fileprivate var lowercased: TextPattern? {
    guard (prefix + suffix).allSatisfy({ $0 < 0x80 }) else { return nil }
    return TextPattern(
      prefix: prefix.map { inLowerCase($0) }, suffix: suffix.map { inLowerCase($0) }, hole: hole)
  }
}

/// A letter of ASCII in lower case; other bytes as they are.
@inline(__always)
private func inLowerCase(_ byte: UInt8) -> UInt8 {
  byte >= 0x41 && byte <= 0x5A ? byte + 32 : byte
}
