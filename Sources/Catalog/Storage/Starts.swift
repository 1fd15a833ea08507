/// Where each of many pieces begins; the last number is where the last piece ends.
///
/// Where pieces are short, a number takes two bytes: what it is beyond the number of its block of 64.
struct Starts: Sendable {
  /// The number of each block; empty where every number is whole.
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

  /// How many numbers there are.
  var count: Int { isCompact ? steps.count : whole.count }

  subscript(_ place: Int) -> Int {
    isCompact ? Int(blocks[place >> 6]) + Int(steps[place]) : Int(whole[place])
  }

  /// Where a piece begins and ends.
  func place(_ number: Int) -> (start: Int, end: Int) {
    guard isCompact, number & 63 != 63 else { return (self[number], self[number + 1]) }
    let block = Int(blocks[number >> 6])
    return steps.withSpan(number..<number + 2) { steps in
      steps.count == 2 ? (block + Int(steps[0]), block + Int(steps[1])) : (0, 0)
    }
  }

  /// Hands out all numbers at once; `body` may ask for those from 0 up to ``count``.
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
  /// Writes where pieces begin, in two bytes each if they are short enough.
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
