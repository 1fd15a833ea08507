import Text

/// A search for records in a document without a top-level list of them.
struct RecordSearch {
  /// The location of some records.
  struct Found: Equatable {
    var ranges: [Range<Int>]
    /// The JSONPath of the list or object that contains the records.
    var path: String
    /// Their names, if they are members of an object.
    var names: [String] = []
    /// Whether the path is that of the only record.
    var isSingle = false
  }

  /// The maximum depth at which lists are searched without a profile.
  private static let depthLimit = 4

  /// A member of an object: its name, and the byte range of its value.
  private struct Member {
    var name: String
    var range: Range<Int>
  }

  private let bytes: [UInt8]
  private let top: Range<Int>

  /// Creates a search of a document; nil unless the document is an object.
  init?(_ bytes: [UInt8]) {
    var reader = JSONReader(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    reader.skipSpace()
    let start = reader.position
    // The scanner has already reported syntax errors.
    guard reader.next == 0x7B, (try? reader.skipValue()) != nil else { return nil }
    self.bytes = bytes
    top = start..<reader.position
  }

  /// Returns the records at a path of keys, where `*` stands for all members of an object.
  func records(at keys: [String]) -> Found? {
    var place = top
    var path = "$"
    for key in keys {
      if key == "*" { return keyed(place, path) }
      guard let member = members(of: place).last(where: { $0.name == key }) else { return nil }
      place = member.range
      path += ".\(key)"
    }
    return list(place, path)
  }

  /// Whether the document and one of its first records have the keys of a profile's signature.
  func matchesSignature(of profile: Profile, _ found: Found) -> Bool {
    let signature = profile.signature
    // Without any keys, every object would match.
    if profile.container == "*", signature.document.isEmpty, signature.record.isEmpty {
      return false
    }
    if !has(signature.document, in: top) { return false }
    let objects = found.ranges.prefix(Profile.Signature.sampleSize).filter {
      bytes[$0.lowerBound] == 0x7B
    }
    return objects.isEmpty || objects.contains { has(signature.record, in: $0) }
  }

  private func has(_ keys: [String], in object: Range<Int>) -> Bool {
    keys.isEmpty || Set(members(of: object).map(\.name)).isSuperset(of: keys)
  }

  /// The keys under which services nest the result of a request, next to metadata.
  private static let wrappers: Set = [
    embedded, "body", "content", "data", "feed", "hits", "payload", "query", "response", "result",
    "results",
  ]
  /// The key under which HAL nests resources (draft-kelly-json-hal, section 4.1.2).
  private static let embedded = "_embedded"

  /// Returns the records that a document without a profile most likely has.
  ///
  /// The first nested list of objects is preferred. Otherwise the members of the document are the records, if nearly
  /// all of them are objects, or if most are and share a key that names or identifies records.
  func likelyRecords() -> Found? {
    let members = members(of: top)
    let objects = members.filter { bytes[$0.range.lowerBound] == 0x7B }
    let (count, others) = (objects.count, members.count - objects.count)
    let areObjects =
      count > 1 && (others <= count / 10 || others < count && haveCommonKey(objects.map(\.range)))
    if let found = listInside(top, "$", depth: 0) { return found }
    guard areObjects else { return nil }
    if let envelope = wrapper(in: members) {
      let (found, isEmpty) = unwrapped(envelope)
      if let found { return found }
      if isEmpty { return nil }
    }
    return keyed(top, "$")
  }

  /// The maximum number of members next to an envelope.
  private static let asides = 3

  /// The keys of objects that contain metadata about a response.
  private static let remarks: Set = [
    "_links", "_meta", "error", "extensions", "head", "header", "info", "links", "meta", "page",
    "pagination", "paging", "request", "responseHeader", "status",
  ]

  /// Returns the one member with the name of an envelope, if the other members are metadata by their names, or share no
  /// keys with it as records would.
  private func wrapper(in members: [Member]) -> Member? {
    let wrapped = members.filter { Self.wrappers.contains($0.name) }
    guard wrapped.count == 1, members.count <= 1 + Self.asides else { return nil }
    let areRemarks = members.allSatisfy {
      $0.name == wrapped[0].name || Self.remarks.contains($0.name)
    }
    var seen: Set<String> = []
    for member in members {
      for key in self.members(of: member.range).map(\.name) {
        let isNew = seen.insert(key).inserted
        if Inference.nameKeys.contains(key) || !isNew && !areRemarks { return nil }
      }
    }
    return wrapped[0]
  }

  /// Returns the only list of records in an envelope, and whether there is an empty list instead.
  ///
  /// A list does not count if there is another one next to it, if the object around it has a name, or if its elements
  /// have none.
  private func unwrapped(_ wrapper: Member) -> (Found?, isEmpty: Bool) {
    var (holder, path) = (wrapper.range, "$.\(wrapper.name)")
    var isEmpty = false
    for _ in 1..<Self.depthLimit where !hasEssentialKey(holder) {
      let members = members(of: holder)
      let lists = members.filter { !Inference.sideLists.contains($0.name) && $0.name != "links" }
        .compactMap { list($0.range, "\(path).\($0.name)") }
      let full = surest(lists.filter { !$0.ranges.isEmpty })
      if !full.isEmpty {
        let isCalledRecords = RecordOutline.listNames.contains { full[0].path.hasSuffix("." + $0) }
        let isFound =
          full.count == 1
          && (isCalledRecords || first(of: full[0].ranges).map(hasEssentialKey) ?? false)
        return (isFound ? full[0] : nil, false)
      }
      isEmpty = isEmpty || lists.count == 1
      let inner = members.filter { bytes[$0.range.lowerBound] == 0x7B }
      guard inner.count == 1 else { break }
      (holder, path) = (inner[0].range, "\(path).\(inner[0].name)")
    }
    return (nil, isEmpty)
  }

  private func hasEssentialKey(_ object: Range<Int>) -> Bool {
    members(of: object).contains { Inference.isEssential($0.name) }
  }

  private func haveCommonKey(_ objects: [Range<Int>]) -> Bool {
    var common = Set(members(of: objects[0]).map(\.name))
    for object in objects.dropFirst().prefix(20) {
      common.formIntersection(members(of: object).map(\.name))
    }
    return common.contains { Inference.isEssential($0) }
  }

  private func listInside(_ object: Range<Int>, _ path: String, depth: Int) -> Found? {
    if depth == Self.depthLimit { return nil }
    let members = members(of: object)
    // An object without lists in a document with other members may be metadata.
    let mayBeRecord =
      members.contains { bytes[$0.range.lowerBound] == UInt8(ascii: "[") }
      || self.members(of: top).count == 1
    if depth > 0, mayBeRecord, isRecord(members) {
      return Found(ranges: [object], path: path, isSingle: true)
    }
    // In HAL, lists next to `_embedded` are metadata.
    if let embedded = members.last(where: { $0.name == Self.embedded }),
      let found = listInside(embedded.range, "\(path).\(embedded.name)", depth: depth + 1)
    {
      return found
    }
    let lists = members.compactMap { list($0.range, "\(path).\($0.name)") }
    if let found = surest(lists.filter { !$0.ranges.isEmpty }).first { return found }
    // An object with very many members is not an envelope.
    if members.count > 64 { return nil }
    // A list in one of several objects belongs to that object.
    let objects = members.filter { bytes[$0.range.lowerBound] == 0x7B && $0.name.first != "_" }
    guard objects.count == 1 else { return nil }
    return listInside(objects[0].range, "\(path).\(objects[0].name)", depth: depth + 1)
  }

  /// Whether an object in an envelope is a record.
  private func isRecord(_ members: [Member]) -> Bool {
    var outline = RecordOutline()
    for member in members {
      let first = bytes[member.range.lowerBound]
      guard first == UInt8(ascii: "[") else {
        outline.add(member.name, first: first)
        continue
      }
      let elements = elements(of: member.range)
      let start = elements.first.map { bytes[$0.lowerBound] } ?? UInt8(ascii: "]")
      guard outline.addList(member.name, first: start) else { continue }
      let samples = elements.prefix(Profile.Signature.sampleSize)
      outline.addElements(samples.map { Set(self.members(of: $0).map(\.name)) })
    }
    return outline.isRecord
  }

  /// Returns the elements of a list if it is empty, or if its first element other than null is an object.
  private func list(_ place: Range<Int>, _ path: String) -> Found? {
    guard bytes[place.lowerBound] == 0x5B else { return nil }
    let ranges = elements(of: place)
    if ranges.isEmpty { return Found(ranges: [], path: path) }
    let isOfRecords = first(of: ranges).map { bytes[$0.lowerBound] == 0x7B } ?? false
    return isOfRecords ? Found(ranges: ranges, path: path) : nil
  }

  private func elements(of list: Range<Int>) -> [Range<Int>] {
    var reader = JSONReader(bytes, at: list.lowerBound)
    var ranges: [Range<Int>] = []
    // The bytes were parsed before and are valid JSON.
    try? reader.readArray { (reader, _) throws(JSONFault) in
      let start = reader.position
      try reader.skipValue()
      ranges.append(start..<reader.position)
    }
    return ranges
  }

  /// Returns the lists whose first element is an object; all lists if there are none.
  private func surest(_ lists: [Found]) -> [Found] {
    let sure = lists.filter { bytes[$0.ranges[0].lowerBound] == 0x7B }
    return sure.isEmpty ? lists : sure
  }

  /// Returns the first element that is not null.
  private func first(of ranges: [Range<Int>]) -> Range<Int>? {
    ranges.first { bytes[$0.lowerBound] != UInt8(ascii: "n") }
  }

  private func keyed(_ place: Range<Int>, _ path: String) -> Found? {
    guard bytes[place.lowerBound] == 0x7B else { return nil }
    let members = members(of: place)
    return Found(ranges: members.map(\.range), path: path, names: members.map(\.name))
  }

  private func members(of object: Range<Int>) -> [Member] {
    guard bytes[object.lowerBound] == 0x7B else { return [] }
    var reader = JSONReader(bytes, at: object.lowerBound)
    var members: [Member] = []
    // The bytes were parsed before and are valid JSON.
    try? reader.readObject { (reader, key, _) throws(JSONFault) in
      let start = reader.position
      try reader.skipValue()
      members.append(Member(name: key, range: start..<reader.position))
    }
    return members
  }
}
