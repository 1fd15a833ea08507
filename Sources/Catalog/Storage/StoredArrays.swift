/// An array of numbers in a section.
struct NumberArray<Element: FixedWidthInteger & BitwiseCopyable & Sendable>: Sendable {
  private let storage: CatalogStorage
  private let start: Int
  let count: Int

  /// Creates an array of the numbers in a range of bytes, ignoring an incomplete last one.
  init(_ storage: CatalogStorage, _ range: Range<Int>) {
    self.storage = storage
    start = range.lowerBound
    count = range.count / MemoryLayout<Element>.size
  }

  /// Returns a number; 0 if the index is out of bounds, as is possible in a manipulated file.
  subscript(_ place: Int) -> Element {
    guard place >= 0, place < count else { return 0 }
    let size = MemoryLayout<Element>.size
    let from = start + place * size
    return storage.withBytes(from..<from + size) {
      unsafe $0.unsafeLoadUnaligned(fromByteOffset: 0, as: Element.self)
    }
  }

  /// Calls `body` with all numbers.
  func withSpan<Result>(_ body: (Span<Element>) -> Result) -> Result {
    withSpan(0..<count, body)
  }

  /// Calls `body` with a range of the numbers.
  func withSpan<Result>(_ range: Range<Int>, _ body: (Span<Element>) -> Result) -> Result {
    let size = MemoryLayout<Element>.size
    let clamped = range.clamped(to: 0..<count)
    return storage.withBytes(start + clamped.lowerBound * size..<start + clamped.upperBound * size)
    {
      body(Span<Element>(_bytes: $0))
    }
  }
}

/// An array of numbers that are stored in 1, 2, or 4 bytes each, as the largest requires.
enum NarrowNumberArray: Sendable {
  case one(NumberArray<UInt8>)
  case two(NumberArray<UInt16>)
  case four(NumberArray<UInt32>)

  /// Creates an array of numbers of `width` bytes: 1, 2, or 4.
  init(_ storage: CatalogStorage, _ range: Range<Int>, width: Int) {
    self =
      switch width {
      case 1: .one(NumberArray(storage, range))
      case 2: .two(NumberArray(storage, range))
      default: .four(NumberArray(storage, range))
      }
  }

  /// Returns the smallest element size for a number: 1, 2, or 4 bytes.
  static func width(of largest: Int) -> Int { largest <= 0xFF ? 1 : largest <= 0xFFFF ? 2 : 4 }

  var count: Int {
    switch self {
    case .one(let numbers): numbers.count
    case .two(let numbers): numbers.count
    case .four(let numbers): numbers.count
    }
  }

  subscript(_ place: Int) -> Int {
    switch self {
    case .one(let numbers): Int(numbers[place])
    case .two(let numbers): Int(numbers[place])
    case .four(let numbers): Int(numbers[place])
    }
  }

  /// Returns the indices, out of `count`, of the numbers for which `wanted` is true.
  ///
  /// Larger numbers are not wanted.
  func rows(where wanted: [Bool], count: Int) -> RowSet {
    switch self {
    case .one(let numbers): numbers.byteRows(where: wanted, count: count)
    case .two(let numbers): numbers.rows(where: wanted, count: count)
    case .four(let numbers): numbers.rows(where: wanted, count: count)
    }
  }
}

extension NumberArray {
  /// Returns the indices of wanted bytes without branches: eight at a time if few bytes are wanted.
  fileprivate func byteRows(where wanted: [Bool], count: Int) -> RowSet {
    let few = wanted.indices.filter { $0 < 256 && wanted[$0] }
    if few.count <= 4 { return byteRows(few.map { UInt64($0) &* 0x0101_0101_0101_0101 }, count) }
    var bits = InlineArray<256, UInt64>(repeating: 0)
    for number in 0..<min(256, wanted.count) where wanted[number] { bits[number] = 1 }
    return withSpan { numbers in
      RowSet(capacity: count) { words in
        let end = min(count, numbers.count)
        for word in 0..<(end + 63) / 64 {
          var set: UInt64 = 0
          let first = word << 6
          for k in 0..<min(64, end - first) {
            set |= bits[Int(truncatingIfNeeded: numbers[first + k]) & 0xFF] << UInt64(k)
          }
          words[word] = set
        }
      }
    }
  }

