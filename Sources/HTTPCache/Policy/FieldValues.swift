import World

/// The members of a list, without blanks around them and without empty ones; quoted strings stay whole.
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

/// A text without spaces and tabs at its ends.
func trimmed(_ text: Substring) -> Substring {
  let head = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }
  guard let last = head.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return "" }
  return Substring(head[...last])
}

/// The value of a quoted string; nil if the text is not one.
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

/// A set of field names, each shorter than 64 letters.
struct FieldNames: Sendable {
  private let names: [String]
  /// A bit for each length of a name: most other fields differ in length, and need no comparison.
  private let lengths: UInt64

  init(_ names: [String]) {
    self.names = names
    lengths = names.reduce(0) { $0 | 1 << UInt64($1.utf8.count) }
  }

  /// Whether a field has one of the names.
  func contains(_ field: HTTPField) -> Bool {
    // Shifting by more than 63 bits gives zero.
    if lengths & 1 << UInt64(field.name.utf8.count) == 0 { return false }
    let names = names.span
    for place in names.indices where field.isNamed(names[place]) { return true }
    return false
  }
}

extension [HTTPField] {
  /// The values of all fields with a name, in order.
  func values(of name: String) -> [String] {
    var values: [String] = []
    let fields = span
    for place in fields.indices where fields[place].isNamed(name) {
      values.append(fields[place].value)
    }
    return values
  }

  /// The value of the first field with a name.
  func first(_ name: String) -> String? {
    let fields = span
    for place in fields.indices where fields[place].isNamed(name) { return fields[place].value }
    return nil
  }
}

extension StoredResponse {
  /// The fields that select among the variants of its address: `Vary`, RFC 9110, section 12.5.5.
  ///
  /// A star if the field is invalid: then it is not known what the response depends on.
  var varyNames: [String] { varyingFields(headers) }

  /// Whether a request with these fields selects this response: RFC 9111, section 4.1.
  func matches(_ fields: [HTTPField]) -> Bool {
    let names = varyNames
    if names.isEmpty { return true }
    if names.contains("*") { return false }
    return selecting(names, of: fields) == varying
  }
}

/// The lowercase names of the request fields on which a response depends.
func varyingFields(_ headers: [HTTPField]) -> [String] {
  let names = headers.values(of: "Vary").flatMap { $0.split(separator: ",") }
    .map { trimmed($0).lowercased() }.filter { !$0.isEmpty }
  return names.allSatisfy { isToken($0) } ? names : ["*"]
}

/// The values of some fields of a request, normalized so that equal meanings are equal; absent ones are left out.
func selecting(_ names: [String], of fields: [HTTPField]) -> [HTTPField] {
  Set(names).sorted().compactMap { name in
    let values = fields.values(of: name)
    if values.isEmpty { return nil }
    var members = listMembers(values)
    if name.hasPrefix("accept") {
      // In preferences, case is irrelevant, and without weights so is the order.
      members = members.map { $0.lowercased().filter { !$0.isWhitespace } }
      members.sort()
    }
    return HTTPField(name, members.joined(separator: ", "))
  }
}
