import Text
import World

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
