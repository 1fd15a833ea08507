/// Rows in the order of a key; what is equal stays as it was.
///
/// - Complexity: O(*n*) for each of the key's digits of 11 bits in which keys differ (least significant digit radix sort).
func stableSorted(_ rows: [UInt32], by key: (UInt32) -> UInt64) -> [UInt32] {
  var entries = rows.map { (key: key($0), row: $0) }
  if entries.count < 256 {
    return entries.enumerated()
      .sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }.map(\.element.row)
  }
  var (all, any) = (UInt64.max, UInt64(0))
  for entry in entries {
    all &= entry.key
    any |= entry.key
  }
  var other = entries
  for shift in stride(from: UInt64(0), to: 64, by: 11) where (all ^ any) >> shift & 0x7FF != 0 {
    var places = [Int](repeating: 0, count: 2049)
    for entry in entries { places[Int(entry.key >> shift & 0x7FF) + 1] += 1 }
    for digit in 0..<2048 { places[digit + 1] += places[digit] }
    for entry in entries {
      let digit = Int(entry.key >> shift & 0x7FF)
      other[places[digit]] = entry
      places[digit] += 1
    }
    swap(&entries, &other)
  }
  return entries.map(\.row)
}
