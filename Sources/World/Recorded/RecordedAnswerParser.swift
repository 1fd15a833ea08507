import Text

/// A parser for an answer line of an index.
struct RecordedAnswerParser {
  private let line: Int
  private let isFirst: Bool
  private var order: String?

  init(line: Int, isFirst: Bool) {
    self.line = line
    self.isFirst = isFirst
  }

  /// Parses the line after the `<`.
  mutating func parse(_ bytes: ArraySlice<UInt8>) throws(LineError) -> RecordedNetwork.Answer {
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(where: { $0 < 0x20 })
    else { throw error("it contains bytes that are not text", "record it again") }
    guard var words = RecordedWord.split(bytes)?[...] else {
      throw error(
        "a value in quotation marks does not end with the word", "write \\\" for a mark within")
    }
    let start = words.popFirst()
    if start == RecordedWord(key: nil, value: "fail") { return try failure(&words) }
    guard let start, start.key == nil, start.value.utf8.count == 3, let status = Int(start.value),
      (200...999).contains(status)
    else {
      throw error("an answer begins with a status or with fail", "write one, such as < 200")
    }
    return .response(try response(status, &words))
  }

  /// Verifies that `first` and `then` match the order of the answers.
  func checkOrder(isLast: Bool) throws(LineError) {
    if isFirst ? order == "then" : order != "then" {
      throw error(
        isFirst ? "no answer comes before this one" : "another answer comes before this one",
        isFirst ? "write first at its end" : "write then at its end")
    }
    if isFirst, !isLast, order == nil {
      throw error("another answer comes after this one", "write first at its end")
    }
  }

  private mutating func failure(
    _ words: inout ArraySlice<RecordedWord>
  ) throws(LineError) -> RecordedNetwork.Answer {
    let kinds = RecordedNetwork.Failure.allCases
    guard let word = words.popFirst(), word.key == nil,
      let kind = RecordedNetwork.Failure(rawValue: word.value)
    else {
      throw error(
        "it does not say what failed",
        "write one of \(kinds.map(\.rawValue).joined(separator: ", "))")
    }
    var milliseconds: Int?
    for word in words {
      if word.key == "after", milliseconds == nil, let time = Self.time(word.value) {
        milliseconds = time
      } else if word.key == "after" {
        throw error("after= takes one time", "write a time such as 10s or 250ms")
      } else {
        try takeOrder(word)
      }
    }
    return .failure(kind, milliseconds: milliseconds)
  }

  private mutating func response(
    _ status: Int, _ words: inout ArraySlice<RecordedWord>
  ) throws(LineError) -> RecordedNetwork.Response {
    var response = RecordedNetwork.Response(status: status)
    var name: String?
    var count: Int?
    if let word = words.first, word.key == nil, word.isQuoted || !Self.isOrder(word) {
      response.contentType = words.removeFirst().value
    }
    for word in words {
      switch word.key {
      case nil: try takeOrder(word)
      case "body" where name == nil: name = word.value
      case "bytes" where count == nil && Self.isNumber(word.value): count = Int(word.value)
      default: response.fields.append(try field(word))
      }
    }
    response.body = try body(name, count)
    return response
  }

  private func field(_ word: RecordedWord) throws(LineError) -> HTTPField {
    let names = RecordedNetwork.recordedNames
    if let name = names.first(where: { $0.lowercased() == word.key }), !word.value.isEmpty {
      return HTTPField(name, word.value)
    }
    let known = names.map { $0.lowercased() } + ["body", "bytes"]
    throw error(
      "\(harmless(word.key ?? ""))= is not known, is repeated, or has no valid value",
      "an answer may have \(known.joined(separator: ", "))")
  }

  private func body(_ name: String?, _ count: Int?) throws(LineError) -> RecordedNetwork.Body? {
    if name == nil, count == nil { return nil }
    guard let name, let count else {
      throw error("body= and bytes= go together", "add the one that is missing")
    }
    let digest = String(name.prefix(64))
    let suffix = name.dropFirst(65)
    let isSuffix = suffix.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) && byte < 0x80
    }
    guard BundleManifest.isDigest(digest), isSuffix,
      name.utf8.count == 64 || name.dropFirst(64).first == "." && !suffix.isEmpty
    else {
      throw error(
        "\(harmless(name)) is not the name of a body",
        "a body is called by its SHA-256 digest and a suffix, such as .json")
    }
    return RecordedNetwork.Body(digest: digest, suffix: String(suffix), count: count)
  }

  private mutating func takeOrder(_ word: RecordedWord) throws(LineError) {
    guard Self.isOrder(word), order == nil else {
      throw error(
        "\"\(harmless(word.value))\" is not expected here",
        "remove it; a media type comes right after the status")
    }
    order = word.value
  }

  private static func isOrder(_ word: RecordedWord) -> Bool {
    word.key == nil && !word.isQuoted && ["first", "then"].contains(word.value)
  }

  private static func time(_ text: String) -> Int? {
    let isShort = text.hasSuffix("ms")
    let digits = text.dropLast(isShort ? 2 : 1)
    guard isShort || text.hasSuffix("s"), isNumber(String(digits)), digits.utf8.count < 10
    else { return nil }
    return Int(digits).map { isShort ? $0 : $0 * 1000 }
  }

  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count < 19 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private func error(_ problem: String, _ advice: String) -> LineError {
    LineError(line: line, problem: problem, advice: advice)
  }
}
