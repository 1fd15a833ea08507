import Catalog
import World

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
