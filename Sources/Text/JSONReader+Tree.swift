/// Whole values, for the few places where one is looked into.
extension JSONReader {
  /// Reads any value with all that is in it.
  ///
  /// Unless the reader is strict, a number with more digits than a `Double` keeps becomes a text of these digits: it
  /// is most likely an id.
  ///
  /// - Throws: ``JSONFault`` at the first byte that is not JSON, or at the 513th level of nesting.
  package mutating func readTree() throws(JSONFault) -> JSONValue {
    skipSpace()
    switch next {
    case 0x7B:
      var members: [JSONValue.Member] = []
      try readObject { (reader, key, _) throws(JSONFault) in
        if reader.isStrict, members.contains(where: { $0.name == key }) {
          throw reader.fault("the object has `\(key)` twice")
        }
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
        let isKept = isStrict || number.isFinite && written.utf8.count { 0x30...0x39 ~= $0 } <= 15
        return isKept ? .number(number) : .string(written)
      case .string(let text): return .string(text)
      case .array, .object: return .null
      }
    }
  }
}

extension JSONValue {
  /// The whole of some bytes as a value; nil if they are not JSON.
  ///
  /// - Parameters:
  ///   - bytes: JSON in UTF-8.
  ///   - isStrict: Whether what RFC 8259 leaves to each reader is refused, too: an object that has a name twice, and
  ///     half of a surrogate pair.
  package init?(json bytes: [UInt8], isStrict: Bool = false) {
    var reader = JSONReader(bytes, isStrict: isStrict)
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
