import Text

/// A single-pass reader of JSON-LD (RFC 8259) that repairs it in place and finds the recipes.
struct BlockScan {
  var bytes: [UInt8]
  var place: Int
  let end: Int
  /// The open lists and objects, outermost first.
  var frames: [BlockFrame] = []
  private(set) var found: [FoundRecord] = []
  private(set) var nodes: [String: FoundNode] = [:]
  /// The offset of the first remark of each kind.
  private var firsts: [LinkedData.Remark.Kind: Int] = [:]
  private let prefix: String
  /// Whether the first value was read as a whole.
  private var isValueRead = false

  init(_ bytes: [UInt8], _ block: Range<Int>, prefix: String) {
    (self.bytes, self.prefix) = (bytes, prefix)
    (place, end) = (block.lowerBound, block.upperBound)
  }

  /// The remarks about parts that were read leniently.
  var notes: [LinkedData.Remark] { firsts.map { LinkedData.Remark(offset: $1, kind: $0) } }

  /// Reads the block, which may be empty.
  ///
  /// - Throws: ``JSONFault`` at a syntax error that cannot be repaired.
  mutating func run() throws(JSONFault) {
    skipWrapper()
    if place == end { return }
    try readValue()
    while !frames.isEmpty { try step() }
    isValueRead = true
    skipWrapper(isBehind: true)
    guard place == end else { throw fault("something follows the value") }
  }

  /// Reads the block of a script, in which further values and stray marks may follow the first value.
  ///
  /// - Throws: ``JSONFault`` at a syntax error in the first value that cannot be repaired.
  mutating func runScript() throws(JSONFault) {
    do throws(JSONFault) {
      return try run()
    } catch {
      guard isValueRead else { throw error }
    }
    while place < end {
      note(.leftover, at: place)
      guard let start = bytes[place..<end].firstIndex(where: { $0 == 0x7B || $0 == 0x5B }) else {
        return
      }
      place = start
      do throws(JSONFault) {
        try readValue()
        while !frames.isEmpty { try step() }
      } catch {
        // What precedes the fault was read, and the rest is noted already.
        return frames.removeAll()
      }
      skipWrapper(isBehind: true)
    }
  }

  func fault(_ reason: String, at offset: Int? = nil) -> JSONFault {
    let offset = offset ?? place
    if offset >= end { return JSONFault(offset: offset, reason: "the text ends here") }
    let isEscaped = bytes[offset] == 0x26
    return JSONFault(
      offset: offset, reason: isEscaped ? "the JSON is escaped as HTML text is" : reason)
  }

  mutating func note(_ kind: LinkedData.Remark.Kind, at offset: Int) {
    if firsts[kind] == nil { firsts[kind] = offset }
  }

  /// Reads the next member or element, or the end, of the innermost list or object.
  private mutating func step() throws(JSONFault) {
    let top = frames.count - 1
    skipSpace()
    if next == frames[top].close { return close() }
    guard frames[top].count == 0 || frames[top].comma != nil else {
      throw fault(frames[top].isList ? "`,` or `]` was expected" : "`,` or `}` was expected")
    }
    frames[top].comma = nil
    if !frames[top].isList { try readKey() }
    frames[top].count += 1
    try readValue()
  }

  private mutating func readKey() throws(JSONFault) {
    guard next == 0x22 else { throw fault("a name in quotes was expected") }
    let key = try readText()
    skipSpace()
    guard next == 0x3A else { throw fault("`:` was expected") }
    place += 1
    SchemaKeys.respell(key, in: &bytes)
    frames[frames.count - 1].key = key
    if bytes[key.lowerBound] != 0x40 { frames[frames.count - 1].ownCount += 1 }
  }

  private mutating func readValue() throws(JSONFault) {
    skipSpace()
    switch next {
    case 0x7B, 0x5B: try open()
    case 0x22:
      let start = place
      let text = try readText()
      take(text, at: start)
      takeComma()
    default:
      try readScalar()
      takeComma()
    }
  }

  private mutating func open() throws(JSONFault) {
    guard frames.count < JSONReader.depthLimit else {
      throw fault("values are nested more than 512 deep")
    }
    frames.append(BlockFrame(at: place, isList: next == 0x5B, foundCount: found.count, role: role))
    frames[frames.count - 1].isInContext = frames.dropLast().last?.isInContext ?? false
    place += 1
  }

