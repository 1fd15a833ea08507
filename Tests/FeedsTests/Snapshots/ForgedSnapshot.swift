import TestSupport

@testable import Catalog

/// A modified snapshot with valid checksums.
struct ForgedSnapshot {
  private(set) var bytes: [UInt8]

  /// The offsets of numbers in the header.
  private enum Place {
    static let rows = 32
    static let bodyEnd = 40
    static let sections = 48
    static let tailCount = 56
    static let tailSum = 64
    static let headerSum = 4088
  }

  private let bodyEnd: Int
  private let sectionCount: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    bodyEnd = number(in: bytes, at: Place.bodyEnd)
    sectionCount = number(in: bytes, at: Place.sections)
  }

  /// Applies a random change.
  mutating func change(_ numbers: inout SeededNumbers) {
    switch numbers.below(10) {
    case 0: changeSection(&numbers)
    case 1: put(extreme(bytes.count, &numbers), at: numbers.oneOf(headerPlaces))
    case 2...4: changeText(&numbers)
    default: changeBody(&numbers)
    }
  }

  private var headerPlaces: [Int] {
    [Place.rows, Place.bodyEnd, Place.sections, Place.tailCount]
  }

  /// Changes a number of the section table: the field, the part, the width, or a bound of the range.
  private mutating func changeSection(_ numbers: inout SeededNumbers) {
    let section = numbers.below(sectionCount)
    let column = numbers.below(5)
    let place = bodyEnd + section * 40 + column * 8
    let other = bodyEnd + numbers.below(sectionCount) * 40 + column * 8
    switch numbers.below(4) {
    case 0: put(extreme(bodyEnd, &numbers), at: place)
    case 1: put(number(in: bytes, at: other), at: place)
    case 2: put(number(in: bytes, at: place) &+ numbers.oneOf([-64, -8, -1, 1, 8, 64]), at: place)
    default:
      let choices = [
        [0, 1, 2, 8], Array(0..<24), [1, 2, 4, 8], [4096, bodyEnd & ~63], [bodyEnd],
      ]
      put(numbers.oneOf(choices[column]), at: place)
    }
  }

  /// Changes a number in the contents of a section.
  private mutating func changeBody(_ numbers: inout SeededNumbers) {
    let section = bodyEnd + numbers.below(sectionCount) * 40
    let (start, end) = (number(in: bytes, at: section + 24), number(in: bytes, at: section + 32))
    // An earlier change may have moved the bounds anywhere.
    guard start >= 0, end <= bytes.count, start <= end - 8 else { return }
    let place = start + numbers.below(end - start - 7) & ~(numbers.oneOf([1, 2, 4, 8]) - 1)
    let value = numbers.happens(oneIn: 2) ? extreme(bodyEnd, &numbers) : Int(numbers.next() >> 1)
    for k in 0..<numbers.oneOf([1, 2, 4, 8]) {
      bytes[place + k] = UInt8(truncatingIfNeeded: value >> (k * 8))
    }
  }

  /// Changes a character of the field names, or swaps two field kinds.
  private mutating func changeText(_ numbers: inout SeededNumbers) {
    let kinds = ["text", "link", "date", "list"].map { Array($0.utf8) }
    let places = (4096..<min(bodyEnd, 8192) - 4).filter {
      kinds.contains(Array(bytes[$0..<$0 + 4]))
    }
    guard !places.isEmpty else { return }
    let place = numbers.oneOf(places)
    bytes.replaceSubrange(place..<place + 4, with: numbers.oneOf(kinds))
  }

  private mutating func put(_ number: Int, at place: Int) {
    for k in 0..<8 { bytes[place + k] = UInt8(truncatingIfNeeded: number >> (k * 8)) }
  }

  /// Updates all checksums.
  mutating func sign() {
    let sums = bodyEnd + sectionCount * 40
    for (block, start) in stride(from: 4096, to: bodyEnd, by: 4096).enumerated() {
      put(sum(start..<min(start + 4096, bodyEnd)), at: sums + block * 8)
    }
    put(sum(bodyEnd..<bytes.count), at: Place.tailSum)
    put(sum(0..<Place.headerSum), at: Place.headerSum)
  }

  private func sum(_ range: Range<Int>) -> Int {
    Int(bitPattern: UInt(checksum(unsafe bytes.span.bytes.extracting(range))))
  }
}

/// Returns a number at the limit of some range.
private func extreme(_ size: Int, _ numbers: inout SeededNumbers) -> Int {
  numbers.oneOf([
    0, 1, -1, .max, .min, .max / 40 + 1, 1 << 32, 1 << 32 - 1, 1 << 31, 0xFFFF, 0x7FF8 << 48, size,
    size - 1, size + 1, 64, 63,
  ])
}

private func number(in bytes: [UInt8], at place: Int) -> Int {
  (0..<8).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) }
}
