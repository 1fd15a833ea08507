import World

/// The members of a list, quoted strings kept whole, blanks around them and empty ones left out.
///
/// RFC 9110, section 5.6.1.
func listMembers(_ values: some Sequence<String>) -> [String] {
  var members: [String] = []
  for value in values {
    var start = value.utf8.startIndex
    var (isQuoted, isEscaped) = (false, false)
    var place = start
    func end() {
      let member = trimmed(value[start..<place])
      if !member.isEmpty { members.append(String(member)) }
    }
    while place < value.utf8.endIndex {
      let byte = value.utf8[place]
      if isEscaped {
        isEscaped = false
      } else if isQuoted, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: ","), !isQuoted {
        end()
        start = value.utf8.index(after: place)
      }
      place = value.utf8.index(after: place)
    }
    end()
  }
  return members
}

/// A text without the spaces and tabs at its ends.
func trimmed(_ text: Substring) -> Substring {
  let head = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }
  guard let last = head.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return "" }
  return Substring(head[...last])
}

/// What a quoted string stands for; nil if the text is none.
func unquoted(_ text: Substring) -> String? {
  guard text.utf8.count >= 2, text.utf8.first == 0x22, text.utf8.last == 0x22 else { return nil }
  var bytes: [UInt8] = []
  var isEscaped = false
  for byte in text.utf8.dropFirst().dropLast() {
    if !isEscaped, byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else {
      isEscaped = false
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Some names of fields, each shorter than 64 letters.
struct FieldNames: Sendable {
  private let names: [String]
  /// A bit for each length that a name has: most fields have another one, and need no second look.
  private let lengths: UInt64

  init(_ names: [String]) {
    self.names = names
    lengths = names.reduce(0) { $0 | 1 << UInt64($1.utf8.count) }
  }

  /// Whether a field has one of the names.
  func contains(_ field: HTTPField) -> Bool {
    // A shift by more than there are bits gives none.
    if lengths & 1 << UInt64(field.name.utf8.count) == 0 { return false }
    let names = names.span
    for place in names.indices where field.isNamed(names[place]) { return true }
    return false
  }
}

extension [HTTPField] {
  /// The values of every field of a name, in order.
  func values(of name: String) -> [String] {
    var values: [String] = []
    let fields = span
    for place in fields.indices where fields[place].isNamed(name) {
      values.append(fields[place].value)
    }
    return values
  }

  /// The value of the first field of a name.
  func first(_ name: String) -> String? {
    let fields = span
    for place in fields.indices where fields[place].isNamed(name) { return fields[place].value }
    return nil
  }
}
