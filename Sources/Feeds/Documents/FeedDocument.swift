import Catalog
import Text
import World

/// A document that the scanner can read: plain JSON with the records in one list.
///
/// Whatever else a document is, its bytes stay where they are; what is not part of a record is blanked out.
struct FeedDocument: Sendable {
  /// UTF-8, as many bytes as the unpacked document.
  var file: any ReadableFile
  /// The unpacked document as it was published, which has the lines that people see.
  var published: any ReadableFile
  /// The profile that the form of the document calls for; nil if it is to be recognised.
  var profile: Profile?
  /// Where the list of records was, as a JSONPath, if it was moved.
  var path: String?
  /// How many bytes stand before the only record, if there is no room for the brackets of a list around it.
  private(set) var single: Int?
  /// The JSONPath of each record, if they do not stand in one list.
  var paths: [String] = []
  /// The name of each record in an object of records.
  var names: [String] = []
  /// The linked data that it is made of, if it is.
  private(set) var linked: LinkedData?
  /// What was read leniently, or could not be read.
  var remarks: [LinkedData.Remark] = []
  /// Where the records stand of which something is remarked.
  private(set) var places: [Range<Int>] = []

  /// The most bytes to hold in memory of what cannot be read where it lies.
  let limit: @Sendable () -> Int

  private init(_ file: any ReadableFile, limit: @escaping @Sendable () -> Int) {
    (self.file, published, self.limit) = (file, file, limit)
  }

  /// Finds out what a document is.
  ///
  /// - Parameters:
  ///   - original: JSON, NDJSON, or a web page, perhaps in gzip.
  ///   - wanted: The profile that somebody named.
  ///   - profiles: Those to recognise it by if nobody did.
  ///   - limit: The most bytes to hold in memory of what cannot be read where it lies.
  /// - Throws: ``FeedError`` for what is no feed by its looks.
  init(
    _ original: any ReadableFile, as wanted: Profile?, among profiles: [Profile] = [],
    limit: @escaping @Sendable () -> Int
  ) throws(FeedError) {
    let (file, start) = try plainDocument(original, limit: limit)
    self.init(file, limit: limit)
    if start == UInt8(ascii: "<") {
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
      try recognise(among: profiles)
    }
  }

  /// Takes the records that stand where the first profile says whose signs are there.
  private mutating func recognise(among profiles: [Profile]) throws(FeedError) {
    let profiles = profiles.filter { $0.innerKeys != nil }
    if profiles.isEmpty || file.count > 1 << 24 && file.count > limit() { return }
    let bytes = try allBytes(of: file, limit: limit)
    guard let search = RecordSearch(bytes) else { return }
    for profile in profiles {
      guard let keys = profile.innerKeys, let found = search.records(at: keys),
        search.hasSigns(of: profile, found)
      else { continue }
      self.profile = profile
      return take(found, of: bytes)
    }
  }

  /// Takes the records of JSON-LD.
  private mutating func take(_ data: LinkedData, as wanted: Profile?) throws(FeedError) {
    guard !data.records.isEmpty else {
      let reason = data.remarks.first { $0.isError }.map { ": " + $0.reason } ?? ""
      throw .notAFeed("this is a web page, and there is no recipe in its JSON-LD" + reason)
    }
    let profile = wanted ?? .schemaOrg
    self.profile = profile
    file = HeldBytes(listing(data.records.map(\.range), of: data.document))
    let only = data.records.count == 1 ? data.records[0].range : nil
    let isAll = only.map { $0.lowerBound == 0 || $0.upperBound == data.document.count } ?? false
    single = isAll ? only?.lowerBound : nil
    paths = data.records.map(\.path)
    remarks = data.remarks
    places = data.records.map(\.range)
    linked = data
  }

  /// The same document with records that are not where they are looked for at first: in a list further inside, or
  /// as the members of an object; nil if there are none.
  func searched() throws(FeedError) -> FeedDocument? {
    let bytes = try allBytes(of: file, limit: limit)
    guard let found = RecordSearch(bytes)?.likelyRecords() else { return nil }
    var document = self
    document.take(found, of: bytes)
    return document
  }

  private mutating func take(_ found: RecordSearch.Found, of bytes: [UInt8]) {
    file = HeldBytes(listing(found.ranges, of: bytes))
    path = found.path
    names = found.names
    if !names.isEmpty { paths = names.map { "\(found.path)[\(quoted($0))]" } }
  }

  /// A name as a JSONPath quotes it.
  private func quoted(_ name: String) -> String {
    let escaped = name.flatMap { $0 == "'" || $0 == "\\" ? ["\\", $0] : [$0] }
    return "'" + String(escaped) + "'"
  }
}

extension Profile {
  /// The keys that lead to the records, if they are not in a list at the top of the document.
  fileprivate var innerKeys: [String]? {
    guard let container, container.contains(where: { $0 == "." || $0 == "*" }) else { return nil }
    return container.split(separator: ".").map(String.init)
  }
}

/// The same number of bytes with nothing but some values in them, as the elements of one list.
///
/// - Precondition: The ranges ascend, and there is a byte between any two; one that is all there is stays as it is.
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

/// Whether the first bytes of a document speak of JSON-LD: one of its keys, which begin with `@`, stands there.
private func looksLinked(_ file: any ReadableFile) throws(FeedError) -> Bool {
  let start = try firstBytes(of: file, 1 << 14)
  for place in 1..<max(1, start.count - 8) {
    if start[place] != UInt8(ascii: "@") || start[place - 1] != UInt8(ascii: "\"") { continue }
    let rest = start[(place + 1)...]
    if ["context\"", "type\"", "graph\""].contains(where: { rest.starts(with: $0.utf8) }) {
      return true
    }
  }
  return false
}

/// The values that a document has beside its records.
///
/// - Parameters:
///   - keys: Keys of the document, which is an object.
///   - file: The document, perhaps in gzip.
///   - limit: The most bytes to hold in memory; a longer document has none.
/// - Returns: The value of each key that is there; nothing if this is no such document.
/// - Complexity: O(*n*) in the bytes of the document.
package func documentMembers(
  _ keys: [String], of file: any ReadableFile, limit: () -> Int
) -> [String: JSONValue] {
  var members: [String: JSONValue] = [:]
  // What cannot be read was said when its records were.
  guard !keys.isEmpty, let document = try? plainDocument(file, limit: limit).file,
    let bytes = try? allBytes(of: document, limit: limit)
  else { return [:] }
  var reader = JSONReader(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  // The same holds for what is no JSON.
  try? reader.readObject { (reader, key, _) throws(JSONFault) in
    if keys.contains(key) { members[key] = try reader.readTree() } else { try reader.skipValue() }
  }
  return members
}

extension FeedDocument {
  /// What the document has beside its records, as far as a profile asks for it.
  ///
  /// - Complexity: O(*n*) in the bytes of the document if it asks for anything.
  func members(for profile: Profile) -> [JSONValue.Member] {
    let sources = profile.mappings.flatMap(\.sources)
    let keys = sources.filter { $0.key == Profile.Source.document }.compactMap(\.rest.first)
    return documentMembers(keys, of: published, limit: limit).map {
      JSONValue.Member($0.key, $0.value)
    }
  }
}
