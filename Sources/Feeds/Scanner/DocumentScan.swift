import Catalog
import Text
import World

/// A search for the list of records in a document.
struct DocumentScan<File: ReadableFile, Sink: RecordSink> {
  let file: File
  let wanted: Profile?
  /// The profiles to detect, if none is requested.
  let profiles: ProfileSet
  let options: ScanOptions
  let isStopped: @Sendable () -> Bool
  var input: Input<File>
  /// The offset of the document after an optional byte order mark, in bytes.
  private(set) var start = 0
  /// The offset of the opening brace in bytes, if the document is an object.
  private(set) var objectStart: Int?
  /// The records of a list with a known profile.
  var named: Scan<Sink>?
  /// The records of the first list of objects, or of a later one that replaced a side list.
  var likely: Scan<Sink>?
  /// Whether those are a side list, to be replaced by the next list of objects.
  var isLikelySideList = false
  /// The JSONPath of the first list, if it is empty.
  var emptyPath: String?
  var hasLists = false
  /// Whether the document has a key that names records.
  private var isNamed = false
  var isEnough = false
  /// The keys of the document so far.
  private(set) var documentKeys: Set<String> = []
  /// The lists so far without a profile, each with its key and offset.
  var unclaimed: [(key: String, offset: Int)] = []

  /// A member of the document: its key, and the first byte of its value.
  private struct Member {
    var key: String
    var first: UInt8
  }

  init(
    _ file: File, _ wanted: Profile?, among profiles: ProfileSet, _ options: ScanOptions,
    _ isStopped: @escaping @Sendable () -> Bool
  ) {
    (self.file, self.wanted, self.options) = (file, wanted, options)
    self.profiles = profiles
    self.isStopped = isStopped
    input = Input(file, at: 0, options)
  }

  /// Reads the document.
  ///
  /// - Parameter makeSink: Creates the sink for the records of a list.
  /// - Returns: The records; nil if there is no list of them.
  /// - Throws: ``ScanError`` if the document is not JSON, cannot be read, or if reading is canceled.
  mutating func read(
    into makeSink: (Profile, _ path: String) -> Sink
  ) throws(ScanError) -> Scan<Sink>? {
    try skipMark()
    switch try input.peek() {
    case 0x5B:
      let profile = try detectedProfile(nil, at: input.offset) ?? wanted ?? .records
      named = try readRecords(by: profile, at: "$", depth: 0, makeSink)
    case 0x7B:
      objectStart = input.offset
      try readMembers(makeSink)
    default: try input.skip(ValueCheck(depth: 0))
    }
    if isEnough { return named }
    if try input.peek() != nil {
      throw .fault(
        JSONFault(offset: input.offset, reason: "there is more after the end of the document"))
    }
    if let found = named ?? likely { return found }
    let profile = wanted ?? .records
    if let emptyPath {
      return Scan(profile: profile, path: emptyPath, sink: makeSink(profile, emptyPath))
    }
    return isNamed ? try readSingle(by: profile, makeSink(profile, "$")) : nil
  }

  private mutating func skipMark() throws(ScanError) {
    start = try input.step { (text, chunk, position) throws(Interruption) in
      if chunk.end < 3, !chunk.isLast { throw .incomplete }
      let isMarked = text.fourBytes(at: 0) & 0xFF_FFFF == 0xBF_BBEF
      position = isMarked ? 3 : 0
      return position
    }
  }

  private mutating func readMembers(
    _ makeSink: (Profile, String) -> Sink
  ) throws(ScanError) {
    input.position += 1
    if try input.peek() == 0x7D {
      input.position += 1
      return
    }
    repeat {
      let member = try readKey()
      documentKeys.insert(member.key)
      if member.first == 0x6E, named == nil, let profile = try detectedProfile(member.key, at: nil)
      {
        // Some services return null instead of an empty list.
        let path = "$.\(member.key)"
        named = Scan(profile: profile, path: path, sink: makeSink(profile, path))
        try input.skip(ValueCheck(depth: 0))
      } else if member.first == 0x5B {
        try readList(member.key, makeSink)
      } else {
        if member.first == 0x22, Inference.nameKeys.contains(member.key.lowercased()) {
          isNamed = true
        }
        try input.skip(ValueCheck(depth: 0))
      }
      if isEnough { return }
    } while try takesComma()
  }

  private mutating func readKey() throws(ScanError) -> Member {
    try input.step { (text, chunk, position) throws(Interruption) in
      let start = chunk.skippingSpace(text, from: position)
      guard text[start] == 0x22 else {
        throw chunk.flaw(text, at: start, "a name in quotes was expected")
      }
      let (key, end) = try chunk.value(text, at: start, depth: 0)
      var next = try chunk.taking(0x3A, "`:`", text, from: end)
      next = chunk.skippingSpace(text, from: next)
      if next >= chunk.end { throw chunk.flaw(text, at: next, "a value was expected") }
      var letters: [UInt8] = []
      decodeText(key, in: text, into: &letters)
      position = next
      return Member(key: String(decoding: letters, as: UTF8.self), first: text[next])
    }
  }

  private mutating func takesComma() throws(ScanError) -> Bool {
    try input.step { (text, chunk, position) throws(Interruption) in
      let place = chunk.skippingSpace(text, from: position)
      let isComma = text[place] == 0x2C
      guard isComma || text[place] == 0x7D else {
        throw chunk.flaw(text, at: place, "`,` or `}` was expected")
      }
      position = place + 1
      return isComma
    }
  }
}
