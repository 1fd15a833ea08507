import Text

/// The fields of a catalogue as an image has them.
extension Schema {
  var encoded: [UInt8] {
    var writer = BinaryWriter()
    writer.put(fields.count)
    for field in fields {
      writer.put(field.name)
      writer.put(field.kind.rawValue)
      writer.put(field.role?.rawValue ?? "")
      writer.put((field.isFlag ? 1 : 0) + (field.isInner ? 2 : 0))
      writer.put(field.aliases.count)
      for alias in field.aliases { writer.put(alias) }
    }
    return writer.bytes
  }

  /// Reads the fields; nil if they are not what ``encoded`` wrote.
  init?(encoded bytes: [UInt8]) {
    var reader = BinaryReader(bytes)
    guard let count = reader.number(), count >= 0, count < 1 << 16 else { return nil }
    var fields: [Field] = []
    for _ in 0..<count {
      guard let name = reader.text(), let kind = reader.text().flatMap(Field.Kind.init(rawValue:)),
        let role = reader.text(), let marks = reader.number(), let aliases = reader.number(),
        aliases >= 0, aliases < 1 << 10
      else { return nil }
      var field = Field(name, kind, role: Field.Role(rawValue: role))
      (field.isFlag, field.isInner) = (marks & 1 != 0, marks & 2 != 0)
      for _ in 0..<aliases {
        guard let alias = reader.text() else { return nil }
        field.aliases.append(alias)
      }
      fields.append(field)
    }
    guard reader.isAtEnd else { return nil }
    self.init(fields)
  }
}
