/// The offsets of variable-length elements.
///
/// The last number is the end of the last element.
///
/// If elements are short, each number takes two bytes, relative to the first number of its block of 64.
struct StoredOffsets: Sendable {
  /// The first number of each block; empty if all numbers are stored in full.
  private let blocks: NumberArray<UInt32>
  private let steps: NumberArray<UInt16>
  private let whole: NumberArray<UInt32>
  private let isCompact: Bool

  init(_ sections: FieldSections, _ kind: SectionKind, blocks blockKind: SectionKind) {
    isCompact = sections.has(blockKind)
    blocks = sections.numbers(blockKind)
    steps = sections.numbers(kind)
    whole = sections.numbers(kind)
  }

  /// The number of offsets.
  var count: Int { isCompact ? steps.count : whole.count }

  subscript(_ place: Int) -> Int {
    isCompact ? Int(blocks[place >> 6]) + Int(steps[place]) : Int(whole[place])
  }

  /// Returns the start and the end of an element.
  func place(_ number: Int) -> (start: Int, end: Int) {
    guard isCompact, number & 63 != 63 else { return (self[number], self[number + 1]) }
    let block = Int(blocks[number >> 6])
    return steps.withSpan(number..<number + 2) { steps in
      steps.count == 2 ? (block + Int(steps[0]), block + Int(steps[1])) : (0, 0)
    }
  }

  /// Calls `body` with a function that returns the offset at an index below ``count``.
  @inline(__always)
  func withAll<Result>(_ body: (_ at: (Int) -> Int) -> Result) -> Result {
    if isCompact {
      return blocks.withSpan { blocks in
        steps.withSpan { steps in
          body { place in
            let block = place >> 6
            return (block < blocks.count ? Int(blocks[block]) : 0) + Int(steps[place])
          }
        }
      }
    }
    return whole.withSpan { whole in body { Int(whole[$0]) } }
  }
}

extension SectionWriter {
  /// Writes offsets, in two bytes each if the elements are short enough.
  mutating func put(
    starts numbers: [UInt32], _ kind: SectionKind, blocks blockKind: SectionKind, of field: UInt32
  ) throws(StorageError) {
    var blocks: [UInt32] = []
    var steps: [UInt16] = []
    steps.reserveCapacity(numbers.count)
    for (place, number) in numbers.enumerated() {
      if place & 63 == 0 { blocks.append(number) }
      guard let last = blocks.last, number >= last, let step = UInt16(exactly: number - last) else {
        return try put(kind, of: field, numbers)
      }
      steps.append(step)
    }
    try put(blockKind, of: field, blocks)
    try put(kind, of: field, steps)
  }
}
