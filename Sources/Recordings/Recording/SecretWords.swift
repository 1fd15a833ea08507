/// A value that could be a secret, and what it is called.
struct SecretWord: Equatable {
  var bytes: ArraySlice<UInt8>
  /// What stands before it, as in `token=…` and `"token": "…"`, in lower case and without `-` and `_`.
  var name = ""
  /// Whether it is a part of the way that an address describes, where anything may have a random name.
  var isWay = false
  /// Whether it belongs to the address of a picture.
  var isPicture = false
  /// Whether it is the user and the password of an address.
  var isPassword = false
}

/// The values of a line that could be secrets, one after the other.
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
      // A full stop ends a sentence, not a token.
      let run = line[start..<place]
      let end = run.lastIndex { $0 != 0x2E && $0 != 0x3A && $0 != 0x3F } ?? start
      if !isLeftOut(start) { pending = values(run[start...end]).reversed() }
    }
    return pending.removeLast()
  }

  /// Whether a run is made by a program out of something that is no secret.
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

  /// The values of an address: what is before its host, its way, its parameters.
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

  /// The values of `name=value&name=value`, and of a run with no name in it.
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

  /// What stands before a value, over a colon or an equals sign, blanks and quotation marks.
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
