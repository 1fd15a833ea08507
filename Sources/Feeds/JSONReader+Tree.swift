import Text

/// Whole values, for the few places where one is looked into.
extension JSONReader {
  /// Reads any value with all that is in it.
  ///
  /// A number with more digits than a `Double` keeps becomes a text of these digits: it is most likely an id.
  ///
  /// - Throws: ``JSONFault`` at the first byte that is not JSON, or at the 513th level of nesting.
  mutating func readTree() throws(JSONFault) -> JSONValue {
    skipSpace()
    switch next {
    case 0x7B:
      var members: [JSONValue.Member] = []
      try readObject { (reader, key, _) throws(JSONFault) in
        members.append(JSONValue.Member(key, try reader.readTree()))
      }
      return .object(members)
    case 0x5B:
      var items: [JSONValue] = []
      try readArray { (reader, _) throws(JSONFault) in items.append(try reader.readTree()) }
      return .array(items)
    default:
      switch try readValue() {
      case .null: return .null
      case .bool(let flag): return .bool(flag)
      case .number(let number, let written):
        let isKept = number.isFinite && written.utf8.count { 0x30...0x39 ~= $0 } <= 15
        return isKept ? .number(number) : .string(written)
      case .string(let text): return .string(text)
      case .array, .object: return .null
      }
    }
  }
}

extension JSONValue {
  /// The whole of some bytes as a value; nil if they are not JSON.
  package init?(json bytes: [UInt8]) {
    var reader = JSONReader(bytes)
    // Who wants to know what is wrong reads it with a reader of its own.
    guard let value = try? reader.readTree() else { return nil }
    reader.skipSpace()
    guard reader.next == nil else { return nil }
    self = value
  }

  /// The value of a member; of two with the same name the last one; nil if this is no object or has none.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }
}