  /// Returns the indices of bytes that equal one of some, each repeated in all bytes of a word.
  private func byteRows(_ patterns: [UInt64], _ count: Int) -> RowSet {
    withSpan { numbers in
      RowSet(capacity: count) { words in
        let bytes = unsafe numbers.bytes
        let end = min(count, numbers.count)
        for word in 0..<(end + 63) / 64 {
          var set: UInt64 = 0
          let first = word << 6
          if first + 64 <= end {
            for k in 0..<8 {
              let eight = bytes.word(first + k * 8)
              var equal: UInt64 = 0
              for pattern in patterns { equal |= equalBytes(eight, pattern) }
              // Gathers the lowest bits of eight bytes into one byte.
              set |= ((equal &* 0x0102_0408_1020_4080) >> 56) << UInt64(k * 8)
            }
          } else {
            for row in first..<end where patterns.contains(where: { $0 & 0xFF == bytes.byte(row) })
            {
              set |= 1 << UInt64(row - first)
            }
          }
          words[word] = set
        }
      }
    }
  }

  /// Returns the indices of wanted numbers.
  fileprivate func rows(where wanted: [Bool], count: Int) -> RowSet {
    withSpan { numbers in
      RowSet(capacity: count) { words in
        let wanted = wanted.span
        var row = 0
        let end = min(count, numbers.count)
        while row < end {
          var word: UInt64 = 0
          let stop = min(row + 64, end)
          let first = row
          while row < stop {
            let number = Int(truncatingIfNeeded: numbers[row])
            if number < wanted.count, wanted[number] { word |= 1 << UInt64(row - first) }
            row += 1
          }
          words[first >> 6] = word
        }
      }
    }
  }
}

/// Texts in a section, and their offsets.
struct StoredTexts: Sendable {
  private let storage: CatalogStorage
  private let range: Range<Int>
  let starts: StoredOffsets

  init(_ storage: CatalogStorage, bytes range: Range<Int>, starts: StoredOffsets) {
    self.storage = storage
    self.range = range
    self.starts = starts
  }

  /// The number of texts.
  var count: Int { max(0, starts.count - 1) }

  /// The total size of the texts, in bytes.
  var byteCount: Int { range.count }

  /// Returns the byte range of a text; empty if the offsets are inconsistent.
  func place(_ number: Int) -> Range<Int> {
    let (start, end) = number >= 0 ? starts.place(number) : (0, 0)
    guard number >= 0, number < count, start >= 0, start <= end, end <= range.count else {
      return 0..<0
    }
    return start..<end
  }

  /// Returns a text, with invalid UTF-8 repaired.
  func text(_ number: Int) -> String { text(place(number)) }

  /// Returns the text in a byte range.
  func text(_ place: Range<Int>) -> String {
    withBytes(place) { unsafe $0.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }
  }

  /// Calls `body` with a range of bytes.
  func withBytes<Result>(_ place: Range<Int>, _ body: (RawSpan) -> Result) -> Result {
    let clamped = place.clamped(to: 0..<range.count)
    return storage.withBytes(
      range.lowerBound + clamped.lowerBound..<range.lowerBound + clamped.upperBound, body)
  }

  /// Calls `body` with the bytes of all texts.
  func withAllBytes<Result>(_ body: (RawSpan) -> Result) -> Result {
    storage.withBytes(range, body)
  }
}

/// A bit for each row.
struct StoredBits: Sendable {
  private let words: NumberArray<UInt64>

  init(_ words: NumberArray<UInt64>) { self.words = words }

  func contains(_ row: Int) -> Bool { words[row >> 6] >> UInt64(row & 63) & 1 != 0 }

  /// Returns the rows, out of `count`, whose bit is set.
  func rows(_ count: Int) -> RowSet {
    words.withSpan { span in
      RowSet(capacity: count) { target in
        for k in 0..<min(target.count, span.count) { target[k] = span[k] }
      }
    }
  }
}

/// Returns a word with a 1 in each byte in which two words are equal.
@inline(__always)
private func equalBytes(_ one: UInt64, _ other: UInt64) -> UInt64 {
  let difference = one ^ other
  let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
  return (~(((difference & low) &+ low) | difference | low)) >> 7
}
