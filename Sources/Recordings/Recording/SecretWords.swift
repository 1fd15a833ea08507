/// A value that could be a secret, and its name.
struct SecretWord: Equatable {
  var bytes: ArraySlice<UInt8>
  /// The name before the value, as in `token=…` and `"token": "…"`, in lowercase and without `-` and `_`.
  var name = ""
  /// Whether it is a component of a URL path, where random names are common.
  var isWay = false
  /// Whether it is a query parameter of an image URL.
  var isPicture = false
  /// Whether it is the user information of a URL, with a password.
  var isPassword = false
}

/// The values in a line that could be secrets, in order.
struct SecretWords: Sequence, IteratorProtocol {
  private let line: ArraySlice<UInt8>
  private let source: SecretScanner.Source
  private var place: Int
  private var pending: [SecretWord] = []

  init(_ line: ArraySlice<UInt8>, _ source: SecretScanner.Source) {
    (self.line, self.source, place) = (line, source, line.startIndex)
  }

  mutating func next() -> SecretWord? {
    while pending.isEmpty {
      while place < line.endIndex, !Self.isPart(line[place]) { place += 1 }
      guard place < line.endIndex else { return nil }
      let start = place
      while place < line.endIndex, Self.isPart(line[place]) { place += 1 }
      // Final punctuation is not part of a token.
      let run = line[start..<place]
      let end = run.lastIndex { $0 != 0x2E && $0 != 0x3A && $0 != 0x3F } ?? start
      if !isLeftOut(start) { pending = values(run[start...end]).reversed() }
    }
    return pending.removeLast()
  }

  /// Whether a run is generated data other than a secret, such as base64 or an entity tag.
  private func isLeftOut(_ start: Int) -> Bool {
    if line[..<start].suffix(7).elementsEqual("base64,".utf8) { return true }
    guard source == .index else { return false }
    let run = line[start...]
    return ["etag=", "body=", "W/"].contains { run.starts(with: $0.utf8) }
      || line[..<start].suffix(6).elementsEqual("etag=\"".utf8)
  }

  private func values(_ run: ArraySlice<UInt8>) -> [SecretWord] {
    if let address = run.firstRange(of: Array("://".utf8)) { return addressValues(run, address) }
    return named(run, first: nameBefore(run.startIndex))
  }

  /// Returns the values of a URL: user information, path components and query parameters.
  private func addressValues(
    _ run: ArraySlice<UInt8>, _ mark: Range<Int>
  ) -> [SecretWord] {
    let rest = run[mark.upperBound...]
    let authority = rest.prefix { !"/?#".utf8.contains($0) }
    let way = rest[authority.endIndex...].prefix { $0 != 0x3F && $0 != 0x23 }
    var values: [SecretWord] = []
    if let at = authority.lastIndex(of: 0x40), authority[..<at].contains(0x3A) {
      values.append(SecretWord(bytes: authority[..<at], isPassword: true))
    }
    values += way.split(separator: 0x2F).map { SecretWord(bytes: $0, isWay: true) }
    let isPicture = Self.pictures.contains { way.suffix($0.utf8.count).elementsEqual($0.utf8) }
    let parameters = named(rest[way.endIndex...], first: "")
    return values
      + parameters.map { SecretWord(bytes: $0.bytes, name: $0.name, isPicture: isPicture) }
  }

  /// Splits `name=value&name=value`, or a run without names.
  private func named(_ run: ArraySlice<UInt8>, first: String) -> [SecretWord] {
    var values: [SecretWord] = []
    var name = first
    var start = run.startIndex
    for place in run.indices where "=:&?@,;#".utf8.contains(run[place]) {
      let part = run[start..<place]
      let isName = run[place] == 0x3D || run[place] == 0x3A
      values.append(SecretWord(bytes: part, name: name))
      name = isName ? Self.plain(part) : ""
      start = place + 1
    }
    values.append(SecretWord(bytes: run[start...], name: name))
    return values.filter { !$0.bytes.isEmpty }
  }

  /// Returns the name before a value, which is separated by a colon or an equals sign, spaces and quotation
  /// marks.
  private func nameBefore(_ start: Int) -> String {
    var end = start
    var hasSign = false
    while end > line.startIndex, start - end < 8, " \"':=\\".utf8.contains(line[end - 1]) {
      end -= 1
      if line[end] == 0x3A || line[end] == 0x3D { hasSign = true }
    }
    guard hasSign else { return "" }
    var first = end
    while first > line.startIndex, end - first < 64, Self.isName(line[first - 1]) { first -= 1 }
    return Self.plain(line[first..<end])
  }

  private static func plain(_ name: ArraySlice<UInt8>) -> String {
    let bytes = name.suffix(64).filter(isLetterOrDigit).map { isUpper($0) ? $0 | 0x20 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let pictures = [".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif", ".svg", ".JPG"]

  private static func isName(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || byte == 0x2D || byte == 0x5F
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "-_.:/@+=~%&?#".utf8.contains(byte)
  }
}
