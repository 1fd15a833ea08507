import Catalog
import Text
import World

/// A document in the form that the scanner reads: JSON with all records in one list.
///
/// The bytes keep their offsets. Bytes outside of the records are replaced by spaces.
struct FeedDocument: Sendable {
  /// The document in UTF-8, as long as the uncompressed original.
  var file: any ReadableFile
  /// The uncompressed document as published, with the line numbers that the user sees.
  var published: any ReadableFile
  /// The profile that the form of the document determines; nil if the profile has yet to be detected.
  var profile: Profile?
  /// The JSONPath of the original list of records, if the records were moved.
  var path: String?
  /// The offset of the only record, in bytes, if there is no room for the brackets of a list around it.
  private(set) var single: Int?
  /// The JSONPath of each record; empty if the records are elements of one list.
  var paths: [String] = []
  /// The name of each record; empty unless the records are members of an object.
  var names: [String] = []
  /// The JSON-LD that the document consists of; nil for other documents.
  private(set) var linked: LinkedData?
  /// The files that the records come from; nil if the document is one file.
  private(set) var files: RecordPlaces?
  /// What surrounds each record of a gathered document, by the offset of the record, in bytes.
  private(set) var surroundings: [Int: RecordSurroundings] = [:]
  /// The parts of the document that were read leniently, or could not be read.
  var remarks: [LinkedData.Remark] = []
  /// The byte ranges of the records that the remarks are about.
  private(set) var places: [Range<Int>] = []

  /// The maximum size, in bytes, of a document that must be held in memory.
  let limit: @Sendable () -> Int

  private init(_ file: any ReadableFile, limit: @escaping @Sendable () -> Int) {
    (self.file, published, self.limit) = (file, file, limit)
  }

  /// Determines the form of a document.
  ///
  /// - Parameters:
  ///   - original: JSON, NDJSON, or a web page, optionally compressed with gzip.
  ///   - wanted: The profile that the user named.
  ///   - profiles: The profiles to detect, if the user named none.
  ///   - limit: The maximum size, in bytes, of a document that must be held in memory.
  ///   - isStopped: Whether to cancel; called regularly.
  /// - Throws: ``FeedError`` if the document is not a feed, or if reading is canceled.
  init(
    _ original: any ReadableFile, as wanted: Profile?, among profiles: [Profile] = [],
    limit: @escaping @Sendable () -> Int, isStopped: () -> Bool = { false }
  ) throws(FeedError) {
    let plain = try plainDocument(original, limit: limit, isStopped: isStopped)
    self.init(plain.file, limit: limit)
    if plain.first == UInt8(ascii: "<") {
      guard let page = LinkedData(page: try allBytes(of: file, limit: limit)) else {
        throw .notAFeed("this is a web page or XML, not a JSON feed; there is no JSON-LD in it")
      }
      try take(page, as: wanted)
    } else if wanted.map({ $0.name == "schema.org" }) ?? true,
      try looksLinked(file), let data = LinkedData(json: try allBytes(of: file, limit: limit))
    {
      try take(data, as: wanted)
    } else if let wanted, let keys = wanted.innerKeys {
      let bytes = try allBytes(of: file, limit: limit)
      guard let found = RecordSearch(bytes)?.records(at: keys) else {
        throw .notAFeed("there are no records at `\(keys.joined(separator: "."))` in it")
      }
      take(found, of: bytes)
    } else if wanted == nil {
      try detect(among: profiles)
    }
    if let remark = plain.remark { remarks.insert(remark, at: 0) }
  }

  /// Creates a document of records of many files.
  ///
  /// - Precondition: There is at least one record.
  init(gathering records: [GatheredRecord], as profile: Profile) {
    var text: [UInt8] = Array("[".utf8)
    text.reserveCapacity(records.reduce(2) { $0 + $1.bytes.count + 1 })
    var (places, files) = ([] as [Range<Int>], RecordPlaces())
    var surroundings: [Int: RecordSurroundings] = [:]
    var remarks: [LinkedData.Remark] = []
    for record in records {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      let start = text.count
      text += record.bytes
      places.append(start..<text.count)
      files.append(file: record.file, line: record.line, details: record.details)
      surroundings[start] = record.surroundings
      remarks += record.remarks.map { LinkedData.Remark(offset: start, kind: $0) }
    }
    text.append(UInt8(ascii: "]"))
    self.init(InMemoryFile(text), limit: { .max })
    self.profile = profile
    (self.places, self.files) = (places, files)
    (self.surroundings, self.remarks) = (surroundings, remarks)
  }

  /// Selects the first profile whose signature matches, and its records.
  private mutating func detect(among profiles: [Profile]) throws(FeedError) {
    let profiles = profiles.filter { $0.innerKeys != nil }
    if profiles.isEmpty || file.count > 1 << 24 && file.count > limit() { return }
    let bytes = try allBytes(of: file, limit: limit)
    guard let search = RecordSearch(bytes) else { return }
    for profile in profiles {
      guard let keys = profile.innerKeys, let found = search.records(at: keys),
        search.matchesSignature(of: profile, found)
      else { continue }
      self.profile = profile
      return take(found, of: bytes)
    }
  }

