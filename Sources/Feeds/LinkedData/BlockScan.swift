import Text

/// Reads JSON-LD (RFC 8259) in one pass, mends it in place, and finds the recipes.
struct BlockScan {
  var bytes: [UInt8]
  var place: Int
  let end: Int
  /// The lists and objects that are open, the outermost first.
  var frames: [BlockFrame] = []
  private(set) var found: [FoundRecord] = []
  private(set) var nodes: [String: FoundNode] = [:]
  /// The first place of each kind of remark.
  private var firsts: [LinkedData.Remark.Kind: Int] = [:]
  private let prefix: String

  init(_ bytes: [UInt8], _ block: Range<Int>, prefix: String) {
    (self.bytes, self.prefix) = (bytes, prefix)
    (place, end) = (block.lowerBound, block.upperBound)
  }

  /// What was read leniently.
  var notes: [LinkedData.Remark] { firsts.map { LinkedData.Remark(offset: $1, kind: $0) } }

  /// Reads the block, unless nothing is in it.
  ///
  /// - Throws: ``JSONFault`` where it is not JSON and cannot be mended.
  mutating func run() throws(JSONFault) {
    skipWrapper()
    if place == end { return }
    try readValue()
    while !frames.isEmpty { try step() }
    skipWrapper(isBehind: true)
    guard place == end else { throw fault("something follows the value") }
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

  /// Keeps an object that is a recipe, or that others may refer to.
  private mutating func finish(_ frame: BlockFrame) {
    let range = frame.start..<place
    let id = frame.id.map(string)
    if let id, frame.ownCount > nodes[id]?.memberCount ?? 0 {
      nodes[id] = FoundNode(range: range, memberCount: frame.ownCount)
    }
    guard frame.isRecipe, frame.ownCount > 0 else { return }
    // A recipe in a recipe is a part of it.
    found.removeLast(found.count - frame.foundCount)
    let place = LinkedData.Place(range: range, path: prefix + takePath())
    found.append(
      FoundRecord(
        place: place, id: id, link: frame.link.map(string), name: frame.name.map(string)))
  }
}
