import Text
import World

/// Texts and fields after counts of as few bytes as they take.
extension BinaryWriter {
  mutating func put(short text: String) {
    put(variable: text.utf8.count)
    put(plain: text.utf8)
  }

  mutating func put(_ fields: [HTTPField]) {
    put(variable: fields.count)
    for field in fields {
      put(short: field.name)
      put(short: field.value)
    }
  }
}

extension BinaryReader {
  mutating func shortText() -> String? {
    guard let count = variableNumber(), let bytes = plainBytes(count) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  mutating func fields() -> [HTTPField]? {
    // A field takes two bytes at least, so that a mad count asks for no memory.
    guard let fieldCount = variableNumber(), fieldCount <= count / 2 else { return nil }
    var fields: [HTTPField] = []
    fields.reserveCapacity(fieldCount)
    for _ in 0..<fieldCount {
      guard let name = shortText(), let value = shortText() else { return nil }
      fields.append(HTTPField(name, value))
    }
    return fields
  }
}
