import Text

/// The bytes of history entries; strings are made when a line is looked at.
struct HistoryLines {
  /// The position of an entry in ``bytes``.
  private struct Place {
    var start: UInt32
    var line: UInt32
    var end: UInt32
    /// Whether the same line was entered again later, or was deleted.
    var isOld = false
  }

  private var bytes: [UInt8] = []
  private var places: [Place] = []
  /// The number of the latest line with each hash.
  private var latest: [UInt64: UInt32] = [:]

  var count: Int { places.count }

  /// The escaped line with a number.
  func bytes(_ number: Int) -> ArraySlice<UInt8> {
    bytes[Int(places[number].line)..<Int(places[number].end)]
  }

  func text(_ number: Int) -> String {
    String(decoding: HistoryRecord.unescaped(bytes(number)), as: UTF8.self)
  }

  /// The time at which a line was entered, in seconds since 1970; the first dated second if the file has no date.
  func seconds(_ number: Int) -> Double {
    let time = bytes[Int(places[number].start)..<Int(places[number].line) - 1]
    let seconds = Double(String(decoding: time, as: UTF8.self)) ?? 0
    return Self.dated.contains(seconds) ? seconds : 0
  }

  /// The seconds up to the end of the year 9999.
  private static let dated = 0..<253_402_300_800.0

  /// Whether this is the latest entry of its line.
  func isLatest(_ number: Int) -> Bool { !places[number].isOld }

  /// The number of the latest line before another that begins with some bytes and is longer.
  func latest(startingWith start: [UInt8], before number: Int) -> Int? {
    (0..<min(number, count)).last { number in
      let line = bytes(number)
      return !places[number].isOld && line.count > start.count && line.starts(with: start)
    }
  }

  /// Adds entries; lines that are not entries are skipped.
  mutating func learn(_ entries: ArraySlice<UInt8>) {
    latest.reserveCapacity(latest.count + min(entries.count / 16, 1 << 14))
    forEachLine(of: entries) { learn(entry: entries[$0]) }
  }

  /// Adds those entries that are not known yet, as when the file was replaced.
  mutating func learnUnknown(_ entries: ArraySlice<UInt8>) {
    var known: Set<UInt64> = []
    for place in places { known.insert(hash(bytes[Int(place.start)..<Int(place.end)])) }
    forEachLine(of: entries) { range in
      if known.insert(hash(entries[range])).inserted { learn(entry: entries[range]) }
    }
  }

  /// Hides all entries of a line; its number is not reused.
  mutating func forget(_ number: Int) {
    let line = bytes(number)
    for other in places.indices where bytes(other).elementsEqual(line) {
      places[other].isOld = true
    }
  }

  private mutating func learn(entry: ArraySlice<UInt8>) {
    guard let record = HistoryRecord(entry) else { return }
    let start = bytes.count
    bytes += entry
    let number = places.count
    places.append(
      Place(
        start: UInt32(start), line: UInt32(start + record.time.count + 1),
        end: UInt32(bytes.count)))
    if let older = latest.updateValue(UInt32(number), forKey: hash(record.line)),
      bytes(Int(older)).elementsEqual(record.line)
    {
      places[Int(older)].isOld = true
    }
  }
}

/// Calls `body` with the range of each line that is not empty.
private func forEachLine(of bytes: ArraySlice<UInt8>, _ body: (Range<Int>) -> Void) {
  var start = bytes.startIndex
  for place in bytes.indices where bytes[place] == 0x0A {
    if place > start { body(start..<place) }
    start = place + 1
  }
  if start < bytes.endIndex { body(start..<bytes.endIndex) }
}

/// The FNV-1a hash of some bytes.
func hash(_ bytes: some Sequence<UInt8>) -> UInt64 { FNVHash(bytes).value }

/// An entry of the history as it is in the file.
struct HistoryRecord {
  /// The digits of the time.
  let time: ArraySlice<UInt8>
  /// The line, escaped.
  let line: ArraySlice<UInt8>

  /// Parses an entry; nil if the bytes are not one.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let tab = bytes.firstIndex(of: 0x09), tab > bytes.startIndex,
      bytes[..<tab].allSatisfy({ $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2E })
    else { return nil }
    time = bytes[..<tab]
    line = bytes[(tab + 1)...]
  }

  /// The bytes of an entry, with the line feed at its end.
  static func bytes(of line: String, at seconds: Int) -> [UInt8] {
    Array("\(seconds)\t".utf8) + escaped(line) + [0x0A]
  }

  /// The bytes of a line without line feeds, tabs and backslashes.
  static func escaped(_ line: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.utf8.count)
    for byte in line.utf8 {
      switch byte {
      case 0x5C: bytes += [0x5C, 0x5C]
      case 0x0A: bytes += [0x5C, 0x6E]
      case 0x09: bytes += [0x5C, 0x74]
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  /// The line of escaped bytes.
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.contains(0x5C) else { return Array(bytes) }
    var line: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        line.append(byte == 0x6E ? 0x0A : byte == 0x74 ? 0x09 : byte)
        isEscaped = false
      } else if byte == 0x5C {
        isEscaped = true
      } else {
        line.append(byte)
      }
    }
    return line
  }
}
