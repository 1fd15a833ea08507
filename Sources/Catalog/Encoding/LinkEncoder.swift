import Text

/// Encodes texts that are rarely read, such as addresses and ids, without their common parts.
struct LinkEncoder: Sendable {
  private(set) var present = PresenceBits()
  /// The common pattern; nil until it is known, or if there is none.
  private var pattern: TextPattern?
  private var isLearned = false
  /// The variable part of each row's value, all of the same size.
  private var slots: [UInt8] = []
  /// The rows that do not match the pattern.
  private var exceptions: [UInt32] = []
  /// The texts of these rows; all texts if there is no pattern.
  private var texts = TextArena()
  private var scratch: [UInt8] = []
  /// The records of the last batch that differ from the others not only in the digits of a UUID.
  private(set) var irregular: [Int] = []
  /// The origins of addresses without a pattern, and the number of each row's origin plus one; 0 for no origin.
  private var origins: ByteTable?
  private var originCodes: [UInt32] = []
  /// Whether numbers are not values.
  private let takesTextsOnly: Bool

  init(textsOnly: Bool) { takesTextsOnly = textsOnly }

  mutating func append(_ batch: RecordBatch, _ slots: [Int], in text: RawSpan) {
    guard let pattern else {
      let takesTextsOnly = takesTextsOnly
      irregular = Array(0..<batch.count)
      if origins != nil { return appendWithOrigins(batch, slots, in: text) }
      return texts.append(
        batch, slots, in: text, isWanted: { !takesTextsOnly || !$0.isScalarButText }, &present,
        &scratch)
    }
    let size = pattern.slotSize
    irregular.removeAll(keepingCapacity: true)
    if pattern.middle != .uuid { irregular = Array(0..<batch.count) }
    var packed: [UInt8] = []
    swap(&packed, &self.slots)
    defer { swap(&packed, &self.slots) }
    var place = packed.count
    packed.extend(by: batch.count * size)
    var target = packed.mutableSpan
    batch.forEachValue(slots) { record, value in
      if isPlain(value, in: text),
        pattern.pack(value.range, of: text, into: &target, at: place)
      {
        present.append(true)
      } else {
        if pattern.middle == .uuid { irregular.append(record) }
        scratch.removeAll(keepingCapacity: true)
        let isPresent =
          !(takesTextsOnly && value.isScalarButText)
          && appendShown(value, in: text, to: &scratch)
        if isPresent {
          pack(pattern, into: &target, at: place, &scratch, &exceptions, &texts, present.count)
        }
        present.append(isPresent)
      }
      place += size
    }
  }

  /// Appends addresses, whose origins are stored once.
  private mutating func appendWithOrigins(
    _ batch: RecordBatch, _ slots: [Int], in text: RawSpan
  ) {
    var known = origins ?? ByteTable()
    origins = nil
    defer { origins = known }
    var tails: [UInt8] = []
    swap(&tails, &texts.bytes)
    defer { swap(&tails, &texts.bytes) }
    var most = 0
    batch.forEachValue(slots) { _, value in most += Int(value.length) }
    var end = tails.count
    // In a list, the displayed separator is one byte longer than that of JSON.
    tails.extend(by: most * 2)
    var target = tails.mutableSpan
    var isPresent = true
    batch.forEachValue(slots) { _, value in
      if isPlain(value, in: text) {
        isPresent = true
        originCodes.append(appendTail(value.range, of: text, to: &target, at: &end, &known))
      } else {
        scratch.removeAll(keepingCapacity: true)
        isPresent =
          !(takesTextsOnly && value.isScalarButText)
          && appendShown(value, in: text, to: &scratch)
        let all = 0..<(isPresent ? scratch.count : 0)
        originCodes.append(
          appendTail(all, of: unsafe scratch.span.bytes, to: &target, at: &end, &known))
      }
      present.append(isPresent)
      texts.end(at: end)
    }
    tails.removeLast(tails.count - end)
  }

  /// Splits the texts encoded so far into origins and the rest.
  private mutating func splitOrigins() {
    var known = ByteTable()
    let all = texts
    texts = TextArena()
    var tails = [UInt8](repeating: 0, count: all.bytes.count)
    var end = 0
    do {
      var target = tails.mutableSpan
      for row in 0..<all.count {
        originCodes.append(
          appendTail(all.place(row), of: unsafe all.bytes.span.bytes, to: &target, at: &end, &known)
        )
        texts.end(at: end)
      }
    }
    texts.bytes = Array(tails[..<end])
    origins = known
  }

  /// Determines the pattern of the values so far, which are reencoded.
  ///
  /// Later values use the same encoding.
  mutating func learn(from rows: Int) {
    if isLearned { return }
    isLearned = true
    guard let found = TextPattern(of: texts, rows: rows, present: present) else {
      if takesTextsOnly { splitOrigins() }
      return
    }
    let all = texts
    (texts, pattern) = (TextArena(), found)
    var packed = [UInt8](repeating: 0, count: all.count * found.slotSize)
    defer { slots = packed }
    var target = packed.mutableSpan
    for row in 0..<all.count where present[row] {
      scratch.removeAll(keepingCapacity: true)
      scratch += all.bytes[all.place(row)]
      pack(
        found, into: &target, at: row * found.slotSize, &scratch, &exceptions, &texts, row)
    }
  }

