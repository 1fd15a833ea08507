extension Catalog {
  /// Returns the rows whose text in a field is one of some, ignoring case.
  ///
  /// - Complexity: O(*n*); about a nanosecond per row if the texts have a pattern.
  package func rows(_ field: Int, equalTo texts: Set<String>) -> [Int] {
    let wanted = Set(texts.map { $0.lowercased() })
    if wanted.isEmpty { return [] }
    if case .texts(let column) = column(field) { return column.rows(equalTo: wanted) }
    return (0..<count).filter { row in
      value(field, row).map { wanted.contains($0.text.lowercased()) } ?? false
    }
  }

  /// Returns the first eight bytes of a row's UUID, in big-endian order; nil if the field has no UUIDs.
  package func uuidStart(_ field: Int, _ row: Int) -> UInt64? {
    guard case .texts(let column) = column(field) else { return nil }
    return column.uuidStart(row)
  }

  /// Returns the rows with the value of an earlier record, in the order of the feed, each with the first such row.
  ///
  /// - Complexity: O(*n*).
  package func repeatedValues(_ field: Int) -> [(row: Int, earlier: Int)] {
    var repeated: [(row: Int, earlier: Int)] = []
    forEachGroup(ofEqual: field) { rows in
      // Texts with equal hashes are almost certainly equal.
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

  /// The rows with the id of an earlier record, each with the first such row.
  ///
  /// Favorites are identified by id, so that all rows with the same id share them.
  package var repeatedIds: [(row: Int, earlier: Int)] {
    schema.index(of: .id).map { repeatedValues($0) } ?? []
  }

  /// Returns the number of distinct texts of a field, according to their 64-bit hashes.
  func distinctTexts(_ field: Int) -> Int {
    var single = 0
    var others = 0
    forEachGroup(ofEqual: field, alone: { single = $0 }, { _ in others += 1 })
    return single + others
  }

  /// Calls `body` with the rows of each text that occurs more than once, in the order of the feed, and `alone` with the
  /// number of texts that occur once.
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
  /// Returns the rows whose lowercase text is one of some.
  fileprivate func rows(equalTo wanted: Set<String>) -> [Int] {
    // Beyond ASCII, the lowercase form may have another length.
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
    if !starts.isEmpty || pattern.middle != .uuid {
      slots.withSpan { slots in
        for record in 0..<min(order.count, slots.count / size) {
          var start: UInt64 = 0
          var isPlain = true
          if pattern.middle == .uuid {
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
    guard let pattern, pattern.middle == .uuid, pattern.prefix.isEmpty, pattern.suffix.isEmpty,
      exceptions.count == 0, present.contains(row)
    else { return nil }
    let record = order.record(row)
    return slots.withSpan(record * 16..<record * 16 + 8) { slot in
      slot.indices.reduce(0) { $0 << 8 | UInt64(slot[$1]) }
    }
  }
}

extension TextPattern {
  /// The pattern of the lowercase texts; nil if it contains characters beyond ASCII.
  fileprivate var lowercased: TextPattern? {
    guard (prefix + suffix).allSatisfy({ $0 < 0x80 }) else { return nil }
    return TextPattern(
      prefix: prefix.map { inLowerCase($0) }, suffix: suffix.map { inLowerCase($0) }, middle: middle
    )
  }
}

/// Converts an ASCII letter to lowercase; returns other bytes unchanged.
@inline(__always)
private func inLowerCase(_ byte: UInt8) -> UInt8 {
  byte >= 0x41 && byte <= 0x5A ? byte + 32 : byte
}