  private mutating func takeComma() {
    skipSpace()
    guard next == 0x2C, !frames.isEmpty else { return }
    frames[frames.count - 1].comma = place
    place += 1
  }

  private mutating func close() {
    let frame = frames.removeLast()
    if let comma = frame.comma {
      bytes[comma] = 0x20
      note(.trailingComma, at: comma)
    }
    place += 1
    if !frame.isList { finish(frame) }
    takeComma()
  }

  /// Records an object that is a recipe, or that references can point to.
  private mutating func finish(_ frame: BlockFrame) {
    let range = frame.start..<place
    let id = frame.id.map(string)
    if let id, frame.ownCount > nodes[id]?.memberCount ?? 0 {
      nodes[id] = FoundNode(range: range, memberCount: frame.ownCount)
    }
    guard frame.isRecipe, frame.ownCount > 0 else { return }
    // A recipe inside of a recipe belongs to it.
    found.removeLast(found.count - frame.foundCount)
    let location = LinkedData.RecordLocation(range: range, path: prefix + takePath())
    found.append(
      FoundRecord(
        location: location, id: id, link: frame.link.map(string),
        name: frame.name.map { folded(cleanLine(string(at: $0))) }))
  }
}

/// The paths of records.
extension BlockScan {
  /// The maximum length of a path, in bytes; of a longer one only the end is shown, after `…`.
  private static let longestPath = 200

  /// Returns the JSONPath (RFC 9535) of the value that was just read.
  mutating func takePath() -> String {
    guard let top = frames.indices.last else { return "$" }
    return appended(part(of: frames[top]), to: takePath(to: top))
  }

  /// Returns the path of an open list or object, which is computed once for all records in it.
  private mutating func takePath(to number: Int) -> String {
    if let path = frames[number].path { return path }
    let around = number - 1
    let path =
      number == 0 ? "$" : appended(part(of: frames[around]), to: takePath(to: around))
    frames[number].path = path
    return path
  }

  private func appended(_ part: String, to path: String) -> String {
    path.utf8.count + part.utf8.count <= Self.longestPath ? path + part : "$…" + part
  }

  private func part(of frame: BlockFrame) -> String {
    if frame.isList { return "[\(frame.count - 1)]" }
    guard frame.key.count <= Self.longestPath else { return "['…']" }
    let name = string(at: frame.key.lowerBound - 1)
    return Self.isPlain(name) ? "." + name : "['\(Self.escaped(name))']"
  }

  /// Whether a name needs no quotes in a JSONPath.
  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39 ~= first) else { return false }
    return name.utf8.allSatisfy {
      0x61...0x7A ~= $0 | 0x20 && $0 < 0x80 || 0x30...0x39 ~= $0 || $0 == 0x5F
    }
  }

  private static func escaped(_ name: String) -> String {
    var out = ""
    for scalar in name.unicodeScalars {
      if scalar == "'" || scalar == "\\" { out += "\\" }
      out.unicodeScalars.append(scalar)
    }
    return out
  }
}

/// Comments and CDATA sections around scripts, as in old XHTML pages.
extension BlockScan {
  private static let marks: [StaticString] = ["//", "/*", "*/", "<![CDATA[", "]]>", "<!--", "-->"]
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Replaces comment and CDATA marks around the value, and semicolons after it, by spaces.
  mutating func skipWrapper(isBehind: Bool = false) {
    if !isBehind, bytes[place..<end].starts(with: Self.byteOrderMark) { blank(3) }
    skipSpace()
    while let length = markLength(isBehind: isBehind) {
      note(.wrapper, at: place)
      blank(length)
      skipSpace()
    }
  }

  private func markLength(isBehind: Bool) -> Int? {
    if isBehind, next == 0x3B { return 1 }
    return Self.marks.first { bytes[place..<end].starts(with: $0.description.utf8) }?
      .utf8CodeUnitCount
  }

  private mutating func blank(_ count: Int) {
    for offset in place..<(place + count) { bytes[offset] = 0x20 }
    place += count
  }
}
