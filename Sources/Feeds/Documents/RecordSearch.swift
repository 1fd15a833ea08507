import Text

/// Looks for records in a document that does not have them in a list at its top.
struct RecordSearch {
  /// Where records are.
  struct Found: Equatable {
    var ranges: [Range<Int>]
    /// The JSONPath of what they stand in.
    var path: String
    /// Their names, if they are members of an object.
    var names: [String] = []
  }

  /// How deep lists are looked for that nobody named.
  private static let depthLimit = 4

  /// A value, its name, and where it stands.
  private struct Member {
    var name: String
    var range: Range<Int>
  }

  private let bytes: [UInt8]
  private let top: Range<Int>

  /// A document that is an object; nil for any other.
  init?(_ bytes: [UInt8]) {
    var reader = JSONReader(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    reader.skipSpace()
    let start = reader.position
    // What is wrong with the document was said by the scanner before.
    guard reader.next == 0x7B, (try? reader.skipValue()) != nil else { return nil }
    self.bytes = bytes
    top = start..<reader.position
  }

  /// The records that some keys lead to; `*` stands for the members of an object.
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

  /// Whether the document and one of its first records have the keys by which a profile is recognised.
  func hasSigns(of profile: Profile, _ found: Found) -> Bool {
    let signs = profile.signs
    // Where records are named, and no key leads to them, any object would do.
    if profile.container == "*", signs.document.isEmpty, signs.record.isEmpty { return false }
    if !has(signs.document, in: top) { return false }
    let objects = found.ranges.prefix(Profile.Signs.glance).filter { bytes[$0.lowerBound] == 0x7B }
    return objects.isEmpty || objects.contains { has(signs.record, in: $0) }
  }

  private func has(_ keys: [String], in object: Range<Int>) -> Bool {
    keys.isEmpty || Set(members(of: object).map(\.name)).isSuperset(of: keys)
  }

  /// What services wrap an answer in, beside what they say about it.
  private static let wrappers: Set = [
    embedded, "body", "content", "data", "feed", "hits", "payload", "query", "response", "result",
    "results",
  ]
  /// What an answer is wrapped in by HAL (draft-kelly-json-hal, section 4.1.2).
  private static let embedded = "_embedded"

  /// The first list of objects further inside, else the members of the document if nearly all are objects, or most
  /// are and have a key in common that names or identifies records.
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

  /// What services call lists of records, whatever these have.
  private static let listNames = [
    "bindings", "docs", "edges", "entries", "hits", "items", "nodes", "records", "results", "rows",
  ]

  /// The most members that what a service wraps an answer in has beside it.
  private static let asides = 3

  /// What services call the objects in which they say something about an answer.
  private static let remarks: Set = [
    "_links", "_meta", "error", "extensions", "head", "header", "info", "links", "meta", "page",
    "pagination", "paging", "request", "responseHeader", "status",
  ]

  /// The one of a few objects that is called like a wrapper, if the others are called like remarks, or are as unlike it
  /// as records never are.
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

  /// The only list of records inside of a wrapper, and whether there is a list without any in its place.
  ///
  /// A list beside another one, in what has a name itself, or of what has none could be anything.
  private func unwrapped(_ wrapper: Member) -> (Found?, isEmpty: Bool) {
    var (holder, path) = (wrapper.range, "$.\(wrapper.name)")
    var isEmpty = false
    for _ in 1..<Self.depthLimit where !hasEssentialKey(holder) {
      let members = members(of: holder)
      let lists = members.filter { !Inference.sideLists.contains($0.name) && $0.name != "links" }
        .compactMap { list($0.range, "\(path).\($0.name)") }
      let full = surest(lists.filter { !$0.ranges.isEmpty })
      if !full.isEmpty {
        let isCalledRecords = Self.listNames.contains { full[0].path.hasSuffix("." + $0) }
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
    // In HAL the lists beside it say something about the answer.
    if let embedded = members.last(where: { $0.name == Self.embedded }),
      let found = listInside(embedded.range, "\(path).\(embedded.name)", depth: depth + 1)
    {
      return found
    }
    let lists = members.compactMap { list($0.range, "\(path).\($0.name)") }
    if let found = surest(lists.filter { !$0.ranges.isEmpty }).first { return found }
    // What has very many members is no envelope.
    if members.count > 64 { return nil }
    // A list inside of one object among several is part of that object.
    let objects = members.filter { bytes[$0.range.lowerBound] == 0x7B && $0.name.first != "_" }
    guard objects.count == 1 else { return nil }
    return listInside(objects[0].range, "\(path).\(objects[0].name)", depth: depth + 1)
  }

  /// The elements of a list that begins with an object, but for nulls before it, or has none.
  private func list(_ place: Range<Int>, _ path: String) -> Found? {
    guard bytes[place.lowerBound] == 0x5B else { return nil }
    var reader = JSONReader(bytes, at: place.lowerBound)
    var ranges: [Range<Int>] = []
    // It was read once before, so nothing can be wrong with it.
    try? reader.readArray { (reader, _) throws(JSONFault) in
      let start = reader.position
      try reader.skipValue()
      ranges.append(start..<reader.position)
    }
    if ranges.isEmpty { return Found(ranges: [], path: path) }
    let isOfRecords = first(of: ranges).map { bytes[$0.lowerBound] == 0x7B } ?? false
    return isOfRecords ? Found(ranges: ranges, path: path) : nil
  }

  /// The lists that begin with an object; if there are none, all.
  private func surest(_ lists: [Found]) -> [Found] {
    let sure = lists.filter { bytes[$0.ranges[0].lowerBound] == 0x7B }
    return sure.isEmpty ? lists : sure
  }

  /// The first element that is no null.
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
    // It was read once before, so nothing can be wrong with it.
    try? reader.readObject { (reader, key, _) throws(JSONFault) in
      let start = reader.position
      try reader.skipValue()
      members.append(Member(name: key, range: start..<reader.position))
    }
    return members
  }
}
