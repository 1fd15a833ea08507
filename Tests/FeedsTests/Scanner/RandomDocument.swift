/// Random documents, determined by a seed.
struct RandomDocument {
  private var state: UInt64
  /// The choices of white space between tokens.
  private var spaces: [String] = [""]
  /// Whether all records have the same white space.
  private var isRegular = true

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func number(below bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 11) % bound
  }

  mutating func oneOf<Element>(_ choices: [Element]) -> Element {
    choices[number(below: choices.count)]
  }

  /// Returns a document, which is valid in three of four cases.
  mutating func bytes() -> [UInt8] {
    spaces = oneOf([[""], [""], [" "], ["", " ", "\n", "\r\n\t"]])
    isRegular = number(below: 4) > 0
    let count = oneOf([0, 1, 3, 9, 50, 120])
    var document: String
    switch number(below: 8) {
    case 0: document = lines(count)
    case 1: document = list(count)
    case 2: document = "{\"name\":\(value(0)),\"x\":\(list(count))}"
    case 3: document = "{\"x\":\(value(0)),\"list\":\(list(count)),\"artObjects\":\(list(2))}"
    case 4: document = "{\"list\":\(list(count)),\"artObjects\":\(value(0))}"
    default: document = "{\"v\":\(value(0)),\"artObjects\":\(list(count)),\"z\":\(value(0))}"
    }
    if number(below: 20) == 0 { document = "\u{FEFF}" + document }
    var bytes = Array(document.utf8)
    if number(below: 4) == 0 { damage(&bytes) }
    return bytes
  }

  private mutating func damage(_ bytes: inout [UInt8]) {
    for _ in 0...number(below: 2) where !bytes.isEmpty {
      let place = number(below: bytes.count)
      switch number(below: 5) {
      case 0: bytes.remove(at: place)
      case 1: bytes[place] = UInt8(number(below: 256))
      case 2: bytes.insert(oneOf(Array("\"\\{}[],:0tfn\n \u{1}".utf8)), at: place)
      case 3: bytes[place] = oneOf([0x22, 0x5C, 0x80, 0xC3, 0xED, 0xF4, 0x00, 0x0A])
      default: bytes.removeSubrange(place...)
      }
    }
  }

  private mutating func lines(_ count: Int) -> String {
    let end = oneOf(["\n", "\r\n", "\n\n", " \n \n"])
    spaces = ["", " "]
    return (0..<count).map { _ in element() }.joined(separator: end) + oneOf(["", end])
  }

  private mutating func list(_ count: Int) -> String {
    let between = isRegular ? oneOf([",", ",\n  ", " , "]) : ""
    let elements = (0..<count).map { _ in element() }
    return "[" + space() + elements.joined(separator: isRegular ? between : space() + "," + space())
      + space() + "]"
  }

  private mutating func element() -> String {
    if number(below: 20) == 0 { return value(2) }
    var keys = ["a", "b", "name", "a long key that nobody asked for"]
    if number(below: 10) == 0 { keys.shuffle(&self) }
    if number(below: 5) == 0 { keys.remove(at: number(below: keys.count)) }
    if number(below: 12) == 0 { keys.append(oneOf(["a", "\\u0061", "n\\u0061me", "\\ud800", ""])) }
    let colon = isRegular ? ":" : space() + ":" + space()
    let members = keys.map { key in "\"\(key)\"\(colon)\(number(below: 6) == 0 ? value(1) : text())"
    }
    let comma = isRegular ? "," : space() + "," + space()
    return "{" + (isRegular ? "" : space()) + members.joined(separator: comma) + "}"
  }

  private mutating func space() -> String { oneOf(spaces) }

  private mutating func value(_ depth: Int) -> String {
    switch number(below: depth > 3 ? 6 : 9) {
    case 0: return oneOf(["null", "true", "false"])
    case 1: return oneOf(["0", "-1", "12.50", "1e9", "-0.1E-7", "123456789012345678901"])
    case 2...5: return text()
    case 6: return "{" + space() + "}"
    case 7: return "[\(value(depth + 1))\(space()),\(value(depth + 1))]"
    default: return "{\"k\"\(space()):\(value(depth + 1)),\"k\":[]}"
    }
  }

  private mutating func text() -> String {
    let parts = [
      "", "plain", "a longer piece of plain text", "Crème brûlée", "パイ", "🥧", "\\n", "\\u00e9",
      "\\ud83e\\udd67", "\\ud800", "\\udc00x", "\\/", "\\\"", "},{\\\"a\\\":", "\u{7F}", "\u{80}",
      "ƒ",
    ]
    return "\"" + (0..<number(below: 4)).map { _ in oneOf(parts) }.joined() + "\""
  }
}

extension Array {
  fileprivate mutating func shuffle(_ chance: inout RandomDocument) {
    for place in indices { swapAt(place, chance.number(below: count)) }
  }
}
