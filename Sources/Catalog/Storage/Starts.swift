/// The offsets of variable-length elements.
///
/// The last number is the end of the last element.
///
/// If elements are short, each number takes two bytes, relative to the first number of its block of 64.
struct Starts: Sendable {
  /// The first number of each block; empty if all numbers are stored in full.
  private let blocks: Numbers<UInt32>
  private let steps: Numbers<UInt16>
  private let whole: Numbers<UInt32>
  private let isCompact: Bool

  init(_ sections: FieldSections, _ part: ImagePart, blocks blockPart: ImagePart) {
    isCompact = sections.has(blockPart)
    blocks = sections.numbers(blockPart)
    steps = sections.numbers(part)
    whole = sections.numbers(part)
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

extension ImageWriter {
  /// Writes offsets, in two bytes each if the elements are short enough.
  mutating func put(
    starts numbers: [UInt32], _ part: ImagePart, blocks blockPart: ImagePart, of field: UInt32
  ) throws(ImageError) {
    var blocks: [UInt32] = []
    var steps: [UInt16] = []
    steps.reserveCapacity(numbers.count)
    for (place, number) in numbers.enumerated() {
      if place & 63 == 0 { blocks.append(number) }
      guard let last = blocks.last, number >= last, let step = UInt16(exactly: number - last) else {
        return try put(part, of: field, numbers)
      }
      steps.append(step)
    }
    try put(blockPart, of: field, blocks)
    try put(part, of: field, steps)
  }
}