  /// Returns an empty encoder with the same encoding.
  func sibling() -> LinkEncoder {
    var sibling = LinkEncoder(textsOnly: takesTextsOnly)
    (sibling.pattern, sibling.isLearned) = (pattern, isLearned)
    sibling.origins = origins.map { _ in ByteTable() }
    return sibling
  }

  mutating func append(_ later: LinkEncoder) {
    let shift = UInt32(present.count)
    present.append(later.present)
    if let theirs = later.origins {
      let here = origins?.merge(theirs) ?? []
      originCodes.append(
        contentsOf: later.originCodes.map { $0 == 0 ? 0 : here[Int($0) - 1] + 1 })
    }
    slots.append(contentsOf: later.slots)
    exceptions.append(contentsOf: later.exceptions.map { $0 + shift })
    texts.append(later.texts)
  }

  mutating func reserve(_ rows: Int) {
    if let pattern {
      slots.reserveLargely(rows * pattern.slotSize)
    } else {
      texts.reserve(rows)
      if origins != nil { originCodes.reserveLargely(rows) }
    }
  }

  func write(_ field: UInt32, into writer: inout SectionWriter) throws(StorageError) {
    try texts.write(.shown, .shownStarts, .shownBlocks, field, into: &writer)
    if let origins {
      var arena = TextArena()
      for number in 0..<origins.count {
        arena.bytes += origins.bytes[origins.place(number)]
        arena.end()
      }
      try arena.write(.origins, .originStarts, .originBlocks, field, into: &writer)
      try writer.put(.originCodes, of: field, narrow: originCodes, largest: origins.count)
    }
    guard let pattern else { return }
    try writer.put(.pattern, of: field, pattern.encoded)
    try writer.put(.slots, of: field, slots)
    try writer.put(.exceptions, of: field, exceptions)
  }
}

extension TextPattern {
  /// The stored form of the pattern: the size of the middle, -1 for a UUID; the prefix; the suffix.
  var encoded: [UInt8] {
    var coder = BinaryWriter()
    if case .bytes(let count) = middle { coder.put(count) } else { coder.put(-1) }
    coder.put(prefix)
    coder.put(suffix)
    return coder.bytes
  }

  init?(encoded bytes: [UInt8]) {
    var reader = BinaryReader(bytes)
    guard let size = reader.number(), let prefix = reader.bytes(), let suffix = reader.bytes(),
      size >= -1, size <= 64
    else { return nil }
    self.init(prefix: prefix, suffix: suffix, middle: size < 0 ? .uuid : .bytes(size))
  }
}

/// Stores a text by its pattern, or as an exception.
private func pack(
  _ pattern: TextPattern, into slots: inout MutableSpan<UInt8>, at place: Int,
  _ text: inout [UInt8], _ exceptions: inout [UInt32], _ texts: inout TextArena, _ row: Int
) {
  if unsafe pattern.pack(0..<text.count, of: text.span.bytes, into: &slots, at: place) { return }
  exceptions.append(UInt32(row))
  texts.bytes += text
  texts.end()
}

extension ScannedValue {
  fileprivate var isScalarButText: Bool { shape == .number || shape == .yes || shape == .no }
}

/// Appends the part of an address after its origin, or the whole text if there is none.
///
/// - Returns: The number of the origin plus one; 0 for no origin.
@inline(__always)
func appendTail(
  _ range: Range<Int>, of text: RawSpan, to target: inout MutableSpan<UInt8>, at end: inout Int,
  _ known: inout ByteTable
) -> UInt32 {
  var tail = range
  var code: UInt32 = 0
  let length = originLength(range, of: text)
  if length > 0, length < range.count, known.count < 1 << 16 {
    let start = range.lowerBound
    code = known.number(of: start..<start + length, in: text) + 1
    tail = start + length..<range.upperBound
  }
  copyBytes(tail, of: text, to: &target, at: end)
  end += tail.count
  return code
}

/// Returns the length, in bytes, of the scheme and host of an address, including the slash after them; 0 if there is no
/// such prefix.
@inline(__always)
private func originLength(_ range: Range<Int>, of text: RawSpan) -> Int {
  precondition(range.lowerBound >= 0, "These bytes are not there.")
  var slashes = 0
  var place = range.lowerBound
  while place < range.upperBound {
    // The highest bit of each byte that is a slash. Bytes after the text are ignored.
    let isWord = place <= text.byteCount &- 8
    var found =
      unsafe isWord
      ? slashBits(text.knownWord(place)) : text.byte(place) == 0x2F ? 0x80 : 0
    while found != 0 {
      let offset = place + found.trailingZeroBitCount >> 3 - range.lowerBound
      if offset >= range.count { return 0 }
      slashes += 1
      if slashes == 3 { return offset + 1 }
      if offset > 64 { return 0 }
      found &= found &- 1
    }
    place += isWord ? 8 : 1
  }
  return 0
}

/// Returns a word with the highest bit set in each byte that is a slash.
@inline(__always)
private func slashBits(_ word: UInt64) -> UInt64 {
  let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
  let other = word ^ 0x2F2F_2F2F_2F2F_2F2F
  return ~((other & low) &+ low | other | low)
}