  /// Selects the records of JSON-LD.
  private mutating func take(_ data: LinkedData, as wanted: Profile?) throws(FeedError) {
    guard !data.records.isEmpty else {
      let reason = data.remarks.first { $0.isError }.map { ": " + $0.reason } ?? ""
      throw .notAFeed("this is a web page, and there is no recipe in its JSON-LD" + reason)
    }
    let profile = wanted ?? .schemaOrg
    self.profile = profile
    if data.document.count > file.count {
      let appended = data.document[file.count...]
      published = InMemoryFile(try allBytes(of: file, limit: limit) + appended)
    }
    file = InMemoryFile(listing(data.records.map(\.range), of: data.document))
    let only = data.records.count == 1 ? data.records[0].range : nil
    let isAll = only.map { $0.lowerBound == 0 || $0.upperBound == data.document.count } ?? false
    single = isAll ? only?.lowerBound : nil
    paths = data.records.map(\.path)
    remarks = data.remarks
    places = data.records.map(\.range)
    linked = data
  }

  /// Searches the document for records that are not in a top-level list: in a nested list, or as the members of an
  /// object.
  ///
  /// - Returns: The document with these records; nil if there are none.
  func searched() throws(FeedError) -> FeedDocument? {
    let bytes = try allBytes(of: file, limit: limit)
    guard let found = RecordSearch(bytes)?.likelyRecords() else { return nil }
    var document = self
    document.take(found, of: bytes)
    return document
  }

  private mutating func take(_ found: RecordSearch.Found, of bytes: [UInt8]) {
    file = InMemoryFile(listing(found.ranges, of: bytes))
    path = found.path
    names = found.names
    if found.isSingle { paths = [found.path] }
    if !names.isEmpty { paths = names.map { "\(found.path)[\(quoted($0))]" } }
  }

  /// Returns a name quoted as in a JSONPath.
  private func quoted(_ name: String) -> String {
    let escaped = name.flatMap { $0 == "'" || $0 == "\\" ? ["\\", $0] : [$0] }
    return "'" + String(escaped) + "'"
  }
}

extension Profile {
  /// The path of keys to the records; nil if the records are in a top-level list.
  fileprivate var innerKeys: [String]? {
    guard let container, container.contains(where: { $0 == "." || $0 == "*" }) else { return nil }
    return container.split(separator: ".").map(String.init)
  }
}

/// Returns a copy of a document in which some values are the elements of one list, and all other bytes are spaces.
///
/// - Precondition: The ranges ascend, with at least one byte between any two. A range that spans the whole document
///   gets no brackets.
private func listing(_ ranges: [Range<Int>], of bytes: [UInt8]) -> [UInt8] {
  var list = [UInt8](repeating: 0x20, count: bytes.count)
  if ranges.isEmpty, list.count > 1 { (list[0], list[1]) = (UInt8(ascii: "["), UInt8(ascii: "]")) }
  for range in ranges { list.replaceSubrange(range, with: bytes[range]) }
  guard let first = ranges.first?.lowerBound, let last = ranges.last?.upperBound, first > 0,
    last < bytes.count
  else { return list }
  list[first - 1] = UInt8(ascii: "[")
  list[last] = UInt8(ascii: "]")
  for range in ranges.dropLast() { list[range.upperBound] = UInt8(ascii: ",") }
  return list
}

/// Whether one of the JSON-LD keywords `@context`, `@type` and `@graph` occurs in the first 16 KB of a document.
private func looksLinked(_ file: any ReadableFile) throws(FeedError) -> Bool {
  looksLinked(try firstBytes(of: file, 1 << 14)[...])
}

/// Whether one of the JSON-LD keywords `@context`, `@type` and `@graph` occurs in the first 16 KB of a text.
func looksLinked(_ text: some Collection<UInt8>) -> Bool {
  let start = Array(text.prefix(1 << 14))
  for place in 1..<max(1, start.count - 8) {
    if start[place] != UInt8(ascii: "@") || start[place - 1] != UInt8(ascii: "\"") { continue }
    let rest = start[(place + 1)...]
    if ["context\"", "type\"", "graph\""].contains(where: { rest.starts(with: $0.utf8) }) {
      return true
    }
  }
  return false
}

/// Returns top-level members of a document, such as a record count next to the list of records.
///
/// - Parameters:
///   - keys: The keys to look up.
///   - file: The document, which must be an object, optionally compressed with gzip.
///   - limit: The maximum size, in bytes, of the uncompressed document; nothing is read from a longer one.
/// - Returns: The value of each key that exists; empty if the document is not a JSON object.
/// - Complexity: O(*n*) in the bytes of the document.
package func documentMembers(
  _ keys: [String], of file: any ReadableFile, limit: () -> Int
) -> [String: JSONValue] {
  var members: [String: JSONValue] = [:]
  // Errors were reported when the records were read.
  guard !keys.isEmpty, let document = try? plainDocument(file, limit: limit).file,
    let bytes = try? allBytes(of: document, limit: limit)
  else { return [:] }
  var reader = JSONReader(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  // So were syntax errors.
  try? reader.readObject { (reader, key, _) throws(JSONFault) in
    if keys.contains(key) { members[key] = try reader.readTree() } else { try reader.skipValue() }
  }
  return members
}

extension FeedDocument {
  /// Returns the top-level members of the document that a profile reads; of a web page, what it declares.
  ///
  /// - Complexity: O(*n*) in the bytes of the document; O(1) if the profile reads none.
  func members(for profile: Profile) -> [JSONValue.Member] {
    if let linked, !linked.members.isEmpty { return linked.members }
    let sources = profile.mappings.flatMap(\.sources)
    let keys = sources.filter { $0.key == Profile.Source.document }.compactMap(\.rest.first)
    return documentMembers(keys, of: published, limit: limit).map {
      JSONValue.Member($0.key, $0.value)
    }
  }
}
