import Text
import World

/// The names of fields in findings: the keys of their values.
extension FeedReport {
  /// Returns the key under which the value of a finding was found.
  ///
  /// If there is no value, or the record cannot be read, this is the first of the field's keys.
  ///
  /// - Complexity: O(*n*) in the bytes of the record if the field has several keys.
  func key(
    of finding: Finding, in document: any ReadableFile
  ) throws(FileError) -> String {
    let keys = fieldKeys(finding.subject)
    let place = finding.offset - finding.record.lowerBound
    guard keys.count > 1, place > 0 else { return keys.first ?? "" }
    let members = recordMembers(try recordBytes(at: finding.record.lowerBound, in: document))
    let member = members.last { $0.place.contains(place) }
    return member.flatMap { $0.key(among: keys) } ?? keys[0]
  }

  /// Locates the text that was encoded twice: the value of the first of a field's keys with such a text.
  ///
  /// - Returns: The offset of the value in the record, in bytes; nil if the record has changed.
  func placeOfRepair(_ subject: Int, in record: [UInt8]) -> Int? {
    let members = recordMembers(record)
    for isSuspect in [true, false] {
      for key in fieldKeys(subject) {
        let first = key.prefix { $0 != "." }
        // Of several members with the same name, the last is used.
        guard let member = members.last(where: { $0.name == first }) else { continue }
        if !isSuspect || member.mayBeEncodedTwice { return member.place.lowerBound }
      }
    }
    return nil
  }

  /// Returns the key of a record's id.
  func idKey(in record: [UInt8]) -> String {
    let keys = idField.map { fieldKeys($0) } ?? []
    let members = recordMembers(record)
    return keys.first { key in
      members.contains { $0.name == key.prefix { $0 != "." } && !$0.isNull }
    } ?? keys.first ?? "id"
  }

  /// Returns the keys of a field, each a path joined by dots.
  private func fieldKeys(_ subject: Int) -> [String] {
    if keys.indices.contains(subject) { return keys[subject] }
    let place = subject - keys.count
    return inferredKeys.indices.contains(place) ? [inferredKeys[place]] : []
  }

  /// Parses the members of a record, up to the first syntax error if the document has changed.
  private func recordMembers(_ record: [UInt8]) -> [RecordMember] {
    var members: [RecordMember] = []
    var reader = JSONReader(record)
    // If nothing can be parsed, the finding covers the record as a whole.
    try? reader.readObject { (reader, name, _) throws(JSONFault) in
      let start = reader.position
      try reader.skipValue()
      members.append(
        RecordMember(
          name: name, place: start..<reader.position, json: record[start..<reader.position]))
    }
    return members
  }
}

/// A member of a record, as JSON text.
private struct RecordMember {
  var name: String
  /// The byte range of the value in the record.
  var place: Range<Int>
  /// The JSON text of the value.
  var json: ArraySlice<UInt8>

  var isNull: Bool { json.elementsEqual("null".utf8) }

  /// Whether the value contains a character beyond ASCII.
  var mayBeEncodedTwice: Bool {
    json.contains { $0 >= 0x80 } || zip(json, json.dropFirst()).contains { $0 == (0x5C, 0x75) }
  }

  /// Returns the key that leads to a value in this member.
  ///
  /// Of several paths that begin with its name, this is the first with a value.
  func key(among keys: [String]) -> String? {
    let keys = keys.filter { $0.prefix { $0 != "." } == name }
    guard keys.count > 1, let value = JSONValue(json: Array(json)) else { return keys.first }
    return keys.first { key in value.has(key.split(separator: ".").dropFirst()) } ?? keys.first
  }
}

extension JSONValue {
  /// Whether a path of keys leads to a value, possibly through lists.
  fileprivate func has(_ keys: ArraySlice<Substring>) -> Bool {
    guard let key = keys.first else { return self != .null }
    if case .array(let elements) = self { return elements.contains { $0.has(keys) } }
    return self[String(key)]?.has(keys.dropFirst()) ?? false
  }
}

/// Returns the offset of the value that keys and indices lead to in a record; nil if there is none.
func placeOfValue(at path: ArraySlice<String>, in record: [UInt8]) -> Int? {
  var reader = JSONReader(record)
  var path = path
  while let step = path.popFirst() {
    var found: Int?
    reader.skipSpace()
    // Up to a syntax error, if the document has changed.
    if reader.next == UInt8(ascii: "[") {
      var number = 0
      try? reader.readArray { (reader, _) throws(JSONFault) in
        reader.skipSpace()
        if String(number) == step { found = reader.position }
        number += 1
        try reader.skipValue()
      }
    } else if reader.next == UInt8(ascii: "{") {
      try? reader.readObject { (reader, key, _) throws(JSONFault) in
        reader.skipSpace()
        if key == step { found = reader.position }
        try reader.skipValue()
      }
    }
    guard let found else { return nil }
    reader = JSONReader(record, at: found)
  }
  return reader.position
}

/// Returns the JSONPath of keys and indices: `.steps[2].tip`.
func jsonPath(_ path: [String]) -> String {
  path.map { step in
    if !step.isEmpty, step.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) { return "[\(step)]" }
    let isPlain = step.utf8.allSatisfy {
      0x61...0x7A ~= $0 | 0x20 && $0 < 0x80 || 0x30...0x39 ~= $0 || $0 == 0x5F
    }
    return isPlain && !step.isEmpty
      ? ".\(step)"
      : "['\(step.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))']"
  }.joined()
}
