import Text
import World

/// What findings call a field: the key that its value stands under.
extension FeedReport {
  /// Which of the keys that a field may be under it is that has the value a finding points at.
  ///
  /// The first of them if nothing is there, or if the record cannot be read as it was.
  ///
  /// - Complexity: O(*n*) in the bytes of the record, where the field may be under several keys.
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

  /// Where in a record the text is that was encoded twice: in the first of a field's keys that has one.
  ///
  /// - Returns: The place of the value, in bytes of the record; nil if the record is not as it was.
  func placeOfRepair(_ subject: Int, in record: [UInt8]) -> Int? {
    let members = recordMembers(record)
    for isSuspect in [true, false] {
      for key in fieldKeys(subject) {
        let first = key.prefix { $0 != "." }
        // Of members with one name the last one counts.
        guard let member = members.last(where: { $0.name == first }) else { continue }
        if !isSuspect || member.mayBeEncodedTwice { return member.place.lowerBound }
      }
    }
    return nil
  }

  /// What the id of a record stands under.
  func idKey(in record: [UInt8]) -> String {
    let keys = idField.map { fieldKeys($0) } ?? []
    let members = recordMembers(record)
    return keys.first { key in
      members.contains { $0.name == key.prefix { $0 != "." } && !$0.isNull }
    } ?? keys.first ?? "id"
  }

  /// The keys that a field may be under, joined by dots.
  private func fieldKeys(_ subject: Int) -> [String] {
    if keys.indices.contains(subject) { return keys[subject] }
    let place = subject - keys.count
    return inferredKeys.indices.contains(place) ? [inferredKeys[place]] : []
  }

  /// The members of a record as far as they can be read; it was read before, and may have changed.
  private func recordMembers(_ record: [UInt8]) -> [RecordMember] {
    var members: [RecordMember] = []
    var reader = JSONReader(record)
    // What cannot be read is pointed at as a whole.
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

/// A member of a record.
private struct RecordMember {
  var name: String
  /// Where its value stands, in bytes of the record.
  var place: Range<Int>
  /// The value.
  var json: ArraySlice<UInt8>

  var isNull: Bool { json.elementsEqual("null".utf8) }

  /// Whether the value has a character beyond ASCII.
  var mayBeEncodedTwice: Bool {
    json.contains { $0 >= 0x80 } || zip(json, json.dropFirst()).contains { $0 == (0x5C, 0x75) }
  }

  /// Which of some keys leads to something here: where several begin with the name, the first that does so.
  func key(among keys: [String]) -> String? {
    let keys = keys.filter { $0.prefix { $0 != "." } == name }
    guard keys.count > 1, let value = JSONValue(json: Array(json)) else { return keys.first }
    return keys.first { key in value.has(key.split(separator: ".").dropFirst()) } ?? keys.first
  }
}

extension JSONValue {
  /// Whether some keys lead to a value, through lists as well.
  fileprivate func has(_ keys: ArraySlice<Substring>) -> Bool {
    guard let key = keys.first else { return self != .null }
    if case .array(let elements) = self { return elements.contains { $0.has(keys) } }
    return self[String(key)]?.has(keys.dropFirst()) ?? false
  }
}
