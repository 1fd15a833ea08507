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
  /// The members so far.
  private var outline = RecordOutline()
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
    if let named { return named }
    let profile = wanted ?? .records
    if outline.isRecord { return try readSingle(by: profile, makeSink(profile, "$")) }
    if let likely { return likely }
    return emptyPath.map { Scan(profile: profile, path: $0, sink: makeSink(profile, $0)) }
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
        outline.add(member.key, first: member.first)
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

/// The lists of a document.
extension DocumentScan {
  mutating func readList(
    _ key: String, _ makeSink: (Profile, String) -> Sink
  ) throws(ScanError) {
    let path = "$.\(key)"
    if let profile = try detectedProfile(key, at: input.offset) {
      named = try readRecords(by: profile, at: path, depth: 0, makeSink)
      return
    }
    unclaimed.append((key, input.offset))
    let offset = input.offset
    let first = try firstOfList()
    if outline.addList(key, first: first) { outline.addElements(try firstKeys(at: offset)) }
    if first == 0x7B, named == nil, likely == nil || isLikelySideList {
      let isSideList = try isSideList(key, at: offset)
      if likely != nil, isSideList { return try input.skip(ValueCheck(depth: 0)) }
      likely = try readRecords(by: wanted ?? .records, at: path, depth: 1, makeSink)
      isLikelySideList = isSideList
    } else {
      if first == 0x5D, !hasLists { emptyPath = path }
      try input.skip(ValueCheck(depth: 0))
    }
    hasLists = true
  }

  /// Whether a list is one that services return next to the requested one.
  ///
  /// A list of records with a name and an id is not.
  private func isSideList(_ key: String, at offset: Int) throws(ScanError) -> Bool {
    let isSideList = Inference.sideLists.contains(key)
    guard isSideList || key == "links" || key == "_links" else { return false }
    let keys = try firstKeys(at: offset).first ?? []
    let others = keys.subtracting(Inference.nameKeys)
    if keys.count > others.count, others.contains(where: Inference.isEssential) { return false }
    return isSideList || keys.contains("rel")
  }

  /// Returns the first byte of a list's first element, or its closing bracket.
  private mutating func firstOfList() throws(ScanError) -> UInt8 {
    try input.step { (text, chunk, position) throws(Interruption) in
      let place = chunk.skippingSpace(text, from: position + 1)
      if place >= chunk.end { throw chunk.flaw(text, at: place, "a value was expected") }
      return text[place]
    }
  }

  /// Passes the records of a list to a new sink.
  ///
  /// - Parameters:
  ///   - profile: The profile of the records.
  ///   - path: The JSONPath of the list.
  ///   - depth: The nesting depth of the list.
  ///   - makeSink: Creates the sink.
  /// - Returns: The sink with the records.
  /// - Throws: ``ScanError`` if the list is not valid JSON, cannot be read, or if reading is canceled.
  mutating func readRecords(
    by profile: Profile, at path: String, depth: Int, _ makeSink: (Profile, String) -> Sink
  ) throws(ScanError) -> Scan<Sink> {
    input.position += 1
    var stream = RecordStream(
      input, expecting: .elementOrEnd, depth: depth, into: makeSink(profile, path),
      isStopped: isStopped)
    let pause = try stream.runToEnd(options)
    input = stream.input
    if case .enough = pause {
      if depth == 0 { isEnough = true } else { try input.skip(stream.scanner.restOfList) }
    }
    return Scan(profile: profile, path: path, sink: stream.sink)
  }

  /// Reads the document again, as a single record.
  func readSingle(by profile: Profile, _ sink: Sink) throws(ScanError) -> Scan<Sink> {
    let object = Input(file, at: objectStart ?? 0, options)
    var stream = RecordStream(
      object, expecting: .element, depth: 0, into: sink, isStopped: isStopped)
    try stream.runSingle()
    return Scan(profile: profile, path: "$", sink: stream.sink)
  }
}

/// Finds the records of a document, and passes them to a sink.
///
/// - Parameters:
///   - file: JSON or NDJSON in UTF-8, with or without a byte order mark.
///   - wanted: The profile; nil to detect it.
///   - profiles: The profiles to detect.
///   - options: The options.
///   - single: The offset of the only record, in bytes, if the document is known to consist of one. Lists in it are
///     values.
///   - isStopped: Whether to cancel; called regularly, from any thread.
///   - makeSink: Creates the sink for the records of a list. Called again if a better list is found.
/// - Returns: The sink, and the location of its records; nil if the document has no list of records.
/// - Throws: ``ScanError`` if the document is not JSON, cannot be read, or if the scan is canceled.
package func scan<Sink: RecordSink>(
  _ file: some ReadableFile, as wanted: Profile?, among profiles: ProfileSet = ProfileSet(),
  options: ScanOptions = ScanOptions(), single: Int? = nil,
  isStopped: @escaping @Sendable () -> Bool = { false },
  makeSink: (Profile, _ path: String) -> Sink
) throws(ScanError) -> Scan<Sink>? {
  var options = options
  options.isStopped = isStopped
  if let single {
    let profile = wanted ?? .records
    var stream = RecordStream(
      Input(file, at: single, options), expecting: .element, depth: 0, into: makeSink(profile, "$"),
      isStopped: isStopped)
    try stream.runSingle()
    return Scan(profile: profile, path: "$", sink: stream.sink)
  }
  var document = DocumentScan<_, Sink>(file, wanted, among: profiles, options, isStopped)
  do throws(ScanError) {
    let found = try document.read(into: makeSink)
    guard let profile = try document.lateDetectedProfile() else { return found }
    document = DocumentScan(file, profile, among: profiles, options, isStopped)
    return try document.read(into: makeSink)
  } catch {
    guard case .fault = error, let start = document.objectStart else { throw error }
    let lines = LineDocument(file, options, at: start)
    guard try lines.isLineByLine() else { throw error }
  }
  let profile = wanted ?? .records
  var stream = RecordStream(
    Input(file, at: document.start, options, isByLine: true), expecting: .line,
    depth: 0, into: makeSink(profile, "$"), isStopped: isStopped)
  _ = try stream.runToEnd(options)
  return Scan(profile: profile, path: "$", sink: stream.sink)
}

/// Detection of NDJSON.
struct LineDocument<File: ReadableFile> {
  private let file: File
  private let options: ScanOptions
  /// The offset of the first brace.
  private let start: Int

  init(_ file: File, _ options: ScanOptions, at start: Int) {
    (self.file, self.options, self.start) = (file, options, start)
  }

  /// Whether the first line is an object, and the next line begins another one.
  ///
  /// The contents of texts are not validated: an error in them affects one record only.
  func isLineByLine() throws(ScanError) -> Bool {
    var following = Input(file, at: start, options)
    guard let end = try lineEnd(&following) else { return false }
    guard try following.peek() == 0x7B else { return false }
    var line = Input(file, at: start, options)
    do throws(ScanError) {
      try line.skip(ValueCheck(depth: 0, isLoose: true))
    } catch {
      if case .fault = error { return false }
      throw error
    }
    return line.offset <= end
  }

  /// Moves past the first line break, and returns its offset; nil if there is none.
  private func lineEnd(_ input: inout Input<File>) throws(ScanError) -> Int? {
    while true {
      if let place = input.buffer[input.position..<input.chunk.end].firstIndex(of: 0x0A) {
        input.position = place + 1
        return input.offset - 1
      }
      input.position = input.chunk.end
      if input.chunk.isLast { return nil }
      try input.more()
    }
  }
}
